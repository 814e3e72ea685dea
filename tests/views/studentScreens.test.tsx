// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import AllAssignmentsPage from '../../src/views/student/AllAssignmentsPage.tsx';
import DashboardPage from '../../src/views/student/DashboardPage.tsx';
import ExplorePage from '../../src/views/student/ExplorePage.tsx';
import LibraryPage from '../../src/views/student/LibraryPage.tsx';
import PrintAssignedQuizPage from '../../src/views/student/PrintAssignedQuizPage.tsx';
import ReportPage from '../../src/views/student/ReportPage.tsx';
import ResourcesPage from '../../src/views/student/ResourcesPage.tsx';
import { assessment_id, ids, item_id, quiz_id } from '../server/fixtureSchool.ts';
import { memoryShelf } from '../services/memoryShelf.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let assigned: Awaited<ReturnType<typeof assignTo>>;
beforeEach(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  opened = await openScreen();
  assigned = await assignTo(opened.network.backend, ids.freeLesson);
});

async function open(address: string, route: string, page: ReactNode): Promise<void> {
  await opened.signIn('ana');
  const { shelf } = memoryShelf();
  render(
    <AtAddress app={{ ...opened.app, shelf: async () => shelf }} address={address}>
      <Routes>
        <Route path={route} element={page} />
        <Route path="*" element={null} />
      </Routes>
    </AtAddress>,
  );
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);

describe('all work', () => {
  it('asks for the type in the address, and keeps type and filter there', async () => {
    await open(
      `${paths.studentAssignmentsOf('toDo')}&filter=any`,
      '/authenticated/studentDashboard/viewAllAssignment',
      <AllAssignmentsPage />,
    );
    expect(await screen.findByRole('link', { name: 'In any order' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: m.student_type_to_do() }).getAttribute('aria-selected')).toBe('true');
    expect(opened.network.made(calls.viewAllAssignments)).toEqual([{ user_puid: String(ids.ana), typeId: '1' }]);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing of the kind' } });
    await waitFor(() => expect(place.path).toContain('filter=nothing'));
    fireEvent.click(screen.getByRole('tab', { name: 'Done' }));
    await waitFor(() => expect(place.path).toContain('type=done'));
    await screen.findByText(m.student_none_of_type_text());
    expect(opened.network.made(calls.viewAllAssignments).at(-1)).toMatchObject({ typeId: '3' });
  });
});

describe('the home page', () => {
  it('shows the first few of each kind, and leads to all of them', async () => {
    const { db } = opened.network.backend;
    const { district_id: _, ...row } = await db.selectFrom('group_assignment').selectAll().executeTakeFirstOrThrow();
    const assignment = await db.selectFrom('assignment').selectAll().executeTakeFirstOrThrow();
    for (let at = 1; at <= 20; at++) {
      await db
        .insertInto('assignment')
        .values({ ...assignment, assignment_id: 9000 + at, assignment_no: 1 + at })
        .execute();
      await db
        .insertInto('group_assignment')
        .values({ ...row, district_id: 1, assignment_id: 9000 + at, group_assignment_id: 90_000 + at })
        .execute();
    }
    await open('/', '/', <DashboardPage />);
    expect((await screen.findByRole('link', { name: 'Show all 20' })).getAttribute('href')).toBe(paths.studentAssignmentsOf('toDo'));
    // The one to do next, and six that are due soon.
    expect(screen.getAllByRole('article')).toHaveLength(7);
    expect(screen.getByText('0 of 21 done')).toBeTruthy();
  });
});

describe('resources', () => {
  it('are listed by kind, which the address keeps; quizzes can be printed', async () => {
    await open(paths.studentResources, '/authenticated/studentDashboard/resourcesView', <ResourcesPage />);
    await waitFor(() => expect(rows()).toEqual(['reading', 'video', 'quiz', 'assessment']));
    const prints = screen.getAllByRole('link', { name: 'Print' });
    expect(prints.map((link) => link.getAttribute('href'))).toEqual([paths.printQuiz(ids.freeLesson, assigned.assignment_id, quiz_id)]);
    expect(await screen.findByRole('button', { name: /^Save In any order/ })).toBeTruthy();
  });
});

describe('the open library', () => {
  it('is searched in the address, and opens items that count for nothing', async () => {
    await open(`${paths.studentLibrary}?filter=VID`, '/authenticated/studentDashboard/contentlibrary', <LibraryPage />);
    expect(await screen.findByRole('link', { name: 'video' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'reading' })).toBeNull();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'reading' } });
    await waitFor(() => expect(place.path).toContain('filter=reading'));
    expect((await screen.findByRole('link', { name: 'reading' })).getAttribute('href')).toBe(paths.exploreItem(item_id));
  });
  it('tracks and writes nothing when an item is opened', async () => {
    await open(paths.exploreItem(item_id), '/authenticated/studentDashboard/contentlibrary/:value', <ExplorePage />);
    await screen.findByText('Text');
    expect(opened.network.calls.filter(({ path }) => /track|start|submit/i.test(path))).toEqual([]);
    expect(opened.network.made(calls.getContent)).toHaveLength(1);
  });
});

describe('the report', () => {
  it('says that there is nothing before a teacher releases a result', async () => {
    await open(paths.studentReport, '/authenticated/studentDashboard/report', <ReportPage />);
    expect(await screen.findByText(m.student_report_none())).toBeTruthy();
  });
  it('shows the same numbers in the chart and the list', async () => {
    const ana = await opened.network.backend.signIn('ana');
    const { result_id } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    const { db } = opened.network.backend;
    const results = async () => {
      await db.updateTable('attempt').set({ state: 'released', score: 6.5 }).where('result_id', '=', result_id).execute();
      await open(paths.studentReport, '/authenticated/studentDashboard/report', <ReportPage />);
      const row = await screen.findByRole('row', { name: /quiz/ });
      expect(within(row).getByText('6.5 of 13')).toBeTruthy();
      expect(within(row).getByText('50%')).toBeTruthy();
    };
    await results();
    expect(screen.queryByRole('region', { name: m.student_chart_over_time() }), 'one result is no chart').toBeNull();
    cleanup();
    const place = { lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0, is_learnosity_enabled: false };
    const other = await ana.ok(calls.startAssessment, { ...place, assessment_id });
    await ana.ok(calls.submitAssessment, { result_id: other.result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    await db.updateTable('attempt').set({ state: 'released', score: 0 }).where('result_id', '=', other.result_id).execute();
    await results();
    fireEvent.click(await screen.findByRole('radio', { name: 'Table' }));
    const chart = within(screen.getByRole('region', { name: m.student_chart_over_time() }));
    expect([chart.getByText('50%'), chart.getByText('0%')]).toHaveLength(2);
  });
});

describe('a quiz on paper', () => {
  it('has its head, room for every answer, and no key', async () => {
    const value = paths.printQuiz(ids.freeLesson, assigned.assignment_id, quiz_id);
    await open(value, '/authenticated/studentDashboard/printQuiz/:value', <PrintAssignedQuizPage />);
    await screen.findByText('ana Person');
    const paper = within(screen.getByRole('article'));
    for (const text of ['Name', 'Date', 'Period', '2', 'Points', 'of 13', 'steam', m.student_paper_order(), 'A.', 'kPa'])
      expect(paper.getAllByText(text).length, text).toBeGreaterThan(0);
    expect(paper.getAllByText(/^A .* question$/)).toHaveLength(8);
    expect(document.body.textContent).not.toMatch(/EXPLANATION|MISCONCEPTION/);
  });
});
