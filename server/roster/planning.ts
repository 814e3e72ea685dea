import { dayIn } from '../../common/day.ts';
import { Findings } from '../../common/roster/findings.ts';
import { metadataFields } from '../../common/roster/oneRoster/metadata.ts';
import { listOf } from '../../common/roster/oneRoster.ts';
import { Role } from '../../contract/kit.ts';
import {
  type LossKind,
  lossKinds,
  noCounts,
  type RosterBrake,
  type RosterChange,
  type RosterCounts,
  type RosterKind,
  type RosterOptions,
  rosterKinds,
} from '../../contract/rostering/job.ts';
import type { Row } from '../db/schema.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { type AnyRow, type Entry, isChangedByHand, noted, printOf, shownColumns, told, type WrittenKind } from './tables.ts';

/** Who imports, and with which options. */
export interface Importer extends Pick<TokenUser, 'district_id' | 'user_puid' | 'role'> {
  /** null: the whole district. */
  school_id: number | null;
  mode: RosterOptions['mode'];
  overwrite_manual: boolean;
  /** Rows of a list with errors are left out. */
  leave_out: boolean;
  /** Today in the district, YYYY-MM-DD. */
  today: string;
}

/** Rows of an import to write in one batch. */
export interface Step {
  kind: WrittenKind;
  entries: Entry[];
  /** File rows covered by this step. */
  rows: number;
  /** What happens beside the rows, in the same transaction. */
  also?: (trx: Tenant) => Promise<void>;
}

/** Changes of one kind that are listed by name. Losses get more room, because people must review them. */
const mostShown = 200;
const mostGoneShown = 2000;
export const batchSize = 2000;
/** Losing more than this share of a kind, overall or in one school, requires typed confirmation. */
const mostShare = 0.1;
/** So does losing this many, whatever their share. */
const many: Readonly<Record<LossKind, number>> = { students: 50, staff: 10, classes: 20, enrollments: 300 };

/** An account's ids before an import changed them. */
export type HadIds = Pick<Row<'app_user'>, 'user_name' | 'user_key' | 'sourced_id'>;

interface Loss {
  count: number;
  of: number;
}
const fullName = (row: AnyRow) => `${row.first_name} ${row.last_name}`;
const isAdministrator = (row: AnyRow) => Number(row.role_id) >= Role.schoolAdministrator;
const lossKindOf = (row: AnyRow): LossKind => (row.role_id === Role.student ? 'students' : 'staff');

/** Letters of metadata that a comparison shows. */
const mostOfMetadata = 300;
/** The metadata of a row that differ from another's; null if none of them do. */
function changedMetadata(row: AnyRow, other: AnyRow | null): string | null {
  const fieldsOf = (one: AnyRow | null) => metadataFields((one?.roster_metadata ?? null) as string | null);
  const others = new Map(fieldsOf(other).map(({ name, value }) => [name, value]));
  const changed = fieldsOf(row).filter(({ name, value }) => others.get(name) !== value);
  const words = changed.map(({ name, value }) => `${name} = ${value}`).join('; ');
  return words === '' ? null : words.slice(0, mostOfMetadata);
}

/** Counts and findings of a planned import. */
export class Plan {
  readonly ports: Pick<TenantPorts, 'db' | 'now' | 'newId'>;
  readonly importer: Importer;
  readonly findings = new Findings();
  readonly counts: RosterCounts = Object.fromEntries(rosterKinds.map((kind) => [kind, { ...noCounts }])) as RosterCounts;
  readonly changes: RosterChange[] = [];
  skipped = 0;
  /** Family members who are kept out. */
  family = 0;
  /** Delta rows skipped because they are older than the stored data. */
  older = 0;
  /** For a list of new ids that goes on: the accounts that it has changed, with the ids that they had before. */
  applied: ReadonlyMap<number, HadIds> = new Map();
  /** Administrators who would lose rights. */
  losers: number[] = [];
  /** Whether the import can proceed: no errors, or a list whose faulty rows are left out. */
  get canGoOn(): boolean {
    return this.findings.errors === 0 || (this.importer.leave_out && this.findings.wrongRows !== null);
  }

