import type { ComponentProps, FocusEvent, FormEvent } from 'react';
import { type ControlProps, useControl } from './control.tsx';
import n from './native.module.css';

type Text = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps
  extends ControlProps,
    Pick<
      ComponentProps<'input'>,
      | 'type'
      | 'inputMode'
      | 'autoComplete'
      | 'autoFocus'
      | 'maxLength'
      | 'minLength'
      | 'pattern'
      | 'spellCheck'
      // An example value. Never the only place of an instruction.
      | 'placeholder'
    > {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  onBlur?: ((event: FocusEvent<Text>) => void) | undefined;
  onKeyDown?: ComponentProps<'input'>['onKeyDown'];
  isReadOnly?: boolean | undefined;
  /** Name by which a chart moves the focus here. */
  'data-focus'?: string | undefined;
}

/** Properties of a field's input or textarea, and the field around it. */
export function useText<C extends Text>({
  label,
  isLabelHidden,
  description,
  error,
  reason,
  name,
  isRequired,
  validate,
  isReadOnly,
  onChange,
  onBlur,
  ...props
}: Omit<TextFieldProps, 'onKeyDown'>) {
  const { id, ref, native, shown, edited, dress } = useControl<C>({
    label,
    isLabelHidden,
    description,
    error,
    reason,
    name,
    isRequired,
    validate,
  });
  const control = {
    ...props,
    ...native,
    ...shown,
    id,
    readOnly: isReadOnly,
    onChange: (event: FormEvent<C>) => onChange?.(event.currentTarget.value),
    onBlur: (event: FocusEvent<C>) => {
      native.onBlur(event);
      onBlur?.(event);
    },
  };
  return { ref, control, edited, dress };
}

/** One line of text. */
export function TextField({ onKeyDown, ...props }: TextFieldProps) {
  const { control, dress } = useText<HTMLInputElement>(props);
  return dress(<input type="text" {...control} className={n.input} onKeyDown={onKeyDown} />);
}
