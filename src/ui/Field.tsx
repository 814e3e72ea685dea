import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import hidden from './hidden.module.css';
import n from './native.module.css';

/** Texts around the control of every field. */
export interface FieldText {
  label: ReactNode;
  /** Shows the label only to screen readers. Use it only where the context makes the meaning clear, as in a table's filter. */
  isLabelHidden?: boolean;
  /** Help text, always visible under the control. */
  description?: ReactNode;
  /** The error and its remedy. Errors of validation and of the server (Form's validationErrors) show automatically. */
  error?: string | null | undefined;
  /** Why the control is disabled; shown under it. */
  reason?: string | null | undefined;
}

/** Splits a field's texts from the properties of its control, and derives the properties that depend on the texts. */
export function splitField<P extends FieldText>({ label, isLabelHidden, description, error, reason, ...control }: P) {
  return {
    texts: { label, isLabelHidden, description, error, reason } as FieldText,
    control: { ...control, isDisabled: Boolean(reason), ...(error ? { isInvalid: true } : {}) },
  };
}

/** Label above, control, help and error below: for any React Aria field. */
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
