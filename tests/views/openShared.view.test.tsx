// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect } from 'vitest';
import { sharing } from '../../contract/sharing.ts';
import { workspace } from '../../contract/workspace.ts';
import type { openSharedMachine } from '../../src/machines/sharing/openSharedMachine.ts';
import OpenSharedPage from '../../src/views/sharing/OpenSharedPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { openSharedModel } from '../machines/openShared.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

describeView<typeof openSharedMachine>(openSharedModel, {
  mount: async (stage) => {
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
  drive: {
    'link.retried': () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
    'xstate.done.actor.shareFromUrl': () => opened.network.release(sharing.shareLessonFromUrl),
    'xstate.error.actor.shareFromUrl': ({ error }) => opened.network.fail(sharing.shareLessonFromUrl, error),
  },
  see: {
    sharing: () => shown('Opening a shared lesson'),
    notForYou: () => shown('This link opens nothing'),
    failed: () => shown('This could not be loaded'),
    shared: async () => {
      shown('Rocks');
      shown('tess Person shares this lesson with you. You find it in your workspace under Shared with me.');
      const rows = await opened.network.backend.db.selectFrom('lesson_share').select(['user_puid', 'permission']).execute();
      expect(rows).toEqual([{ user_puid: ids.tom, permission: 100 }]);
    },
  },
});
