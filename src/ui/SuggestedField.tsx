import { useId } from 'react';
import n from './native.module.css';
import { type TextFieldProps, useText } from './TextField.tsx';

/** One line of free text that the browser completes from `suggestions`. */
export function SuggestedField({ suggestions, ...props }: Omit<TextFieldProps, 'onKeyDown'> & { suggestions: readonly string[] }) {
  const listId = useId();
  const { control, dress } = useText<HTMLInputElement>(props);
  return dress(
    <>
      <input type="text" autoComplete="off" list={listId} {...control} className={n.input} />
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>,
  );
}
