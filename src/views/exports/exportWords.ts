import { courseFormat, type ExportJob, type ExportTable, type LeftOut } from '../../../contract/exportJob.ts';
import { m } from '../../paraglide/messages.js';
import type { Tone } from '../../ui/Badge.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { formatNumber } from '../../ui/numbers.ts';

/** Each table, and what its rows are. */
export const tableNames: Readonly<Record<ExportTable, readonly [name: () => string, rows: () => string]>> = {
  people: [m.exports_people, m.exports_people_rows],
  classes: [m.exports_classes, m.exports_classes_rows],
  enrollments: [m.exports_enrollments, m.exports_enrollments_rows],
  assignments: [m.exports_assignments, m.exports_assignments_rows],
  progress: [m.exports_progress, m.exports_progress_rows],
  results: [m.exports_results, m.exports_results_rows],
  answers: [m.exports_answers, m.exports_answers_rows],
  games: [m.exports_games, m.exports_games_rows],
  activity: [m.exports_activity, m.exports_activity_rows],
};

export const stateNames: Readonly<Record<ExportJob['state'], readonly [name: () => string, tone: Tone]>> = {
  queued: [m.exports_state_queued, 'neutral'],
  running: [m.exports_state_running, 'accent'],
  ready: [m.exports_state_ready, 'success'],
  failed: [m.exports_state_failed, 'danger'],
  cancelled: [m.exports_state_cancelled, 'neutral'],
  expired: [m.exports_state_expired, 'warning'],
};

/** The tables of an export, or whose archive it is, in words. */
export const tablesIn = ({ tables, archive, format }: ExportJob): string => {
  if (format === courseFormat) return m.exports_course();
  if (archive === null) return tables.map((table) => tableNames[table][0]()).join(', ');
  return archive.of === 'person' ? m.exports_archive_person(archive) : m.exports_archive_district(archive);
};

const thousand = 1000;
/** Bytes in kilobytes, or megabytes from one megabyte on. */
export const sizeOf = (bytes: number): string =>
  bytes < thousand ** 2
    ? formatNumber(bytes / thousand, undefined, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })
    : formatNumber(bytes / thousand ** 2, undefined, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

/** The school of an export, or the district. */
export const placeOf = ({ school_name, format }: ExportJob): string =>
  format === courseFormat ? m.exports_course_place() : (school_name ?? m.exports_district());

/** Why something of the catalog is not in the file of a course. */
export const leftOutReasons: Readonly<Record<LeftOut['code'], () => string>> = {
  unpublished: m.exports_left_unpublished,
  unwritable: m.exports_left_unwritable,
  counterpart: m.exports_left_counterpart,
  lesson: m.exports_left_lesson,
};

/** A calendar day, which has no time zone. */
const dayOf = (day: string, language: string) => formatDay(`${day}T00:00:00Z`, language, 'UTC');

/** The period of an export in words. */
export function periodOf({ from_date, to_date }: ExportJob, language: string): string {
  if (from_date && to_date) return m.exports_period_both({ from: dayOf(from_date, language), to: dayOf(to_date, language) });
  if (from_date) return m.exports_period_from({ from: dayOf(from_date, language) });
  return to_date ? m.exports_period_to({ to: dayOf(to_date, language) }) : m.exports_period_all();
}
