// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import Papa from 'papaparse';
import { expect, it, vi } from 'vitest';
import { assignments } from '../../contract/assignments.ts';
import { calls } from '../../contract/index.ts';
import { schoolYearOf } from '../../src/services/reports.ts';
import { paths } from '../../src/views/paths.ts';
import { otherNames } from '../../src/views/reports/words.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { assignTo, keepResources } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { ResultPages } from './kit/resultPages.tsx';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

/** The page of an assignment in which ana has handed in the quiz with one right answer. */
async function openAt(pathOf: (group_assignment_id: number) => string) {
  const opened = await openScreen();
  const { backend } = opened.network;
  await keepResources(backend, ids.freeLesson, ['reading', 'quiz']);
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

/** The table with this name, in words. */
const cellsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th, td')].filter((cell) => !cell.querySelector('input')).map((cell) => cell.textContent?.trim()),
    );

/** What the nth "Save as CSV" of the page saves. */
async function saved(at: number): Promise<string[][]> {
  const files: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.revokeObjectURL = () => {};
  fireEvent.click(screen.getAllByRole('button', { name: 'Save as CSV' })[at] as HTMLElement);
  await waitFor(() => expect(files).toHaveLength(1));
  create.mockRestore();
  click.mockRestore();
  const text = await (files[0] as Blob).text();
  return Papa.parse<string[]>(text.replace(/^\uFEFF/, '')).data;
}

it('saves the report as it is on the screen, cell for cell, with names and without', async () => {
  await openAt((group_assignment_id) => paths.assignmentResult(ids.freeLesson, ids.class, group_assignment_id));
  await screen.findByRole('heading', { name: 'Student by student' });
  const named = await saved(0);
  expect(named).toEqual(cellsOf('Student by student'));
  expect(named.slice(1).map((row) => [row[0], row[5]])).toEqual([
    ['Person, ana', '1 of 13 · Graded'],
    ['Person, ben', '–'],
  ]);
  expect(await saved(1)).toEqual(cellsOf('Question by question'));
  fireEvent.click(screen.getByRole('button', { name: 'Show what was chosen' }));
  expect(await saved(2)).toEqual(cellsOf('What was chosen'));
  expect(screen.getByText('1 has not handed it in: Person, ben')).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: 'Put names away' }));
  const anonymous = await saved(0);
  expect(anonymous).toEqual(cellsOf('Student by student'));
  expect(JSON.stringify(anonymous)).not.toContain('Person');
  expect(document.body.textContent).not.toMatch(/Person|\bben\b/);
});

it('loads the result of the first group that has the lesson, when the address names the lesson alone', async () => {
  await openAt(() => paths.lessonResult(ids.freeLesson));
  await screen.findByRole('heading', { name: 'Student by student' });
  expect(cellsOf('Student by student')[1]?.[0]).toBe('Person, ana');
});

it('says so when nobody has the lesson', async () => {
  await openAt(() => paths.lessonResult(ids.orderedLesson));
  await screen.findByText('Nobody has this lesson yet');
});

it('lists assignments of a period, and says when it ends before it begins', async () => {
  const opened = await openAt(() => `${paths.assignments}?from=2030-01-01&to=2030-01-31`);
  await screen.findByRole('link', { name: 'In any order' });
  fireEvent.change(screen.getByLabelText('and'), { target: { value: '2029-12-31' } });
  await screen.findByText('The last day must not be before the first.');
  fireEvent.change(screen.getByLabelText('Assigned between'), { target: { value: '2029-12-01' } });
  await screen.findByText('Nothing is assigned yet');
  expect(opened.network.made(assignments.groupAssignments).map(({ from_date, to_date }) => [from_date, to_date])).toEqual([
    ['2030-01-01', '2030-01-31'],
    ['2029-12-01', '2029-12-31'],
  ]);
});

it('shows one student’s answers beside the key, and saves them as they stand', async () => {
  await openAt((group_assignment_id) => paths.studentAnswers(group_assignment_id, ids.ana));
  await screen.findByRole('heading', { level: 1, name: 'ana Person' });
  const rows = cellsOf('Attempt 1: answers');
  expect(await saved(0)).toEqual(rows);
  expect(rows[4]).toEqual(['4', 'A short_text question', 'evaporation', 'Evaporation', '1 of 1', '7 s', '–']);
  expect(cellsOf('All attempts')[1]?.slice(0, 2)).toEqual(['Attempt 1', 'Graded']);
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
