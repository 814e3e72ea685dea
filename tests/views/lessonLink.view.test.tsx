// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import { lessonLink } from '../../contract/lessonLink.ts';
import { player } from '../../contract/player.ts';
import type { lessonLinkMachine } from '../../src/machines/lessonLink/lessonLinkMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import OpenLessonPage from '../../src/views/lessonLink/OpenLessonPage.tsx';
import { paths } from '../../src/views/paths.ts';
import { describeView } from '../kit/describeView.ts';
import { lessonLinkModel } from '../machines/lessonLink.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const held = [lessonLink.assignFromLessonUrl, player.assignmentResponses, player.lessonPlayer];
let opened: Screen;

/** Adds the model's link and assignment to the backend. */
async function prepare(): Promise<void> {
  const { db } = opened.network.backend;
  const assigned = await assignTo(opened.network.backend, ids.freeLesson);
  const tess = await opened.network.backend.signIn('tess');
  await tess.ok(calls.createLessonLink, { lesson_id: ids.freeLesson, is_perpectual_expiry: true, assignment_no: 1 });
  const rename = { assignment_id: 7 };
  await db
    .insertInto('assignment')
    .columns(['district_id', 'assignment_id', 'lesson_id', 'assigned_by_puid', 'assignment_no', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('assignment')
        .select([
          'district_id',
          (e) => e.lit(7).as('assignment_id'),
          'lesson_id',
          'assigned_by_puid',
          (e) => e.lit(2).as('assignment_no'),
          'created_at',
        ])
        .where('assignment_id', '=', assigned.assignment_id),
    )
    .execute();
  await db.updateTable('group_assignment').set(rename).where('assignment_id', '=', assigned.assignment_id).execute();
  await db
    .updateTable('lesson_link')
    .set({ ...rename, link_id: 'A'.repeat(22) })
    .execute();
}

const closed = (title: string) => () => {
  shown(title);
  expect(screen.getByRole('link', { name: m.student_link_home() }).getAttribute('href')).toBe(paths.studentDashboard);
};
const opening = () => shown(m.student_link_opening());

describeView<typeof lessonLinkMachine>(lessonLinkModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held });
    await prepare();
    await opened.signIn('ana');
    const { linkId, lesson } = stage.input as { linkId: string | null; lesson: { lessonId: number; assignmentId: number } | null };
    const address = lesson ? paths.openLesson(lesson.lessonId, lesson.assignmentId) : paths.lessonLink(linkId ?? '');
    stage.render(
      <AtAddress app={opened.app} address={address}>
        <Routes>
          <Route path="/authenticated/studentDashboard/lessonLink/:linkId" element={<OpenLessonPage />} />
          <Route path="/authenticated/studentDashboard/openLesson/:value" element={<OpenLessonPage />} />
          <Route path="*" element={null} />
        </Routes>
      </AtAddress>,
    );
  },
  drive: {
    'link.retried': () => fireEvent.click(screen.getByRole('button', { name: m.common_try_again() })),
    'xstate.done.actor.assignFromLink': () => opened.network.release(lessonLink.assignFromLessonUrl),
    'xstate.error.actor.assignFromLink': ({ error }) => opened.network.fail(lessonLink.assignFromLessonUrl, error),
    'xstate.done.actor.loadResponses': () => opened.network.release(player.assignmentResponses),
    'xstate.error.actor.loadResponses': ({ error }) => opened.network.fail(player.assignmentResponses, error),
    'xstate.done.actor.loadTracking': () => opened.network.release(player.lessonPlayer),
    'xstate.error.actor.loadTracking': ({ error }) => opened.network.fail(player.lessonPlayer, error),
  },
  see: {
    assigning: opening,
    loadingResponses: opening,
    loadingTracking: opening,
    expired: closed(m.student_link_expired()),
    revoked: closed(m.student_link_revoked()),
    notForYou: closed(m.student_link_not_for_you()),
    failed: () => shown('Service unavailable'),
    opened: () => waitFor(() => expect(place.path).toBe(paths.lesson(502, 7))),
  },
});
