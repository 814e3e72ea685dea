import { type ComponentProps, type ReactNode, useId } from 'react';
import s from './native.module.css';

interface NativeFieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  /** Help text, always visible under the input. */
  description?: ReactNode;
  /** The error and its remedy; absent if the value is valid. */
  error?: ReactNode;
  /** A control at the end of the label's line, such as Show password. */
  action?: ReactNode;
}

/**
 * Label, input, help and error in plain elements, with the look of TextField. For the sign-in page, where TextField would be three times as
 * large, and for forms whose chart reports the errors. It has no validation of its own and ignores the errors of a `Form` (decision 002).
 */
export function NativeField({ label, description, error, action, ...input }: NativeFieldProps) {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  const id = useId();
  return (
    <div className={s.field}>
      <label className={s.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={s.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || description ? `${id}-note` : undefined}
      />
      {action}
      <p id={`${id}-note`} className={error ? s.error : s.note} hidden={!(error || description)}>
        {error || description}
      </p>
    </div>
  );
}
