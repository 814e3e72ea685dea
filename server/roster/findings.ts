import type { RosterFinding } from './oneRoster.ts';

/** The first findings in full and the number of all: a file that is wrong throughout must not fill the memory. */
export class Findings {
  static readonly most = 500;
  readonly list: RosterFinding[] = [];
  total = 0;

  add(file: string, where: { row?: number; column?: string; value?: string }, reason: string, mend: string): void {
    this.total += 1;
    if (this.list.length < Findings.most)
      this.list.push({
        file,
        row: where.row ?? null,
        column: where.column ?? null,
        value: where.value === undefined ? null : where.value.slice(0, 200),
        reason,
        mend,
      });
  }
}
