// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { privacy } from '../../contract/privacy.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { route } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openPersonPrivacy } from './kit/personPrivacy.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const button = () => screen.getByRole('button', { name: m.privacy_archive() });

describeCommand({
  name: 'archive',
  orders: [{ user_puid: ids.tess }],
  // The page of the archive opens.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openPersonPrivacy(m.privacy_archive(), { ...stage, held: [privacy.archiveUser] });
  },
  network: () => opened.network,
  calls: { run: privacy.archiveUser },
  press: { give: () => fireEvent.click(button()) },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(privacy.archiveUser)).toBe(1)),
    'ready.done': () => waitFor(() => expect(route.path).toContain('/usageReportDownload/')),
  },
});
