import { ComboBox as AriaComboBox, type ComboBoxProps as AriaComboBoxProps, Group, Input, ListBox, Popover } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { IconChevronDown } from './icons.ts';
import n from './native.module.css';
import o from './overlay.module.css';
import { type Option, OptionItem } from './Select.tsx';

interface ComboBoxProps extends FieldText, Pick<AriaComboBoxProps<Option>, 'name' | 'isRequired' | 'inputValue' | 'onInputChange'> {
  options: readonly Option[];
  /** Key of the chosen option; null: none. */
  value?: string | null;
  defaultValue?: string;
  onChange?: (key: string | null) => void;
  placeholder?: string;
  /** The options come filtered already (by a service, from onInputChange). */
  isFiltered?: boolean;
}

/** One of many options, found by typing. */
export function ComboBox({ options, onChange, placeholder, isFiltered, ...props }: ComboBoxProps) {
  const { texts, control } = splitField(props);
  return (
    <AriaComboBox
      {...control}
      className={n.field}
      menuTrigger="focus"
      allowsEmptyCollection
      {...(isFiltered ? { items: options } : { defaultItems: options })}
      onChange={(key) => onChange?.(key === null ? null : String(key))}
    >
      <FieldShape texts={texts}>
        <Group className={f.group}>
          <Input className={cx(n.input, f.withButton)} placeholder={placeholder} />
          <span className={f.end}>
            <IconButton icon={IconChevronDown} label={m.ui_combobox_open()} />
          </span>
        </Group>
      </FieldShape>
      <Popover className={o.surface}>
        <ListBox<Option> className={o.list} renderEmptyState={() => <div className={o.empty}>{m.ui_nothing_found()}</div>}>
          {(option) => <OptionItem option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
