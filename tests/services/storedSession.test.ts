// @vitest-environment jsdom

import { expect, it } from 'vitest';
import { clearStorage } from '../../src/services/login/storedSession.ts';

it('signing out clears both storages of what is a person’s, and keeps the language and the theme of the device', () => {
  for (const storage of [localStorage, sessionStorage])
    for (const key of ['orrery.session', 'orrery.tab.target', 'orrery.1.7.library', 'PARAGLIDE_LOCALE', 'orrery.theme'])
      storage.setItem(key, key);
  clearStorage();
  for (const storage of [localStorage, sessionStorage]) expect(Object.keys(storage).sort()).toEqual(['PARAGLIDE_LOCALE', 'orrery.theme']);
});
