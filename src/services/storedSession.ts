/** What this browser remembers of the session between visits; never the token. */
export interface StoredSession {
  v: 1;
  userPuid: number;
}

const key = 'orrery.session';

/** The remembered session; null when there is none, or it cannot be read. */
export function readStoredSession(): StoredSession | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredSession | null;
    return value?.v === 1 && Number.isSafeInteger(value.userPuid) ? value : null;
  } catch {
    return null;
  }
}

/** Remembers the session; a browser without storage works all the same, until the page is loaded again. */
export function writeStoredSession(session: StoredSession): void {
  try {
    localStorage.setItem(key, JSON.stringify(session));
  } catch {
    // Storage is full or switched off: signing in again after a reload is all that is lost.
  }
}
