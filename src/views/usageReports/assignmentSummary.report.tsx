import { type AssignmentSummary, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import type { ReportSection } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { addressOf } from '../screen.ts';
import { assignmentSummary } from './assignmentSummary.screen.ts';
import { chosenWork, type Grades, gradeOptions, gradesFor, mostOpen, stateColumns, unitOptions } from './assignmentWords.ts';
import { teacherTable } from './teacherTable.ts';
import { usageAssignments } from './usageAssignments.screen.ts';
import { chosenPlace, partAddress, usageCrumbs, usageFilters } from './usageWords.ts';

type Teacher = AssignmentSummary['teachers'][number];
type Counted = AssignmentSummary['total'] & { key: string; name: string; href: string | null };

/** The next level: districts, schools or classes. */
const rowsOf = ({ id, parts, groups }: AssignmentSummary & { grades: Grades }): Counted[] => [
  ...parts.map((part) => ({ ...part, key: `${part.level} ${part.id}`, href: partAddress(assignmentSummary, part) })),
  ...groups.map((group) => ({
    ...group,
    key: `group ${group.group_puid}`,
    href: `${addressOf(usageAssignments)}?school=${id}&class=${group.group_puid}`,
  })),
];

const assignments = {
  header: m.usageReports_assignments,
  value: (row: { assignments: number }) => row.assignments,
  unit: 'number' as const,
};

const teacherSection = (data: AssignmentSummary): ReportSection => ({
  key: 'teachers',
  title: m.usageReports_by_teacher(),
  tables: [teacherTable<Teacher>(data, { empty: m.usageReports_no_assignments, columns: { assignments, ...stateColumns } })],
});

const totals = ['assigned', 'not_started', 'in_progress', 'completed', 'submitted', 'released'] as const;
const totalNames: Record<(typeof totals)[number], () => string> = {
  assigned: m.usageReports_assigned,
  not_started: m.teacher_not_started,
  in_progress: m.teacher_in_progress,
  completed: m.teacher_completed,
  submitted: m.usageReports_submitted_count,
  released: m.usageReports_released,
};

/** How far assignments are, by district or school, by teacher and by class. */
export default reportScreen({
  ...assignmentSummary,
  call: usageReports.assignmentSummary,
  input: ({ from, to, chosen }) => ({ ...chosenPlace(chosen), ...chosenWork(chosen), from_date: from, to_date: to }),
  also: async (_place, ask, answer) => ({ grades: await gradesFor(await answer, ask) }),
  rows: rowsOf,
  name: m.usageReports_assignment_summary,
  title: ({ name }) => m.usageReports_assignment_summary_of({ name }),
  back: usageCrumbs,
  figures: totals.map((name) => ({
    name: totalNames[name],
    value: ({ total }: Pick<AssignmentSummary, 'total'>) => total[name],
    unit: 'number' as const,
  })),
  filters: { ...usageFilters, grade: { options: (data) => gradeOptions(data) }, unit: { options: unitOptions } },
  rowKey: ({ key }) => key,
  caption: m.usageReports_assignments,
  columns: {
    name: { header: m.usageReports_name, value: ({ name }) => name, isRowHeader: true, width: 'l' },
    assignments,
    ...stateColumns,
  },
  chart: {
    title: m.usageReports_states_chart,
    finding: (rows, { language }) => mostOpen(rows, ({ name }) => name, language),
    kind: 'across',
    along: 'name',
    series: ['completed', 'inProgress', 'notStarted'],
  },
  drill: { to: ({ href }) => href },
  empty: { title: m.usageReports_no_assignments, text: m.usageReports_no_assignments_text },
  sections: {
    of: (data) => [
      ...(data.teachers.length > 0 ? [teacherSection(data)] : []),
      {
        key: 'definitions',
        title: m.usageReports_definitions(),
        note: <Text tone="soft">{m.usageReports_assigned_means()}</Text>,
      },
    ],
  },
});
