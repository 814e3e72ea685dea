/** What this tab keeps over a reload, in session storage: never a password, never a token. Sign-out clears it (specification, section 4). */
const prefix = 'orrery.tab.';

/** What was kept under this name; null when nothing was, or storage is off. */
export function readTab(name: string): string | null {
  try {
    return sessionStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Keeps a text, or with null forgets it. Where storage is full or off, it lasts until the page is loaded again. */
export function writeTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
  } catch {
    // A reload then begins anew.
  }
}

/** Name under which a tab keeps that it was opened by `?server=proc` (specification, section 2). */
export const byProc = 'proc';

const draft = 'draft.';

/** What somebody has typed into a form and not sent yet, by the fields' names. */
export type Draft = Readonly<Record<string, string>>;

/** The draft of a form, as far as it is one. */
export function readDraft(form: string): Draft {
  try {
    const kept = JSON.parse(readTab(draft + form) ?? '{}') as unknown;
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

export const writeDraft = (form: string, typed: Draft): void => writeTab(draft + form, JSON.stringify(typed));

export const forgetDraft = (form: string): void => writeTab(draft + form, null);

/** Somebody has signed in: what was typed before, by whomever, is not for them. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix + draft)) sessionStorage.removeItem(key);
  } catch {
    // Storage is off: nothing was kept.
  }
}
