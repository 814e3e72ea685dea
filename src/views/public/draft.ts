import { useEffect, useState } from 'react';
import { type Draft, forgetDraft, readDraft, writeDraft } from '../../services/tabStorage.ts';

/** The fields of a form by their names, without passwords: also not while one can be read on the screen. */
function typedIn(form: HTMLFormElement): Draft {
  const typed: Record<string, string> = {};
  for (const field of form.elements)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      if (field.name !== '' && field.type !== 'password' && !field.getAttribute('autocomplete')?.endsWith('password'))
        typed[field.name] = field.value;
  return typed;
}

/**
 * What is typed into a form of the public area stays in this tab until it has been sent, also over a reload.
 *
 * @param isSent the form has done what it is for: its draft goes
 * @returns what was kept when the form opened, and what keeps the form as it is now, with values that it has no field for
 */
export function useDraft(name: string, isSent: boolean): [kept: Draft, keep: (form: HTMLFormElement, others?: Draft) => void] {
  'use no memo'; // The compiler's cache would cost the first screen more bytes than it saves work.
  const [kept] = useState(() => readDraft(name));
  useEffect(() => {
    if (isSent) forgetDraft(name);
  }, [name, isSent]);
  return [kept, (form, others) => writeDraft(name, { ...typedIn(form), ...others })];
}
