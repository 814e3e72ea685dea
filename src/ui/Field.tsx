import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import hidden from './hidden.module.css';
import n from './native.module.css';

/** What every field has around its control. */
export interface FieldText {
  label: ReactNode;
  /** The label is read but not seen: only where the place makes the meaning plain, as in a table's filter. */
  isLabelHidden?: boolean;
  /** Help that is always visible under the control. */
  description?: ReactNode;
  /** What is wrong and what to do. Errors of the form's own checks and of the server (Form's validationErrors) come by themselves. */
  error?: string | null | undefined;
  /** Why the control cannot be used now; shown under it, and disables it. */
  reason?: string | null | undefined;
}

/** Splits a field's texts from the properties of its control, and derives what follows from them. */
export function splitField<P extends FieldText>({ label, isLabelHidden, description, error, reason, ...control }: P) {
  return {
    texts: { label, isLabelHidden, description, error, reason } as FieldText,
    control: { ...control, isDisabled: Boolean(reason), ...(error ? { isInvalid: true } : {}) },
  };
}

/** Label above, control, help and error below: inside any React Aria field. */
export function FieldShape({ texts, children }: { texts: FieldText; children: ReactNode }) {
  const help = texts.reason ?? texts.description;
  return (
    <>
      <Label className={texts.isLabelHidden ? hidden.hidden : n.label}>{texts.label}</Label>
      {children}
      {help ? (
        <Text slot="description" className={n.note}>
          {help}
        </Text>
      ) : null}
      <FieldError className={n.error}>{texts.error}</FieldError>
    </>
  );
}
