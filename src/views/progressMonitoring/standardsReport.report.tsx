import { type Mastery, masteryLimits, masteryOf } from '../../../common/mastery.ts';
import { progressMonitoring, type StandardsOfClass } from '../../../contract/progressMonitoring.ts';
import { m } from '../../paraglide/messages.js';
import { Stack, Text } from '../../ui/Layout.tsx';
import { percent } from '../../ui/numbers.ts';
import { OnwardButton } from '../classReports/OnwardButton.tsx';
import { classFilters, classInput, personColumns, reportCrumbs } from '../classReports/ofClass.ts';
import { type GridMark, type ReportColumn, type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { whole } from '../reports/Whole.tsx';
import { lowestFirst } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { itemsAddress } from './itemsAddress.ts';
import { progressMonitoringGroupReport } from './progressMonitoringGroupReport.screen.ts';
import { standardsReport } from './standardsReport.screen.ts';
import { studentStandardsReport } from './studentStandardsReport.screen.ts';

type Student = StandardsOfClass['students'][number];
type Standard = StandardsOfClass['standards'][number];
/** How many students have secured a standard, of those with enough questions. */
type Secured = Standard & { secure: number; notYet: number; known: number };

const shapes: Record<Mastery, GridMark['shape']> = { secure: 'full', partly: 'half', notYet: 'cross', tooFew: 'empty' };
const words: Record<Mastery, () => string> = {
  secure: m.progressMonitoring_secure,
  partly: m.progressMonitoring_partly,
  notYet: m.progressMonitoring_not_yet,
  tooFew: () => m.progressMonitoring_too_few({ count: masteryLimits.fewestItems }),
};

const cellOf = ({ standards }: Student, code: string) => standards.find(({ standard }) => standard === code);

/** A column of the grid, and in files how many questions are behind it. */
function columnsOf(group_puid: number, { standard, description }: Standard): [string, ReportColumn<Student>][] {
  return [
    [
      standard,
      {
        header: () => standard,
        value: (student) => {
          const cell = cellOf(student, standard);
          return cell && masteryOf(cell) !== 'tooFew' ? cell.score : null;
        },
        unit: 'percent',
        text: (student, { language }) => {
          const cell = cellOf(student, standard);
          if (!cell) return m.progressMonitoring_not_asked();
          const { items, score } = cell;
          const count = { count: items, percent: percent(score / 100, language) };
          return m.progressMonitoring_cell({ mastery: words[masteryOf(cell)](), items: m.progressMonitoring_items_share(count) });
        },
        head: { hasNumbers: true, ...(description === null ? {} : { title: description }) },
        mark: (student) => {
          const cell = cellOf(student, standard);
          if (!cell) return { shape: 'dash', share: null };
          const mastery = masteryOf(cell);
          return {
            shape: shapes[mastery],
            share: mastery === 'tooFew' ? null : cell.score / 100,
            short: m.progressMonitoring_short({ percent: cell.score, items: cell.items }),
            href: itemsAddress(group_puid, student.user_puid, standard),
          };
        },
      },
    ],
    [
      `${standard} items`,
      {
        header: () => m.progressMonitoring_items_of({ standard }),
        value: (student) => cellOf(student, standard)?.items ?? 0,
        unit: 'number',
        only: 'file',
      },
    ],
  ];
}

function gridOf({ group_puid, standards, students }: StandardsOfClass, { language }: Say): ReportSection {
  const { secure, partly } = masteryLimits;
  return {
    key: 'grid',
    title: m.progressMonitoring_grid(),
    note: (
      <Stack gap={2}>
        <Text tone="soft">
          {m.progressMonitoring_grid_help({ secure: percent(secure / 100, language), partly: percent(partly / 100, language) })}
        </Text>
        <OnwardButton href={addressOf(progressMonitoringGroupReport, group_puid)}>{m.progressMonitoring_to_class()}</OnwardButton>
      </Stack>
    ),
    tables: [
      sectionTable<Student, string>({
        key: 'students',
        rows: students,
        rowKey: ({ user_puid }) => user_puid,
        caption: m.progressMonitoring_grid,
        sort: 'name',
        empty: m.teacher_no_students,
        grid: {
          legend: () => [
            ['full', words.secure()],
            ['half', words.partly()],
            ['cross', words.notYet()],
            ['empty', words.tooFew()],
            ['dash', m.progressMonitoring_not_asked()],
          ],
          declared: m.progressMonitoring_grid_declared,
          rowsBy: 'mean',
        },
        columns: { ...personColumns, ...Object.fromEntries(standards.flatMap((standard) => columnsOf(group_puid, standard))) },
        drill: { to: ({ user_puid }) => addressOf(studentStandardsReport, group_puid, user_puid) },
      }),
    ],
  };
}

/** How far the class is with each standard. */
const standardsIn = ({ standards, students }: StandardsOfClass): Secured[] =>
  standards.map((standard) => {
    const known = students.flatMap((student) => cellOf(student, standard.standard) ?? []).map(masteryOf);
    const count = (mastery: Mastery) => known.filter((one) => one === mastery).length;
    return { ...standard, secure: count('secure'), notYet: count('notYet'), known: known.length - count('tooFew') };
  });

const listOf = (data: StandardsOfClass): ReportSection => ({
  key: 'standards',
  title: m.progressMonitoring_standards(),
  tables: [
    sectionTable<Secured, string>({
      key: 'list',
      rows: standardsIn(data),
      rowKey: ({ standard }) => standard,
      caption: m.progressMonitoring_standards,
      empty: m.progressMonitoring_no_standards,
      columns: {
        standard: { header: m.progressMonitoring_standard, value: ({ standard }) => standard, isRowHeader: true, width: 's', look: whole },
        description: { header: m.progressMonitoring_description, value: ({ description }) => description, width: 'l' },
        items: { header: m.progressMonitoring_items, value: ({ items }) => items, unit: 'number' },
        score: { header: m.progressMonitoring_class_score, value: ({ score }) => score, unit: 'percent' },
        secure: {
          header: m.progressMonitoring_secure,
          value: ({ secure, known }) => (known === 0 ? null : secure),
          unit: 'number',
          missing: m.reports_not_enough,
          text: ({ secure, known }) => (known === 0 ? m.reports_not_enough() : m.reports_of({ value: secure, max: known })),
        },
        notYet: {
          header: m.progressMonitoring_not_yet,
          value: ({ notYet, known }) => (known === 0 ? null : notYet),
          unit: 'number',
          text: ({ notYet, known }) => (known === 0 ? m.reports_not_enough() : m.reports_of({ value: notYet, max: known })),
        },
      },
      chart: {
        title: m.progressMonitoring_standards_chart,
        finding: (rows, { language }) => {
          // One question says little of a standard.
          const [least] = lowestFirst(
            rows.filter(({ items }) => items >= masteryLimits.fewestItems),
            ({ score }) => score,
          );
          return least
            ? m.progressMonitoring_least({ standard: least.standard, percent: percent(Number(least.score) / 100, language) })
            : m.progressMonitoring_standards_chart();
        },
        kind: 'across',
        along: 'standard',
        series: ['score'],
        max: 100,
      },
    }),
  ],
});

/** Which standards a class has secured: students × standards by the questions they were given, and each standard. */
export default reportScreen({
  ...standardsReport,
  call: progressMonitoring.standardsOfClass,
  input: classInput,
  name: m.progressMonitoring_standards_name,
  title: ({ group_name }) => m.progressMonitoring_standards_title({ name: group_name }),
  back: reportCrumbs,
  students: ({ students }) => students,
  missing: {
    of: ({ standards, students }, { name }) =>
      standards.length === 0 ? [] : students.filter((student) => student.standards.length === 0).map(name),
    words: m.progressMonitoring_without,
  },
  filters: classFilters,
  sections: {
    of: (data, say) => (data.standards.length === 0 ? [] : [gridOf(data, say), listOf(data)]),
    empty: { title: m.progressMonitoring_no_standards, text: m.progressMonitoring_none_text },
  },
});
