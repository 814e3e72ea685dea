// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { recordUse } from '../../server/kit/dailyUse.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { m } from '../../src/paraglide/messages.js';
import { viewReport } from '../../src/views/classReports/viewReport.screen.ts';
import { studentProgress } from '../../src/views/reports/studentProgress.screen.ts';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import AssignmentSummary from '../../src/views/usageReports/assignmentSummary.report.tsx';
import { ownDistrictItems } from '../../src/views/usageReports/districtItems.screen.ts';
import { ownStateItems } from '../../src/views/usageReports/stateItems.screen.ts';
import Summary from '../../src/views/usageReports/summary.report.tsx';
import UsageAssignment from '../../src/views/usageReports/usageAssignment.report.tsx';
import UsageAssignments from '../../src/views/usageReports/usageAssignments.report.tsx';
import UsageHome from '../../src/views/usageReports/usageHome.report.tsx';
import UsageSearch from '../../src/views/usageReports/usageSearch.report.tsx';
import UsageSummary from '../../src/views/usageReports/usageSummary.report.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { days, type TestServer } from '../server/testServer.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();

/** A school with enough people, who used the product in two of the last weeks. */
async function makeUse(backend: TestServer): Promise<void> {
  await makeOddClass(
    backend,
    [1, 2, 3].map(() => [1]),
  );
  const use = (who: number, daysAgo: number, counts: Parameters<typeof recordUse>[3]) =>
    recordUse(tenant(backend.db, ids.district), backend.ports, who, counts, backend.clock.now - days(daysAgo));
  for (const who of [ids.ana, ids.ben, odd.moved, odd.long, 1020, 1021]) {
    await use(who, 9, { sign_ins: 1, lessons: 1, items: 3, seconds: 600 });
    await use(who, 40, { sign_ins: 2 });
  }
  for (const who of [ids.ana, ids.ben, odd.moved, odd.long, 1022]) await use(who, 2, { sign_ins: 1, quizzes: 1 });
  await use(ids.tess, 9, { sign_ins: 1, assignments: 2 });
  await use(ids.cal, 9, { sign_ins: 1 });
}
const prepare =
  (...own: readonly number[]) =>
  async (backend: TestServer) => {
    await makeUse(backend);
    return own;
  };
const elsewhere = { 'a teacher': { as: 'tess' }, 'a student': { as: 'ana' } };
const few = m.reports_not_enough();
const minutes = (count: number) => m.teacher_minutes({ count });
const tooFew = (count: number) => Array<string>(count).fill(few);
const used = [
  ...[m.usageReports_sign_ins(), m.usageReports_lessons(), m.usageReports_assigned_lessons(), m.usageReports_quizzes()],
  ...[m.usageReports_opened(), m.usageReports_time()],
];
const nothing = ['0', '0', '0', '0', '0', minutes(0)];
const weekHeader = [m.usageReports_week(), m.usageReports_active(), ...used];
const idle = (...weeks: string[]) => weeks.map((week) => [week, '0', ...nothing]);
/** The last weeks, from December on. dan signed in this week. */
const lastWeeks = [
  ['Dec 3, 2029', '6', '12', '0', '0', '0', '0', minutes(0)],
  ...idle('Dec 10, 2029', 'Dec 17, 2029', 'Dec 24, 2029'),
  ['Dec 31, 2029', '8', '8', '6', '2', '0', '18', minutes(60)],
  ['Jan 7', '5', '5', '0', '0', '5', '0', minutes(0)],
  ['Jan 14', ...tooFew(7)],
];

describeReport(UsageHome, {
  as: 'dan',
  prepare: prepare(),
  heading: m.usageReports_home_of({ name: 'North' }),
  table: [
    [m.usageReports_measure(), m.usageReports_now(), m.usageReports_before(), m.usageReports_change()],
    [m.usageReports_active_students(), '8', '6', '+33%'],
    [m.usageReports_active_staff(), '2', '0', '–'],
    [m.usageReports_sign_ins(), '14', '12', '+17%'],
    [m.usageReports_lessons(), '6', '0', '–'],
    [m.usageReports_assigned_lessons(), '2', '0', '–'],
    [m.usageReports_quizzes(), '5', '0', '–'],
    [m.usageReports_opened(), '18', '0', '–'],
    [m.usageReports_time_minutes(), '60', '0', '–'],
  ],
  sections: {
    [m.usageReports_more()]: [
      [m.usageReports_report(), m.usageReports_answers()],
      [m.usageReports_search(), m.usageReports_search_about()],
      [m.usageReports_summary(), m.usageReports_summary_about()],
      [m.usageReports_usage(), m.usageReports_usage_about()],
      [m.usageReports_assignment_summary(), m.usageReports_assignment_about()],
      [m.usageReports_assignment_list(), m.usageReports_list_about()],
      [m.usageReports_items(), m.usageReports_items_about()],
      [m.exports_title(), m.usageReports_export_about()],
    ],
    [m.usageReports_weeks()]: [weekHeader, ...idle('Nov 12, 2029', 'Nov 19, 2029', 'Nov 26, 2029'), ...lastWeeks],
  },
  refused: elsewhere,
});

