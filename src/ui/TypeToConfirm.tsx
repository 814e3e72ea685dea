import { m } from '../paraglide/messages.js';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface TypeToConfirmProps extends Pick<TextFieldProps, 'value' | 'onChange' | 'onKeyDown'> {
  /** What to type. */
  words: string;
}

/** The field of a question that is answered by typing what it is about. */
export const TypeToConfirm = ({ words, ...field }: TypeToConfirmProps) => (
  <TextField label={m.ui_type_to_confirm({ words })} autoComplete="off" spellCheck="false" {...field} />
);
