import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { FormErrorsContext } from './formErrors.ts';
import s from './Layout.module.css';
import { Notice } from './Notice.tsx';

interface FormProps {
  /** Called with the field values once the browser's own validation passes; not while `isPending`. */
  onSubmit: (data: FormData) => void;
  /** Errors by field name, from the server or from form validation: shown beside the fields and counted at the top. */
  validationErrors?: Record<string, string | string[]>;
  /** An error of the whole form, and what to do. */
  error?: ReactNode;
  isPending?: boolean;
  children: ReactNode;
  id?: string;
}

/** A form. Keeps the input whatever the response. */
export function Form({ onSubmit, validationErrors = {}, error, isPending = false, children, id }: FormProps) {
  const top = useRef<HTMLDivElement>(null);
  const wrong = Object.keys(validationErrors).length;
  const hasProblem = wrong > 0 || Boolean(error);
  useEffect(() => {
    if (hasProblem) top.current?.scrollIntoView({ block: 'nearest' });
  }, [hasProblem]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <AriaForm id={id} className={s.stack} data-gap="4" validationErrors={validationErrors} onSubmit={submit}>
      <div ref={top} hidden={!hasProblem}>
        {hasProblem ? <Notice tone="error">{error ?? m.ui_form_errors({ count: wrong })}</Notice> : null}
      </div>
      <FormErrorsContext value={validationErrors}>{children}</FormErrorsContext>
    </AriaForm>
  );
}
