import type { Finding, FindingGroup, Mend, RowFinding } from '../../contract/rostering.ts';

export type { Finding, FindingGroup, Mend, RowFinding };

interface Where {
  row?: number;
  column?: string;
  value?: string;
}

/** Errors that are the whole file's, although they name the row where they were seen. */
const ofWholeFile: ReadonlySet<string> = new Set([
  'notUtf8',
  'nul',
  'sepLine',
  'delimiter',
  'quoteOpen',
  'headerTwice',
  'columnSpelling',
  'columnMissing',
  'fieldMissing',
]);

/**
 * The first findings in full and how many there are of each sort: a file that is wrong throughout must not fill the memory. Of the others
 * is known what is the matter in which rows.
 */
export class Findings {
  static readonly most = 500;
  /** Of one sort, so that it does not hide the others. */
  static readonly mostOfOne = 100;
  /** Sorts that are told apart by what they say of a row; of more, rows are only known to be wrong. */
  static readonly mostSorts = 20_000;
  /** Rows that are noted, each for each sort. */
  static readonly mostRows = 1_000_000;
  readonly list: Finding[] = [];
  /** Files whose errors are warnings: nothing of them is kept. */
  readonly lax = new Set<string>();
  errors = 0;
  warnings = 0;
  readonly #groups = new Map<string, FindingGroup>();
  readonly #sorts = new Map<string, RowFinding>();
  #noted = 0;

  add(
    given: Finding['severity'],
    code: string,
    file: string,
    where: Where = {},
    params: Finding['params'] = {},
    mends: readonly Mend[] = [],
  ): void {
    const severity = given === 'error' && this.lax.has(file) ? 'warning' : given;
    if (severity === 'error') this.errors += 1;
    else this.warnings += 1;
    const column = where.column ?? null;
    const key = `${file}\n${code}\n${column}`;
    const group = this.#groups.get(key) ?? { file, code, column, severity, count: 0 };
    group.count += 1;
    this.#groups.set(key, group);
    this.#note({ file, code, column, params, severity }, where.row ?? 0);
    if (group.count > Findings.mostOfOne || this.list.length >= Findings.most) return;
    const value = where.value === undefined ? null : where.value.slice(0, 200);
    this.list.push({ file, row: where.row ?? null, column, value, code, params, severity, mends: [...mends] });
  }

  #note(given: Omit<RowFinding, 'rows'>, row: number): void {
    if (this.#noted >= Findings.mostRows) return;
    this.#noted += 1;
    const keyOf = ({ file, code, column, params, severity }: typeof given) =>
      `${severity}\n${file}\n${code}\n${column}\n${JSON.stringify(params)}`;
    const isRoom = this.#sorts.size < Findings.mostSorts || this.#sorts.has(keyOf(given));
    const sort = isRoom ? given : { ...given, code: 'notListed', params: {} };
    const key = keyOf(sort);
    const known = this.#sorts.get(key);
    if (known) known.rows.push(row);
    else this.#sorts.set(key, { ...sort, rows: [row] });
  }

  error(code: string, file: string, where?: Where, params?: Finding['params'], mends?: readonly Mend[]): void {
    this.add('error', code, file, where, params, mends);
  }

  warn(code: string, file: string, where?: Where, params?: Finding['params'], mends?: readonly Mend[]): void {
    this.add('warning', code, file, where, params, mends);
  }

  get groups(): FindingGroup[] {
    return [...this.#groups.values()];
  }

  /** What is wrong with which rows, however many there are; row 0: with the whole file. */
  get byRow(): RowFinding[] {
    return [...this.#sorts.values()];
  }

  /** The rows that have errors; null: an error is the whole file's, so that no row of it is good, or there are too many to know. */
  get wrongRows(): Set<number> | null {
    if (this.#noted >= Findings.mostRows) return null;
    const rows = new Set<number>();
    for (const sort of this.#sorts.values()) {
      if (sort.severity !== 'error') continue;
      if (ofWholeFile.has(sort.code)) return null;
      for (const row of sort.rows) {
        if (row === 0) return null;
        rows.add(row);
      }
    }
    return rows;
  }
}
