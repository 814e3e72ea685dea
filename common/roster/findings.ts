import type { Finding, FindingGroup, Mend, RowFinding } from '../../contract/rostering/job.ts';

export type { Finding, FindingGroup, Mend, RowFinding };

interface Where {
  row?: number;
  column?: string;
  value?: string;
}

/** Errors of the whole file, although they name the row where they were seen. */
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
 * Collects the first findings in full and counts the rest by kind, so that a completely wrong file does not fill the memory. For the rest,
 * only the affected rows are recorded.
 */
export class Findings {
  static readonly most = 500;
  /** Per kind, so that it does not hide others. */
  static readonly mostOfOne = 100;
  /** Maximum distinct kinds. Beyond that, rows are only known to be wrong. */
  static readonly mostSorts = 20_000;
  /** Maximum recorded rows, counted per kind. */
  static readonly mostRows = 1_000_000;
  readonly list: Finding[] = [];
  /** Files whose errors count as warnings because they are not imported. */
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

  /** All affected rows by finding; row 0: the whole file. */
  get byRow(): RowFinding[] {
    return [...this.#sorts.values()];
  }

  /** Rows with errors; null if an error concerns the whole file, so that no row is valid, or if there are too many to track. */
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
