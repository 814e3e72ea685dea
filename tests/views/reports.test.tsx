// @vitest-environment jsdom

import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { assignments } from '../../contract/assignments.ts';
import { ResourceType } from '../../contract/content.ts';
import { m } from '../../src/paraglide/messages.js';
import { schoolYearOf } from '../../src/services/reports/reports.ts';
import { paths } from '../../src/views/paths.ts';
import { otherNames } from '../../src/views/reports/words.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { cellsOf } from './kit/files.ts';
import { handInQuiz } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { ResultPages } from './kit/resultPages.tsx';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

/** Opens the page of an assignment in which ana has submitted the quiz with one correct answer. */
async function openAt(pathOf: (group_assignment_id: number) => string, slugs?: Parameters<typeof handInQuiz>[1]) {
  const opened = await openScreen();
  const { group_assignment_id } = await handInQuiz(opened.network.backend, slugs);
  await opened.signIn('tess');
  render(
    <Around app={opened.app}>
      <ResultPages path={pathOf(group_assignment_id)} />
    </Around>,
  );
  return opened;
}

const ofClass = (group_assignment_id: number) => paths.assignmentResult(ids.freeLesson, ids.class, group_assignment_id);

it('releases every quiz at once, and names who has not handed in', async () => {
  const { network } = await openAt(ofClass, ['quiz', 'assessment']);
  fireEvent.click(await screen.findByRole('button', { name: m.reports_release_all() }));
  const dialog = within(await screen.findByRole('dialog', { name: m.reports_release_all_title() }));
  dialog.getByText('2 students have not submitted everything: Person, ana; Person, ben. Their results appear as soon as they submit.');
  fireEvent.change(dialog.getByLabelText('Quiz'), { target: { value: String(quiz_id) } });
  dialog.getByText(/^1 student has not submitted everything: Person, ben\./);
  fireEvent.change(dialog.getByLabelText('Quiz'), { target: { value: 'every' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Release' }));
  await screen.findByText(/^1 of 13 · Released/);
  const releases = await network.backend.db.selectFrom('report_release').select('quiz_id').execute();
  expect(releases.map((one) => one.quiz_id)).toHaveLength(2);
});

it('marks what was handed in after the due date, and loses nothing of a quiz that was taken out of the lesson', async () => {
  const { network } = await openAt(ofClass);
  await screen.findByRole('heading', { name: m.teacher_by_student() });
  await network.backend.db.updateTable('group_assignment').set({ to_date: 1 }).execute();
  await network.backend.db.deleteFrom('lesson_resource').where('resource_type_id', '=', ResourceType.quiz).execute();
  fireEvent(document, new Event('visibilitychange'));
  await screen.findByText('1 of 13 · Graded (late)');
  screen.getByText(m.reports_removed());
  expect(screen.queryByText(/has not submitted/)).toBeNull();
});

it('loads the result of the first group that has the lesson, when the address names the lesson alone', async () => {
  await openAt(() => paths.lessonResult(ids.freeLesson));
  await screen.findByRole('heading', { name: m.teacher_by_student() });
  expect(cellsOf(m.teacher_by_student())[1]?.[0]).toBe('Person, ana');
});

it('says so when nobody has the lesson', async () => {
  await openAt(() => paths.lessonResult(ids.orderedLesson));
  await screen.findByText(m.teacher_nobody_has_it());
});

it('lists assignments of a period, and says when it ends before it begins', async () => {
  const opened = await openAt(() => `${paths.assignments}?from=2030-01-01&to=2030-01-31`);
  await screen.findByRole('link', { name: 'In any order' });
  fireEvent.change(screen.getByLabelText('and'), { target: { value: '2029-12-31' } });
  await screen.findByText(m.teacher_period_inverted());
  fireEvent.change(screen.getByLabelText(m.teacher_period_from()), { target: { value: '2029-12-01' } });
  await screen.findByText(m.teacher_nothing_assigned());
  expect(opened.network.made(assignments.groupAssignments).map(({ from_date, to_date }) => [from_date, to_date])).toEqual([
    ['2030-01-01', '2030-01-31'],
    ['2029-12-01', '2029-12-31'],
  ]);
});

it('lists the assignments that a tile of the start page counts, and the others again', async () => {
  await openAt(() => paths.assignmentsOf('toRelease', '2030-01-01', '2030-02-01'));
  await screen.findByRole('link', { name: 'In any order' });
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'finished' } });
  await screen.findByText(m.teacher_show_none({ kind: m.teacher_show_finished() }));
  fireEvent.click(screen.getByRole('button', { name: m.teacher_show_all() }));
  await screen.findByRole('link', { name: 'In any order' });
});

it('calls each student something else, always the same', () => {
  const class40 = Array.from({ length: 40 }, (_, at) => ({ user_puid: 5_000 - at, first_name: 'A', last_name: 'B' }));
  const names = class40.map(otherNames(class40));
  expect(new Set(names).size).toBe(40);
  expect(class40.toReversed().map(otherNames(class40.toReversed()))).toEqual(names.toReversed());
  expect(names.at(-1)).toBe('Otter');
});

it('knows the school year of a day', () =>
  expect(['2030-01-15', '2030-06-30', '2030-07-01', '2030-12-31'].map(schoolYearOf)).toEqual([
    '2029-2030',
    '2029-2030',
    '2030-2031',
    '2030-2031',
  ]));
