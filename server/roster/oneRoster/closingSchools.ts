import type { Findings } from '../../../common/roster/findings.ts';
import type { AnyRow, Entry } from '../tables.ts';

type Held = 'classes' | 'people';

/** Schools deleted by the source, with the classes and accounts that would stay open in them. */
export class ClosingSchools {
  readonly #schools = new Map<number, { row: number; name: string } & Record<Held, number>>();

  /** `row`: where the file deletes the school. */
  add(school_id: number, row: number, name: string): void {
    this.#schools.set(school_id, { row, name, classes: 0, people: 0 });
  }

  #change(what: Held, row: AnyRow | undefined, by: 1 | -1): void {
    const school = row?.active === 1 ? this.#schools.get(row.school_id as number) : undefined;
    if (school) school[what] += by;
  }

  /** Counts the stored rows. */
  count(what: Held, rows: Iterable<AnyRow>): void {
    for (const row of rows) this.#change(what, row, 1);
  }

  /** Keeps the count in step with the change of a row. */
  move(what: Held, before: AnyRow | undefined, { row }: Entry): void {
    this.#change(what, before, -1);
    this.#change(what, row, 1);
  }

  /** Reports what stays open. */
  report(findings: Findings): void {
    for (const { row, name, ...counts } of this.#schools.values()) findings.warn('orgGone', 'orgs.csv', { row }, { name, ...counts });
  }
}