describeReport(Summary, {
  as: 'dan',
  prepare: prepare(),
  heading: m.usageReports_summary_of({ name: 'North' }),
  table: [
    weekHeader,
    ...idle('Oct 15, 2029', 'Oct 22, 2029', 'Oct 29, 2029', 'Nov 5, 2029', 'Nov 12, 2029', 'Nov 19, 2029', 'Nov 26, 2029'),
    ...lastWeeks,
  ],
  sections: {
    [m.usageReports_by_school()]: [
      ['School', m.usageReports_active_per_week(), ...used],
      ['Hill', '1.3', '24', '6', '2', '5', '18', minutes(60)],
      ['Lake', ...tooFew(7)],
      [m.usageReports_no_school(), ...tooFew(7)],
    ],
  },
  refused: elsewhere,
});

describeReport(UsageSummary, {
  as: 'sue',
  prepare: prepare(),
  heading: m.usageReports_usage_of({ name: 'Hill' }),
  table: [
    [m.usageReports_role(), m.usageReports_people(), m.usageReports_active_per_week(), ...used],
    [m.common_role_student(), '8', '1.2', '23', '6', '0', '5', '18', minutes(60)],
    [m.common_role_teacher(), '1', '0.1', '1', '0', '2', '0', '0', minutes(0)],
    [m.common_role_school_administrator(), '1', '0.1', '1', '0', '0', '0', '0', minutes(0)],
  ],
  sections: {
    [m.usageReports_by_teacher()]: [
      [m.usageReports_teacher(), ...used, m.usageReports_last_day()],
      ['Person, tess', '1', '0', '2', '0', '0', minutes(0), 'Jan 6'],
    ],
    [m.usageReports_by_class()]: [
      [m.teacher_class(), m.schools_students(), m.usageReports_active_students(), ...used.filter((_, at) => at !== 2)],
      ['Nobody yet', '0', '0', ...nothing.slice(1)],
      ['Science 6, Period 2', '7', '7', '23', '6', '5', '18', minutes(60)],
    ],
  },
  refused: elsewhere,
});

const states = [m.teacher_not_started(), m.teacher_in_progress(), 'Completed', m.usageReports_submitted_count(), m.usageReports_released()];
describeReport(AssignmentSummary, {
  as: 'dan',
  prepare: prepare(),
  heading: m.usageReports_assignment_summary_of({ name: 'North' }),
  figures: {
    ...{ [m.usageReports_assigned()]: '29', [m.teacher_not_started()]: '19', [m.teacher_in_progress()]: '2', Completed: '8' },
    ...{ [m.usageReports_submitted_count()]: '7', [m.usageReports_released()]: '1' },
  },
  table: [
    [m.usageReports_name(), m.usageReports_assignments(), m.usageReports_assigned(), ...states],
    ['Hill', '4', '28', '18', '2', '8', '7', '1'],
    ['Lake', '1', '1', ...tooFew(5)],
  ],
  leadsTo: () => `${addressOf(AssignmentSummary.declaration)}?school=${ids.school}`,
  refused: elsewhere,
});

const ofTess = ['Science 6, Period 2', 'Person, tess', 'Hill'];
describeReport(UsageAssignments, {
  as: 'dan',
  prepare: prepare(),
  heading: m.usageReports_assignment_list_of({ name: 'North' }),
  table: [
    ['Lesson', 'Class', m.usageReports_teacher(), 'School', 'From', 'Due', m.usageReports_assigned(), ...states],
    ['Made by Tom', ...ofTess, 'Jan 12', 'Jan 18', '7', '6', '0', '1', '0', '0'],
    ['In any order', ...ofTess, 'Jan 11', '–', '7', '5', '0', '2', '2', '0'],
    ['In order', ...ofTess, 'Jan 10', 'Jan 20', '7', '7', '0', '0', '0', '0'],
    ['In order', ...ofTess, 'Dec 26, 2029', 'Jan 5', '7', '0', '2', '5', '5', '1'],
    ['In order', 'Science 6, Period 4', 'Person, tom', 'Lake', 'Dec 26, 2029', 'Jan 5', '1', ...tooFew(5)],
  ],
  leadsTo: () => addressOf(UsageAssignment.declaration, odd.empty),
  refused: elsewhere,
});

