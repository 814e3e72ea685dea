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
  name: 'ltiInvite',
  // An administrator of one district chooses none.
  orders: [{ scope: undefined, district: undefined }],
  mount: async (stage) => {
    opened = await openPlatforms({ ...stage, held: [lti.inviteLtiConsumer] });
  },
  network: () => opened.network,
  calls: { run: lti.inviteLtiConsumer },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: m.lti_invite() })) },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(lti.inviteLtiConsumer)).toBe(1)),
    'ready.done': () => shown(m.lti_invite_address()),
  },
});
