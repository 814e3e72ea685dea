import { type ComponentProps, type ReactNode, useId } from 'react';
import s from './native.module.css';

interface NativeFieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  /** Help that is always visible under the input. */
  description?: ReactNode;
  /** What is wrong with the value and what to do; absent when nothing is. */
  error?: ReactNode;
  /** A control at the end of the label's line, for example Show password. */
  action?: ReactNode;
}

/**
 * Label, input, help and error in plain elements, with the look of TextField: for the sign-in page, where TextField would weigh three times
 * as much, and for forms whose chart says what is wrong. It has no checks of its own and reads no errors of a `Form` (decision 002).
 */
export function NativeField({ label, description, error, action, ...input }: NativeFieldProps) {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
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
