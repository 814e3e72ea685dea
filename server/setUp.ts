import type { Kysely } from 'kysely';
import { navTabs } from '../contract/districts.ts';
import { Role } from '../contract/kit.ts';
import { addUsualGrades } from './areas/grades.ts';
import { importContent, importPrebuiltLessons } from './content/importContent.ts';
import { readUsableCourses } from './content/readCourse.ts';
import type { Database } from './db/schema.ts';
import { allDistricts } from './kit/allDistricts.ts';
import { writeAudit } from './kit/audit.ts';
import { makeLink } from './kit/links.ts';
import type { Ports } from './kit/ports.ts';
import { tenant } from './kit/tenant.ts';
import { transact } from './kit/transact.ts';
import { sampleFiles } from './sample/files.ts';
import { CannotStart, hasDistrict } from './storage.ts';

/** Setup input: the district and its first administrator. */
export interface NewDistrict {
  name: string;
  /** FIPS code. */
  state_id: number | null;
  /** IANA name. */
  time_zone: string;
  administrator: { user_name: string; first_name: string; last_name: string; email: string };
}

/** Throws `CannotStart` if a school already exists. */
export async function refuseSecondSchool(db: Kysely<Database>): Promise<void> {
  if (await hasDistrict(db))
    throw new CannotStart(
      'The database has a school already. Choose another folder (ORRERY_DATA=./my-school npm run setup); ' +
        'or, with DATABASE_URL, make an empty database (createdb) and name that.',
    );
}

/** Lifetime of the first administrator's link, in ms. */
export const firstLinkLife = 7 * 24 * 3_600_000;

/**
 * Creates the first district in an empty database: the content, no sample accounts, and one super administrator without a password.
 *
 * @returns the secret of the one-time link with which the administrator sets a password
 * @throws `CannotStart` if a district already exists
 */
export async function setUpDistrict(ports: Ports, { name, state_id, time_zone, administrator }: NewDistrict): Promise<string> {
  const db = allDistricts(ports.db);
  await refuseSecondSchool(db);
  const set = readUsableCourses(sampleFiles(), (problem) => ports.report(problem, 'A unit of the course is left out'));
  const [district_id, user_puid, now] = [ports.newId(), ports.newId(), ports.now()];
  return transact(db, async (all) => {
    await importContent(all, set);
    const trx = tenant(all, district_id);
    await trx
      .insertInto('district')
      .values({ name, state_id, time_zone, nav_tabs: JSON.stringify(navTabs.map((key) => ({ key, show: true }))) })
      .execute();
    await addUsualGrades(ports, trx);
    await importPrebuiltLessons(trx, set.products, { at: now, newId: ports.newId });
    await trx
      .insertInto('app_user')
      .values({
        ...administrator,
        user_puid,
        user_key: administrator.user_name.toLowerCase(),
        password_hash: null,
        role_id: Role.superAdministrator,
        school_id: null,
        grade: null,
        sourced_id: null,
        active: 1,
        token_version: 1,
        created_at: now,
      })
      .execute();
    await writeAudit(ports, trx, { actor_puid: user_puid, action: 'district.setup', subject: `user ${user_puid}` });
    return makeLink(trx, ports, { kind: 'reset', subject: String(user_puid), life: firstLinkLife });
  });
}
