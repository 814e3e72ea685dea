import type { Finding, FindingGroup, Mend } from '../../contract/rostering.ts';

export type { Finding, FindingGroup, Mend };

interface Where {
  row?: number;
  column?: string;
  value?: string;
}

/** The first findings in full and how many there are of each sort: a file that is wrong throughout must not fill the memory. */
export class Findings {
  static readonly most = 500;
  /** Of one sort, so that it does not hide the others. */
  static readonly mostOfOne = 100;
  readonly list: Finding[] = [];
  errors = 0;
  warnings = 0;
  readonly #groups = new Map<string, FindingGroup>();

  add(
    severity: Finding['severity'],
    code: string,
    file: string,
    where: Where = {},
    params: Finding['params'] = {},
    mends: readonly Mend[] = [],
  ): void {
    if (severity === 'error') this.errors += 1;
    else this.warnings += 1;
    const column = where.column ?? null;
    const key = `${file}\n${code}\n${column}`;
    const group = this.#groups.get(key) ?? { file, code, column, severity, count: 0 };
    group.count += 1;
    this.#groups.set(key, group);
    if (group.count > Findings.mostOfOne || this.list.length >= Findings.most) return;
    const value = where.value === undefined ? null : where.value.slice(0, 200);
    this.list.push({ file, row: where.row ?? null, column, value, code, params, severity, mends: [...mends] });
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
}
