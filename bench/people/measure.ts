import type { Kysely } from 'kysely';
import { Role } from '../../contract/kit.ts';
import { account } from '../../server/areas/account.ts';
import { schools } from '../../server/areas/schools.ts';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import type { UserContext } from '../../server/kit/handler.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, medianTime } from '../lib/report.ts';
import { inSampleSchool } from '../lib/sampleSchool.ts';

const { users, schools: schoolCount, readings } = counts.people;
const base = 930_000_000;

/** A district of many schools and users, with names in no order. Returns its administrator. */
async function makeDistrict(db: Kysely<Database>) {
  const root = await db.selectFrom('app_user').selectAll().where('user_name', '=', 'lindqvist').executeTakeFirstOrThrow();
  const maya = await db.selectFrom('app_user').selectAll().where('user_name', '=', 'maya').executeTakeFirstOrThrow();
  const school = await db.selectFrom('school').selectAll().limit(1).executeTakeFirstOrThrow();
  await insertAll(
    db,
    'school',
    Array.from({ length: schoolCount }, (_, at) => ({ ...school, school_id: base + at, name: `School ${at}`, sourced_id: null })),
  );
  for (let from = 0; from < users; from += 5_000)
    await insertAll(
      db,
      'app_user',
      Array.from({ length: Math.min(5_000, users - from) }, (_, index) => {
        const at = from + index;
        const name = `user${at}`;
        return {
          ...maya,
          ...{ user_puid: base + at, user_name: name, user_key: name, email: null, sourced_id: null, school_id: base + (at % schoolCount) },
          ...{ first_name: `First ${(at * 31) % 997}`, last_name: `Last ${(at * 7_919) % 10_007}`, active: Number(at % 10 > 0) },
        };
      }),
    );
  return { district_id: root.district_id, user_puid: root.user_puid };
}

/** The administrators' lists of users and of schools, against the same statements without the product. */
export const measurePeople = (): Promise<Measure[]> =>
  inSampleSchool(async (db, bare) => {
    const { district_id, user_puid } = await makeDistrict(db);
    const ports = nodePorts({ db, signingKey: new Uint8Array(32) });
    const user = { district_id, user_puid, role: Role.districtAdministrator, token_version: 1 };
    const context = { ports: inDistrict(ports, district_id), user } as unknown as UserContext & { user: never };
    const page = { user_puid, offset: 0, limit: 50 };
    const from = `from app_user u left join school s on s.district_id = u.district_id and s.school_id = u.school_id where u.district_id = ?`;
    const some = `${from} and u.role_id = ? and u.active = 0 and (lower(u.user_key) like ? or lower(u.first_name) like ?
      or lower(u.last_name) like ? or lower(s.name) like ?)`;
    const columns = `u.user_puid, u.district_id, u.user_name, u.first_name, u.last_name, u.role_id, u.grade, u.active, s.name,
      exists (select 1 from second_factor f where f.district_id = u.district_id and f.user_puid = u.user_puid) as has_factor`;
    const order = `order by lower(u.last_name), lower(u.first_name), u.user_puid limit 50`;
    const [countAll, all] = [`select count(*) ${from}`, `select ${columns} ${from} ${order}`].map((sql) => bare.prepare(sql));
    const [countSome, found] = [`select count(*) ${some}`, `select ${columns} ${some} ${order}`].map((sql) => bare.prepare(sql));
    const asked = [district_id, Role.student, ...Array.from({ length: 4 }, () => '%9%')];
    const timed = (work: () => unknown) => medianTime(readings, work);
    return [
      {
        name: `first page of ${inWords(users)} users`,
        unit: 'ms',
        ours: await timed(() => account.managedUsers({ query: { ...page, search: '' }, body: {} }, context)),
        floor: await timed(() => [countAll?.get(district_id), all?.all(district_id)]),
        goal: { atMost: 1.5 },
      },
      {
        name: `search among ${inWords(users)} users, narrowed, with its count`,
        unit: 'ms',
        ours: await timed(() =>
          account.managedUsers({ query: { ...page, search: '9', role: Role.student, state: 'inactive' }, body: {} }, context),
        ),
        floor: await timed(() => [countSome?.get(...asked), found?.all(...asked)]),
        goal: { atMost: 1.5 },
      },
      {
        name: `first page of ${inWords(schoolCount)} schools with their ${inWords(users)} users`,
        unit: 'ms',
        ours: await timed(() => schools.schoolList({ query: { ...page, search: '' }, body: {} }, context)),
        goal: { atMost: 250 },
      },
    ];
  });
