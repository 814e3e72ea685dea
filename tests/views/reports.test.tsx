// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import Papa from 'papaparse';
import { expect, it, vi } from 'vitest';
import { assignments } from '../../contract/assignments.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { schoolYearOf } from '../../src/services/reports/reports.ts';
import { paths } from '../../src/views/paths.ts';
import { otherNames } from '../../src/views/reports/words.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { assignTo, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { ResultPages } from './kit/resultPages.tsx';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

/** Opens the page of an assignment in which ana has submitted the quiz with one correct answer. */
async function openAt(pathOf: (group_assignment_id: number) => string, slugs: Parameters<typeof keepResources>[2] = ['reading', 'quiz']) {
  const opened = await openScreen();
  const { backend } = opened.network;
  await keepResources(backend, ids.freeLesson, slugs);
  const { group_assignment_id } = await assignTo(backend, ids.freeLesson);
  const ana = await backend.signIn('ana');
  const { result_id, quiz_details } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
  const answer = { question_id: quiz_details.questions[3]!.id, answer_id: null, answer_text: 'evaporation', time_spent: 7 };
  await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [answer] });
  await opened.signIn('tess');
  render(
    <Around app={opened.app}>
      <ResultPages path={pathOf(group_assignment_id)} />
    </Around>,
  );
  return opened;
}

/** The text of the table with this name. */
const cellsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th, td')].filter((cell) => !cell.querySelector('input')).map((cell) => cell.textContent?.trim()),
    );

/** The rows saved by the nth "Save as CSV" of the page. */
async function saved(at: number): Promise<string[][]> {
  const files: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.revokeObjectURL = () => {};
  fireEvent.click(screen.getAllByRole('button', { name: m.ui_table_csv() })[at] as HTMLElement);
  await waitFor(() => expect(files).toHaveLength(1));
  create.mockRestore();
  click.mockRestore();
  const text = await (files[0] as Blob).text();
  return Papa.parse<string[]>(text.replace(/^\uFEFF/, '')).data;
}

/** A table as expected in its file: the text on the screen, with plain numbers in the given columns. */
const plainly = (cells: (string | undefined)[][], ...headers: string[]) => {
  const [head = [], ...rows] = cells;
  const isNumber = head.map((header) => headers.includes(header ?? ''));
  return [
    head,
    ...rows.map((row) => row.map((text, at) => (isNumber[at] ? (/^[\d.,]+/.exec(text ?? '')?.[0] ?? '') : text === '–' ? '' : text))),
  ];
};

it('saves the report: names, user names and numbers to count with, the words of the screen otherwise', async () => {
  const { network } = await openAt((group_assignment_id) => paths.assignmentResult(ids.freeLesson, ids.class, group_assignment_id));
  await network.backend.db.updateTable('app_user').set({ student_number: '0042' }).where('user_puid', '=', ids.ana).execute();
  await screen.findByRole('heading', { name: m.teacher_by_student() });
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(async () => expect((await saved(0))[1]?.[2]).toBe('0042'));
  const named = await saved(0);
  expect(named[0]).toEqual([
    'Student',
    m.rostering_user_name(),
    m.rostering_student_id(),
    m.reports_state_of({ title: 'quiz' }),
    m.teacher_state(),
    'Done',
    'Time',
    m.teacher_last_active(),
    'quiz',
  ]);
  expect(named.slice(1).map((row) => row.filter((_, at) => at !== 7))).toEqual([
    ['Person, ana', 'ana', '0042', 'Graded', m.teacher_in_progress(), '50', '0', '1'],
    ['Person, ben', 'ben', '', '', m.teacher_not_started(), '0', '0', ''],
  ]);
  await screen.findByRole('heading', { name: m.reports_by_question() });
  const questions = cellsOf(m.reports_by_question());
  expect((await saved(1)).map((row) => row.slice(0, 4))).toEqual(questions.map((row) => row.slice(0, 4)));
  fireEvent.click(screen.getByRole('button', { name: m.reports_options_show() }));
  expect(await saved(2)).toEqual(cellsOf(m.reports_options()));
  expect(screen.getByText(m.reports_missing_names({ count: 1, names: 'Person, ben' }))).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: m.reports_hide_names() }));
  const anonymous = await saved(0);
  expect(anonymous.map((row) => row.filter((_, at) => at !== 1))).toEqual(plainly(cellsOf(m.teacher_by_student()), 'Done', 'Time', 'quiz'));
  expect(JSON.stringify(anonymous)).not.toMatch(/Person|"ana"|0042/);
  expect(document.body.textContent).not.toMatch(/Person|\bben\b/);
});

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

it('shows one student’s answers beside the key, and saves them as they stand', async () => {
  await openAt((group_assignment_id) => paths.studentAnswers(group_assignment_id, ids.ana));
  await screen.findByRole('heading', { level: 1, name: 'ana Person' });
  const rows = cellsOf('quiz · Attempt 1: answers');
  const blank = (cells: (string | undefined)[][]) =>
    cells.map((row) => row.map((text) => (text === '–' ? '' : text?.replace(/^(\d[\d.]*) .*$/, '$1'))));
  expect(blank(await saved(0))).toEqual(blank(rows));
  expect(rows[4]).toEqual(['4', 'A short_text question', 'evaporation', 'Evaporation', '1 of 1', '7 s', '–']);
  expect(cellsOf('quiz: All attempts')[1]?.slice(0, 2)).toEqual(['Attempt 1', 'Graded']);
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
