import { addDays } from '../../../common/day.ts';
import { fewestStudents } from '../../../common/itemFlags.ts';
import { Role } from '../../../contract/kit.ts';
import { overviewDays, type Summary, type UsageHome, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { toMinutes } from '../../ui/dateFormats.ts';
import { formatNumber, percent } from '../../ui/numbers.ts';
import { dataExport } from '../exports/dataExport.screen.ts';
import { type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf, type ScreenAddress } from '../screen.ts';
import { assignmentSummary } from './assignmentSummary.screen.ts';
import { definitions } from './definitions.tsx';
import { ownDistrictItems } from './districtItems.screen.ts';
import { ownSchoolItems } from './schoolItems.screen.ts';
import { ownStateItems } from './stateItems.screen.ts';
import { weekTable } from './summary.report.tsx';
import { summary } from './summary.screen.ts';
import { usageAssignments } from './usageAssignments.screen.ts';
import { usageHome } from './usageHome.screen.ts';
import { usageSearch } from './usageSearch.screen.ts';
import { usageSummary } from './usageSummary.screen.ts';
import { chosenPlace, dayWords, placeFilters } from './usageWords.ts';

type Overview = UsageHome['now'];
interface Measure {
  key: string;
  name: string;
  now: number | null;
  before: number | null;
}

const measures: readonly (readonly [name: () => string, of: (overview: Overview) => number | null])[] = [
  [m.usageReports_active_students, ({ active_students }) => active_students],
  [m.usageReports_active_staff, ({ active_staff }) => active_staff],
  [m.usageReports_sign_ins, ({ sign_ins }) => sign_ins],
  [m.usageReports_lessons, ({ lessons }) => lessons],
  [m.usageReports_assigned_lessons, ({ assignments }) => assignments],
  [m.usageReports_quizzes, ({ quizzes }) => quizzes],
  [m.usageReports_opened, ({ items }) => items],
  [m.usageReports_time_minutes, ({ seconds }) => (seconds === null ? null : toMinutes(seconds))],
];
const rowsOf = ({ now, before }: UsageHome): Measure[] =>
  measures.map(([name, of], at) => ({ key: String(at), name: name(), now: of(now), before: of(before) }));

/** The change in percent; null if there was nothing to change from. */
const changeOf = ({ now, before }: Pick<Measure, 'now' | 'before'>): number | null =>
  now === null || before === null || before === 0 ? null : Math.round((100 * (now - before)) / before);

function findingOf({ students: all, now, before }: UsageHome, { language }: Say): string {
  const { active_students: students } = now;
  if (students === null) return m.usageReports_finding_few({ count: fewestStudents });
  if (students === 0) return m.usageReports_finding_nobody();
  const counted = { students: formatNumber(students, language), all: formatNumber(all, language) };
  if (before.active_students === 0) return m.usageReports_finding_first(counted);
  const change = changeOf({ now: students, before: before.active_students });
  if (change === null) return m.usageReports_finding_only(counted);
  const words = { ...counted, change: percent(Math.abs(change) / 100, language) };
  return change === 0
    ? m.usageReports_finding_same(counted)
    : change > 0
      ? m.usageReports_finding_up(words)
      : m.usageReports_finding_down(words);
}

type Way = readonly [screen: ScreenAddress, name: () => string, answers: () => string];
const ways: readonly Way[] = [
  [usageSearch, m.usageReports_search, m.usageReports_search_about],
  [summary, m.usageReports_summary, m.usageReports_summary_about],
  [usageSummary, m.usageReports_usage, m.usageReports_usage_about],
  [assignmentSummary, m.usageReports_assignment_summary, m.usageReports_assignment_about],
  [usageAssignments, m.usageReports_assignment_list, m.usageReports_list_about],
];
const exporting: Way = [dataExport, m.exports_title, m.usageReports_export_about];
/** The item analysis of each level that the reader may open. */
const items = (role: number): readonly Way[] =>
  role === Role.schoolAdministrator
    ? [[ownSchoolItems, m.usageReports_items, m.usageReports_items_about]]
    : [
        [ownDistrictItems, m.usageReports_items, m.usageReports_items_about],
        ...(role >= Role.providerAdministrator ? [[ownStateItems, m.usageReports_items_state, m.usageReports_items_about] as const] : []),
      ];

const reportsSection = ({ level, id }: UsageHome, { reader }: Say): ReportSection => ({
  key: 'more',
  title: m.usageReports_more(),
  tables: [
    sectionTable<Way, string>({
      key: 'list',
      rows: [...ways, ...items(reader.role), exporting],
      rowKey: ([{ path }]) => path,
      caption: m.usageReports_more,
      isSmall: true,
      empty: m.usageReports_more,
      columns: {
        name: { header: m.usageReports_report, value: ([, name]) => name(), isRowHeader: true, width: 'l' },
        answers: { header: m.usageReports_answers, value: ([, , answers]) => answers(), width: 'l' },
      },
      // A reader of one school needs no school in the address.
      drill: {
        to: ([screen]) =>
          addressOf(screen) +
          (level === 'school' && reader.role > Role.schoolAdministrator && ways.slice(1).some(([one]) => one === screen)
            ? `?school=${id}`
            : ''),
      },
    }),
  ],
});

const weeksSection = ({ weeks }: Summary): ReportSection => ({
  key: 'weeks',
  title: m.usageReports_weeks(),
  tables: [sectionTable<Summary['weeks'][number], string>({ ...weekTable, key: 'list', rows: weeks, empty: m.usageReports_nobody_active })],
});

/** How many use the product, against the time before, and the way to every usage report. */
export default reportScreen({
  ...usageHome,
  call: usageReports.usageHome,
  input: ({ chosen }) => chosenPlace(chosen),
  also: async ({ chosen, today }, ask) => ({
    weekly: await ask(usageReports.summary, {
      ...chosenPlace(chosen),
      ...{ from_date: addDays(today, 1 - 2 * overviewDays), to_date: today },
    }),
  }),
  rows: rowsOf,
  name: m.usageReports_home,
  title: ({ name }) => m.usageReports_home_of({ name }),
  lead: findingOf,
  filters: placeFilters,
  rowKey: ({ key }) => key,
  caption: m.usageReports_measures,
  columns: {
    name: { header: m.usageReports_measure, value: ({ name }) => name, isRowHeader: true, width: 'l' },
    now: { header: m.usageReports_now, value: ({ now }) => now, unit: 'number', missing: m.reports_not_enough },
    before: { header: m.usageReports_before, value: ({ before }) => before, unit: 'number', missing: m.reports_not_enough },
    change: {
      header: m.usageReports_change,
      value: (row) => changeOf(row),
      unit: 'percent',
      text: (row, { language }) => {
        const change = changeOf(row);
        if (change === null) return m.reports_none();
        const words = percent(change / 100, language);
        return change > 0 ? m.usageReports_up({ change: words }) : words;
      },
    },
  },
  empty: { title: m.usageReports_nobody_active },
  sections: {
    of: (data, say) => [
      reportsSection(data, say),
      weeksSection(data.weekly),
      definitions(m.usageReports_home_lead({ from: dayWords(data.from_date, say.language), to: dayWords(data.to_date, say.language) })),
    ],
  },
});