const pat = (number: number) => [`Person, pat${number}`, 'Completed', '100%', minutes(10), '–', 'yes', 'no', '8%'];
describeReport(UsageAssignment, {
  as: 'sue',
  prepare: prepare(odd.due),
  heading: m.usageReports_assignment_of({ lesson: 'In order', group: 'Science 6, Period 2' }),
  figures: {
    ...{ [m.usageReports_assigned()]: '7', Completed: '5' },
    ...{ [m.usageReports_submitted_count()]: '5', [m.usageReports_released()]: '1' },
  },
  table: [
    ['Student', 'Status', 'Done', 'Time', 'Late', m.usageReports_submitted_count(), m.usageReports_released(), 'Score'],
    [
      'O’Neill-Wolfeschlegelsteinhausen, Jr., Éva “Bee” de la Concepción',
      m.teacher_in_progress(),
      '33%',
      minutes(10),
      'Missing',
      'no',
      'no',
      '–',
    ],
    ['Person, ana', 'Completed', '100%', minutes(10), '–', 'yes', 'yes', '100%'],
    ['Person, ben', 'Completed', '100%', minutes(10), 'Late', 'yes', 'no', '15%'],
    ['Person, gus', m.teacher_in_progress(), '33%', minutes(10), '–', 'no', 'no', '–'],
    ...[1, 2, 3].map(pat),
  ],
  leadsTo: () => addressOf(studentProgress, ids.class, odd.long),
  refused: { ...elsewhere, 'an administrator of another school': { as: 'sid' }, 'one of another district': { as: 'dora' } },
});

/** Opens a report at an address. */
async function openAt(Page: typeof UsageSearch | typeof UsageHome, as: string, search = '') {
  const opened = await openScreen();
  await makeUse(opened.network.backend);
  if (as === 'max') await opened.network.backend.db.updateTable('district').set({ state_id: 48 }).execute();
  await opened.signIn(as);
  const { declaration } = Page as { declaration: ScreenAddress };
  render(
    <AtRoute app={opened.app} address={addressOf(declaration) + search} path={`/authenticated/${declaration.path}`}>
      <Page />
    </AtRoute>,
  );
  return opened;
}
const linksOf = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it('searches for the words of the address, or for those that were typed, and leads to reports', async () => {
  await openAt(UsageSearch, 'dan');
  await screen.findByText(m.usageReports_search_start());
  const field = await screen.findByRole('searchbox', { name: m.usageReports_search_label() });
  fireEvent.change(field, { target: { value: 'period 2' } });
  fireEvent.click(screen.getByRole('button', { name: m.usageReports_search_button() }));
  await screen.findByRole('table', { name: m.usageReports_found() });
  expect(route.path).toContain('query=period+2');
  expect(cellsOf(m.usageReports_found()).slice(1)).toEqual([['Science 6, Period 2', m.usageReports_kind_group(), 'Hill']]);
  expect(linksOf()).toContainEqual(['Science 6, Period 2', addressOf(viewReport, ids.class)]);
  fireEvent.change(field, { target: { value: 'period 9' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText(m.usageReports_search_none({ query: 'period 9' }));
});

it('finds a student, a school and a quiz with the way to their reports', async () => {
  await openAt(UsageSearch, 'dan', '?query=ana');
  await screen.findByRole('table', { name: m.usageReports_found() });
  expect(linksOf()).toContainEqual(['Person, ana', addressOf(studentProgress, ids.class, ids.ana)]);
  const field = await screen.findByRole('searchbox', { name: m.usageReports_search_label() });
  const search = async (words: string, found: string) => {
    fireEvent.change(field, { target: { value: words } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(linksOf().map(([text]) => text)).toContain(found));
    return linksOf().find(([text]) => text === found)?.[1];
  };
  expect(await search('hill', 'Hill')).toBe(`${addressOf(Summary.declaration)}?school=${ids.school}`);
  expect(await search('tom', 'Person, tom')).toBe(`${addressOf(UsageAssignments.declaration)}?teacher=${ids.tom}`);
  expect(await search('quiz', 'quiz')).toContain(`${addressOf(ownDistrictItems)}?quiz=`);
});

it('leads the provider to the question analysis of the state', async () => {
  await openAt(UsageHome, 'max');
  await screen.findByRole('table', { name: m.usageReports_more() });
  expect(linksOf()).toContainEqual([m.usageReports_items_state(), addressOf(ownStateItems)]);
});

it.each([
  ['more', [6, 8], 8, '33%', m.usageReports_finding_up],
  ['fewer', [8, 6], 6, '25%', m.usageReports_finding_down],
  ['as many', [6, 6], 6, '', m.usageReports_finding_same],
  ['none before', [0, 6], 6, '', m.usageReports_finding_first],
  ['a few before', [null, 6], 6, '', m.usageReports_finding_only],
] as const)('says in words how many use it: %s', (_, [before, now], students, change, words) => {
  const { lead } = UsageHome.declaration;
  const of = (active_students: number | null) => ({ active_students });
  const data = { students: 9, now: of(now), before: of(before) } as never;
  expect(lead?.(data, { language: 'en' } as never)).toBe(words({ students: String(students), all: '9', change }));
});
it('does not say who uses it where only a few do', () => {
  const { lead } = UsageHome.declaration;
  const said = (active_students: number | null) =>
    lead?.({ students: 9, now: { active_students }, before: { active_students: 0 } } as never, { language: 'en' } as never);
  expect([said(null), said(0)]).toEqual([m.usageReports_finding_few({ count: 5 }), m.usageReports_finding_nobody()]);
});
