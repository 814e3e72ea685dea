import { familyRoles, gradeOf, listOf } from '../../../common/roster/oneRoster.ts';
import { ownText } from '../../../common/roster/tightTable.ts';
import { Role } from '../../../contract/kit.ts';
import type { Row } from '../../db/schema.ts';
import { LostZeros } from '../lostZeros.ts';
import { batchSize, inBatches, type Plan, type Step } from '../planning.ts';
import { type AnyRow, type Entry, noted } from '../tables.ts';
import type { ClosingSchools } from './closingSchools.ts';
import type { Orgs } from './orgs.ts';
import { type Roles, roleIdOf } from './roles.ts';
import { type Line, linesOf, type Upload } from './upload.ts';
import { UserNames } from './userNames.ts';

const nameOf = (row: AnyRow) => `${row.first_name} ${row.last_name}`;
/** When the source changed a row, if given. */
const timeOf = ({ modified }: Line): AnyRow => (modified === null ? {} : { roster_modified: modified });

/** What the file says about a person's place. */
interface Place {
  /** Organizations of the person. */
  orgs: readonly string[];
  /** The current role in `roles.csv`. */
  inRoles: Row<'roster_role'> | undefined;
  /** Whether an organization is unknown so far. It may be the district, so an existing administrator keeps the role, and any existing user the school. */
  stays: boolean;
}

/** Accounts: stored ones, overlaid with the users in the upload and their roles. */
export class Users {
  readonly #plan: Plan;
  readonly #upload: Upload;
  readonly #orgs: Orgs;
  readonly #closing: ClosingSchools;
  readonly #roles: Roles;
  readonly #stored: readonly AnyRow[];
  /** Stored users by sourced id. */
  readonly #before: ReadonlyMap<string, AnyRow>;
  readonly #names: UserNames;
  readonly #zeros: LostZeros;
  readonly #seen = new Set<number>();
  /** Delta only: users in the file. Nobody else gives up a user name. */
  readonly #changed: Set<string> | undefined;
  /** Sourced ids of users in the file. Their roles are settled. */
  readonly #dealt = new Set<string>();
  /** Accounts without a role, with the file's latest values. They are closed once all names are known. */
  readonly #roleless = new Map<number, { before: AnyRow; told: AnyRow }>();
  #entries: Entry[] = [];
  /** `user_puid` by sourced id. */
  readonly ids: Map<string, number>;

