// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { lti } from '../../contract/lti.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openPlatforms } from './kit/platforms.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

describeCommand({
  name: 'ltiTest',
  orders: ['the platform'],
  project: () => 'the platform',
  mount: async (stage) => {
    opened = await openPlatforms({ ...stage, held: [lti.testLtiConsumer] });
  },
  network: () => opened.network,
  calls: { run: lti.testLtiConsumer },
  press: {
    give: async () => {
      fireEvent.click(screen.getByRole('button', { name: m.records_actions_of({ name: 'Campus' }) }));
      fireEvent.click(await screen.findByRole('menuitem', { name: m.lti_test() }));
    },
  },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(lti.testLtiConsumer)).toBe(1)),
    'ready.done': () => waitFor(() => expect(JSON.stringify(opened.notices())).toContain('Campus')),
  },
});
