import type { Migration } from 'kysely/migration';
import { rights } from '../../../contract/rights.ts';
import { type AnyDatabase, createTables, tenant, userReference } from './kit.ts';

/** Permissions of a district, to whom they are given, and the modules that a school switches off (decision 064). */
export const permissions: Migration = {
  up: async (given) => {
    const db = given as AnyDatabase;
    await createTables(db, {
      permission: {
        columns: {
          ...tenant,
          permission_id: 'bigint',
          name: 'text',
          name_key: 'text',
          description: 'text',
          ...Object.fromEntries(rights.map((right) => [`may_${right}`, 'integer' as const])),
          active: 'integer',
          version: 'integer',
          removed_at: 'bigint?',
        },
        key: ['district_id', 'permission_id'],
        foreign: { permission_of_district: [['district_id'], 'district', ['district_id']] },
      },
      permission_assignment: {
        columns: {
          ...tenant,
          assignment_id: 'bigint',
          permission_id: 'bigint',
          to_role_id: 'integer?',
          to_user_puid: 'bigint?',
          from_date: 'text?',
          to_date: 'text?',
          /** Instants of the days in the district's time zone, which every call compares. */
          from_at: 'bigint',
          until_at: 'bigint',
          given_by: 'bigint',
          given_at: 'bigint',
          removed_at: 'bigint?',
        },
        key: ['district_id', 'assignment_id'],
        foreign: {
          assignment_of_permission: [['district_id', 'permission_id'], 'permission', ['district_id', 'permission_id']],
          assignment_to_user: userReference('to_user_puid'),
          assignment_by_user: userReference('given_by'),
        },
        index: {
          permission_assignment_user: ['district_id', 'to_user_puid'],
          permission_assignment_role: ['district_id', 'to_role_id'],
        },
      },
    });
    await db.schema
      .createIndex('permission_name')
      .unique()
      .on('permission')
      .columns(['district_id', 'name_key'])
      .where('removed_at' as never, 'is', null)
      .execute();
    await db.schema
      .alterTable('permission')
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(1_000_000))
      .execute();
    await db.schema.alterTable('school').addColumn('nav_tabs', 'text').execute();
  },
};
