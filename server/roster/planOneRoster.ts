import { gradeOf, listOf, type TableName, tableOfFile, unkept } from '../../common/roster/oneRoster.ts';
import type { Checked, Roster, RosterRows } from '../../common/roster/reading.ts';
import { ownText, TightTable } from '../../common/roster/tightTable.ts';
import { type Get, isEnded } from '../../common/roster/values.ts';
import { Role } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import { LostZeros } from './lostZeros.ts';
import { inBatches, type Plan, type Step } from './planning.ts';
import { type AnyRow, type Entry, kinds, noted, shortPrint, type WrittenKind } from './tables.ts';
import { UserRoles } from './userRoles.ts';

type OneRoster = Extract<Roster, { form: 'oneRoster' }>;
type Getters = Record<string, Get>;
/** Handles a delta row that the source has deleted. */
type Gone = (get: Getters, values: string[], row: number) => void;

const page = 10_000;

/** All rows of a kind in the district with the columns imports need, one page at a time. */
async function* stored(plan: Plan, name: WrittenKind): AsyncGenerator<AnyRow[]> {
  const { table, ids, owned } = kinds[name];
  const order = name === 'enrollments' ? ['user_puid', 'group_puid'] : ids;
  const [first, second] = order as ['school_id', 'school_id' | undefined];
  let last: AnyRow | undefined;
  for (;;) {
    let query = plan.ports.db
      .selectFrom(table as 'school')
      .select(['district_id', ...ids, ...owned] as never)
      .orderBy(first)
      .limit(page);
    if (second) query = query.orderBy(second);
    const from = last;
    if (from)
      query = query.where((eb) =>
        second
          ? eb.or([
              eb(first, '>', from[first] as number),
              eb.and([eb(first, '=', from[first] as number), eb(second, '>', from[second] as number)]),
            ])
          : eb(first, '>', from[first] as number),
      );
    const rows = (await query.execute()) as unknown as AnyRow[];
    if (rows.length > 0) yield rows;
    if (rows.length < page) return;
    last = rows.at(-1);
  }
}
const allStored = async (plan: Plan, name: WrittenKind): Promise<AnyRow[]> => {
  const all: AnyRow[] = [];
  for await (const rows of stored(plan, name)) all.push(...rows);
  return all;
};
const bySourcedId = (rows: readonly AnyRow[]) =>
  new Map(rows.flatMap((row) => (row.sourced_id === null ? [] : [[row.sourced_id as string, row]])));

