import { familyRoles } from '../../../common/roster/oneRoster.ts';
import { ownText } from '../../../common/roster/tightTable.ts';
import { isEnded } from '../../../common/roster/values.ts';
import { Role } from '../../../contract/kit.ts';
import type { Row } from '../../db/schema.ts';
import { inBatches, type Step } from '../planning.ts';
import type { AnyRow } from '../tables.ts';
import type { Orgs } from './orgs.ts';
import { allStored } from './stored.ts';
import { type Line, linesOf, type Upload } from './upload.ts';
import { UserRoles } from './userRoles.ts';

/** Role of people who sign in. Parents and aides get no account. */
export function roleIdOf(role: string, isOfDistrict: boolean): number | undefined {
  if (role === 'student') return Role.student;
  if (role === 'teacher') return Role.teacher;
  if (role === 'districtAdministrator' || role === 'systemAdministrator') return Role.districtAdministrator;
  if (role === 'siteAdministrator' || role === 'principal') return Role.schoolAdministrator;
  if (role === 'administrator') return isOfDistrict ? Role.districtAdministrator : Role.schoolAdministrator;
  return undefined;
}

/** What `roles.csv` says about people. OneRoster 1.2 stores roles separately from users; in 1.1, it has nothing to say. */
export class Roles {
  readonly #upload: Upload;
  readonly #orgs: Orgs;
  /** Stored users by sourced id. */
  readonly #users: ReadonlyMap<string, AnyRow>;
  readonly #roles: UserRoles;
  readonly #isBulk: boolean;
  /** Whether a delta may name roles of accounts that are older than stored roles. */
  readonly #someUnheard: boolean;
  /** Users whose current primary role is in the file. With a bulk file, every user in it. */
  readonly #heard = new Set<string>();
  /** Other role rows of users without stored roles. They do not tell which role the account has. */
  readonly #beside: { sourced_id: string; user: string; row: number; counts: boolean }[] = [];
  /** Users with a role of a family member in the file. */
  readonly #family = new Set<string>();
  /** Rows that reference users who are not in the upload. */
  readonly #strangers: { row: number; column: string; value: string }[] = [];

  private constructor(upload: Upload, orgs: Orgs, users: ReadonlyMap<string, AnyRow>, roles: UserRoles) {
    this.#upload = upload;
    this.#orgs = orgs;
    this.#users = users;
    this.#roles = roles;
    this.#isBulk = upload.isBulk('roles');
    this.#someUnheard = upload.isDelta('roles') && [...users].some(([id, { active }]) => active === 1 && this.#isUnheard(id));
  }

  static async load(upload: Upload, orgs: Orgs, users: ReadonlyMap<string, AnyRow>): Promise<Roles> {
    const { plan, version } = upload;
    const stored = version === '1.2' ? ((await allStored(plan, 'roles')) as unknown as Row<'roster_role'>[]) : [];
    return new Roles(upload, orgs, users, new UserRoles(stored, { ...plan.importer, newId: plan.ports.newId }));
  }

  /** A person's effective role today. `own_org`: sourced id of the person's own organization. */
  of(user: string, own_org: string): Row<'roster_role'> | undefined {
    return this.#roles.of(user, own_org);
  }
  /** Sourced ids of people whose roles are in the file. */
  get people(): ReadonlySet<string> {
    return this.#roles.people;
  }
  /** Whether a user's roles are known. */
  isKnown(user: string): boolean {
    return this.#isBulk || this.#roles.isKnown(user) || this.#heard.has(user);
  }
  /** Whether the file lists a user as a family member. */
  isFamily(user: string): boolean {
    return this.#family.has(user);
  }
  /** Whether the file lists everybody's roles. */
  get isBulk(): boolean {
    return this.#isBulk;
  }

  /** Plans the changes of stored roles. */
  async *steps(): AsyncGenerator<Step> {
    let rows = 0;
    for await (const page of this.#upload.pages('roles', (line) => this.#end(line)))
      for (const line of linesOf(page)) {
        rows += 1;
        this.#take(line);
      }
    if (this.#isBulk) this.#roles.endOthers();
    this.#leaveBeside();
    yield* inBatches('roles', this.#roles.entries(), rows);
  }

  /** Reports roles of people who have no account, neither stored nor in the upload. */
  reportStrangers(userIds: ReadonlyMap<string, number>): void {
    for (const where of this.#strangers) if (!userIds.has(where.value)) this.#upload.reportUnknown('users', 'roles.csv', where);
  }

  /** Whether a user has an account but no stored roles: it is older than stored roles. */
  #isUnheard(user: string): boolean {
    return this.#users.has(user) && !this.#roles.isKnown(user);
  }

  #end(line: Line): void {
    const before = this.#roles.before(line.text('sourcedId'));
    if (!before) {
      if (this.#someUnheard) this.#upload.plan.findings.warn('roleGoneUnknown', 'roles.csv', line.at('sourcedId'));
    } else if (!this.#upload.isOlder('roles', line, before.roster_modified)) this.#roles.end(before, line.modified);
  }

  #take(line: Line): void {
    const { today } = this.#upload.plan.importer;
    const sourced_id = line.text('sourcedId');
    if (this.#upload.isOlder('roles', line, this.#roles.before(sourced_id)?.roster_modified)) return;
    const role = line.text('role');
    const user = line.text('userSourcedId');
    const org = line.text('orgSourcedId');
    const [begin, end] = [line.text('beginDate'), line.text('endDate')];
    const is_primary = line.text('roleType') === 'primary' ? 1 : 0;
    const isKept = roleIdOf(role, this.#orgs.isAbove(org)) !== undefined;
    this.#roles.tell(
      { sourced_id, user_sourced_id: user, role, org_sourced_id: org, is_primary, begin_date: begin || null, end_date: end || null },
      isKept,
      line.modified,
    );
    if (familyRoles.has(role)) this.#family.add(ownText(user));
    const counts = isKept && !isEnded(line.get, line.values, today);
    if (this.#isBulk || (is_primary === 1 && begin <= today)) this.#heard.add(ownText(user));
    else if (this.#isUnheard(user)) this.#beside.push({ sourced_id: ownText(sourced_id), user: ownText(user), row: line.row, counts });
    if (!counts) return;
    if (this.#upload.isPending('users', user)) this.#strangers.push({ ...line.at('userSourcedId'), value: ownText(user) });
    if (this.#orgs.isMissing(org)) this.#upload.reportUnknown('orgs', 'roles.csv', line.at('orgSourcedId'));
  }

  /** Discards role rows that do not tell which role an account has. */
  #leaveBeside(): void {
    for (const { sourced_id, user, row, counts } of this.#beside) {
      if (this.#heard.has(user)) continue;
      this.#roles.leave(sourced_id);
      if (counts) this.#upload.plan.findings.warn('roleWaits', 'roles.csv', { row, column: 'userSourcedId', value: user });
    }
  }
}
