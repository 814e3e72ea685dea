// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import { type AttemptState, visibleToStudent } from '../../contract/quizResult.ts';
import { releaseDue } from '../../server/reports/release.ts';
import type { releaseMachine } from '../../src/machines/reports/releaseMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeView } from '../kit/describeView.ts';
import { releaseModel, stateInWords } from '../machines/release.model.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import type { TestClient } from '../server/testServer.ts';
import { assignTo, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { openResult } from './kit/resultPages.tsx';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let ana: TestClient;
let group_assignment_id: number;
/** The day the teacher chose last, in February 2030. */
let day = 0;

/** Her row among the results, not in the grid of answers. */
const row = () =>
  within(screen.getByRole('table', { name: m.teacher_by_student() }))
    .getByText('Person, ana')
    .closest('tr') as HTMLElement;
const box = () => row().querySelector('input') as HTMLInputElement;
const result = () => row().lastElementChild?.textContent ?? '';
/** The first one: actions for selected students are above those for all. */
const press = (name: string) => fireEvent.click(screen.getAllByText(name)[0] as HTMLElement);
const db = () => opened.network.backend.db;
/** The teacher returns to the page, which reloads. */
const look = () => act(async () => void fireEvent(document, new Event('visibilitychange')));
const attempt = () =>
  db().selectFrom('attempt').selectAll().where('user_puid', '=', ids.ana).where('quiz_id', '=', quiz_id).executeTakeFirstOrThrow();

/** Selects the student, opens one of the dialogs for selected students, and goes through it. */
async function order(kind: string, ...steps: (string | (() => void))[]): Promise<void> {
  // The backend's clock is fixed, while the screen's has been running since the session was opened.
  opened.network.backend.clock.now += 10_000;
  if (!box().checked) fireEvent.click(box());
  press(kind);
  await screen.findByRole('dialog');
  for (const step of steps) {
    if (typeof step === 'function') step();
    else {
      const button = await within(screen.getByRole('dialog')).findByRole('button', { name: step });
      fireEvent.click(button);
    }
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
const chooseDay = (text: string) => () =>
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('From'), { target: { value: text } });

/** Checks that the student sees the state shown on the screen. */
const seenByStudent = (state: AttemptState | null) => async () => {
  const named = { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
  const { quiz_details } = await ana.ok(calls.quizDetails, { user_puid: ids.ana, ...named });
  expect(quiz_details.result?.state ?? null).toBe(state);
  expect(quiz_details.result?.score != null).toBe(state !== null && visibleToStudent[state].score);
};

describeView<typeof releaseMachine>(releaseModel, {
  shownState: () => stateInWords(result()),
  mount: async (stage) => {
    day = 0;
    opened = await openScreen(stage);
    const { backend } = opened.network;
    await keepResources(backend, ids.freeLesson, ['quiz']);
    ({ group_assignment_id } = await assignTo(backend, ids.freeLesson));
    ana = await backend.signIn('ana');
    await opened.signIn('tess');
    await openResult(stage, opened.app, group_assignment_id);
  },
  drive: {
    'work.submitted': async () => {
      const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
      await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
      // The server scores every question type of the fixture at once. Here an answer waits for a teacher's score.
      await db().updateTable('attempt').set({ state: 'submitted', released_at: null }).where('result_id', '=', result_id).execute();
      await look();
    },
    'work.graded': async () => {
      await db().updateTable('attempt').set({ state: 'graded' }).where('user_puid', '=', ids.ana).execute();
      await look();
    },
    'work.reopened': async () => {
      await db().updateTable('attempt').set({ state: 'submitted' }).where('user_puid', '=', ids.ana).execute();
      await look();
    },
    'release.cameDue': async () => {
      const { state, released_at, district_id } = await attempt();
      const { now } = opened.network.backend.clock;
      const whole = { district_id, group_assignment_id, quiz_id, user_puid: 0, release_at: now, released_by_puid: ids.tess };
      if (state !== 'scheduled')
        await db()
          .insertInto('report_release')
          .values({ ...whole, created_at: now, applied_at: null })
          .execute();
      await releaseDue({ db: db(), now: () => released_at ?? now });
      await look();
    },
    'report.released': () => order('Release…', 'Release'),
    'report.scheduled': () => order('Release…', chooseDay(`2030-02-0${++day}`), 'Release'),
    'report.recalled': () => order(m.reports_recall_some(), m.reports_do_recall()),
    'work.reassigned': () => order(m.reports_reassign_some(), 'Next', 'Next', m.reports_do_reassign()),
  },
  see: {
    unsubmitted: seenByStudent(null),
    submitted: seenByStudent('submitted'),
    graded: seenByStudent('graded'),
    scheduled: async () => {
      await waitFor(() => expect(result()).toMatch(new RegExp(`Release on \\w+, Feb ${day}\\b`)));
      await seenByStudent('scheduled')();
    },
    released: seenByStudent('released'),
    recalled: seenByStudent('recalled'),
  },
});
