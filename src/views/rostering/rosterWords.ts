import {
  type Finding,
  isOfSelection,
  isSelectionMode,
  type Mend,
  type RosterChange,
  type RosterJob,
  type RosterKind,
  type RosterOptions,
  type SimpleField,
  selectionModes,
} from '../../../contract/rostering/job.ts';
import type { RosterSession } from '../../../contract/rosterSessions.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import type { Tone } from '../../ui/Badge.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { batchNames } from '../people/batchWords.ts';
import { roleName } from '../shell/roleName.ts';

/** "1 row", "12,000 rows". */
export const rowsOf = (value: number): string => m.rostering_rows({ count: value, number: formatNumber(value) });

/** Button label of a fix. */
export function mendText(mend: Mend): string {
  switch (mend.kind) {
    case 'encoding':
      return m.rostering_mend_encoding({ encoding: mend.encoding.toUpperCase() });
    case 'delimiter':
      return m.rostering_mend_delimiter({ delimiter: mend.delimiter === '\t' ? m.rostering_mend_tab() : mend.delimiter });
    case 'dropNul':
      return m.rostering_mend_dropNul();
    case 'evenRows':
      return m.rostering_mend_evenRows();
    case 'firstOfTwins':
      return m.rostering_mend_firstOfTwins();
    case 'renameColumn':
      return m.rostering_mend_renameColumn({ from: mend.from, to: mend.to });
    case 'padZeros':
      return m.rostering_mend_padZeros({ column: mend.column, length: mend.length });
    case 'dateOrder':
      return mend.order === 'mdy' ? m.rostering_mend_mdy() : m.rostering_mend_dmy();
    case 'letterCase':
      return m.rostering_mend_letterCase({ column: mend.column });
  }
}

/** The fixes, each once, with their alternatives. */
export function fixableFindings(findings: readonly Finding[]): { finding: Finding; mends: Mend[] }[] {
  const known = new Map<string, { finding: Finding; mends: Mend[] }>();
  for (const finding of findings) {
    if (finding.mends.length === 0) continue;
    const key = JSON.stringify(finding.mends);
    if (!known.has(key)) known.set(key, { finding, mends: finding.mends });
  }
  return [...known.values()];
}

export const kindNames: Readonly<Record<RosterKind, () => string>> = {
  schools: m.rostering_kind_schools,
  sessions: m.rostering_kind_sessions,
  users: m.rostering_kind_users,
  classes: m.rostering_kind_classes,
  enrollments: m.rostering_kind_enrollments,
};
export const actionNames: Readonly<Record<RosterChange['action'], () => string>> = {
  create: m.rostering_action_create,
  update: m.rostering_action_update,
  deactivate: m.rostering_action_deactivate,
  keep: m.rostering_action_keep,
};
export const actionTones: Readonly<Record<RosterChange['action'], Tone>> = {
  create: 'success',
  update: 'accent',
  deactivate: 'danger',
  keep: 'neutral',
};
export const fieldNames: Readonly<Record<SimpleField, () => string>> = {
  student_id: m.rostering_student_id,
  user_name: m.rostering_user_name,
  first_name: m.rostering_first_name,
  last_name: m.rostering_last_name,
  grade: m.rostering_grade,
  email: m.rostering_email,
  class_name: m.rostering_class,
  period: m.rostering_field_period,
  school_name: m.rostering_school,
  sourced_id: m.people_sourced_id,
  new_user_name: m.rostering_new_user_name,
  new_sourced_id: m.rostering_new_sourced_id,
};
/** Labels of row fields that an import changes, by their names in a change. */
const changedFields: Readonly<Record<string, () => string>> = {
  ...fieldNames,
  student_number: m.rostering_student_id,
  group_name: m.rostering_name,
  name: m.rostering_name,
  subject: m.rostering_subject,
  title: m.rostering_name,
  type: m.sessions_type,
  start_date: m.rostering_start,
  end_date: m.rostering_end,
  school_year: m.rostering_school_year,
  roster_terms: m.rostering_terms,
  roster_metadata: m.rostering_metadata,
  roster_orgs: m.rostering_kind_schools,
  active: m.rostering_state,
  role_id: m.account_column_role,
};
/** Names of the kinds of academic sessions. */
export const sessionTypes: Readonly<Record<RosterSession['type'], () => string>> = {
  schoolYear: m.sessions_type_schoolYear,
  semester: m.sessions_type_semester,
  term: m.sessions_type_term,
  gradingPeriod: m.sessions_type_gradingPeriod,
};
const changedValue = (field: string, value: string | null): string => {
  if (value === null) return '–';
  if (field === 'type') return sessionTypes[value as RosterSession['type']]();
  if (field === 'role_id') return roleName(Number(value));
  if (field === 'active') return value === '1' ? m.account_active() : m.account_inactive();
  return value;
};
/** Describes the field changes of a row. */
export const changeText = ({ fields }: Pick<RosterChange, 'fields'>): string =>
  Object.entries(fields)
    .map(([field, [before, after]]) =>
      m.rostering_before_after({
        field: (changedFields[field] ?? (() => field))(),
        before: changedValue(field, before),
        after: changedValue(field, after),
      }),
    )
    .join(' · ');
