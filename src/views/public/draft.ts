import { useEffect, useState } from 'react';
import { type Draft, forgetDraft, readDraft, writeDraft } from '../../services/kit/tabStorage.ts';

/** The fields of a form by name, never passwords, not even when one is visible on the screen. */
function typedIn(form: HTMLFormElement): Draft {
  const typed: Record<string, string> = {};
  for (const field of form.elements)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      if (field.name !== '' && field.type !== 'password' && !field.getAttribute('autocomplete')?.endsWith('password'))
        typed[field.name] = field.value;
  return typed;
}

/**
 * Keeps what is typed into a public form in this tab until it is sent, also across a reload.
 * @param isSent the form was sent, so its draft is removed
 * @returns the draft from when the form opened, and a function that stores the form's current values, plus values that have no field
 */
export function useDraft(name: string, isSent: boolean): [kept: Draft, keep: (form: HTMLFormElement, others?: Draft) => void] {
  'use no memo'; // Without the compiler's cache: it would cost the first screen more bytes than it saves work.
  const [kept] = useState(() => readDraft(name));
  useEffect(() => {
    if (isSent) forgetDraft(name);
  }, [name, isSent]);
  return [kept, (form, others) => writeDraft(name, { ...typedIn(form), ...others })];
}
