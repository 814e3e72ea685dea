import { TextArea as AriaTextArea, TextField as AriaTextField } from 'react-aria-components';
import { cx } from './cx.ts';
import f from './Field.module.css';
import { FieldShape, splitField } from './Field.tsx';
import n from './native.module.css';
import type { TextFieldProps } from './TextField.tsx';

interface TextAreaProps extends Omit<TextFieldProps, 'type' | 'pattern' | 'inputMode'> {
  /** Lines shown when empty; grows with the text where the browser can. */
  rows?: number;
}

/** Several lines of text. */
export function TextArea({ rows = 3, placeholder, ...props }: TextAreaProps) {
  const { texts, control } = splitField(props);
  return (
    <AriaTextField {...control} className={n.field}>
      <FieldShape texts={texts}>
        <AriaTextArea rows={rows} className={cx(n.input, f.area)} placeholder={placeholder} />
      </FieldShape>
    </AriaTextField>
  );
}
