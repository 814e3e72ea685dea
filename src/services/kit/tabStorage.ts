/**
 * Data that this tab keeps across a reload, in session storage: never a password, never a token. Sign-out clears it (specification, section
 * 4).
 */
const prefix = 'orrery.tab.';

/** The text stored under this name; null if there is none, or storage is disabled. */
export function readTab(name: string): string | null {
  try {
    return sessionStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. If storage is full or disabled, it is lost on reload. */
export function writeTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
  } catch {
    // A reload then starts over.
  }
}

/** Marks a tab that was opened by `?server=proc` (specification, section 2). */
export const byProc = 'proc';

const draft = 'draft.';

/** Unsent form input, by field name. */
export type Draft = Readonly<Record<string, string>>;

/** The draft of a form; fields that are not texts are dropped. */
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

/** After a sign-in: earlier input, possibly another user's, is removed. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix + draft)) sessionStorage.removeItem(key);
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}
