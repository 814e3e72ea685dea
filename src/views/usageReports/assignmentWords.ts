import type { DataOf } from '../../../contract/kit.ts';
import { type AssignmentSummary, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { percent } from '../../ui/numbers.ts';
import type { ReportColumn } from '../reports/declaration.ts';
import { highest } from './usageWords.ts';

/** Where the students of one or more assignments are. */
type States = Pick<AssignmentSummary['total'], 'assigned' | 'not_started' | 'in_progress' | 'completed' | 'submitted' | 'released'>;
export type Grades = DataOf<typeof usageReports.gradesOfBoard>;

const state = (header: () => string, value: (row: States) => number | null): ReportColumn<States> => ({
  ...{ header, value, unit: 'number', missing: m.reports_not_enough },
});

export const stateColumns = {
  assigned: { header: m.usageReports_assigned, value: ({ assigned }: States) => assigned, unit: 'number' as const },
  notStarted: state(m.teacher_not_started, ({ not_started }) => not_started),
  inProgress: state(m.teacher_in_progress, ({ in_progress }) => in_progress),
  completed: state(m.teacher_completed, ({ completed }) => completed),
  submitted: state(m.usageReports_submitted_count, ({ submitted }) => submitted),
  released: state(m.usageReports_released, ({ released }) => released),
};

/** Where most have not started, in words. */
export function mostOpen<Row extends States>(rows: readonly Row[], nameOf: (row: Row) => string, language: string): string {
  const most = highest(rows, ({ assigned, not_started }) => (assigned === 0 || not_started === null ? null : not_started / assigned));
  return most ? m.usageReports_most_open({ name: nameOf(most.row), share: percent(most.figure, language) }) : m.usageReports_none_open();
}

/** The grade filter: the grades of the board that runs the district. */
export const gradeOptions = ({ grades }: { grades: Grades }) =>
  grades.map(({ grade }) => ({ key: grade, label: m.groups_grade_of({ grade }) }));
export const unitOptions = ({ units }: Pick<AssignmentSummary, 'units'>) =>
  units.map(({ unit_id, name }) => ({ key: String(unit_id), label: name }));

/** Their values as parameters. */
export const chosenWork = ({ grade, unit }: { grade?: string | undefined; unit?: string | undefined }) => ({
  ...(grade === undefined ? {} : { grade }),
  ...(unit === undefined ? {} : { unit_id: unit }),
});

/** The grades of the board of a report's district; none if it is about several. */
export const gradesFor = async (
  { district_id }: Pick<AssignmentSummary, 'district_id'>,
  ask: (call: typeof usageReports.gradesOfBoard, input: { board_id: number }) => Promise<Grades>,
): Promise<Grades> => (district_id === null ? [] : ask(usageReports.gradesOfBoard, { board_id: district_id }));
