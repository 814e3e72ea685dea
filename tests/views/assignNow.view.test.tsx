// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { workspace } from '../../contract/workspace.ts';
import type { assignNowMachine } from '../../src/machines/assigning/assignNowMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { playlistOf } from '../../src/services/workspace/playlist.ts';
import AddNewLessonPage from '../../src/views/workspace/AddNewLessonPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { assignNowModel } from '../machines/assignNow.model.ts';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

const lessons = () => opened.network.backend.db.selectFrom('lesson').select(['total_time']).where('lesson_name', '=', 'Reading').execute();
const given = () =>
  opened.network.backend.db.selectFrom('group_assignment').select('group_puid').where('group_puid', '=', ids.class).execute();
const dialog = async () => within(await screen.findByRole('dialog'));

describeView<typeof assignNowMachine>(assignNowModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [workspace.createLesson] });
    await opened.signIn('tess');
    const playlist = playlistOf(ids.tess);
    playlist.clear();
    playlist.add({ item_id, item_type_id: ResourceType.reading, title: 'Reading', minutes: 10 });
    stage.render(
      <Around app={opened.app}>
        <AddNewLessonPage />
      </Around>,
    );
    await screen.findByRole('heading', { name: m.builder_add_now() });
  },
  drive: {
    'classes.asked': () => fireEvent.click(screen.getByRole('button', { name: 'Assign' })),
    'lesson.assigned': async () => {
      fireEvent.click(await (await dialog()).findByRole('checkbox', { name: /Science 6, Period 2/ }));
      fireEvent.click((await dialog()).getByRole('button', { name: 'Assign' }));
    },
    'classes.closed': async () => fireEvent.click((await dialog()).getByRole('button', { name: 'Cancel' })),
    'xstate.done.actor.makeLesson': () => opened.network.release(workspace.createLesson),
    'xstate.error.actor.makeLesson': ({ error }) => opened.network.fail(workspace.createLesson, error),
  },
  see: {
    offered: () => {
      expect(screen.queryByRole('dialog')).toBeNull();
      shown(/^Reading · /);
    },
    'offered.fresh': async () => expect(await lessons()).toEqual([]),
    'offered.failed': async () => {
      shown(m.builder_add_failed());
      shown('Too much to do');
      expect(await lessons()).toEqual([]);
    },
    'offered.kept': async () => {
      shown(m.builder_add_kept());
      expect(await lessons()).toEqual([{ total_time: 15 }]);
      expect(await given()).toEqual([]);
    },
    making: () => waitFor(() => expect(opened.network.waiting(workspace.createLesson)).toBe(1)),
    choosing: async () => {
      await screen.findByRole('dialog', { name: 'Assign “Reading”' });
      expect(await lessons()).toEqual([{ total_time: 15 }]);
    },
    assigned: async () => {
      await waitFor(() => expect(screen.queryByRole('heading', { name: m.builder_add_now() })).toBeNull());
      expect(await given()).toEqual([{ group_puid: ids.class }]);
    },
  },
});