/** Label and tone of each state of an import. */
export const stateNames: Readonly<Record<RosterJob['state'], readonly [name: () => string, tone: Tone]>> = {
  uploaded: [m.rostering_state_uploaded, 'neutral'],
  checking: [m.rostering_state_checking, 'accent'],
  validated: [m.rostering_state_validated, 'warning'],
  refused: [m.rostering_state_refused, 'danger'],
  confirmed: [m.rostering_state_confirmed, 'accent'],
  applying: [m.rostering_state_applying, 'accent'],
  done: [m.rostering_state_done, 'success'],
  partial: [m.rostering_state_partial, 'warning'],
  undoing: [m.rostering_state_undoing, 'accent'],
  rolledBack: [m.rostering_state_rolledBack, 'neutral'],
  failed: [m.rostering_state_failed, 'danger'],
  cancelled: [m.rostering_state_cancelled, 'neutral'],
};

/** States of imports as grouped in the filter. */
const standings: Readonly<Record<string, readonly [name: () => string, states: readonly RosterJob['state'][]]>> = {
  running: [m.rostering_standing_running, ['checking', 'confirmed', 'applying', 'undoing']],
  waiting: [m.rostering_standing_waiting, ['uploaded', 'validated', 'partial']],
  done: [m.rostering_state_done, ['done']],
  refused: [m.rostering_standing_refused, ['refused', 'failed']],
  undone: [m.rostering_state_rolledBack, ['rolledBack']],
  discarded: [m.rostering_state_cancelled, ['cancelled']],
};

/** States of imports in which the server is at work. */
export const runningStates: ReadonlySet<string> = new Set(standings.running?.[1]);

/** The filter of imports by where they stand. */
export const standingFilter = {
  label: m.rostering_standing,
  of: ({ state }: Pick<RosterJob, 'state'>) => Object.keys(standings).filter((key) => standings[key]?.[1].includes(state)),
  nameOf: (key: string) => standings[key]?.[0]() ?? key,
};

const ofAccounts: ReadonlySet<RosterOptions['mode']> = new Set(['activate', 'deactivate', 'newIds', ...selectionModes]);
/** Whether a job changes accounts alone. */
export const isOfAccounts = ({ options: { mode } }: RosterJob): boolean => ofAccounts.has(mode);

const importWords = {
  confirm: m.rostering_confirm,
  applying: m.rostering_applying,
  applyingText: m.rostering_applying_text,
  undoing: m.rostering_undoing,
  undo: m.rostering_undo_import,
  undoTitle: m.rostering_undo_title,
  done: m.rostering_over_done,
  doneText: m.rostering_over_done_text,
  restored: m.rostering_over_rolledBack_text,
  wouldText: m.rostering_would_text,
  wouldNothing: m.rostering_would_nothing,
  brake: m.rostering_brake,
  brakeText: m.rostering_brake_text,
};
const batchWords: typeof importWords = {
  confirm: m.people_batch_confirm,
  applying: m.people_batch_applying,
  applyingText: m.people_batch_applying_text,
  undoing: m.people_batch_undoing,
  undo: m.people_batch_undo,
  undoTitle: m.people_batch_undo_title,
  done: m.people_batch_done,
  doneText: m.people_batch_done_text,
  restored: m.people_batch_restored,
  wouldText: m.people_batch_would_text,
  wouldNothing: m.people_batch_would_nothing,
  brake: m.people_batch_brake,
  brakeText: m.people_batch_brake_text,
};
/** The words for an import, or for a change of people who were selected in a list. */
export const wordsOf = ({ options }: Pick<RosterJob, 'options'>): typeof importWords => (isOfSelection(options) ? batchWords : importWords);

/** Rows in the files of an import, or people of a selection. */
export const rowsIn = ({ check, options, rows_total }: RosterJob): number =>
  isOfSelection(options) ? rows_total : (check?.files ?? []).reduce((sum, { rows }) => sum + rows, 0);
/** Rows of a list that are left out because of errors. */
export const leftOutOf = ({ options, check }: RosterJob): number => (options.leave_out ? (check?.wrong_rows ?? 0) : 0);
/** Rows of a finished import that were not taken although they are about people here. */
export const notTakenOf = (job: RosterJob): number => (job.state === 'done' ? leftOutOf(job) + job.older : 0);
/** Whether some rows of the files are not imported, so that the page must not claim completeness. */
export const isInPart = (job: RosterJob): boolean =>
  leftOutOf(job) + job.older + job.skipped + job.family + Object.values(job.counts ?? {}).reduce((sum, { kept }) => sum + kept, 0) > 0;
/** Why rows without errors are not imported. */
export const passedOver = ({ older, skipped, family, options }: RosterJob): string =>
  [
    older > 0 ? m.rostering_older({ count: older }) : '',
    skipped > 0 ? (isOfSelection(options) ? m.people_batch_skipped : m.rostering_skipped)({ count: skipped }) : '',
    family > 0 ? m.rostering_family({ count: family }) : '',
  ]
    .filter((text) => text !== '')
    .join(' ');

const megabyte = 1024 * 1024;
/** Bytes as megabytes with one decimal. */
export const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(getLocale(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / megabyte);

/** What an import was read from: the name of a connection, or of the files; of a selection, what happens to its people. */
export const sourceOf = ({
  connection_name,
  files,
  options: { mode },
}: Pick<RosterJob, 'connection_name' | 'files' | 'options'>): string =>
  isSelectionMode(mode)
    ? m.people_batch_source({ action: batchNames[mode][0]() })
    : connection_name === null
      ? files.map(({ name }) => name).join(', ')
      : connection_name || m.rostering_connection_removed();