/** When the source last changed a row, in ms since 1970; null if not given. */
function modifiedOf(get: Getters, values: readonly string[]): number | null {
  const text = get.dateLastModified?.(values) ?? '';
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
/** Organization columns that come from the file. */
const orgColumns = kinds.orgs.owned;

/** Role of people who sign in. Parents and aides get no account. */
function roleOf(role: string, isOfDistrict: boolean): number | undefined {
  if (role === 'student') return Role.student;
  if (role === 'teacher') return Role.teacher;
  if (role === 'districtAdministrator' || role === 'systemAdministrator') return Role.districtAdministrator;
  if (role === 'siteAdministrator' || role === 'principal') return Role.schoolAdministrator;
  if (role === 'administrator') return isOfDistrict ? Role.districtAdministrator : Role.schoolAdministrator;
  return undefined;
}

/** Bit flags for the state of an enrollment: role, active, rostered, what the last import wrote, and a fingerprint of the sourced id. */
const state = { teacher: 1, active: 2, rostered: 4, wroteActive: 8, wroteInactive: 16, print: 32 };
const userBase = 2 ** 26;
const stateOf = (row: AnyRow): number =>
  (row.role === 'teacher' ? state.teacher : 0) +
  (row.active === 1 ? state.active : 0) +
  (row.sourced_id === null ? 0 : state.rostered + state.print * (shortPrint(row.sourced_id as string) >>> 0)) +
  (row.roster_active === 1 ? state.wroteActive : row.roster_active === 0 ? state.wroteInactive : 0);

/**
 * Plans the changes of a OneRoster set, batch by batch, in dependency order. A bulk table is complete: rows missing from it are
 * deactivated. Applied changes come out as unchanged, so a stopped import resumes by planning again. Accounts that did not come from a
 * roster are left alone. A delta may reference rows from earlier imports. Delta rows older than the last imported version of the row are
 * reported and skipped.
 */
export async function* planOneRoster(plan: Plan, roster: OneRoster, pending: Checked['pending']): AsyncGenerator<Step> {
  const { ports, importer, findings } = plan;
  const { district_id } = importer;
  const now = ports.now();
  const has = (table: TableName) => roster.modes.has(table);
  const isBulk = (table: TableName) => roster.modes.get(table) === 'bulk';
  /**
   * Rows of a table in pages, because awaiting each row would take longer than planning it. Deleted delta rows go to `gone` and become
   * empty, like blank lines.
   */
  async function* pagesOf(table: TableName, gone: Gone): AsyncGenerator<RosterRows> {
    if (!has(table)) return;
    const isDelta = !isBulk(table);
    for await (const some of roster.rows(table)) {
      const { get, rows, first } = some;
      if (isDelta)
        for (let index = 0; index < rows.length; index++) {
          const values = rows[index] as string[];
          if (values.length === 0 || (get.status as Get)(values) === 'active') continue;
          gone(get, values, first + index);
          rows[index] = [];
        }
      yield some;
    }
  }
  /** Rows of a page with their line numbers in the file. */
  function* each({ get, rows, first }: RosterRows): Generator<[Getters, string[], number]> {
    for (let index = 0; index < rows.length; index++) {
      const values = rows[index] as string[];
      if (values.length > 0) yield [get, values, first + index];
    }
  }
  const value = (get: Getters, column: string, values: string[]) => get[column]?.(values) ?? '';
  /** Whether a change is older than the last imported version of its row. Bulk tables always apply. */
  const isBefore = (table: TableName, at: number | null, taken: number | null | undefined): boolean =>
    at !== null && taken !== null && taken !== undefined && at < taken && !isBulk(table);
  /** Same, and reports it. */
  const isOlder = (table: TableName, get: Getters, values: string[], row: number, taken: unknown): boolean => {
    if (!isBefore(table, modifiedOf(get, values), taken as number | null | undefined)) return false;
    plan.older += 1;
    findings.warn(
      'rowOlder',
      `${table}.csv`,
      { row, column: 'dateLastModified', value: value(get, 'dateLastModified', values) },
      { taken: new Date(taken as number).toISOString().replace('.000Z', 'Z') },
    );
    return true;
  };

  /** Reports a reference that is neither in the upload nor stored. */
  const unknown = (table: TableName, file: string, where: { row: number; column: string; value: string }) =>
    findings.add(unkept.has(tableOfFile(file) as TableName) ? 'warning' : 'error', 'referenceStored', file, where, {
      table: `${table}.csv`,
    });

  const allSchools = await allStored(plan, 'schools');
  const storedSchools = bySourcedId(allSchools);
  const storedOrgs = bySourcedId(await allStored(plan, 'orgs'));
  /** Organizations other than schools. Their administrators are district administrators. */
  const districts = new Set([...storedOrgs].flatMap(([id, { type }]) => (type === 'school' ? [] : [id])));
  const schoolIds = new Map([...storedSchools].flatMap(([id, row]) => (districts.has(id) ? [] : [[id, row.school_id as number]])));
  /**
   * Earlier versions stored only schools. Until a set has brought the other organizations too, a reference to an unknown one may be valid.
   */
  const knowsOrgs =
    storedOrgs.size > 0 &&
    [...storedSchools.keys()].every((id) => storedOrgs.has(id)) &&
    [...storedOrgs.values()].every(({ parent_sourced_id: above }) => above === null || storedOrgs.has(above as string));
  const nameSchool = ({ school_id, name }: AnyRow) => void plan.schoolNames.set(school_id as number, name as string);
  for (const row of allSchools) nameSchool(row);
  const orgs: Entry[] = [];
  const seenOrgs = new Set<string>();
  const closedOrgs = new Set([...storedOrgs].flatMap(([id, { active }]) => (active === 1 ? [] : [id])));
  const noteOrg = (
    sourced_id: string,
    given: Pick<Row<'roster_org'>, 'name' | 'type' | 'parent_sourced_id' | 'active'>,
    at: number | null,
  ) => {
    const before = storedOrgs.get(sourced_id);
    const row: AnyRow = {
      district_id,
      org_id: before?.org_id ?? ports.newId(),
      sourced_id: ownText(sourced_id),
      ...given,
      roster_modified: at ?? before?.roster_modified ?? null,
    };
    if (given.active === 1) closedOrgs.delete(sourced_id);
    else closedOrgs.add(row.sourced_id as string);
    if (!before || orgColumns.some((column) => (before[column] ?? null) !== row[column])) orgs.push({ isNew: !before, row });
  };
  /** Schools deleted by the source, with what remains open in them at the end. */
  const closing = new Map<number, { row: number; name: string; classes: number; people: number }>();
  const endOrg: Gone = (get, values, row) => {
    const sourced_id = value(get, 'sourcedId', values);
    const before = storedOrgs.get(sourced_id);
    if (isOlder('orgs', get, values, row, before?.roster_modified)) return;
    const known = before ?? storedSchools.get(sourced_id);
    const where = { row, column: 'sourcedId', value: sourced_id };
    if (!known) return findings.warn('orgGoneUnknown', 'orgs.csv', where);
    const name = known.name as string;
    const type = (before?.type ?? 'school') as string;
    const parent_sourced_id = (before?.parent_sourced_id ?? null) as string | null;
    noteOrg(sourced_id, { name, type, parent_sourced_id, active: 0 }, modifiedOf(get, values));
    const school_id = schoolIds.get(sourced_id);
    if (school_id === undefined) findings.warn('orgGoneAbove', 'orgs.csv', where, { name });
    else closing.set(school_id, { row, name, classes: 0, people: 0 });
  };
  const schools: Entry[] = [];
  let rows = 0;
  for await (const page of pagesOf('orgs', endOrg))
    for (const [get, values, row] of each(page)) {
      const sourced_id = value(get, 'sourcedId', values);
      rows += 1;
      seenOrgs.add(ownText(sourced_id));
      if (isOlder('orgs', get, values, row, storedOrgs.get(sourced_id)?.roster_modified)) continue;
      const type = value(get, 'type', values);
      const parent_sourced_id = value(get, 'parentSourcedId', values) || null;
      noteOrg(sourced_id, { name: value(get, 'name', values), type, parent_sourced_id, active: 1 }, modifiedOf(get, values));
      if (type !== 'school') {
        districts.add(ownText(sourced_id));
        schoolIds.delete(sourced_id);
        continue;
      }
      districts.delete(sourced_id);
      const before = storedSchools.get(sourced_id);
      const school_id = (before?.school_id as number | undefined) ?? ports.newId();
      schoolIds.set(ownText(sourced_id), school_id);
      const name = value(get, 'name', values);
      plan.schoolNames.set(school_id, name);
      const entry = plan.entryOf('schools', name, before, { ...before, district_id, school_id, name, sourced_id });
      if (entry) schools.push(entry);
    }
  if (isBulk('orgs')) {
    for (const [id, { name, type, parent_sourced_id }] of storedOrgs)
      if (!seenOrgs.has(id)) noteOrg(id, { name, type, parent_sourced_id, active: 0 } as Row<'roster_org'>, null);
    for (const [id, { name }] of storedSchools)
      if (!seenOrgs.has(id) && !storedOrgs.has(id))
        noteOrg(id, { name: name as string, type: 'school', parent_sourced_id: null, active: 0 }, null);
  }
  yield* inBatches('orgs', orgs, 0);
  yield* inBatches('schools', schools, rows);
  const open = (what: 'classes' | 'people', row: AnyRow | undefined, by: 1 | -1) => {
    const school = row?.active === 1 ? closing.get(row.school_id as number) : undefined;
    if (school) school[what] += by;
  };
  /** Keeps the counts of closing schools in step with a class or account. */
  const move = (what: 'classes' | 'people', before: AnyRow | undefined, entry: Entry) => {
    open(what, before, -1);
    open(what, entry.row, 1);
  };

  const allClasses = await allStored(plan, 'classes');
  const storedClasses = bySourcedId(allClasses);
  if (has('classes')) for (const row of storedClasses.values()) if (row.active === 1) plan.had('classes', row.school_id as number);
  for (const row of allClasses) open('classes', row, 1);
  const groupIds = new Map([...storedClasses].map(([id, row]) => [id, row.group_puid as number]));
  const seenClasses = new Set<string>();
  const classes: Entry[] = [];
  /** Records the deletion time of a row that is already closed, so that no older change reopens it. */
  const dated = (before: AnyRow, at: number | null): Entry[] =>
    at === null || at === before.roster_modified ? [] : [{ isNew: false, row: { ...before, roster_modified: at } }];
  const endClass = (before: AnyRow, at: number | null) => {
    if (before.active !== 1) return void classes.push(...dated(before, at));
    const entry = plan.deactivation('classes', before.name as string, before, at === null ? {} : { roster_modified: at });
    if (!entry) return;
    move('classes', before, entry);
    classes.push(entry);
  };
  rows = 0;
  const endNamed: Gone = (get, values, row) => {
    const before = storedClasses.get(value(get, 'sourcedId', values));
    if (before && !isOlder('classes', get, values, row, before.roster_modified)) endClass(before, modifiedOf(get, values));
  };
  for await (const page of pagesOf('classes', endNamed))
    for (const [get, values, row] of each(page)) {
      const sourced_id = value(get, 'sourcedId', values);
      rows += 1;
      const before = storedClasses.get(sourced_id);
      if (isOlder('classes', get, values, row, before?.roster_modified)) continue;
      const ofSchool = value(get, 'schoolSourcedId', values);
      const school_id = schoolIds.get(ofSchool);
      if (school_id === undefined) {
        const where = { row, column: 'schoolSourcedId', value: ofSchool };
        if (districts.has(ofSchool)) findings.error('notASchool', 'classes.csv', where);
        else unknown('orgs', 'classes.csv', where);
        continue;
      }
      if (before) seenClasses.add(sourced_id);
      const group_puid = groupIds.get(sourced_id) ?? ports.newId();
      if (!before) groupIds.set(ownText(sourced_id), group_puid);
      const name = value(get, 'title', values);
      const entry = plan.entryOf('classes', name, before, {
        ...before,
        district_id,
        group_puid,
        school_id,
        name,
        kind: 'class',
        subject: listOf(value(get, 'subjects', values))[0] ?? null,
        grade: gradeOf(value(get, 'grades', values)),
        period: listOf(value(get, 'periods', values))[0] ?? null,
        sourced_id,
        active: 1,
        roster_modified: modifiedOf(get, values) ?? before?.roster_modified ?? null,
      });
      if (!entry) continue;
      move('classes', before, entry);
      classes.push(entry);
    }
  if (isBulk('classes')) for (const [id, before] of storedClasses) if (!seenClasses.has(id)) endClass(before, null);
  yield* inBatches('classes', classes, rows);

  const storedUsers = await allStored(plan, 'users');
  for (const row of storedUsers) open('people', row, 1);
  const users = bySourcedId(storedUsers);
  if (has('users') || has('roles')) for (const row of users.values()) plan.hadUser(row);

  /** OneRoster 1.2 stores roles separately from users. */
  const roles = new UserRoles(roster.version === '1.2' ? ((await allStored(plan, 'roles')) as unknown as Row<'roster_role'>[]) : [], {
    district_id,
    today: importer.today,
    newId: ports.newId,
  });
  /** Users without stored roles: their account is older than stored roles. */
  const isUnheard = (sourced_id: string) => users.has(sourced_id) && !roles.isKnown(sourced_id);
  const someUnheard = has('roles') && !isBulk('roles') && [...users].some(([id, { active }]) => active === 1 && isUnheard(id));
  /** Users whose current primary role is in the file. With a bulk file, every user in it. */
  const heard = new Set<string>();
  /** Other role rows of such users. They do not tell which role the account has. */
  const beside: { sourced_id: string; user: string; row: number; counts: boolean }[] = [];
  /** Rows that reference users who are neither in the upload nor stored. */
  const strangers: { row: number; column: string; value: string }[] = [];
  const endRole: Gone = (get, values, row) => {
    const sourced_id = value(get, 'sourcedId', values);
    const before = roles.before(sourced_id);
    if (!before && someUnheard) findings.warn('roleGoneUnknown', 'roles.csv', { row, column: 'sourcedId', value: sourced_id });
    if (before && !isOlder('roles', get, values, row, before.roster_modified)) roles.end(before, modifiedOf(get, values));
  };
  rows = 0;
  for await (const page of pagesOf('roles', endRole))
    for (const [get, values, row] of each(page)) {
      rows += 1;
      const sourced_id = value(get, 'sourcedId', values);
      if (isOlder('roles', get, values, row, roles.before(sourced_id)?.roster_modified)) continue;
      const role = value(get, 'role', values);
      const user = value(get, 'userSourcedId', values);
      const org = value(get, 'orgSourcedId', values);
      const [begin, end] = [value(get, 'beginDate', values), value(get, 'endDate', values)];
      const is_primary = value(get, 'roleType', values) === 'primary' ? 1 : 0;
      const isKept = roleOf(role, districts.has(org)) !== undefined;
      roles.tell(
        { sourced_id, user_sourced_id: user, role, org_sourced_id: org, is_primary, begin_date: begin || null, end_date: end || null },
        isKept,
        modifiedOf(get, values),
      );
      const counts = isKept && !isEnded(get, values, importer.today);
      if (isBulk('roles') || (is_primary === 1 && begin <= importer.today)) heard.add(ownText(user));
      else if (isUnheard(user)) beside.push({ sourced_id: ownText(sourced_id), user: ownText(user), row, counts });
      if (!counts) continue;
      if (pending.get('users')?.has(user)) strangers.push({ row, column: 'userSourcedId', value: ownText(user) });
      if (knowsOrgs && !schoolIds.has(org) && !districts.has(org) && pending.get('orgs')?.has(org))
        unknown('orgs', 'roles.csv', { row, column: 'orgSourcedId', value: org });
    }
  if (isBulk('roles')) roles.endOthers();
  for (const { sourced_id, user, row, counts } of beside) {
    if (heard.has(user)) continue;
    roles.leave(sourced_id);
    if (counts) findings.warn('roleWaits', 'roles.csv', { row, column: 'userSourcedId', value: user });
  }
  yield* inBatches('roles', roles.entries(), rows);
  /** Whether a user's roles are known. */
  const knowsRolesOf = (sourced_id: string) => isBulk('roles') || roles.isKnown(sourced_id) || heard.has(sourced_id);
  const holders = new Map(storedUsers.map((row) => [row.user_key as string, row]));
  const userIds = new Map([...users].map(([id, row]) => [id, row.user_puid as number]));
  const seenUsers = new Set<number>();
  /** Delta only: users in the file. Nobody else gives up a user name. */
  const changed = roster.modes.get('users') === 'delta' ? new Set<string>() : undefined;
  if (changed) {
    const note = (get: Getters, values: string[]) => {
      const id = value(get, 'sourcedId', values);
      if (!isBefore('users', modifiedOf(get, values), users.get(id)?.roster_modified as number | null | undefined))
        changed.add(ownText(id));
    };
    for await (const page of pagesOf('users', note)) for (const [get, values] of each(page)) note(get, values);
  }
  const zeros = new LostZeros(findings, async () => [...users.keys()]);
  let entries: Entry[] = [];
  /** Users who will get another name. Theirs is freed before somebody else takes it. */
  const freed = new Set<number>();
  const writeUser = (entry: Entry) => {
    const key = entry.row.user_key as string;
    const holder = holders.get(key);
    if (holder && holder.user_puid !== entry.row.user_puid && !freed.has(holder.user_puid as number)) {
      freed.add(holder.user_puid as number);
      const user_key = `${key} ${holder.user_puid}`;
      const row = { ...holder, user_key };
      entries.push({ isNew: false, row });
      holder.user_key = user_key;
      holders.delete(key);
    }
    // A processed user no longer occupies their old name.
    const old = users.get(entry.row.sourced_id as string)?.user_key as string | undefined;
    if (old !== undefined && holders.get(old)?.user_puid === entry.row.user_puid) holders.delete(old);
    entries.push(entry);
  };
  rows = 0;
  /** Sourced ids of users in the file. Their roles are settled. */
  const dealt = new Set<string>();
  /** Closes an account. If it is already closed, records the source's latest values. */
  const closeUser = (before: AnyRow, told: AnyRow) => {
    if (before.active !== 1) {
      if (noted.some((column) => told[column] !== undefined && told[column] !== before[column]))
        entries.push({ isNew: false, row: { ...before, ...told } });
      return;
    }
    const entry = plan.deactivation('users', `${before.first_name} ${before.last_name}`, before, told);
    if (!entry) return;
    move('people', before, entry);
    entries.push(entry);
    // Whoever takes this name later must see the updated row.
    if (holders.get(before.user_key as string) === before) holders.set(before.user_key as string, entry.row);
  };
  /** When the source changed a row, if given. */
  const timeOf = (get: Getters, values: string[]): AnyRow => {
    const modified = modifiedOf(get, values);
    return modified === null ? {} : { roster_modified: modified };
  };
  const endUser: Gone = (get, values, row) => {
    const before = users.get(value(get, 'sourcedId', values));
    if (!before || isOlder('users', get, values, row, before.roster_modified)) return;
    dealt.add(before.sourced_id as string);
    closeUser(before, { ...timeOf(get, values), roster_enabled: 0 });
  };
  /** Accounts without a role. They are closed once all names are known. */
  const roleless = new Map<number, () => void>();
  for await (const page of pagesOf('users', endUser))
    for (const [get, values, row] of each(page)) {
      rows += 1;
      const sourced_id = value(get, 'sourcedId', values);
      const before = users.get(sourced_id);
      if (isOlder('users', get, values, row, before?.roster_modified)) continue;
      const inRoles = roles.of(sourced_id);
      const ownOrg = value(get, 'primaryOrgSourcedId', values);
      const orgs = get.orgSourcedIds ? listOf(value(get, 'orgSourcedIds', values)) : [inRoles?.org_sourced_id ?? '', ownOrg];
      /**
       * An organization unknown so far may be the district, so an existing administrator keeps the role, and any existing user the school.
       */
      const stays = before !== undefined && orgs.some((org) => org !== '' && !schoolIds.has(org) && !districts.has(org));
      const isAdministrator = stays && value(get, 'role', values) === 'administrator' && Number(before.role_id) >= Role.schoolAdministrator;
      const role_id = isAdministrator
        ? (before.role_id as number)
        : get.role
          ? roleOf(
              value(get, 'role', values),
              orgs.some((org) => districts.has(org)),
            )
          : inRoles
            ? roleOf(inRoles.role, districts.has(inRoles.org_sourced_id))
            : knowsRolesOf(sourced_id)
              ? undefined
              : (before?.role_id as number | undefined);
      const roster_enabled = value(get, 'enabledUser', values) === 'true' ? 1 : 0;
      const roster_org = ownOrg || null;
      if (before) dealt.add(sourced_id);
      if (role_id === undefined) {
        plan.skipped += 1;
        const told = { ...timeOf(get, values), roster_enabled, roster_org };
        if (before) roleless.set(before.user_puid as number, () => closeUser(before, told));
        else if (!get.role && !isBulk('roles') && !roles.people.has(sourced_id))
          findings.warn('roleless', 'users.csv', { row, column: 'sourcedId', value: sourced_id });
        continue;
      }
      if (before) seenUsers.add(before.user_puid as number);
      const twin = before ? undefined : await zeros.twinOf(sourced_id);
      if (twin !== undefined) {
        zeros.tell('users.csv', { row, column: 'sourcedId', value: sourced_id }, twin);
        continue;
      }
      const user_name = value(get, 'username', values);
      const user_key = user_name.toLowerCase();
      const holder = holders.get(user_key);
      if (
        holder &&
        holder.user_puid !== before?.user_puid &&
        (holder.sourced_id === null || (changed && !changed.has(holder.sourced_id as string)))
      ) {
        findings.error('userNameTaken', 'users.csv', { row, column: 'username', value: user_name });
        continue;
      }
      if (knowsOrgs)
        for (const org of get.orgSourcedIds ? orgs : [value(get, 'primaryOrgSourcedId', values)])
          if (!schoolIds.has(org) && !districts.has(org) && pending.get('orgs')?.has(org))
            unknown('orgs', 'users.csv', { row, column: get.orgSourcedIds ? 'orgSourcedIds' : 'primaryOrgSourcedId', value: org });
      const school = orgs.find((org) => schoolIds.has(org));
      const name = `${value(get, 'givenName', values)} ${value(get, 'familyName', values)}`;
      const puid = userIds.get(sourced_id) ?? ports.newId();
      if (!before) userIds.set(ownText(sourced_id), puid);
      const after: AnyRow = {
        password_hash: null,
        token_version: 1,
        created_at: now,
        student_number: before?.student_number ?? null,
        district_id,
        user_puid: puid,
        user_name,
        user_key,
        role_id,
        first_name: value(get, 'givenName', values),
        last_name: value(get, 'familyName', values),
        email: value(get, 'email', values) || null,
        school_id:
          school !== undefined
            ? (schoolIds.get(school) as number)
            : (inRoles || get.role) && !stays
              ? null
              : ((before?.school_id as number | null | undefined) ?? null),
        grade: gradeOf(value(get, 'grades', values)),
        sourced_id,
        active: roster_enabled,
        roster_modified: modifiedOf(get, values) ?? before?.roster_modified ?? null,
        roster_enabled,
        roster_org,
      };
      const entry = plan.entryOf('users', name, before, after, before !== undefined && before.user_key !== user_key);
      if (entry) {
        move('people', before, entry);
        writeUser(entry);
      }
      if (entries.length >= 2000) {
        yield* inBatches('users', entries, rows);
        [entries, rows] = [[], 0];
      }
    }
  for (const close of roleless.values()) close();
  if (isBulk('users')) {
    for (const before of storedUsers) {
      const isOpen = before.active === 1 || before.roster_enabled === 1;
      if (before.sourced_id === null || !isOpen || seenUsers.has(before.user_puid as number)) continue;
      if (!roleless.has(before.user_puid as number)) closeUser(before, { roster_enabled: 0 });
    }
  } else for (const sourced_id of roles.people) if (!dealt.has(sourced_id)) settleRole(sourced_id);
  yield* inBatches('users', entries, rows);
  for (const { row, column, value } of strangers) if (!userIds.has(value)) unknown('users', 'roles.csv', { row, column, value });
  if (has('users') || has('roles')) plan.keepAdministrators(storedUsers, has('users') ? 'users.csv' : 'roles.csv');
  plan.losers = plan.lowered(storedUsers);
  for (const { row, name, ...counts } of closing.values()) findings.warn('orgGone', 'orgs.csv', { row }, { name, ...counts });
  for (const [table, known] of [
    ['classes', groupIds],
    ['users', userIds],
    ['orgs', schoolIds],
  ] as const)
    for (const [id, { file, row, column }] of pending.get(table) ?? []) {
      const where = { row, column, value: id };
      if (known.has(id) || (table === 'orgs' && districts.has(id))) {
        if (table === 'orgs' && closedOrgs.has(id)) findings.warn('orgGoneNamed', file, where);
        continue;
      }
      if (table === 'orgs' && !knowsOrgs) continue;
      // These tables report theirs row by row.
      if (file === 'roles.csv' || (table === 'orgs' ? file === 'classes.csv' || file === 'users.csv' : file === 'enrollments.csv'))
        continue;
      unknown(table, file, where);
    }
  if (!has('enrollments')) return;
  yield* planEnrollments();

  /** Applies the current role and school to a user who appears only in `roles.csv`. A user without a role cannot sign in. */
  function settleRole(sourced_id: string): void {
    const before = users.get(sourced_id);
    if (!before || !knowsRolesOf(sourced_id)) return;
    const role = roles.of(sourced_id);
    const roster_enabled = (before.roster_enabled ?? before.active) as number;
    if (!role) {
      closeUser(before, { roster_enabled });
      return;
    }
    const org = role.org_sourced_id;
    // An organization unknown so far may be the district.
    if (!schoolIds.has(org) && !districts.has(org)) return;
    const school_id =
      schoolIds.get(org) ??
      schoolIds.get(String(before.roster_org)) ??
      (before.roster_enabled === null ? (before.school_id as number) : null);
    const role_id = roleOf(role.role, districts.has(org)) as number;
    const active = before.active === 1 ? 1 : roster_enabled;
    if (before.role_id === role_id && before.school_id === school_id && before.active === active) {
      plan.counts.users.unchanged += 1;
      return;
    }
    const after: AnyRow = { ...before, role_id, school_id, active, roster_enabled };
    const entry = plan.entryOf('users', `${before.first_name} ${before.last_name}`, before, after);
    if (!entry) return;
    move('people', before, entry);
    entries.push(entry);
  }

  async function* planEnrollments(): AsyncGenerator<Step> {
    const counts = plan.counts.enrollments;
    const groupAt = new Map<number, number>();
    const userAt = new Map<number, number>();
    const groupOf: number[] = [];
    const userOf: number[] = [];
    const at = (where: Map<number, number>, list: number[], id: number): number => {
      const known = where.get(id);
      if (known !== undefined) return known;
      where.set(id, list.length);
      return list.push(id) - 1;
    };
    const groupRows = new Map(allClasses.map((row) => [row.group_puid as number, row]));
    const schoolOf = (group_puid: number) => (groupRows.get(group_puid)?.school_id ?? null) as number | null;
    /** Enrollment → state flags; negative once the file has listed it. */
    const standing = new TightTable();
    /** Enrollment → when the source last changed it, if given. */
    const taken = new TightTable();
    for await (const some of stored(plan, 'enrollments'))
      for (const row of some) {
        const how = stateOf(row);
        const [group, user] = [at(groupAt, groupOf, row.group_puid as number), at(userAt, userOf, row.user_puid as number)];
        standing.set(group * userBase + user, how);
        if (row.roster_modified !== null) taken.set(group * userBase + user, row.roster_modified as number);
        if (how & state.active && row.sourced_id !== null) plan.had('enrollments', schoolOf(row.group_puid as number));
      }
    let entries: Entry[] = [];
    let rows = 0;
    const gone: { sourced_id: string; get: Getters; values: string[]; row: number }[] = [];
    const noteGone: Gone = (get, values, row) => void gone.push({ sourced_id: ownText(value(get, 'sourcedId', values)), get, values, row });
    /** Unchanged enrollments with a new modification time, as pairs: time, enrollment. */
    const same: number[] = [];
    const bulk = isBulk('enrollments');
    // Files list a student's classes, or a class's students, consecutively, so one of the two usually equals the previous row's.
    let [lastUser, lastClass] = ['', ''];
    let user_puid: number | undefined;
    let [user, group] = [0, -1];
    const classAt = new Map<string, number>();
    // If the file holds all users and classes, the check has already ruled out duplicate enrollments.
    const isOnce = isBulk('users') && isBulk('classes');
    for await (const { get, rows: lines, first } of pagesOf('enrollments', noteGone)) {
      const roleIn = get.role as Get;
      const userIn = get.userSourcedId as Get;
      const classIn = get.classSourcedId as Get;
      const idIn = get.sourcedId as Get;
      for (let index = 0; index < lines.length; index++) {
        const values = lines[index] as string[];
        if (values.length === 0) continue;
        rows += 1;
        if (isEnded(get, values, importer.today)) {
          if (!bulk) noteGone(get, values, first + index);
          findings.warn('enrollmentEnded', 'enrollments.csv', {
            row: first + index,
            column: 'endDate',
            value: value(get, 'endDate', values),
          });
          continue;
        }
        const role = roleIn(values);
        const ofUser = userIn(values);
        if (ofUser !== lastUser) {
          lastUser = ofUser;
          user_puid = userIds.get(ofUser);
          if (user_puid !== undefined) user = at(userAt, userOf, user_puid);
        }
        const inClass = classIn(values);
        if (inClass !== lastClass) {
          lastClass = inClass;
          group = classAt.get(inClass) ?? -1;
          const group_puid = group < 0 ? groupIds.get(inClass) : undefined;
          if (group_puid !== undefined) {
            group = at(groupAt, groupOf, group_puid);
            classAt.set(ownText(inClass), group);
          }
        }
        if (user_puid === undefined && pending.get('users')?.has(ofUser))
          unknown('users', 'enrollments.csv', { row: first + index, column: 'userSourcedId', value: ofUser });
        if (group < 0 && pending.get('classes')?.has(inClass))
          unknown('classes', 'enrollments.csv', { row: first + index, column: 'classSourcedId', value: inClass });
        if (user_puid === undefined || group < 0 || (role !== 'student' && role !== 'teacher')) {
          plan.skipped += 1;
          continue;
        }
        const sourced_id = idIn(values);
        const here = group * userBase + user;
        const how = standing.get(here);
        const modified = modifiedOf(get, values);
        const before = taken.get(here);
        if (isOlder('enrollments', get, values, first + index, before)) continue;
        const print = state.rostered + state.print * (shortPrint(sourced_id) >>> 0);
        const wanted = (role === 'teacher' ? state.teacher : 0) + state.active + print + state.wroteActive;
        if (how !== undefined || !isOnce) standing.set(here, -1);
        if (how === wanted) {
          counts.unchanged += 1;
          if (modified !== null && modified !== before) same.push(modified, here);
        } else if (how !== undefined && how >= 0 && !(how & state.active) && how & state.wroteActive && !importer.overwrite_manual) {
          counts.kept += 1;
        } else {
          if (how === undefined) counts.created += 1;
          else counts.updated += 1;
          entries.push({
            isNew: how === undefined,
            row: {
              district_id,
              group_puid: groupOf[group] as number,
              user_puid,
              role,
              sourced_id,
              active: 1,
              roster_active: 1,
              left_at: null,
              borrowed: null,
              roster_modified: modified ?? before ?? null,
            },
          });
        }
        if (same.length >= 1000) entries.push(...(await datedPlaces(same.splice(0))));
        if (entries.length >= 2000 || rows >= 20_000) {
          yield* inBatches('enrollments', entries, rows);
          [entries, rows] = [[], 0];
        }
      }
    }
    entries.push(...(await datedPlaces(same)));
    let people: Map<number, AnyRow> | undefined;
    const end = (place: Row<'enrollment'>, at: number | null) => {
      const { group_puid, user_puid, role, sourced_id, active, left_at } = place;
      // A student removed by hand has already left. Only the roster's enrollment ends.
      if (active === 1) {
        people ??= new Map(storedUsers.map((row) => [row.user_puid as number, row]));
        const person = people.get(user_puid);
        const name = person ? `${person.first_name} ${person.last_name}` : '';
        plan.leave(name, String(groupRows.get(group_puid)?.name ?? ''), schoolOf(group_puid));
      }
      const roster_modified = at ?? place.roster_modified;
      const left = { active: 0, roster_active: 0, left_at: active === 1 ? now : left_at, borrowed: 1, roster_modified };
      entries.push({ isNew: false, row: { district_id, group_puid, user_puid, role, sourced_id, ...left } });
    };
    const ended: { group: number; user: number }[] = [];
    if (bulk)
      for (const [here, how] of standing) {
        if (how < 0 || !(how & (state.active | state.wroteActive)) || !(how & state.rostered)) continue;
        if (how & state.wroteInactive && !importer.overwrite_manual) counts.kept += 1;
        else ended.push({ group: groupOf[Math.floor(here / userBase)] as number, user: userOf[here % userBase] as number });
      }
    for (let start = 0; start < ended.length; start += 500) {
      const some = ended.slice(start, start + 500);
      const wanted = new Set(some.map(({ group, user }) => `${group} ${user}`));
      const found = await ports.db
        .selectFrom('enrollment')
        .selectAll()
        .where('user_puid', 'in', [...new Set(some.map(({ user }) => user))])
        .execute();
      for (const row of found) if (wanted.has(`${row.group_puid} ${row.user_puid}`)) end(row, null);
    }
    for (let start = 0; start < gone.length; start += 500) {
      const some = gone.slice(start, start + 500);
      const found = await ports.db
        .selectFrom('enrollment')
        .selectAll()
        .where(
          'sourced_id',
          'in',
          some.map(({ sourced_id }) => sourced_id),
        )
        .execute();
      const places = Map.groupBy(found, (place) => place.sourced_id);
      for (const { sourced_id, get, values, row } of some)
        for (const place of places.get(sourced_id) ?? []) {
          if (isOlder('enrollments', get, values, row, place.roster_modified)) continue;
          const at = modifiedOf(get, values);
          if (place.active === 1 || place.roster_active === 1) end(place, at);
          else entries.push(...dated(place as unknown as AnyRow, at));
        }
    }
    yield* inBatches('enrollments', entries, rows);

    /** Records new modification times of unchanged enrollments, so that no older change applies to them. */
    async function datedPlaces(given: readonly number[]): Promise<Entry[]> {
      if (given.length === 0) return [];
      const times = new Map<string, number>();
      const people = new Set<number>();
      for (let index = 0; index < given.length; index += 2) {
        const here = given[index + 1] as number;
        const user_puid = userOf[here % userBase] as number;
        people.add(user_puid);
        times.set(`${groupOf[Math.floor(here / userBase)]} ${user_puid}`, given[index] as number);
      }
      const found = await ports.db
        .selectFrom('enrollment')
        .selectAll()
        .where('user_puid', 'in', [...people])
        .execute();
      return found.flatMap((place) => dated(place as unknown as AnyRow, times.get(`${place.group_puid} ${place.user_puid}`) ?? null));
    }
  }
}
