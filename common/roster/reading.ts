import type { RosterCheck, RosterOptions } from '../../contract/rostering/job.ts';
import type { Findings, Mend } from './findings.ts';
import type { OneRosterVersion, TableName } from './oneRoster.ts';
import type { SimpleRow } from './simpleForm.ts';
import type { Get } from './values.ts';

/** Rows of a OneRoster table, with getters for its columns. */
export interface RosterRows {
  get: Record<string, Get>;
  /** Row number of `rows[0]` in the file. */
  first: number;
  /** `[]`: an empty row. */
  rows: string[][];
}

/** A checked roster, to be read again row by row. No rows are kept in memory. */
export type Roster =
  | {
      form: 'oneRoster';
      version: OneRosterVersion;
      /** The tables present. */
      modes: ReadonlyMap<TableName, 'bulk' | 'delta'>;
      rows: (table: TableName) => AsyncGenerator<RosterRows>;
    }
  | {
      form: 'simple';
      file: string;
      /** Field → name of the column it is read from. */
      mapping: RosterCheck['mapping'];
      /** Faulty rows that are left out. Readable ones are still returned with the others. */
      leftOut: ReadonlySet<number>;
      rows: () => AsyncGenerator<SimpleRow[]>;
    }
  | {
      /** People selected in a list. */
      form: 'selection';
      user_puids: readonly number[];
      /** Where they move. */
      school_id: number | null;
    };

/** Result of reading and checking an upload. */
export interface Checked {
  check: RosterCheck;
  findings: Findings;
  /** null: there are errors. */
  roster: Roster | null;
  /** Referenced ids that are not in the upload (delta, or absent tables). Callers with access to the stored roster look them up. */
  pending: ReadonlyMap<TableName, ReadonlyMap<string, { file: string; row: number; column: string }>>;
}

export const noCheck: RosterCheck = {
  form: null,
  version: null,
  files: [],
  header: [],
  mapping: {},
  errors: 0,
  warnings: 0,
  wrong_rows: 0,
  groups: [],
};

/** Completes a check with the current counts. */
export const checked = (
  check: RosterCheck,
  findings: Findings,
  roster: Roster | null,
  pending: Checked['pending'] = new Map(),
): Checked => ({
  check: { ...check, errors: findings.errors, warnings: findings.warnings, groups: findings.groups },
  findings,
  roster: findings.errors > 0 ? null : roster,
  pending,
});

/** How to read an upload. */
export interface Reading {
  mends: readonly Mend[];
  /** Student list: field → column name. */
  mapping: Readonly<Record<string, string>> | null;
  /** Student list: its purpose. */
  mode: RosterOptions['mode'];
  /** Student list: leave out rows with errors. */
  leave_out: boolean;
  /** The day on which roles and enrollments must be valid, YYYY-MM-DD; empty: any. */
  today: string;
}