  /** School names for the list of changes. */
  readonly schoolNames = new Map<number, string>();
  /** Titles of academic sessions, stored and new, by sourced id. */
  readonly sessionTitles = new Map<string, string>();
  /** Names of organizations, stored and new, by sourced id. */
  readonly orgNames = new Map<string, string>();
  readonly #losses = Object.fromEntries(lossKinds.map((kind) => [kind, new Map<number | null, Loss>()])) as Record<
    LossKind,
    Map<number | null, Loss>
  >;
  readonly #rises: RosterBrake['rises'] = [];
  #riseCount = 0;
  /** Future state of administrators that the import changes or creates. */
  readonly #administrators = new Map<number, AnyRow>();
  readonly #shown = new Map<string, number>();

  constructor(ports: Pick<TenantPorts, 'db' | 'now' | 'newId'>, importer: Importer) {
    this.ports = ports;
    this.importer = importer;
  }

  #lossOf(kind: LossKind, school_id: number | null): Loss {
    const known = this.#losses[kind].get(school_id);
    if (known) return known;
    const loss = { count: 0, of: 0 };
    this.#losses[kind].set(school_id, loss);
    return loss;
  }
  /** Counts a row the import could deactivate. */
  had(kind: LossKind, school_id: number | null): void {
    this.#lossOf(kind, school_id).of += 1;
  }
  /** Counts an account the import could close. */
  hadUser(row: AnyRow): void {
    if (row.active === 1) this.had(lossKindOf(row), row.school_id as number | null);
  }
  /** Counts a row the import deactivates. */
  lose(kind: LossKind, school_id: number | null): void {
    this.#lossOf(kind, school_id).count += 1;
  }

  /** What must not happen unnoticed: losses per kind and school, and people who gain rights. null if neither occurs. */
  get brake(): RosterBrake | null {
    const losses = lossKinds.flatMap((kind): RosterBrake['losses'] => {
      const schools = [...this.#losses[kind]];
      const rowOf = (school: string | null, { count, of }: Loss) => ({
        kind,
        school,
        count,
        of: Math.max(count, of),
        is_much: count > of * mostShare || count >= many[kind],
      });
      const all = { count: 0, of: 0 };
      for (const [, { count, of }] of schools) {
        all.count += count;
        all.of += of;
      }
      const lost = schools.filter(([, { count }]) => count > 0).toSorted(([, a], [, b]) => b.count - a.count);
      if (lost.length === 0) return [];
      const bySchool = schools.length > 1 ? lost.map(([id, loss]) => rowOf(this.schoolNames.get(id ?? -1) ?? '', loss)) : [];
      return [rowOf(null, all), ...bySchool];
    });
    if (losses.length === 0 && this.#riseCount === 0) return null;
    return { losses, rises: this.#rises, rise_count: this.#riseCount };
  }

  /** Number to type as confirmation: rows lost plus people who gain rights. null if not required. */
  get confirmation(): string | null {
    const { brake } = this;
    if (!brake || (brake.rise_count === 0 && brake.losses.every(({ is_much }) => !is_much))) return null;
    return String(brake.losses.reduce((sum, { school, count }) => sum + (school === null ? count : 0), brake.rise_count));
  }

  /** Records the change of an account. */
  #account(before: AnyRow | undefined, after: AnyRow): void {
    if (before?.active === 1 && after.active !== 1) this.lose(lossKindOf(before), before.school_id as number | null);
    if (isAdministrator(after) || (before && isAdministrator(before))) this.#administrators.set(after.user_puid as number, after);
    if (after.active !== 1) return;
    const from = before?.active === 1 ? Number(before.role_id) : 0;
    const to = Number(after.role_id);
    // A new administrator is as risky as a promoted one: a mismatched column creates hundreds.
    if (to <= from || (from === 0 && !isAdministrator(after))) return;
    this.#riseCount += 1;
    if (this.#rises.length < mostShown)
      this.#rises.push({ name: fullName(after), user_name: String(after.user_name), from: from === 0 ? null : from, to });
  }

  /** Administrators who would lose rights. */
  lowered(stored: readonly AnyRow[]): number[] {
    return stored.flatMap((before) => {
      if (before.active !== 1 || !isAdministrator(before)) return [];
      const after = this.#administrators.get(before.user_puid as number) ?? before;
      return after.active !== 1 || Number(after.role_id) < Number(before.role_id) ? [before.user_puid as number] : [];
    });
  }

  /**
   * Refuses an import that removes the importer's own account, or the last administrator of the district or of a school that stays open.
   */
  keepAdministrators(stored: readonly AnyRow[], file: string): void {
    const lowered = new Set(this.lowered(stored));
    const self = stored.find(({ user_puid }) => user_puid === this.importer.user_puid);
    if (self && lowered.has(self.user_puid as number)) this.findings.error('selfGone', file, { value: fullName(self) });
    const placeOf = ({ active, role_id, school_id }: AnyRow) =>
      active !== 1
        ? undefined
        : role_id === Role.districtAdministrator
          ? 0
          : role_id === Role.schoolAdministrator
            ? Number(school_id)
            : undefined;
    const after = new Set([...this.#administrators.values()].map(placeOf));
    const last = new Map<number, string>();
    for (const row of stored) {
      const place = placeOf(row);
      if (place === undefined) continue;
      if (!this.#administrators.has(row.user_puid as number)) after.add(place);
      else last.set(place, fullName(row));
    }
    for (const [place, value] of last) {
      if (after.has(place)) continue;
      const { students, staff } = this.#losses;
      // A school that closes needs no administrator.
      if (place !== 0 && [students, staff].every((of) => (of.get(place)?.count ?? 0) >= (of.get(place)?.of ?? 0))) continue;
      if (place === 0) this.findings.error('lastOfDistrict', file, { value });
      else this.findings.error('lastOfSchool', file, { value }, { school: this.schoolNames.get(place) ?? '' });
    }
  }

  show(kind: RosterKind, action: RosterChange['action'], name: string, before: AnyRow | null, after: AnyRow): void {
    const key = `${kind} ${action}`;
    const count = this.#shown.get(key) ?? 0;
    const isOfIds = this.importer.mode === 'newIds';
    if (count >= (action === 'deactivate' ? mostGoneShown : mostShown)) return;
    this.#shown.set(key, count + 1);
    const text = (value: string | number | null | undefined) => (value === null || value === undefined ? null : String(value));
    const shownAs = (column: string, row: AnyRow) => {
      if (column === 'school_id') return text(this.schoolNames.get(Number(row.school_id)));
      const names = column === 'roster_terms' ? this.sessionTitles : column === 'roster_orgs' ? this.orgNames : undefined;
      if (names && row[column])
        return listOf(String(row[column]))
          .map((id) => names.get(id) ?? id)
          .join(', ');
      if (column === 'roster_metadata') return changedMetadata(row, row === before ? after : before);
      return text(row[column]);
    };
    const fields =
      before && action !== 'deactivate'
        ? Object.fromEntries(
            [...shownColumns(kind), ...(isOfIds ? ['sourced_id'] : []), ...told]
              .filter((column) => (before[column] ?? null) !== (after[column] ?? null))
              .map((column): [string, [string | null, string | null]] => [
                column === 'school_id' ? 'school_name' : column,
                [shownAs(column, before), shownAs(column, after)],
              ]),
          )
        : {};
    this.changes.push({ kind, action, name, fields });
  }

  /** Records a person who leaves a class, listed by name. */
  leave(name: string, class_name: string, school_id: number | null): void {
    this.counts.enrollments.deactivated += 1;
    this.lose('enrollments', school_id);
    const count = this.#shown.get('leave') ?? 0;
    if (count >= mostGoneShown) return;
    this.#shown.set('leave', count + 1);
    this.changes.push({ kind: 'enrollments', action: 'deactivate', name, fields: { class_name: [class_name, null] } });
  }

  /** The changes, deactivations first. */
  get changesInOrder(): RosterChange[] {
    return this.changes.toSorted((a, b) => Number(b.action === 'deactivate') - Number(a.action === 'deactivate'));
  }

  /**
   * Compares a row of the file with the stored one and returns what to write, if anything. `isOther`: hidden columns differ. The row from
   * the file is the one that is written.
   */
  entryOf(
    kind: 'schools' | 'classes' | 'users',
    name: string,
    before: AnyRow | undefined,
    after: AnyRow,
    isOther = false,
  ): Entry | undefined {
    const counts = this.counts[kind];
    const print = printOf(kind, after);
    const row = after;
    row.roster_print = print;
    if (!before) {
      if (kind === 'users') this.#account(undefined, row);
      counts.created += 1;
      this.show(kind, 'create', name, null, row);
      return { isNew: true, row };
    }
    const isSame = printOf(kind, before) === print;
    const isToldSame = told.every((column) => (before[column] ?? null) === (row[column] ?? null));
    if (!isSame && !this.importer.overwrite_manual && isChangedByHand(kind, before)) {
      counts.kept += 1;
      this.show(kind, 'keep', name, before, row);
      if (isToldSame) return undefined;
      // Nobody changes by hand what only the source says.
      return { isNew: false, row: { ...before, ...Object.fromEntries(told.map((column) => [column, row[column] ?? null])) } };
    }
    const also = isOther || !isToldSame;
    const isNoted = noted.every((column) => (before[column] ?? null) === (row[column] ?? null));
    if (isSame && !also && before.roster_print === print && isNoted) {
      counts.unchanged += 1;
      return undefined;
    }
    if (isSame && !also) counts.unchanged += 1;
    else if (before.active === 1 && row.active === 0) {
      counts.deactivated += 1;
      this.show(kind, 'deactivate', name, before, row);
    } else {
      counts.updated += 1;
      this.show(kind, 'update', name, before, row);
    }
    if (kind === 'users') this.#account(before, row);
    return { isNew: false, row };
  }

  /** Opens or closes an account on a person's order, overriding manual changes. */
  setActive(before: AnyRow, active: 0 | 1): Entry | undefined {
    const counts = this.counts.users;
    if (before.active === active) {
      counts.unchanged += 1;
      return undefined;
    }
    const row = { ...before, active };
    counts[active === 1 ? 'updated' : 'deactivated'] += 1;
    this.#account(before, row);
    this.show('users', active === 1 ? 'update' : 'deactivate', fullName(before), before, row);
    return { isNew: false, row };
  }

  /** Changes columns of an account on a person's order, overriding manual changes. */
  setColumns(before: AnyRow, columns: AnyRow): Entry | undefined {
    if (Object.entries(columns).every(([column, value]) => before[column] === value)) {
      this.counts.users.unchanged += 1;
      return undefined;
    }
    const row = { ...before, ...columns };
    this.touch(before, row);
    return { isNew: false, row };
  }

  /** Counts an account that changes, in its columns or only beside them. */
  touch(before: AnyRow, after: AnyRow = before): void {
    this.counts.users.updated += 1;
    this.show('users', 'update', fullName(before), before, after);
  }

  /** Deactivates a row that is gone from the roster, unless somebody reactivated it by hand. `told`: other values from the source. */
  deactivation(kind: 'classes' | 'users', name: string, before: AnyRow, told: AnyRow = {}): Entry | undefined {
    const row = { ...before, ...told, active: 0 };
    const print = printOf(kind, row);
    if (before.roster_print === print && !this.importer.overwrite_manual) {
      this.counts[kind].kept += 1;
      return undefined;
    }
    this.counts[kind].deactivated += 1;
    if (kind === 'users') this.#account(before, row);
    else this.lose('classes', before.school_id as number | null);
    this.show(kind, 'deactivate', name, before, row);
    return { isNew: false, row: { ...row, roster_print: print } };
  }
}

/** Today in a district, YYYY-MM-DD. */
export async function todayOf({ db, now }: Pick<TenantPorts, 'db' | 'now'>): Promise<string> {
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  return dayIn(now(), time_zone);
}

/** Splits entries into batches. */
export function* inBatches(kind: WrittenKind, entries: readonly Entry[], rows: number): Generator<Step> {
  if (entries.length === 0 && rows > 0) yield { kind, entries: [], rows };
  for (let start = 0; start < entries.length; start += batchSize) {
    const some = entries.slice(start, start + batchSize);
    yield { kind, entries: some, rows: start + batchSize >= entries.length ? rows : 0 };
  }
}
