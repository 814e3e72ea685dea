import { ownText } from '../../../common/roster/tightTable.ts';
import type { Row } from '../../db/schema.ts';
import { type AnyRow, type Entry, kinds } from '../tables.ts';

/** A role as given in a file. */
export type ToldRole = Pick<
  Row<'roster_role'>,
  'sourced_id' | 'user_sourced_id' | 'role' | 'org_sourced_id' | 'is_primary' | 'begin_date' | 'end_date'
>;
type KeptRole = Row<'roster_role'>;

const { owned } = kinds.roles;

/** Roles of people in OneRoster 1.2, separate from users: stored roles overlaid with those in the file. */
export class UserRoles {
  readonly #district_id: number;
  readonly #newId: () => number;
  /** Today in the district, YYYY-MM-DD. */
  readonly #today: string;
  /** Roles before the import, by sourced id. */
  readonly #before: ReadonlyMap<string, KeptRole>;
  /** Roles after the import. */
  readonly #after: Map<string, KeptRole>;
  readonly #known: ReadonlySet<string>;
  readonly #told = new Set<string>();
  #best: Map<string, KeptRole[]> | undefined;
  /** Sourced ids of people whose roles are in the file. */
  readonly people = new Set<string>();

  constructor(stored: readonly KeptRole[], { district_id, today, newId }: { district_id: number; today: string; newId: () => number }) {
    this.#district_id = district_id;
    this.#newId = newId;
    this.#today = today;
    this.#before = new Map(stored.map((row) => [row.sourced_id, row]));
    this.#after = new Map(this.#before);
    this.#known = new Set(stored.map((row) => row.user_sourced_id));
  }

  /** A stored role. */
  before(sourced_id: string): KeptRole | undefined {
    return this.#before.get(sourced_id);
  }

  /** Whether roles of a person are stored. Accounts imported before roles were stored have none. */
  isKnown(user_sourced_id: string): boolean {
    return this.#known.has(user_sourced_id);
  }

  /** Applies a role from the file. `counts`: whether it is a sign-in role. Others are ended, or not stored if new. */
  tell(told: ToldRole, counts: boolean, modified: number | null): void {
    const before = this.#before.get(told.sourced_id);
    const sourced_id = ownText(told.sourced_id);
    const user_sourced_id = ownText(told.user_sourced_id);
    this.people.add(user_sourced_id);
    this.#told.add(sourced_id);
    if (before) this.people.add(before.user_sourced_id);
    else if (!counts) return;
    this.#after.set(sourced_id, {
      district_id: this.#district_id,
      user_role_id: before?.user_role_id ?? this.#newId(),
      ...told,
      sourced_id,
      user_sourced_id,
      org_sourced_id: ownText(told.org_sourced_id),
      active: counts ? 1 : 0,
      roster_modified: modified ?? before?.roster_modified ?? null,
    });
  }

  /** Discards what the file says about a role. */
  leave(sourced_id: string): void {
    const before = this.#before.get(sourced_id);
    if (before) this.#after.set(sourced_id, before);
    else this.#after.delete(sourced_id);
  }

  /** Ends a stored role. */
  end(before: KeptRole, modified: number | null): void {
    this.people.add(before.user_sourced_id);
    this.#told.add(before.sourced_id);
    this.#after.set(before.sourced_id, { ...before, active: 0, roster_modified: modified ?? before.roster_modified });
  }

  /** Ends every role missing from the file, which is complete. */
  endOthers(): void {
    for (const before of this.#before.values()) if (!this.#told.has(before.sourced_id)) this.end(before, null);
  }

  /** Rows to write. */
  entries(): Entry[] {
    return [...this.#after].flatMap(([sourced_id, after]): Entry[] => {
      const before = this.#before.get(sourced_id) as AnyRow | undefined;
      const row = after as unknown as AnyRow;
      if (before && owned.every((column) => before[column] === row[column])) return [];
      return [{ isNew: !before, row }];
    });
  }

  /** Rank of a role: current before future, then primary first; −1 if it does not count. */
  #rankOf({ active, begin_date, end_date, is_primary }: KeptRole): number {
    if (active !== 1 || (end_date !== null && end_date < this.#today)) return -1;
    return (begin_date !== null && begin_date > this.#today ? 0 : 2) + is_primary;
  }

  /**
   * A person's effective role today, once the file is fully applied. Each organization has a primary one; among equals, the one in the
   * person's own organization counts, then the last changed one.
   */
  of(user_sourced_id: string, own_org: string): KeptRole | undefined {
    if (!this.#best) {
      this.#best = new Map();
      for (const role of this.#after.values()) {
        const rank = this.#rankOf(role);
        if (rank < 0) continue;
        const [other, ...others] = this.#best.get(role.user_sourced_id) ?? [];
        const by = other ? rank - this.#rankOf(other) : 1;
        if (by > 0) this.#best.set(role.user_sourced_id, [role]);
        else if (by === 0 && other) this.#best.set(role.user_sourced_id, [other, ...others, role]);
      }
    }
    const equal = this.#best.get(user_sourced_id) ?? [];
    if (equal.length < 2) return equal[0];
    const own = equal.filter(({ org_sourced_id }) => org_sourced_id === own_org);
    return (own.length > 0 ? own : equal).reduce((best, role) => ((role.roster_modified ?? 0) > (best.roster_modified ?? 0) ? role : best));
  }
}
