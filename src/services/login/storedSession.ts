import type { UserData } from '../../../contract/login.ts';

/** Identifies a user across all districts. */
export const ownerOf = ({ districtID, userPuid }: Pick<UserData, 'districtID' | 'userPuid'>): string => `${districtID}.${userPuid}`;

/** The session data that this browser stores between visits. */
export interface StoredSession {
  v: 1;
  userPuid: number;
  /** With `userPuid`, the owner key of this device's data; missing in older data. */
  districtID?: number;
  /** Only if `/config.json` has `"token": "storage"`, for backends without a refresh cookie. */
  token?: string;
}

const key = 'orrery.session';

/** The stored session; null if there is none, or it is unreadable. */
export function readStoredSession(): StoredSession | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredSession | null;
    return value?.v === 1 && Number.isSafeInteger(value.userPuid) ? value : null;
  } catch {
    return null;
  }
}

/** Stores the session. A browser without storage works until the page is reloaded. */
export function writeStoredSession(session: StoredSession): void {
  try {
    localStorage.setItem(key, JSON.stringify(session));
  } catch {
    // Storage is full or disabled: the only loss is that a reload requires signing in again.
  }
}

/** Language and theme belong to the device, not to a user. */
const ofDevice = ['PARAGLIDE_LOCALE', 'orrery.theme'];

/**
 * On sign-out, clears local and session storage (specification, section 4) of all personal data. Data in IndexedDB stays under its owner.
 */
export function clearStorage(): void {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage)) if (!ofDevice.includes(key)) storage.removeItem(key);
    } catch {
      // Storage is disabled: there is nothing to clear.
    }
  }
}
