import type { RosterCheck, RosterOptions } from '../../contract/rostering.ts';
import type { Findings, Mend } from './findings.ts';
import type { OneRosterVersion, TableName } from './oneRoster.ts';
import type { SimpleRow } from './simpleForm.ts';
import type { Get } from './values.ts';

/** Rows of a table of OneRoster, with the way to get a column's value out of a row. */
export interface RosterRows {
  get: Record<string, Get>;
  /** Number of `rows[0]` in the file. */
  first: number;
  /** `[]`: an empty row. */
  rows: string[][];
}

/** A roster that was checked, to be read again row by row. Nothing of its rows is held. */
export type Roster =
  | {
      form: 'oneRoster';
      version: OneRosterVersion;
      /** The tables that are there. */
      modes: ReadonlyMap<TableName, 'bulk' | 'delta'>;
      rows: (table: TableName) => AsyncGenerator<RosterRows>;
    }
  | {
      form: 'simple';
      file: string;
      /** Field → name of the column from which it is read. */
      mapping: RosterCheck['mapping'];
      /** Rows that were found wrong and are left out; those that can be read are handed out with the others. */
      leftOut: ReadonlySet<number>;
      rows: () => AsyncGenerator<SimpleRow[]>;
    };

/** What reading and checking an upload gave. */
export interface Checked {
  check: RosterCheck;
  findings: Findings;
  /** null: there are errors. */
  roster: Roster | null;
  /** Ids that rows name and the upload does not hold (delta, or absent tables): whoever knows the stored roster looks them up. */
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

/** Ends a check: the counts as they are now. */
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

/** How to read. */
export interface Reading {
  mends: readonly Mend[];
  /** Student list: field → name of the column. */
  mapping: Readonly<Record<string, string>> | null;
  /** Student list: what it is for. */
  mode: RosterOptions['mode'];
  /** Student list: rows with errors are left out. */
  leave_out: boolean;
  /** The day on which roles and places in classes must be valid, YYYY-MM-DD; empty: any. */
  today: string;
}
