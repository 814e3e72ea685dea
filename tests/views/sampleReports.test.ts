// @vitest-environment jsdom

import { beforeAll, expect, it } from 'vitest';
import { addDays, dayIn } from '../../common/day.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { makeSampleSchool } from '../../server/sample/makeSampleSchool.ts';
import type { AnyTable, Place, ReportChart, ReportDeclaration, ReportSection, Say } from '../../src/views/reports/declaration.ts';
import { loadReport } from '../../src/views/reports/reportScreen.tsx';
import { fullName } from '../../src/views/reports/words.ts';
import { type TestClient, type TestServer, testServer } from '../server/testServer.ts';

type Report = ReportDeclaration<number, Call, unknown, string, unknown>;
const pages = import.meta.glob<{ default: { declaration: Report } }>('../../src/views/*/*.report.tsx', { eager: true });
const reports = Object.values(pages).map((page) => page.default.declaration);
const byPath = new Map(reports.map((report) => [report.path, report]));

/** What the addresses of reports name, as it is in the sample. */
interface Known {
  /** Rivera's first class, its first student with an attempt that was replaced, and that assignment. */
  group: number;
  student: number;
  lesson: number;
  assignment: number;
  resource: number;
  quiz: number;
  attempt: number;
  game: number;
  school: number;
  district: number;
  state: number;
  /** A quiz and an assessment of the catalog, each with a question that has options. */
  ofQuiz: [quiz: number, question: number];
  ofAssessment: [quiz: number, question: number];
}

/** Ids by path, for reports whose address has any. */
const idsOf: Readonly<Record<string, (known: Known) => number[]>> = {
  'mygroups/viewReport/:value': ({ group }) => [group],
  'mygroups/classReport/:value': ({ group }) => [group],
  'mygroups/trackAssessments/:value': ({ group }) => [group],
  'mygroups/groupAssementReport/:value': ({ group }) => [group],
  'mygroups/groupAssementReportView/:value': ({ group, quiz }) => [group, quiz],
  'mygroups/itemWiseReport/:value': ({ group, quiz }) => [group, quiz],
  'mygroups/assessmentStatus/:value': ({ group, quiz }) => [group, quiz],
  'mygroups/groupAssignmentReport/:value': ({ group }) => [group],
  'mygroups/assignmentProgress/:value': ({ group, lesson, assignment }) => [group, lesson, assignment],
  'mygroups/assignmentResourceDetails/:value': ({ assignment, resource }) => [assignment, resource],
  'mygroups/studentAssignmentDetails/:value': ({ assignment, student }) => [assignment, student],
  'mygroups/studentAssignmentReport/:value': ({ group, student }) => [group, student],
  'mygroups/studentAssementReport/:value': ({ group, student }) => [group, student],
  'mygroups/studentAssementReportView/:value': ({ attempt }) => [attempt],
  'mygroups/studentLearnoReportView/:value': ({ attempt }) => [attempt],
  'mygroups/studentProgress/:value': ({ group, student }) => [group, student],
  'mygroups/readerReport/:value': ({ group }) => [group],
  'mygroups/htmlReaderReport/:value': ({ group }) => [group],
  'mygroups/progressMonitoringGroupReport/:value': ({ group }) => [group],
  'mygroups/progressMonitoringStudentReport/:value': ({ group, student }) => [group, student],
  'mygroups/standardsReport/:value': ({ group }) => [group],
  'mygroups/studentStandardsReport/:value': ({ group, student }) => [group, student],
  'assignments/reportHome/:value': ({ group, lesson, assignment }) => [lesson, group, assignment],
  'assignments/studentReport/:value': ({ assignment, student }) => [assignment, student],
  'glossary/class/:value': ({ group }) => [group],
  'quizsmart/teacherReportCard/report/:value': ({ game }) => [game],
  'admin/usageReport/usageAssignmentReport/:value': ({ assignment }) => [assignment],
  'admin/usageReport/itemAnalysisReport/district/:value': ({ district }) => [district],
  'admin/usageReport/itemAnalysisReport/school/:value': ({ school }) => [school],
  'admin/usageReport/itemAnalysisReport/group/:value': ({ group }) => [group],
  'admin/usageReport/itemAnalysisReport/student/:value': ({ student }) => [student],
  'admin/usageReport/itemAnalysisReport/state/:value': ({ state }) => [state],
  'admin/questionAnswer/:value': ({ ofQuiz: [quiz] }) => [quiz],
  'admin/viewQuestionAnswer/:value': ({ ofQuiz }) => ofQuiz,
  'admin/assessmentQuestionAnswer/:value': ({ ofAssessment: [quiz] }) => [quiz],
  'admin/viewAssessmentQuestionAnswer/:value': ({ ofAssessment }) => ofAssessment,
};

