import { SearchField as AriaSearchField, type SearchFieldProps as AriaSearchFieldProps, Input } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import { FieldButton } from './FieldButton.tsx';
import { IconSearch, IconX } from './icons.ts';
import n from './native.module.css';

interface SearchFieldProps
  extends FieldText,
    Pick<AriaSearchFieldProps, 'name' | 'value' | 'defaultValue' | 'onChange' | 'onSubmit' | 'onClear' | 'autoFocus' | 'maxLength'> {
  placeholder?: string;
}

/** Text to look for: Enter submits, Escape and the cross clear. */
export function SearchField({ placeholder, ...props }: SearchFieldProps) {
  const { texts, control } = splitField(props);
  return (
    <AriaSearchField {...control} className={n.field}>
      <FieldShape texts={texts}>
        <div className={f.group}>
          <IconSearch size={20} stroke={1.75} aria-hidden="true" />
          {/* A space keeps :placeholder-shown true for an empty field without an example. */}
          <Input className={cx(n.input, f.input, f.withIcon, f.withButton)} placeholder={placeholder ?? ' '} />
          <span className={f.end}>
            <FieldButton icon={IconX} label={m.ui_search_clear()} />
          </span>
        </div>
      </FieldShape>
    </AriaSearchField>
  );
}
