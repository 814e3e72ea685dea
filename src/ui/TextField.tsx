import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps, Input } from 'react-aria-components';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import n from './native.module.css';

export interface TextFieldProps
  extends FieldText,
    Pick<
      AriaTextFieldProps,
      | 'name'
      | 'value'
      | 'defaultValue'
      | 'onChange'
      | 'onBlur'
      | 'isRequired'
      | 'isReadOnly'
      | 'type'
      | 'inputMode'
      | 'autoComplete'
      | 'autoFocus'
      | 'maxLength'
      | 'minLength'
      | 'pattern'
      | 'validate'
      | 'spellCheck'
      | 'onKeyDown'
    > {
  /** An example of a value; never the only place of an instruction. */
  placeholder?: string;
}

/** One line of text. */
export function TextField({ placeholder, ...props }: TextFieldProps) {
  const { texts, control } = splitField(props);
  return (
    <AriaTextField {...control} className={n.field}>
      <FieldShape texts={texts}>
        <Input className={n.input} placeholder={placeholder} />
      </FieldShape>
    </AriaTextField>
  );
}
