import { dayIn } from '../../common/day.ts';
import { zonedTime } from '../../common/zone.ts';
import type { ItemBody } from '../../contract/content.ts';
import { Language } from '../../contract/content.ts';
import { navTabs } from '../../contract/districts.ts';
import { Role } from '../../contract/kit.ts';
import { addUsualGrades } from '../areas/grades.ts';
import { loadQuestions } from '../areas/quiz/questions.ts';
import type { ContentSet } from '../content/contentSet.ts';
import { importContent, importPrebuiltLessons } from '../content/importContent.ts';
import { readUsableCourses } from '../content/readCourse.ts';
import { countRows } from '../db/open.ts';
import type { NewRow } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import { lessonResources } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { fillDailyUse } from '../kit/dailyUse.ts';
import { idSource, type Ports, type TenantPorts } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { importRoster } from '../roster/importRoster.ts';
import { samplePassword } from './accounts.ts';
import { Activity, type ActivityTable, activityTables, type PlayedLesson, type SampleClass, type SampleStudent } from './activity.ts';
import { seededChance } from './chance.ts';
import { makeExports } from './exports.ts';
import { makeFeedback } from './feedback.ts';
import { makeGames } from './games.ts';
import { neighbor, neighborLessons, neighborRoster } from './neighbor.ts';
import { makeOwnQuizzes } from './ownQuizzes.ts';
import { makePermissions } from './permissions.ts';
import { makePractice } from './practice.ts';
import { makeReassignments } from './reassignments.ts';
import { makeRegrades } from './regrades.ts';
import { rosterFiles } from './rosterFiles.ts';
import { makeWorkspaces } from './workspaces.ts';

const district = {
  district_id: 1001,
  name: 'Cedar Valley Independent School District',
  /** FIPS code of Texas. */
  state_id: 48,
  time_zone: 'America/Chicago',
};

/** How many lessons of a class are played in a school of this size. Large schools are for load tests, not for reading. */
const lessonsPlayed = (students: number) => (students <= 1000 ? Number.POSITIVE_INFINITY : students <= 10_000 ? 6 : 2);

/** The accounts that everyone tries first. What they show is staged. */
const cast: Record<string, Omit<SampleStudent, 'user_puid'>> = {
  maya: { ability: 0.9, diligence: 2, cast: { released: 'done', due: 'done', current: 'begun', new: 'nothing', upcoming: 'nothing' } },
  leo: { ability: -0.4, diligence: -0.5, cast: { due: 'nothing', current: 'begun', new: 'nothing', upcoming: 'nothing' } },
};

async function playedLessons(db: Tenant): Promise<(PlayedLesson & { unit: number })[]> {
  const lessons = await db
    .selectFrom('lesson as l')
    .innerJoin('unit as u', 'u.unit_id', 'l.unit_id')
    .innerJoin('product as p', 'p.product_id', 'u.product_id')
    .select(['l.lesson_id', 'p.grades', 'u.sort_order as unit'])
    .where('l.language_id', '=', Language.english)
    .orderBy('u.sort_order')
    .orderBy('l.lesson_id')
    .execute();
  const forMiddleSchool = lessons.filter((lesson) => (JSON.parse(lesson.grades) as string[]).includes('6'));
  const resources = await lessonResources(
    db,
    forMiddleSchool.map((lesson) => lesson.lesson_id),
  );
  const items = new Map(
    (await db.selectFrom('content_item').select(['item_id', 'minutes', 'body']).execute()).map((item) => [
      item.item_id,
      { minutes: item.minutes, body: JSON.parse(item.body) as ItemBody },
    ]),
  );
  const questions = Map.groupBy(
    await loadQuestions(db, [...new Set(resources.map((resource) => resource.quiz_id).filter((id) => id !== null))]),
    (question) => question.quiz_id,
  );
  const ofLesson = Map.groupBy(resources, (resource) => resource.lesson_id);
  return forMiddleSchool.map(({ lesson_id, unit }) => ({
    lesson_id,
    unit,
    resources: (ofLesson.get(lesson_id) ?? []).map((resource) => ({
      ...resource,
      ...(items.get(resource.item_id) as { minutes: number; body: ItemBody }),
      questions: questions.get(resource.quiz_id ?? 0) ?? [],
    })),
  }));
}

/** Each grade starts the year with a different unit, so that not everyone is at the same place. */
function lessonsOfGrade<L>(lessons: readonly L[], grade: string | null): L[] {
  const turn = Math.floor((lessons.length * Math.max(0, Number(grade ?? 6) - 6)) / 3);
  return [...lessons.slice(turn), ...lessons.slice(0, turn)];
}

/** Gives everyone in the district the sample's password. */
const givePasswords = ({ db }: TenantPorts, password_hash: string) =>
  db.updateTable('app_user').set({ password_hash }).where('password_hash', 'is', null).execute();

async function makeProvider(ports: TenantPorts, password_hash: string): Promise<void> {
  await ports.db
    .insertInto('app_user')
    .values({
      district_id: district.district_id,
      user_puid: ports.newId(),
      user_name: 'root',
      user_key: 'root',
      password_hash,
      role_id: Role.superAdministrator,
      first_name: 'Robin',
      last_name: 'Ashe',
      active: 1,
      token_version: 1,
      created_at: ports.now(),
    })
    .execute();
}