/** Empty until a service beside the product is set up, or somebody imports a file. */
const outside = new Set([
  'mygroups/classroomService',
  'mygroups/classroomWork/:value',
  'admin/manageUsers/rosterSyncStatus',
  'admin/manageUsers/oneRosterImportStatus',
]);
/** A list of what somebody did: not everybody who may open it did anything. */
const ownList = 'admin/usageReport/dataExport';
/** Words without which a search says only how to begin. */
const words: Readonly<Record<string, string>> = { 'admin/usageReport/search': 'science' };

const today = new Date('2030-01-15T15:00:00Z');
const names = ['rivera', 'okafor', 'lindqvist', 'root'] as const;
let server: TestServer;
let known: Known;
const people = new Map<string, TestClient>();

beforeAll(async () => {
  server = await testServer();
  await makeSampleSchool(server.ports, { today });
  server.clock.now = today.getTime();
  for (const name of names) people.set(name, await server.signIn(name));
  const { db } = server;
  const first = await db
    .selectFrom('earlier_attempt as e')
    .innerJoin('group_assignment as ga', (join) =>
      join.onRef('ga.district_id', '=', 'e.district_id').onRef('ga.group_assignment_id', '=', 'e.group_assignment_id'),
    )
    .innerJoin('attempt as a', (join) =>
      join
        .onRef('a.district_id', '=', 'e.district_id')
        .onRef('a.group_assignment_id', '=', 'e.group_assignment_id')
        .onRef('a.user_puid', '=', 'e.user_puid')
        .onRef('a.quiz_id', '=', 'e.quiz_id'),
    )
    .innerJoin('quiz as q', 'q.quiz_id', 'a.quiz_id')
    .innerJoin('lesson_resource as lr', (join) =>
      join.onRef('lr.district_id', '=', 'ga.district_id').onRef('lr.lesson_id', '=', 'ga.lesson_id').onRef('lr.item_id', '=', 'q.item_id'),
    )
    .innerJoin('class_group as g', (join) => join.onRef('g.district_id', '=', 'ga.district_id').onRef('g.group_puid', '=', 'ga.group_puid'))
    .innerJoin('district as d', 'd.district_id', 'ga.district_id')
    .select(['g.group_puid as group', 'a.user_puid as student', 'ga.lesson_id as lesson', 'ga.group_assignment_id as assignment'])
    .select(['lr.lesson_resource_id as resource', 'a.quiz_id as quiz', 'a.result_id as attempt', 'g.school_id as school'])
    .select(['d.district_id as district', 'd.state_id as state'])
    .orderBy('a.result_id')
    .executeTakeFirstOrThrow();
  const { game_id } = await db.selectFrom('game').select('game_id').where('mode', '<>', 'ticket').executeTakeFirstOrThrow();
  const quizOfKind = async (item_type_id: number): Promise<[number, number]> => {
    const { quiz_id, question_id } = await db
      .selectFrom('question as n')
      .innerJoin('quiz as q', 'q.quiz_id', 'n.quiz_id')
      .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
      .select(['q.quiz_id', 'n.question_id'])
      .where('i.item_type_id', '=', item_type_id)
      .where('n.question_type', '=', 'single_choice')
      .orderBy('n.question_id')
      .executeTakeFirstOrThrow();
    return [quiz_id, question_id];
  };
  known = {
    ...first,
    state: first.state ?? 0,
    game: game_id,
    ofQuiz: await quizOfKind(ResourceType.quiz),
    ofAssessment: await quizOfKind(ResourceType.assessment),
  };
});

