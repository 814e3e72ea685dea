import { type FocusEvent, type FormEvent, type InvalidEvent, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import type { FieldText } from './Field.tsx';
import { FormErrorsContext } from './formErrors.ts';
import hidden from './hidden.module.css';
import n from './native.module.css';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Texts and validation of every native field. */
export interface ControlProps extends FieldText {
  name?: string | undefined;
  isRequired?: boolean | undefined;
  /** Returns the error of a value; anything but a string if it is valid. */
  validate?: ((value: string) => string | true | null | undefined) | undefined;
}

/**
 * A native control with label, help and error, without the component library, which is ten times as large. The error comes from the caller,
 * else from the form's `validationErrors` until the value changes, else from the browser's own validation once the user has left the
 * control or tried to submit the form.
 * @param focus the element to focus instead, if the control itself is hidden
 */
export function useControl<C extends Control>(
  { label, isLabelHidden, description, error, reason, name, isRequired, validate }: ControlProps,
  focus?: () => void,
) {
  const id = useId();
  const ref = useRef<C>(null);
  const sent = use(FormErrorsContext);
  const [answered, setAnswered] = useState<typeof sent>();
  const [complaint, setComplaint] = useState('');
  const wasEdited = useRef(false);

  const check = (control: Control) => {
    const found = validate?.(control.value);
    control.setCustomValidity(error || (typeof found === 'string' ? found : ''));
  };
  useEffect(() => {
    if (ref.current) check(ref.current);
  });

  const ofForm = name !== undefined && sent !== answered ? [sent[name] ?? []].flat().join(' ') : '';
  const problem = error || ofForm || complaint;
  const help = reason ?? description;
  const describedBy = [problem && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  /** Properties of the visible element: the control itself, or a button. */
  const shown = {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': describedBy || undefined,
    disabled: Boolean(reason),
  };
  const edited = (control: Control) => {
    wasEdited.current = true;
    setAnswered(sent);
    check(control);
    if (control.validity.valid) setComplaint('');
  };
  const native = {
    ref,
    name,
    required: isRequired,
    disabled: Boolean(reason),
    onInput: (event: FormEvent<C>) => edited(event.currentTarget),
    onBlur: (event: FocusEvent<C>) => {
      if (wasEdited.current) setComplaint(event.currentTarget.validationMessage);
    },
    onInvalid: (event: InvalidEvent<C>) => {
      // Shown beside the field instead of the browser's bubble.
      event.preventDefault();
      setComplaint(event.currentTarget.validationMessage);
      const { form } = event.currentTarget;
      if (form?.querySelector(':is(input, textarea, select):invalid') === event.currentTarget) (focus ?? (() => ref.current?.focus()))();
    },
  };
  const dress = (control: ReactNode, controlId = id) => (
    <div className={n.field}>
      <label id={`${id}-label`} htmlFor={controlId} className={isLabelHidden ? hidden.hidden : n.label}>
        {label}
      </label>
      {control}
      <Notes id={id} help={help} problem={problem} />
    </div>
  );
  return { id, ref, native, shown, edited, dress, help, problem };
}

/** Help and error under a control, for its `aria-describedby`. */
export function Notes({ id, help, problem }: { id: string; help: ReactNode; problem: ReactNode }) {
  return (
    <>
      {help ? (
        <span id={`${id}-help`} className={n.note}>
          {help}
        </span>
      ) : null}
      {problem ? (
        <span id={`${id}-error`} className={n.error}>
          {problem}
        </span>
      ) : null}
    </>
  );
}
