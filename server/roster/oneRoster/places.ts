import { TightTable } from '../../../common/roster/tightTable.ts';
import { type AnyRow, shortPrint } from '../tables.ts';

/** Bit flags for the state of an enrollment: role, active, rostered, what the last import wrote, and a fingerprint of the sourced id. */
const state = { teacher: 1, active: 2, rostered: 4, wroteActive: 8, wroteInactive: 16, print: 32 };
const userBase = 2 ** 26;
const rosteredAs = (sourced_id: string) => state.rostered + state.print * (shortPrint(sourced_id) >>> 0);
const stateOf = (row: AnyRow): number =>
  (row.role === 'teacher' ? state.teacher : 0) +
  (row.active === 1 ? state.active : 0) +
  (row.sourced_id === null ? 0 : rosteredAs(row.sourced_id as string)) +
  (row.roster_active === 1 ? state.wroteActive : row.roster_active === 0 ? state.wroteInactive : 0);

/** State of an active enrollment that an import has written. */
export const writtenState = (role: string, sourced_id: string): number =>
  (role === 'teacher' ? state.teacher : 0) + state.active + state.wroteActive + rosteredAs(sourced_id);
export const isActive = (how: number): boolean => (how & state.active) !== 0;
/** Whether an import wrote it as active and somebody has ended it by hand since. */
export const isEndedByHand = (how: number): boolean => !isActive(how) && (how & state.wroteActive) !== 0;
/** Whether an import ended it and somebody has made it active again by hand. */
export const isReopenedByHand = (how: number): boolean => (how & state.wroteInactive) !== 0;

/** Numbers given to ids in order of appearance. */
class Numbering {
  readonly #at = new Map<number, number>();
  readonly #ids: number[] = [];

  of(id: number): number {
    const known = this.#at.get(id);
    if (known !== undefined) return known;
    this.#at.set(id, this.#ids.length);
    return this.#ids.push(id) - 1;
  }
  id(number: number): number {
    return this.#ids[number] as number;
  }
}

/** Who is in which class. */
export interface PlaceIds {
  group_puid: number;
  user_puid: number;
}
export const keyOf = ({ group_puid, user_puid }: PlaceIds): string => `${group_puid} ${user_puid}`;

/** The district's enrollments, each one number, so that half a million fit into memory. */
export class Places {
  readonly #groups = new Numbering();
  readonly #users = new Numbering();
  /** Enrollment → state flags; negative once the file has listed it. */
  readonly #standing = new TightTable();
  /** Enrollment → when the source last changed it, if given. */
  readonly #taken = new TightTable();

  group(group_puid: number): number {
    return this.#groups.of(group_puid);
  }
  user(user_puid: number): number {
    return this.#users.of(user_puid);
  }
  /** Number of an enrollment, from the numbers of its class and user. */
  at(group: number, user: number): number {
    return group * userBase + user;
  }
  idsOf(place: number): PlaceIds {
    return { group_puid: this.#groups.id(Math.floor(place / userBase)), user_puid: this.#users.id(place % userBase) };
  }

  /** Adds a stored enrollment and returns its state. */
  add(row: AnyRow): number {
    const place = this.at(this.group(row.group_puid as number), this.user(row.user_puid as number));
    const how = stateOf(row);
    this.#standing.set(place, how);
    if (row.roster_modified !== null) this.#taken.set(place, row.roster_modified as number);
    return how;
  }
  /** State of an enrollment; undefined if it is neither stored nor listed, negative once listed. */
  state(place: number): number | undefined {
    return this.#standing.get(place);
  }
  /** When the source last changed an enrollment, in ms since 1970. */
  modified(place: number): number | undefined {
    return this.#taken.get(place);
  }
  list(place: number): void {
    this.#standing.set(place, -1);
  }

  /** Enrollments that came from a roster, are missing from the complete file, and have not ended there before. */
  *missing(): Generator<{ place: PlaceIds; how: number }> {
    for (const [place, how] of this.#standing)
      if (how >= 0 && how & (state.active | state.wroteActive) && how & state.rostered) yield { place: this.idsOf(place), how };
  }
}
