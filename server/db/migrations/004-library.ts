import type { Migration } from 'kysely/migration';
import { type AnyDatabase, createTables, type Table } from './kit.ts';

const tables: Record<string, Table> = {
  item_collection: {
    columns: { item_id: 'bigint', collection: 'text' },
    key: ['item_id', 'collection'],
    index: { item_collection_collection: ['collection'] },
  },
  lesson_block: {
    columns: {
      block_id: 'bigint',
      unit_id: 'bigint',
      sub_unit_id: 'bigint?',
      block_type: 'text',
      title: 'text',
      minutes: 'integer',
      html: 'text',
      standards: 'text',
      sort_order: 'integer',
    },
    key: ['block_id'],
    index: { lesson_block_unit: ['unit_id'] },
  },
};

/** Tables for what the library lists next to the units. */
export const library: Migration = {
  up: (db) => createTables(db as AnyDatabase, tables),
};
