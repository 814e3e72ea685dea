import { metadataColumn, metadataOf, mostMetadata } from '../../../common/roster/oneRoster/metadata.ts';
import { lenient, type TableName, tableOfFile } from '../../../common/roster/oneRoster.ts';
import type { Checked, Roster, RosterRows } from '../../../common/roster/reading.ts';
import type { Get } from '../../../common/roster/values.ts';
import type { Plan } from '../planning.ts';
import type { AnyRow, Entry } from '../tables.ts';

export type OneRoster = Extract<Roster, { form: 'oneRoster' }>;
/** Handles a delta row that the source has deleted. */
type Gone = (line: Line) => void;
/** Location of a value in a file. */
interface Where {
  row: number;
  column: string;
  value: string;
}

/** A row of a file. */
export class Line {
  readonly get: Record<string, Get>;
  readonly values: string[];
  /** Row number in the file. */
  readonly row: number;

  constructor(get: Record<string, Get>, values: string[], row: number) {
    this.get = get;
    this.values = values;
    this.row = row;
  }

  /** Whether the file has a column. */
  has(column: string): boolean {
    return this.get[column] !== undefined;
  }
  /** Text in a column; '' if the file has no such column. */
  text(column: string): string {
    return this.get[column]?.(this.values) ?? '';
  }
  /** Location of a column's value. */
  at(column: string): Where {
    return { row: this.row, column, value: this.text(column) };
  }
  /** When the source last changed the row, in ms since 1970; null if not given. */
  get modified(): number | null {
    const text = this.text('dateLastModified');
    const at = text === '' ? Number.NaN : Date.parse(text);
    return Number.isNaN(at) ? null : at;
  }
}

/** Rows of a page that are not empty. */
export function* linesOf({ get, rows, first }: RosterRows): Generator<Line> {
  for (let index = 0; index < rows.length; index++) {
    const values = rows[index] as string[];
    if (values.length > 0) yield new Line(get, values, first + index);
  }
}

/** Records the deletion time of a row that is already closed, so that no older change reopens it. `at`: ms since 1970. */
export const dated = (before: AnyRow, at: number | null): Entry[] =>
  at === null || at === before.roster_modified ? [] : [{ isNew: false, row: { ...before, roster_modified: at } }];

/** The uploaded set: its tables, and how its rows relate to earlier imports. */
export class Upload {
  readonly plan: Plan;
  readonly #roster: OneRoster;
  /** Referenced ids that are not in the upload, with the first row that references them. */
  readonly pending: Checked['pending'];
  /** When it is planned, in ms since 1970. */
  readonly now: number;

  constructor(plan: Plan, roster: OneRoster, pending: Checked['pending']) {
    this.plan = plan;
    this.#roster = roster;
    this.pending = pending;
    this.now = plan.ports.now();
  }

  get version(): OneRoster['version'] {
    return this.#roster.version;
  }
  has(table: TableName): boolean {
    return this.#roster.modes.has(table);
  }
  /** Whether a table is complete: rows missing from it are gone. */
  isBulk(table: TableName): boolean {
    return this.#roster.modes.get(table) === 'bulk';
  }
  /** Whether a table lists only changes. */
  isDelta(table: TableName): boolean {
    return this.#roster.modes.get(table) === 'delta';
  }

  /**
   * Rows of a table in pages, because awaiting each row would take longer than planning it. Deleted delta rows go to `gone` and become
   * empty, like blank lines.
   */
  async *pages(table: TableName, gone: Gone): AsyncGenerator<RosterRows> {
    if (!this.has(table)) return;
    const isDelta = this.isDelta(table);
    for await (const some of this.#roster.rows(table)) {
      const { get, rows, first } = some;
      if (isDelta)
        for (let index = 0; index < rows.length; index++) {
          const values = rows[index] as string[];
          if (values.length === 0 || (get.status as Get)(values) === 'active') continue;
          gone(new Line(get, values, first + index));
          rows[index] = [];
        }
      yield some;
    }
  }

  /** Whether a row is older than its last imported version, from `taken` in ms since 1970. Bulk tables always apply. */
  isBefore(table: TableName, { modified }: Line, taken: AnyRow[string] | undefined): boolean {
    return modified !== null && taken !== null && taken !== undefined && modified < Number(taken) && !this.isBulk(table);
  }

  /** Same, and reports it. */
  isOlder(table: TableName, line: Line, taken: AnyRow[string] | undefined): boolean {
    if (!this.isBefore(table, line, taken)) return false;
    this.plan.older += 1;
    this.plan.findings.warn('rowOlder', `${table}.csv`, line.at('dateLastModified'), {
      taken: new Date(Number(taken)).toISOString().replace('.000Z', 'Z'),
    });
    return true;
  }

  /** Metadata of a row, or the stored ones if its file has none. Reports what does not fit. */
  metadataOf(table: TableName, line: Line, before: AnyRow | undefined): string | null {
    const found = metadataOf(line.get, line.values);
    if (!found) return (before?.roster_metadata ?? null) as string | null;
    const [first] = found.left;
    if (first !== undefined) {
      const { fields, name, value, all } = mostMetadata;
      const where = { row: line.row, column: metadataColumn, value: first };
      this.plan.findings.warn('metadataLeftOut', `${table}.csv`, where, { count: found.left.length, fields, name, value, all });
    }
    return found.json;
  }

  /** Whether an id is referenced but not in the upload. */
  isPending(table: TableName, id: string): boolean {
    return this.pending.get(table)?.has(id) ?? false;
  }

  /** Reports a reference from a file to a row that is neither in the upload nor stored. */
  reportUnknown(table: TableName, file: string, where: Where): void {
    const severity = lenient.has(tableOfFile(file) as TableName) ? 'warning' : 'error';
    this.plan.findings.add(severity, 'referenceStored', file, where, { table: `${table}.csv` });
  }
}
