import type { Migration } from 'kysely/migration';
import { fillDailyUse } from '../../kit/dailyUse.ts';
import { tenant as handleOf } from '../../kit/tenant.ts';
import { type AnyDatabase, createTables, tenant } from './kit.ts';

const counts = {
  sign_ins: 'integer',
  lessons: 'integer',
  assignments: 'integer',
  quizzes: 'integer',
  items: 'integer',
  seconds: 'bigint',
} as const;

/**
 * Use of the product by day: of each person, and of each school (decision 050). What happened before is counted from the events. No
 * references to people and schools: an undone import may remove them, and their use stays counted.
 */
export const dailyUse: Migration = {
  up: async (given) => {
    const db = given as AnyDatabase;
    const capacity = { school_id: 'bigint', role_id: 'integer' } as const;
    await createTables(db, {
      daily_use: {
        columns: { ...tenant, user_puid: 'bigint', day: 'text', ...capacity, ...counts },
        key: ['district_id', 'user_puid', 'day', 'school_id', 'role_id'],
        index: { daily_use_school: ['district_id', 'school_id', 'role_id', 'day'] },
      },
      school_use: {
        columns: { ...tenant, day: 'text', week: 'text', ...capacity, ...counts, week_users: 'integer', week_users_district: 'integer' },
        key: ['district_id', 'day', 'school_id', 'role_id'],
      },
    });
    const districts = await db.selectFrom('district').select('district_id').orderBy('district_id').execute();
    for (const { district_id } of districts) await fillDailyUse(handleOf(db, district_id));
  },
};
