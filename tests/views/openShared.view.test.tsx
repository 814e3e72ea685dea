// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect } from 'vitest';
import { sharing } from '../../contract/sharing.ts';
import { workspace } from '../../contract/workspace.ts';
import { m } from '../../src/paraglide/messages.js';
import OpenSharedPage from '../../src/views/sharing/OpenSharedPage.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const retry = () => screen.queryByRole('button', { name: m.common_try_again() });

const use = {
  name: 'openShared',
  first: 'A'.repeat(22),
  orders: ['A'.repeat(22)],
  network: () => opened.network,
  calls: { run: sharing.shareLessonFromUrl },
  press: { give: () => fireEvent.click(retry() as HTMLElement) },
  mount: async (stage: Parameters<Parameters<typeof describeCommand>[0]['mount']>[0]) => {
    opened = await openScreen({ ...stage, held: [sharing.shareLessonFromUrl] });
    const tess = await opened.network.backend.signIn('tess');
    const { lesson_id } = await tess.ok(workspace.createLesson, { user_puid: ids.tess, lesson_name: 'Rocks' });
    const { id } = await tess.ok(sharing.createShareLink, { lesson_id });
    await opened.signIn('tom');
    stage.render(
      <Around app={opened.app}>
        <Routes location={`/${id}`}>
          <Route path="/:linkId" element={<OpenSharedPage />} />
        </Routes>
      </Around>,
    );
  },
} as const;

const see = {
  saving: () => shown(m.sharing_opening()),
  'ready.unreachable': () => shown(m.common_load_failed()),
  'ready.done': async () => {
    shown('Rocks');
    shown(m.sharing_opened_text({ name: 'tess Person' }));
    const rows = await opened.network.backend.db.selectFrom('lesson_share').select(['user_puid', 'permission']).execute();
    expect(rows).toEqual([{ user_puid: ids.tom, permission: 100 }]);
  },
};

describeCommand({
  ...use,
  // An open lesson is not opened again, nor is a link that leads nowhere.
  can: ({ type }, snapshot) => type !== 'command.given' || snapshot.matches({ ready: 'unreachable' }),
  see: {
    ...see,
    'ready.refused': () => {
      shown(m.sharing_link_not_for_you());
      expect(retry()).toBeNull();
    },
  },
});

describeCommand({
  ...use,
  refused: { code: 429, message: 'Too many tries.', refused: true },
  can: ({ type }, snapshot) => type !== 'command.given' || snapshot.hasTag('failed'),
  see: {
    ...see,
    'ready.refused': () => {
      shown('Too many tries.');
      expect(retry()).not.toBeNull();
    },
  },
});
