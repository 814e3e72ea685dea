import { type KeyboardEvent, useState } from 'react';
import { m } from '../paraglide/messages.js';
import b from './Button.module.css';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { IconSearch, IconX } from './icons.ts';
import n from './native.module.css';
import { type TextFieldProps, useText } from './TextField.tsx';

interface SearchFieldProps
  extends Omit<TextFieldProps, 'type' | 'inputMode' | 'isReadOnly' | 'isRequired' | 'validate' | 'pattern' | 'minLength' | 'onKeyDown'> {
  onSubmit?: (value: string) => void;
  onClear?: () => void;
}

/** A search field: Enter submits, Escape and the clear button clear. */
export function SearchField({ value: given, defaultValue = '', onChange, onSubmit, onClear, placeholder, ...props }: SearchFieldProps) {
  const [own, setOwn] = useState(defaultValue);
  const value = given ?? own;
  const change = (next: string) => {
    setOwn(next);
    onChange?.(next);
  };
  const { ref, control, dress } = useText<HTMLInputElement>({ ...props, value, onChange: change });
  const clear = () => {
    change('');
    onClear?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onSubmit) {
      event.preventDefault();
      onSubmit(value);
    }
    if (event.key === 'Escape' && value !== '') {
      event.preventDefault();
      event.stopPropagation();
      clear();
    }
  };
  return dress(
    <div className={f.group}>
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      {/* A space keeps :placeholder-shown true for an empty field without a placeholder. */}
      <input
        {...control}
        type="search"
        className={cx(n.input, f.input, f.withIcon, f.withButton)}
        placeholder={placeholder ?? ' '}
        onKeyDown={onKeyDown}
      />
      <span className={f.end}>
        {/* Not a tab stop, because Escape does the same. */}
        <button
          type="button"
          tabIndex={-1}
          className={b.icon}
          aria-label={m.ui_search_clear()}
          disabled={control.disabled}
          onClick={() => {
            clear();
            ref.current?.focus();
          }}
        >
          <IconX size={22} stroke={1.75} aria-hidden="true" />
        </button>
      </span>
    </div>,
  );
}