interface ActivitySetting {
  today: string;
  seed: number;
  /** How many lessons each class has played, at most. */
  played: number;
  newId: () => number;
  set: ContentSet;
  place: { district_id: number; time_zone: string };
}

async function makeActivity(trx: Tenant, setting: ActivitySetting) {
  const chance = seededChance(setting.seed);
  const waiting = Object.fromEntries(activityTables.map((table) => [table, []])) as unknown as { [T in ActivityTable]: NewRow<T>[] };
  const flush = async (least: number) => {
    if (!activityTables.some((table) => waiting[table].length >= least)) return;
    for (const table of activityTables) await insertAll(trx, table, waiting[table].splice(0));
  };
  const activity = new Activity({
    today: setting.today,
    zone: setting.place.time_zone,
    district_id: setting.place.district_id,
    chance,
    newId: setting.newId,
    otherWords: ["I don't know", 'energy', ...setting.set.glossary.filter((term) => term.subject === 'practice').map((term) => term.term)],
    emit: (table, row) => void (waiting[table] as unknown[]).push(row),
  });
  const lessons = await playedLessons(trx);
  const people = await trx
    .selectFrom('enrollment as e')
    .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
    .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
    .select(['g.group_puid', 'g.grade', 'e.role', 'u.user_puid', 'u.user_key'])
    .orderBy('g.group_puid')
    .orderBy('u.user_puid')
    .execute();
  for (const [group_puid, members] of Map.groupBy(people, (member) => member.group_puid)) {
    const teacher = members.find((member) => member.role === 'teacher');
    if (!teacher) continue;
    const students = members
      .filter((member) => member.role === 'student')
      .map(
        ({ user_puid, user_key }): SampleStudent => ({
          user_puid,
          ability: chance.normal(),
          diligence: chance.normal(),
          ...cast[user_key],
        }),
      );
    const group: SampleClass = { group_puid, teacher_puid: teacher.user_puid, students };
    const all = lessonsOfGrade(lessons, teacher.grade);
    activity.ofClass(group, all.slice(Math.max(0, all.length - setting.played)));
    await flush(1000);
  }
  await flush(1);
}

/**
 * Creates the sample school in an empty database: a district with a OneRoster roster and imported content, accounts with the password
 * `science-rocks`, a year of work before `today`, and a small second district in the same state. The same seed, day and files give the same
 * school.
 */
export async function makeSampleSchool(
  ports: Ports,
  { today, students = 120, seed = 2026, files }: { today: Date; students?: number; seed?: number; files?: ReadonlyMap<string, string> },
): Promise<void> {
  const db = allDistricts(ports.db);
  if (await db.selectFrom('district').select('district_id').limit(1).executeTakeFirst())
    throw new Error('The database holds a school already. Make the sample school in an empty one ("npm run reset").');
  const source = files ?? (await import('./files.ts')).sampleFiles();
  const set = readUsableCourses(source, (problem) => ports.report(problem, 'The sample school goes without a unit'));

  const date = dayIn(today.getTime(), district.time_zone);
  const now = zonedTime(date, district.time_zone);
  const idChance = seededChance(seed);
  // Ids from the past, so that they never collide with ids made by the running product.
  const newId = idSource(() => now - 400 * 24 * 3_600_000, idChance.uniform);
  const own = tenant(db, district.district_id);
  const past: TenantPorts = { ...ports, db: own, newId, now: () => now };

  await importContent(db, set);
  const password_hash = await ports.passwords.hash(samplePassword);
  const makeDistrict = async (here: TenantPorts, place: typeof district, files: Map<string, Uint8Array>) => {
    await db
      .insertInto('district')
      .values({ ...place, nav_tabs: JSON.stringify(navTabs.map((key) => ({ key, show: true }))) })
      .execute();
    await addUsualGrades(here, here.db);
    await importPrebuiltLessons(here.db, set.products, { at: now, newId });
    const roster = await importRoster(here, place.district_id, files);
    if (roster.status === 'refused') throw new Error(`The sample roster cannot be imported: ${JSON.stringify(roster.findings[0])}`);
    await givePasswords(here, password_hash);
  };
  const common = { today: date, seed, newId, set };
  await makeDistrict(past, district, rosterFiles(source, students, seed));
  await makeProvider(past, password_hash);
  await transact(own, (trx) => makeActivity(trx, { ...common, played: lessonsPlayed(students), place: district }));
  await makeReassignments(past, district.district_id);
  await makeFeedback(past, district.district_id);
  await makeRegrades(past, district.district_id);
  await makePractice(own, { today: date, now, seed });
  await makeWorkspaces(past, district.district_id);
  await transact(own, fillDailyUse);
  await makeExports(past, district.district_id);
  await makeOwnQuizzes(past, district.district_id);
  await makePermissions(past, district.district_id);
  await makeGames(past, district.district_id, seed);
  const there: TenantPorts = { ...past, db: tenant(db, neighbor.district_id) };
  await makeDistrict(there, neighbor, neighborRoster(source, seed));
  await transact(there.db, (trx) => makeActivity(trx, { ...common, played: neighborLessons, place: neighbor }));
  await transact(there.db, fillDailyUse);
  await countRows(db);
}
