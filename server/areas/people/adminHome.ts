import { sql } from 'kysely';
import { Role, wholeRoster } from '../../../contract/kit.ts';
import { mostFound, type people, recentImportDays } from '../../../contract/people.ts';
import { groupsInScope, iso } from '../../kit/access.ts';
import { assertSelf, type HandlersOf, type UserContext } from '../../kit/handler.ts';
import { hasWords, pageOf } from '../../kit/pages.ts';
import { byHand } from '../../roster/handChanges.ts';
import { schoolOf } from '../../roster/people.ts';
import { endsSoon } from '../../sso/samlProviders.ts';
import { visibleMessages } from '../inbox.ts';
import { schoolsWithPeople } from './schoolPeople.ts';
import { managedUserOf, narrowed, usersInScope } from './scope.ts';

const day = 86_400_000;

/** Imports that an administrator sees: the school's, or the district's. */
async function visibleImports({ ports, user }: UserContext) {
  const school_id = await schoolOf(ports.db, user);
  const all = ports.db
    .selectFrom('roster_job as j')
    .innerJoin('app_user as w', 'w.user_puid', 'j.created_by')
    .where((eb) => eb.or([eb('j.form', 'is', null), eb('j.form', 'not in', byHand)]));
  return school_id === null ? all : all.where('j.school_id', '=', school_id);
}

async function waitingImports(context: UserContext) {
  const rows = await (await visibleImports(context))
    .select(['j.state', (eb) => eb.fn.countAll<number>().as('jobs')])
    .where((eb) =>
      eb.or([eb('j.state', 'not in', ['failed', 'partial']), eb('j.updated_at', '>', context.ports.now() - recentImportDays * day)]),
    )
    .groupBy('j.state')
    .execute();
  const sum = (...states: string[]) => rows.reduce((all, { state, jobs }) => all + (states.includes(state) ? Number(jobs) : 0), 0);
  return {
    imports_to_confirm: sum('validated'),
    imports_failed: sum('failed', 'partial'),
    imports_running: sum('uploaded', 'checking', 'confirmed', 'applying', 'undoing'),
  };
}

/** Identity providers of the district through which soon nobody can sign in. */
async function endingProviders({ ports }: UserContext): Promise<number> {
  const active = await ports.db.selectFrom('saml_provider').selectAll().where('active', '=', 1).where('removed_at', 'is', null).execute();
  return active.filter((provider) => endsSoon(provider, ports.now())).length;
}

const count = sql<number>`count(*)`.as('count');
const total = async (query: { execute: () => Promise<{ count: number }[]> }) => Number((await query.execute())[0]?.count ?? 0);

/** What waits for an administrator, and the accounts by role and school. */
export const adminHome: HandlersOf<typeof people>['adminHome'] = async ({ query }, context) => {
  const { ports, user } = context;
  assertSelf(user, query.user_puid);
  const users = await usersInScope(ports, user);
  const counted = await users
    .clearSelect()
    .select(['u.district_id', 'u.role_id', 'u.active', 'u.school_id', 's.name', count])
    .groupBy(['u.district_id', 'u.role_id', 'u.active', 'u.school_id', 's.name'])
    .execute();
  type Counted = (typeof counted)[number];
  const sum = (is: (row: Counted) => boolean) => counted.reduce((all, row) => all + (is(row) ? Number(row.count) : 0), 0);
  const roles = [...new Set(counted.map(({ role_id }) => role_id))].filter((role) => role >= Role.student).sort((a, b) => a - b);
  // The provider's staff see the schools of their own district here: all of them would be thousands.
  const own = counted.filter((row) => row.district_id === user.district_id && row.active === 1 && row.role_id >= Role.student);
  const schools = new Map(own.map((row) => [row.school_id, row.name]));
  const inSchool = (id: number | null, isOf: (role: number) => boolean) =>
    own.reduce((all, row) => all + (row.school_id === id && isOf(row.role_id) ? Number(row.count) : 0), 0);
  return {
    waiting: {
      messages: await total((await visibleMessages(context)).clearSelect().select(count).where('a.answered_at', 'is', null)),
      registrations: await total(narrowed(users, { state: 'registered' }).clearSelect().select(count)),
      unready: await total(narrowed(users, { state: 'unready' }).clearSelect().select(count)),
      ...(await waitingImports(context)),
      certificates: wholeRoster.includes(user.role as never) ? await endingProviders(context) : 0,
    },
    roles: roles.map((role) => ({
      role,
      active: sum((row) => row.role_id === role && row.active === 1),
      inactive: sum((row) => row.role_id === role && row.active !== 1),
    })),
    schools: [...schools]
      .map(([id, name]) => ({
        school_id: id,
        name,
        students: inSchool(id, (role) => role === Role.student),
        staff: inSchool(id, (role) => role > Role.student),
      }))
      .sort((a, b) => Number(a.name === null) - Number(b.name === null) || (a.name ?? '').localeCompare(b.name ?? '')),
  };
};

