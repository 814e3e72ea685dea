import type { Kysely } from 'kysely';
import { addDays, dayIn, weekOf } from '../../common/day.ts';
import { Role } from '../../contract/kit.ts';
import { usageReports } from '../../server/areas/usageReports.ts';
import { countRows } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import type { UserContext } from '../../server/kit/handler.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, medianTime } from '../lib/report.ts';
import { inSampleSchool } from '../lib/sampleSchool.ts';

const { students, schools, days, readings } = counts.usage;
const base = 920_000_000;

/** Days of which each student has rows in `daily_use`: every third of the last sixty, for the overview. */
const activeDays = Array.from({ length: 20 }, (_, at) => at * 3);

/** A district of many schools, with a year of daily sums. */
async function makeDistrict(db: Kysely<Database>, today: string) {
  const root = await db.selectFrom('app_user').selectAll().where('user_name', '=', 'lindqvist').executeTakeFirstOrThrow();
  const maya = await db.selectFrom('app_user').selectAll().where('user_name', '=', 'maya').executeTakeFirstOrThrow();
  const { district_id } = root;
  const school = await db.selectFrom('school').selectAll().limit(1).executeTakeFirstOrThrow();
  const schoolIds = Array.from({ length: schools }, (_, at) => base + at);
  await insertAll(
    db,
    'school',
    schoolIds.map((school_id) => ({ ...school, school_id, name: `School ${school_id}`, sourced_id: null })),
  );
  const none = { lessons: 1, assignments: 0, quizzes: 1, items: 3, seconds: 900 };
  for (let from = 0; from < students; from += 5_000) {
    const some = Array.from({ length: Math.min(5_000, students - from) }, (_, at) => from + at);
    await insertAll(
      db,
      'app_user',
      some.map((at) => {
        const name = `use${at}`;
        return {
          ...maya,
          user_puid: base + at,
          user_name: name,
          user_key: name,
          email: null,
          sourced_id: null,
          school_id: base + (at % schools),
        };
      }),
    );
    await insertAll(
      db,
      'daily_use',
      some.flatMap((at) =>
        activeDays.map((back) => ({
          ...{ district_id, user_puid: base + at, day: addDays(today, -back), school_id: base + (at % schools), role_id: Role.student },
          ...{ sign_ins: 1, ...none },
        })),
      ),
    );
  }
  const ofSchool = Math.ceil(students / schools);
  for (let back = 0; back < days; back++) {
    const day = addDays(today, -back);
    await insertAll(
      db,
      'school_use',
      schoolIds.flatMap((school_id) =>
        [Role.student, Role.teacher].map((role_id) => ({
          ...{ district_id, day, week: weekOf(day), school_id, role_id, sign_ins: ofSchool, ...none },
          ...{ week_users: ofSchool, week_users_district: ofSchool },
        })),
      ),
    );
  }
  return { district_id, user_puid: root.user_puid };
}

const timed = (work: () => unknown) => medianTime(readings, work);

/** The summary of a district over a year and the overview, against the same figures by bare SQL from the same daily sums. */
export const measureUsage = (): Promise<Measure[]> =>
  inSampleSchool(async (db, bare) => {
    const ports = nodePorts({ db, signingKey: new Uint8Array(32) });
    const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
    const today = dayIn(ports.now(), time_zone);
    const place = await makeDistrict(db, today);
    await countRows(db);
    const user = { ...place, role: Role.districtAdministrator, token_version: 1 };
    const context = { ports: inDistrict(ports, user.district_id), user } as unknown as UserContext & { user: never };
    const year = { from_date: addDays(today, 1 - days), to_date: today };
    const week = bare.prepare(
      `select week, school_id, sum(sign_ins), sum(lessons), sum(assignments), sum(quizzes), sum(items), sum(seconds), sum(week_users),
       sum(week_users_district) from school_use where district_id = ? and day >= ? and day <= ? group by week, school_id`,
    );
    const sums = bare.prepare(
      `select sum(sign_ins), sum(lessons), sum(assignments), sum(quizzes), sum(items), sum(seconds) from school_use
       where district_id = ? and day >= ? and day <= ?`,
    );
    const active = bare.prepare(
      `select count(*) from app_user u where u.district_id = ? and exists (select 1 from daily_use d
       where d.district_id = u.district_id and d.user_puid = u.user_puid and d.day >= ? and d.day <= ?)`,
    );
    const accounts = bare.prepare('select role_id, count(*) from app_user where district_id = ? and active = 1 group by role_id');
    const months = [
      [addDays(today, -29), today],
      [addDays(today, -59), addDays(today, -30)],
    ] as const;
    const ours = await timed(() => usageReports.summary({ query: year, body: {} }, context));
    const overview = await timed(() => usageReports.usageHome({ query: {}, body: {} }, context));
    const name = `${inWords(students)} students`;
    return [
      {
        name: `summary of a district of ${name} over ${days} days`,
        unit: 'ms',
        ours,
        floor: await timed(() => week.all(user.district_id, year.from_date, year.to_date)),
        goal: { atMost: 1.5 },
      },
      { name: 'the same, time', unit: 'ms', ours, goal: { atMost: 1_000 } },
      {
        name: `overview of ${name}`,
        unit: 'ms',
        ours: overview,
        floor: await timed(() => {
          accounts.all(user.district_id);
          for (const [from, to] of months) {
            sums.all(user.district_id, from, to);
            active.all(user.district_id, from, to);
          }
        }),
        goal: { atMost: 1.5 },
      },
      { name: 'the same, time', unit: 'ms', ours: overview, goal: { atMost: 1_000 } },
    ];
  });
