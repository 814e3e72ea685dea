// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { reports } from '../../contract/reports.ts';
import type { ReassignCandidate, reassignMachine } from '../../src/machines/reports/reassignMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import ReassignDialog from '../../src/views/reports/ReassignDialog.tsx';
import { fullName } from '../../src/views/reports/words.ts';
import { describeView } from '../kit/describeView.ts';
import { having } from '../kit/words.ts';
import { changesField, reassignEvents, reassignModel } from '../machines/reassign.model.ts';
import { assessment_id, ids, quiz_id } from '../server/fixtureSchool.ts';
import { days, startOfClock } from '../server/testServer.ts';
import { assignTo, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const day = (time: number) => new Date(time).toISOString().slice(0, 10);
const [yesterday, today, nextWeek] = [startOfClock - days(1), startOfClock, startOfClock + days(7)].map(day) as [string, string, string];
/** ana has submitted both, ben nothing. */
const candidates: ReassignCandidate[] = [quiz_id, assessment_id].map((quizId) => ({ userPuid: ids.ana, quizId, state: 'submitted' }));

let opened: Screen;
let isClosed: boolean;
let isOutdated: boolean;

const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => () => fireEvent.click(dialog().getByRole('button', { name }));
const box = () => dialog().getByRole<HTMLInputElement>('checkbox', { name: 'Select Person, ana' });
const step = (text: string) => dialog().getByRole('heading', { level: 3, name: text });
const given = () => opened.network.backend.db.selectFrom('earlier_attempt').select(['user_puid', 'quiz_id']).execute();

describeView<typeof reassignMachine>(
  {
    ...reassignModel,
    input: { groupAssignmentId: 5, quizId: quiz_id, students: [ids.ben], today },
    events: reassignEvents({ quizzes: [quiz_id, assessment_id], student: ids.ana, past: yesterday, coming: nextWeek, candidates }),
  },
  {
    mount: async (stage) => {
      isClosed = false;
      isOutdated = false;
      opened = await openScreen({ ...stage, held: [reports.studentList, reports.reassign] });
      const { backend } = opened.network;
      await keepResources(backend, ids.freeLesson, ['quiz', 'assessment']);
      const { lesson_id, group_assignment_id } = await assignTo(backend, ids.freeLesson);
      const ana = await backend.signIn('ana');
      const named = { lesson_id, lesson_resource_tracking_id: 0 };
      for (const { result_id } of [
        await ana.ok(calls.startQuiz, { ...named, quiz_id }),
        await ana.ok(calls.startAssessment, { ...named, assessment_id, is_learnosity_enabled: false }),
      ])
        await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
      const students = await (await backend.signIn('tess')).ok(calls.studentList, { group_assignment_id });
      await opened.signIn('tess');
      stage.render(
        <Around app={opened.app}>
          <ReassignDialog
            groupAssignmentId={group_assignment_id}
            quizzes={[
              { quiz_id, title: 'Waves quiz' },
              { quiz_id: assessment_id, title: 'Waves test' },
            ]}
            students={students}
            first={{ quizId: quiz_id, students: [ids.ben] }}
            place={() => ({
              userPuid: ids.tess,
              timeZone: 'America/Chicago',
              lessonId: lesson_id,
              groupPuid: ids.class,
              groupAssignmentId: group_assignment_id,
              itemTypes: new Map([
                [quiz_id, ResourceType.quiz],
                [assessment_id, ResourceType.assessment],
              ]),
            })}
            nameOf={fullName}
            onClose={() => {
              isClosed = true;
            }}
            onReassigned={() => {
              isOutdated = true;
            }}
          />
        </Around>,
      );
      await screen.findByRole('dialog');
    },
    can: changesField,
    drive: {
      'students.retried': press(m.common_try_again()),
      'xstate.done.actor.loadCandidates': () => opened.network.release(reports.studentList),
      'xstate.error.actor.loadCandidates': ({ error }) => opened.network.fail(reports.studentList, error),
      'quiz.chosen': ({ quizId }) => fireEvent.change(dialog().getByLabelText('Quiz'), { target: { value: String(quizId) } }),
      'students.chosen': () => fireEvent.click(box()),
      'students.confirmed': press('Next'),
      'day.chosen': ({ day }) => fireEvent.change(dialog().getByLabelText('From'), { target: { value: day } }),
      'day.confirmed': press('Next'),
      'step.reversed': press('Back'),
      'reassignment.confirmed': press(m.reports_do_reassign()),
      'reassignment.cancelled': press('Close'),
      'xstate.done.actor.reassignQuiz': () => opened.network.release(reports.reassign),
      'xstate.error.actor.reassignQuiz': ({ error }) => opened.network.fail(reports.reassign, error),
    },
    see: {
      loading: () => waitFor(() => expect(opened.network.waiting(reports.studentList)).toBe(1)),
      unavailable: () => {
        shown(m.common_load_failed());
        shown('The assignment was not found.');
      },
      choosing: ({ context }) => {
        step('Step 1 of 3: Who gets it again?');
        expect(box().checked).toBe(context.students.length > 0);
        shown(m.reports_reassign_waiting({ count: 1 }));
      },
      'choosing.ready': () => expect(dialog().queryByText(m.reports_reassign_nobody())).toBeNull(),
      'choosing.withoutStudents': () => shown(m.reports_reassign_nobody()),
      dating: ({ context }) => {
        step('Step 2 of 3: Starting when?');
        expect(dialog().getByLabelText<HTMLInputElement>('From').value).toBe(context.day);
      },
      'dating.ready': () => expect(dialog().queryByText(having(m.reports_reassign_day_over()))).toBeNull(),
      'dating.dayOver': () => shown(m.reports_reassign_day_over()),
      confirming: async ({ context }) => {
        step('Step 3 of 3: What will happen');
        shown('To 1 student: Person, ana');
        shown('Their results so far: 0 released, 1 not released');
        shown(context.day === '' ? m.reports_reassign_now() : m.reports_reassign_from({ day: 'Jan 22' }));
        expect(await given()).toEqual([]);
      },
      sending: async () => {
        await waitFor(() => expect(opened.network.waiting(reports.reassign)).toBe(1));
        expect(dialog().queryByRole('button', { name: 'Close' })).toBeNull();
      },
      refused: () => {
        shown('Re-Assign Assignment Error');
        shown('None of them has submitted this yet. They can still work on it.');
      },
      kept: async () => {
        await waitFor(() => expect(isClosed).toBe(true));
        expect(isOutdated).toBe(false);
        expect(await given()).toEqual([]);
      },
      reassigned: async ({ context }) => {
        await waitFor(() => expect([isClosed, isOutdated]).toEqual([true, true]));
        expect(opened.notices().map(({ text }) => text)).toContain(m.reports_done_reassign({ count: 1 }));
        expect(await given()).toEqual([{ user_puid: ids.ana, quiz_id: context.quizId }]);
      },
    },
  },
);