/** The first users, schools, classes and imports with each word of a search, and how many there are. */
export const findAnything: HandlersOf<typeof people>['findAnything'] = async ({ query }, context) => {
  const { ports, user } = context;
  const { db } = ports;
  assertSelf(user, query.user_puid);
  const has = (...columns: string[]) => hasWords(query.search, columns);
  const page = { offset: 0, limit: mostFound };
  const school_id = await schoolOf(db, user);
  const users = await pageOf(
    (await usersInScope(ports, user)).where(has('u.user_key', 'u.first_name', 'u.last_name', 's.name')),
    { by: [sql`lower(u.last_name)`, sql`lower(u.first_name)`], direction: 'asc' },
    'u.user_puid',
    page,
  );
  const allSchools = schoolsWithPeople(db).where(has('s.name'));
  const schools = await pageOf(
    school_id === null ? allSchools : allSchools.where('s.school_id', '=', school_id),
    { by: [sql`lower(s.name)`], direction: 'asc' },
    's.school_id',
    page,
  );
  const classes = await pageOf(
    groupsInScope(db, user)
      .innerJoin('school as s', 's.school_id', 'class_group.school_id')
      .select(['class_group.group_puid', 'class_group.name', 'class_group.active', 's.name as school_name'])
      .where(has('class_group.name', 'class_group.subject', 's.name')),
    { by: [sql`1 - class_group.active`, sql`lower(class_group.name)`], direction: 'asc' },
    'class_group.group_puid',
    page,
  );
  const imports = await pageOf(
    (await visibleImports(context))
      .select(['j.job_id', 'j.state', 'j.created_at', 'w.first_name', 'w.last_name'])
      .where((eb) =>
        eb.or([
          has('w.first_name', 'w.last_name'),
          eb.exists(eb.selectFrom('roster_file as f').select('f.name').whereRef('f.job_id', '=', 'j.job_id').where(has('f.name'))),
        ]),
      ),
    { by: [sql`j.created_at`], direction: 'desc' },
    'j.job_id',
    page,
  );
  const jobs = imports.rows.map(({ job_id }) => job_id);
  const files =
    jobs.length === 0
      ? []
      : await db.selectFrom('roster_file').select(['job_id', 'name']).distinct().where('job_id', 'in', jobs).orderBy('name').execute();
  return {
    users: { total: users.total, rows: users.rows.map((row) => managedUserOf(user, row)) },
    schools: { total: schools.total, rows: schools.rows.map((row) => ({ ...row, people: Number(row.people) })) },
    classes: { total: classes.total, rows: classes.rows.map(({ active, ...row }) => ({ ...row, active: active === 1 })) },
    imports: {
      total: imports.total,
      rows: imports.rows.map(({ job_id, state, created_at, first_name, last_name }) => ({
        job_id,
        state,
        created_at: iso(created_at),
        created_by: `${first_name} ${last_name}`,
        files: files.filter((one) => one.job_id === job_id).map(({ name }) => name),
      })),
    },
  };
};
