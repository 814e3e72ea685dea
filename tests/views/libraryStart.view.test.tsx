// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { library } from '../../contract/library.ts';
import { m } from '../../src/paraglide/messages.js';
import { having } from '../kit/words.ts';
import { energy, water } from '../machines/contentLibrary.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { addressOf, openItems, tab } from './kit/itemsTab.tsx';
import { installNetwork } from './kit/network.ts';

installNetwork();

const start = () => screen.getByRole('button', { name: having(m.library_save_start(), m.library_start_saved()) });
/** How often the address has changed. */
let elsewhere: number;
describeCommand({
  name: 'libraryStart',
  orders: [energy],
  network: () => tab.opened.network,
  calls: { run: library.updateDefaultFilter },
  mount: async (stage) => {
    elsewhere = 0;
    await openItems(stage, { userPuid: ids.tess, filter: energy, kept: null });
    await tab.opened.network.release(library.units);
    // Until the places have arrived, a press does nothing.
    await waitFor(() => expect(start().getAttribute('aria-disabled')).toBe(null));
  },
  isDismissible: true,
  press: {
    give: () => fireEvent.click(start()),
    dismiss: () => act(() => tab.go(addressOf(elsewhere++ % 2 === 0 ? water : energy))),
  },
  see: {
    'ready.fresh': () => expect(start().textContent).toContain(m.library_save_start()),
    saving: () => expect(start().getAttribute('aria-disabled')).toBe('true'),
    // The screen has no place for this failure. The app shows it with its status.
    'ready.refused': () => expect(start().textContent).toContain(m.library_save_start()),
    'ready.unreachable': () => expect(start().textContent).toContain(m.library_save_start()),
    'ready.done': () => expect(start().textContent).toContain(m.library_start_saved()),
  },
});