  /** `before`: the stored accounts that came from a roster, by sourced id. */
  constructor(
    upload: Upload,
    stored: { all: readonly AnyRow[]; before: ReadonlyMap<string, AnyRow> },
    given: { orgs: Orgs; roles: Roles; closing: ClosingSchools },
  ) {
    this.#plan = upload.plan;
    this.#upload = upload;
    this.#orgs = given.orgs;
    this.#closing = given.closing;
    this.#roles = given.roles;
    this.#stored = stored.all;
    this.#before = stored.before;
    this.#names = new UserNames(stored.all);
    this.#zeros = new LostZeros(this.#plan.findings, async () => [...this.#before.keys()]);
    this.#changed = upload.isDelta('users') ? new Set() : undefined;
    this.ids = new Map([...this.#before].map(([id, row]) => [id, row.user_puid as number]));
  }

  /** Plans the changes of accounts. */
  async *steps(): AsyncGenerator<Step> {
    let rows = 0;
    await this.#noteChanged();
    for await (const page of this.#upload.pages('users', (line) => this.#end(line)))
      for (const line of linesOf(page)) {
        rows += 1;
        await this.#take(line);
        if (this.#entries.length < batchSize) continue;
        yield* inBatches('users', this.#entries, rows);
        [this.#entries, rows] = [[], 0];
      }
    for (const { before, told } of this.#roleless.values()) this.#close(before, told);
    if (this.#upload.isBulk('users')) this.#closeOthers();
    else for (const sourced_id of this.#roles.people) if (!this.#dealt.has(sourced_id)) this.#settleRole(sourced_id);
    yield* inBatches('users', this.#entries, rows);
  }

  async #noteChanged(): Promise<void> {
    const changed = this.#changed;
    if (!changed) return;
    const note = (line: Line) => {
      const id = line.text('sourcedId');
      if (!this.#upload.isBefore('users', line, this.#before.get(id)?.roster_modified)) changed.add(ownText(id));
    };
    for await (const page of this.#upload.pages('users', note)) for (const line of linesOf(page)) note(line);
  }

  /** Closes an account. If it is already closed, records the source's latest values. */
  #close(before: AnyRow, told: AnyRow): void {
    if (before.active !== 1) {
      if (noted.some((column) => told[column] !== undefined && told[column] !== before[column]))
        this.#entries.push({ isNew: false, row: { ...before, ...told } });
      return;
    }
    const entry = this.#plan.deactivation('users', nameOf(before), before, told);
    if (!entry) return;
    this.#closing.move('people', before, entry);
    this.#entries.push(entry);
    this.#names.replace(before, entry.row);
  }

  #end(line: Line): void {
    const before = this.#before.get(line.text('sourcedId'));
    if (!before || this.#upload.isOlder('users', line, before.roster_modified)) return;
    this.#dealt.add(before.sourced_id as string);
    this.#close(before, { ...timeOf(line), roster_enabled: 0 });
  }

  /** Closes the accounts that are missing from a complete file. */
  #closeOthers(): void {
    for (const before of this.#stored) {
      const isOpen = before.active === 1 || before.roster_enabled === 1;
      const user_puid = before.user_puid as number;
      if (before.sourced_id === null || !isOpen || this.#seen.has(user_puid) || this.#roleless.has(user_puid)) continue;
      this.#close(before, { roster_enabled: 0 });
    }
  }

  #placeOf(line: Line, before: AnyRow | undefined): Place {
    const inRoles = this.#roles.of(line.text('sourcedId'), line.text('primaryOrgSourcedId'));
    const orgs = line.has('orgSourcedIds')
      ? listOf(line.text('orgSourcedIds'))
      : [inRoles?.org_sourced_id ?? '', line.text('primaryOrgSourcedId')];
    return { orgs, inRoles, stays: before !== undefined && orgs.some((org) => org !== '' && !this.#orgs.isKnown(org)) };
  }

  /** Role of a user; undefined if the user has none and cannot sign in. */
  #roleIdOf(line: Line, before: AnyRow | undefined, { orgs, inRoles, stays }: Place): number | undefined {
    const role = line.text('role');
    const known = before?.role_id as number | undefined;
    if (stays && role === 'administrator' && Number(known) >= Role.schoolAdministrator) return known;
    if (line.has('role'))
      return roleIdOf(
        role,
        orgs.some((org) => this.#orgs.isAbove(org)),
      );
    if (inRoles) return roleIdOf(inRoles.role, this.#orgs.isAbove(inRoles.org_sourced_id));
    return this.#roles.isKnown(line.text('sourcedId')) ? undefined : known;
  }

  async #take(line: Line): Promise<void> {
    const sourced_id = line.text('sourcedId');
    const before = this.#before.get(sourced_id);
    if (this.#upload.isOlder('users', line, before?.roster_modified)) return;
    const place = this.#placeOf(line, before);
    const role_id = this.#roleIdOf(line, before, place);
    if (before) this.#dealt.add(sourced_id);
    if (role_id === undefined) return this.#leaveOut(line, before);
    if (before) this.#seen.add(before.user_puid as number);
    const twin = before ? undefined : await this.#zeros.twinOf(sourced_id);
    if (twin !== undefined) return this.#zeros.tell('users.csv', line.at('sourcedId'), twin);
    if (this.#isNameTaken(line, before)) return this.#plan.findings.error('userNameTaken', 'users.csv', line.at('username'));
    this.#reportOrgs(line, place);
    const user_puid = this.ids.get(sourced_id) ?? this.#plan.ports.newId();
    if (!before) this.ids.set(ownText(sourced_id), user_puid);
    const after: AnyRow = { ...this.#rowOf(line, before, place), user_puid, role_id };
    const entry = this.#plan.entryOf('users', nameOf(after), before, after, before !== undefined && before.user_key !== after.user_key);
    if (!entry) return;
    this.#closing.move('people', before, entry);
    this.#entries.push(...this.#names.give(before, entry));
  }

  /** A user without a role gets no account, and loses an existing one. */
  #leaveOut(line: Line, before: AnyRow | undefined): void {
    if (familyRoles.has(line.text('role')) || this.#roles.isFamily(line.text('sourcedId'))) this.#plan.family += 1;
    else this.#plan.skipped += 1;
    if (before) {
      const told = {
        ...timeOf(line),
        roster_enabled: line.text('enabledUser') === 'true' ? 1 : 0,
        roster_org: line.text('primaryOrgSourcedId') || null,
      };
      this.#roleless.set(before.user_puid as number, { before, told });
    } else if (!line.has('role') && !this.#roles.isBulk && !this.#roles.people.has(line.text('sourcedId')))
      this.#plan.findings.warn('roleless', 'users.csv', line.at('sourcedId'));
  }

  /** Whether the name belongs to somebody who keeps it. */
  #isNameTaken(line: Line, before: AnyRow | undefined): boolean {
    const holder = this.#names.holder(line.text('username').toLowerCase());
    if (!holder || holder.user_puid === before?.user_puid) return false;
    return holder.sourced_id === null || (this.#changed !== undefined && !this.#changed.has(holder.sourced_id as string));
  }

  #reportOrgs(line: Line, { orgs }: Place): void {
    const isList = line.has('orgSourcedIds');
    const column = isList ? 'orgSourcedIds' : 'primaryOrgSourcedId';
    for (const org of isList ? orgs : [line.text(column)])
      if (this.#orgs.isMissing(org)) this.#upload.reportUnknown('orgs', 'users.csv', { row: line.row, column, value: org });
  }

  /** The account's row as in the file, without its id and role. */
  #rowOf(line: Line, before: AnyRow | undefined, { orgs, inRoles, stays }: Place): AnyRow {
    const user_name = line.text('username');
    const isEnabled = line.text('enabledUser') === 'true' ? 1 : 0;
    const school = orgs.map((org) => this.#orgs.schoolId(org)).find((school_id) => school_id !== undefined);
    const hasPlace = (inRoles || line.has('role')) && !stays;
    return {
      password_hash: null,
      token_version: 1,
      created_at: this.#upload.now,
      student_number: before?.student_number ?? null,
      district_id: this.#plan.importer.district_id,
      user_name,
      user_key: user_name.toLowerCase(),
      first_name: line.text('givenName'),
      last_name: line.text('familyName'),
      email: line.text('email') || null,
      school_id: school ?? (hasPlace ? null : ((before?.school_id as number | null | undefined) ?? null)),
      grade: gradeOf(line.text('grades')),
      sourced_id: line.text('sourcedId'),
      active: isEnabled,
      roster_modified: line.modified ?? before?.roster_modified ?? null,
      roster_enabled: isEnabled,
      roster_org: line.text('primaryOrgSourcedId') || null,
      roster_orgs: line.has('orgSourcedIds') && orgs.length > 1 ? [...new Set(orgs)].join(',') : null,
      roster_metadata: this.#upload.metadataOf('users', line, before),
    };
  }

  /** Applies the current role and school to a user who appears only in `roles.csv`. A user without a role cannot sign in. */
  #settleRole(sourced_id: string): void {
    const before = this.#before.get(sourced_id);
    if (!before || !this.#roles.isKnown(sourced_id)) return;
    const role = this.#roles.of(sourced_id, String(before.roster_org ?? ''));
    const roster_enabled = (before.roster_enabled ?? before.active) as number;
    if (!role) {
      this.#close(before, { roster_enabled });
      return;
    }
    const org = role.org_sourced_id;
    // An organization unknown so far may be the district.
    if (!this.#orgs.isKnown(org)) return;
    const school_id =
      this.#orgs.schoolId(org) ??
      this.#orgs.schoolId(String(before.roster_org)) ??
      (before.roster_enabled === null ? (before.school_id as number) : null);
    const role_id = roleIdOf(role.role, this.#orgs.isAbove(org)) as number;
    const active = before.active === 1 ? 1 : roster_enabled;
    if (before.role_id === role_id && before.school_id === school_id && before.active === active) {
      this.#plan.counts.users.unchanged += 1;
      return;
    }
    const entry = this.#plan.entryOf('users', nameOf(before), before, { ...before, role_id, school_id, active, roster_enabled });
    if (!entry) return;
    this.#closing.move('people', before, entry);
    this.#entries.push(entry);
  }
}
