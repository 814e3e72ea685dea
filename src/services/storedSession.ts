import type { UserData } from '../../contract/login.ts';

/** Names a person among all districts. */
export const ownerOf = ({ districtID, userPuid }: Pick<UserData, 'districtID' | 'userPuid'>): string => `${districtID}.${userPuid}`;

/** What this browser remembers of the session between visits. */
export interface StoredSession {
  v: 1;
  userPuid: number;
  /** Names, with `userPuid`, what this device keeps for this person; missing from what was written before it was kept. */
  districtID?: number;
  /** Only where `/config.json` says `"token": "storage"`: for backends without a refresh cookie. */
  token?: string;
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

/** Language and theme: they are the device's, and say nothing of a person. */
const ofDevice = ['PARAGLIDE_LOCALE', 'orrery.theme'];

/** Sign-out clears local and session storage (specification, section 4) of all that is a person's. What IndexedDB holds stays under its owner. */
export function clearStorage(): void {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage)) if (!ofDevice.includes(key)) storage.removeItem(key);
    } catch {
      // Storage is switched off: there is nothing to clear.
    }
  }
}
