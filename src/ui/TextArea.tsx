import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import f from './Field.module.css';
import n from './native.module.css';
import { type TextFieldProps, useText } from './TextField.tsx';

interface TextAreaProps extends Omit<TextFieldProps, 'type' | 'pattern' | 'inputMode' | 'onKeyDown'> {
  /** Number of lines when empty; grows with the text where the browser supports it. */
  rows?: number;
  onKeyDown?: ComponentProps<'textarea'>['onKeyDown'];
}

/** Several lines of text. */
export function TextArea({ rows = 3, onKeyDown, ...props }: TextAreaProps) {
  const { control, dress } = useText<HTMLTextAreaElement>(props);
  return dress(<textarea {...control} rows={rows} className={cx(n.input, f.area)} onKeyDown={onKeyDown} />);
}