/** The charts of a table. */
const chartsOf = ({ chart }: Pick<AnyTable, 'chart'>) =>
  (chart === undefined ? [] : 'along' in chart && typeof chart.along === 'string' ? [chart] : Object.values(chart)) as ReportChart<
    unknown,
    string
  >[];

/** Loads a report as somebody, and counts what it would draw. Each of its charts says what it shows. */
async function drawnBy(report: Report, name: string): Promise<{ rows: number | null; sections: readonly ReportSection[] }> {
  const client = people.get(name) as TestClient;
  const { userPuid, districtID: districtId, role, time_zone } = client.user;
  const day = dayIn(today.getTime(), time_zone);
  const period = report.filters?.period as { back: number; ahead: number } | undefined;
  const place: Place<number> = {
    ...{ ids: (idsOf[report.path]?.(known) ?? []) as never, userPuid, districtId, today: day, chosen: {} },
    ...{ from: period ? addDays(day, -period.back) : '', to: period ? addDays(day, period.ahead) : '' },
    query: words[report.path] ?? '',
  };
  const data = await loadReport(report as never, place, ((call: Call, input: never) => client.ok(call, input)) as never);
  const say: Say = { language: 'en', timeZone: time_zone, reader: { userPuid, role }, areNamesHidden: false, name: fullName };
  const sections = report.sections?.of(data as never, say) ?? [];
  const rows = report.rows?.(data as never) ?? null;
  const own: Pick<AnyTable, 'chart' | 'rows'>[] = rows === null ? [] : [{ chart: report.chart as AnyTable['chart'], rows }];
  for (const table of [...own, ...sections.flatMap(({ tables = [] }) => tables)])
    for (const chart of chartsOf(table)) {
      const found = chart.finding?.(table.rows, say);
      expect(found, `what the chart “${chart.title()}” of ${report.path} shows`).toBeTruthy();
    }
  return { rows: rows?.length ?? null, sections };
}

it('has ids for every report that needs some', () =>
  expect(reports.filter(({ path, ids }) => ids !== undefined && !outside.has(path) && !idsOf[path]).map(({ path }) => path)).toEqual([]));
it('names no report that there is not', () => expect([...Object.keys(idsOf), ...outside].filter((path) => !byPath.has(path))).toEqual([]));

it.each(reports.filter(({ path }) => !outside.has(path)).map((report) => [report.path, report] as const))(
  '%s shows something to everybody in the sample who may open it',
  async (path, report) => {
    // A game is its teacher's.
    const own = path.startsWith('quizsmart/') ? ['rivera'] : names;
    const readers = own.filter((name) => report.roles.some((role) => role === people.get(name)?.user.role));
    expect(readers).not.toEqual([]);
    const counts: Record<string, number> = {};
    for (const name of readers) {
      const { rows, sections } = await drawnBy(report, name);
      const inTables = sections.flatMap(({ tables = [] }) => tables.map((table) => table.rows.length));
      counts[name] = rows ?? inTables.reduce((sum, count) => sum + count, 0);
    }
    const empty = Object.keys(counts).filter((name) => counts[name] === 0);
    if (path === ownList) expect(empty.length).toBeLessThan(readers.length);
    else expect(empty).toEqual([]);
  },
);

it('the letter to the family has lessons and results', async () => {
  const { group: group_puid, student: student_puid } = known;
  const day = today.toISOString().slice(0, 10);
  const letter = await people
    .get('rivera')!
    .ok(calls.familyReport, { group_puid, student_puid, from_date: addDays(day, -90), to_date: day });
  expect([letter.assignments.length > 0, letter.results.length > 0, letter.standards.length > 0]).toEqual([true, true, true]);
});
it('the reports of the state compare two districts, each with use', async () => {
  const day = today.toISOString().slice(0, 10);
  const { level, parts } = await people.get('root')!.ok(calls.summary, { from_date: addDays(day, -89), to_date: day });
  expect(level).toBe('state');
  expect(parts.map(({ sign_ins, lessons }) => (sign_ins ?? 0) + (lessons ?? 0) > 0)).toEqual([true, true]);
});
