import {
  SearchField as AriaSearchField,
  Select as AriaSelect,
  type SelectProps as AriaSelectProps,
  Autocomplete,
  Button,
  Input,
  ListBox,
  Popover,
  SelectValue,
  useFilter,
} from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { Aria } from './Aria.tsx';
import s from './ComboBox.module.css';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import { IconChevronDown, IconSearch } from './icons.ts';
import n from './native.module.css';
import { OptionItem } from './OptionItem.tsx';
import o from './overlay.module.css';
import b from './Select.module.css';
import type { Option } from './Select.tsx';

interface ComboBoxProps extends FieldText, Pick<AriaSelectProps, 'name' | 'isRequired'> {
  options: readonly Option[];
  /** Key of the chosen option; null for none. */
  value?: string | null;
  defaultValue?: string;
  onChange?: (key: string) => void;
  placeholder?: string;
  /** If given, the caller filters, on the server for example; called with the typed text. For more than a few hundred options. */
  onSearch?: (text: string) => void;
}

/**
 * One of many options, found by typing. A button that opens a search over the list instead of the combobox pattern, which hides the
 * surrounding page from screen readers although Tab still reaches it.
 */
export function ComboBox({ options, onChange, placeholder, onSearch, ...props }: ComboBoxProps) {
  const { texts, control } = splitField(props);
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <Aria>
      <AriaSelect
        {...control}
        className={n.field}
        placeholder={placeholder ?? m.ui_select_placeholder()}
        onChange={(key) => onChange?.(String(key))}
      >
        <FieldShape texts={texts}>
          <Button className={cx(n.input, b.button)}>
            <SelectValue className={b.value}>
              {({ defaultChildren, isPlaceholder, selectedText }) => (isPlaceholder ? defaultChildren : selectedText)}
            </SelectValue>
            <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
          </Button>
        </FieldShape>
        <Popover className={o.surface}>
          <Autocomplete filter={onSearch ? undefined : contains} onInputChange={onSearch}>
            <div className={s.search}>
              <AriaSearchField className={f.group} aria-label={m.ui_combobox_search()} autoFocus>
                <IconSearch size={20} stroke={1.75} aria-hidden="true" />
                {/* The list below belongs to this field, which moves through it while keeping the focus. */}
                <Input className={cx(n.input, f.withIcon)} role="combobox" aria-expanded="true" placeholder={m.ui_combobox_search()} />
              </AriaSearchField>
            </div>
            <ListBox className={o.list} items={options} renderEmptyState={() => <div className={o.empty}>{m.ui_nothing_found()}</div>}>
              {(option) => <OptionItem option={option} />}
            </ListBox>
          </Autocomplete>
        </Popover>
      </AriaSelect>
    </Aria>
  );
}
