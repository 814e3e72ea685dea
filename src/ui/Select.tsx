import {
  Select as AriaSelect,
  type SelectProps as AriaSelectProps,
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { cx } from './cx.ts';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import { IconCheck, IconChevronDown } from './icons.ts';
import n from './native.module.css';
import o from './overlay.module.css';
import s from './Select.module.css';

export interface Option {
  key: string;
  label: string;
  description?: string;
  /** Why it cannot be chosen now. */
  reason?: string;
}

interface SelectProps extends FieldText, Pick<AriaSelectProps, 'name' | 'isRequired'> {
  options: readonly Option[];
  /** Key of the chosen option; null: none yet. */
  value?: string | null;
  defaultValue?: string;
  onChange?: (key: string) => void;
  placeholder?: string;
}

/** The rows of a list of options, for Select and ComboBox. */
export function OptionItem({ option }: { option: Option }) {
  return (
    <ListBoxItem id={option.key} textValue={option.label} className={o.item} isDisabled={Boolean(option.reason)}>
      {({ isSelected }) => (
        <>
          <Text slot="label">
            {option.label}
            {option.reason || option.description ? <small className={o.detail}> {option.reason || option.description}</small> : null}
          </Text>
          {isSelected ? <IconCheck className={o.check} size={18} aria-hidden="true" /> : null}
        </>
      )}
    </ListBoxItem>
  );
}

/** One of a few options. For many, or for text to type, use ComboBox. */
export function Select({ options, onChange, placeholder, ...props }: SelectProps) {
  const { texts, control } = splitField(props);
  return (
    <AriaSelect
      {...control}
      className={n.field}
      placeholder={placeholder ?? m.ui_select_placeholder()}
      onChange={(key) => onChange?.(String(key))}
    >
      <FieldShape texts={texts}>
        <Button className={cx(n.input, s.button)}>
          <SelectValue className={s.value}>
            {({ defaultChildren, isPlaceholder, selectedText }) => (isPlaceholder ? defaultChildren : selectedText)}
          </SelectValue>
          <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
        </Button>
      </FieldShape>
      <Popover className={o.surface}>
        <ListBox className={o.list} items={options}>
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
