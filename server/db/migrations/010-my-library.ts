import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table, tenant, userReference } from './kit.ts';

const tables: Record<string, Table> = {
  catalogue: { columns: { catalogue_id: 'integer', version: 'bigint' }, key: ['catalogue_id'] },
  item_terms: { columns: { item_id: 'bigint', terms: 'text' }, key: ['item_id'] },
  library_filter: {
    columns: {
      ...tenant,
      user_puid: 'bigint',
      product_id: 'bigint?',
      unit_id: 'bigint?',
      sub_unit_id: 'bigint?',
      level3_id: 'bigint?',
      language_id: 'integer',
    },
    key: ['district_id', 'user_puid'],
    foreign: { library_filter_user: userReference() },
  },
  library_resource: {
    columns: {
      ...tenant,
      resource_id: 'bigint',
      owner_puid: 'bigint',
      item_id: 'bigint?',
      title: 'text',
      description: 'text',
      url: 'text?',
      created_at: 'bigint',
      updated_at: 'bigint',
    },
    key: ['district_id', 'resource_id'],
    unique: { library_resource_item: ['district_id', 'owner_puid', 'item_id'] },
    foreign: { library_resource_owner: userReference('owner_puid') },
  },
  library_attachment: {
    columns: {
      ...tenant,
      attachment_id: 'bigint',
      owner_puid: 'bigint',
      resource_id: 'bigint?',
      file_name: 'text',
      media_type: 'text',
      size: 'bigint',
      content: 'text',
      created_at: 'bigint',
    },
    key: ['district_id', 'attachment_id'],
    foreign: { library_attachment_owner: userReference('owner_puid') },
    index: { library_attachment_resource: ['district_id', 'owner_puid', 'resource_id'] },
  },
  item_opening: {
    columns: { ...tenant, user_puid: 'bigint', item_id: 'bigint', times: 'integer', opened_at: 'bigint' },
    key: ['district_id', 'user_puid', 'item_id'],
    foreign: { item_opening_user: userReference() },
  },
};

/** A catalog version for search indexes, each person's library, and an index on the items that lessons use. */
export const myLibrary: Migration = {
  up: async (db) => {
    await createTables(db as AnyDatabase, tables);
    await db.schema.createIndex('lesson_resource_item').on('lesson_resource').columns(['district_id', 'item_id']).execute();
  },
};
