import { ownText } from '../../common/roster/tightTable.ts';
import type { Row } from '../db/schema.ts';
import { type AnyRow, type Entry, kinds } from './tables.ts';

/** What a file says of a role. */
export type ToldRole = Pick<
  Row<'roster_role'>,
  'sourced_id' | 'user_sourced_id' | 'role' | 'org_sourced_id' | 'is_primary' | 'begin_date' | 'end_date'
>;
type KeptRole = Row<'roster_role'>;

const { owned } = kinds.roles;

/** Roles of people as OneRoster 1.2 keeps them, beside the users: those that earlier imports brought, under what a file says now. */
export class UserRoles {
  readonly #district_id: number;
  readonly #newId: () => number;
  /** The day in the district, YYYY-MM-DD. */
  readonly #today: string;
  /** As they were before, by their sourced ids. */
  readonly #before: ReadonlyMap<string, KeptRole>;
  /** As they will be. */
  readonly #after: Map<string, KeptRole>;
  readonly #known: ReadonlySet<string>;
  readonly #told = new Set<string>();
  #best: Map<string, KeptRole> | undefined;
  /** People whose roles the file names, by their sourced ids. */
  readonly people = new Set<string>();

  constructor(stored: readonly KeptRole[], { district_id, today, newId }: { district_id: number; today: string; newId: () => number }) {
    this.#district_id = district_id;
    this.#newId = newId;
    this.#today = today;
    this.#before = new Map(stored.map((row) => [row.sourced_id, row]));
    this.#after = new Map(this.#before);
    this.#known = new Set(stored.map((row) => row.user_sourced_id));
  }

  /** A role as an earlier import left it. */
  before(sourced_id: string): KeptRole | undefined {
    return this.#before.get(sourced_id);
  }

  /** Whether earlier imports brought roles of a person. Those of before roles were kept brought an account with no word of where it came from. */
  isKnown(user_sourced_id: string): boolean {
    return this.#known.has(user_sourced_id);
  }

  /** Takes over what the file says of a role. `counts`: it is one with which people sign in; others are not kept. */
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

  /** Forgets what the file says of a role. */
  leave(sourced_id: string): void {
    const before = this.#before.get(sourced_id);
    if (before) this.#after.set(sourced_id, before);
    else this.#after.delete(sourced_id);
  }

  /** Ends a role that is kept. */
  end(before: KeptRole, modified: number | null): void {
    this.people.add(before.user_sourced_id);
    this.#told.add(before.sourced_id);
    this.#after.set(before.sourced_id, { ...before, active: 0, roster_modified: modified ?? before.roster_modified });
  }

  /** Ends every role that the file does not name: it is the whole of them. */
  endOthers(): void {
    for (const before of this.#before.values()) if (!this.#told.has(before.sourced_id)) this.end(before, null);
  }

  /** What is to be written. */
  entries(): Entry[] {
    return [...this.#after].flatMap(([sourced_id, after]): Entry[] => {
      const before = this.#before.get(sourced_id) as AnyRow | undefined;
      const row = after as unknown as AnyRow;
      if (before && owned.every((column) => before[column] === row[column])) return [];
      return [{ isNew: !before, row }];
    });
  }

  /** How much a role counts: one of today before one that is to come, then the primary one; −1: not at all. */
  #rankOf({ active, begin_date, end_date, is_primary }: KeptRole): number {
    if (active !== 1 || (end_date !== null && end_date < this.#today)) return -1;
    return (begin_date !== null && begin_date > this.#today ? 0 : 2) + is_primary;
  }

  /** The role that counts for a person today, when all that the file says was taken over; of equals, the one that was changed last. */
  of(user_sourced_id: string): KeptRole | undefined {
    if (!this.#best) {
      this.#best = new Map();
      for (const role of this.#after.values()) {
        const rank = this.#rankOf(role);
        if (rank < 0) continue;
        const other = this.#best.get(role.user_sourced_id);
        const by = other ? rank - this.#rankOf(other) || (role.roster_modified ?? 0) - (other.roster_modified ?? 0) : 1;
        if (by > 0) this.#best.set(role.user_sourced_id, role);
      }
    }
    return this.#best.get(user_sourced_id);
  }
}
