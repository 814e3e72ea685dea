import type { NewRow } from '../db/schema.ts';
import { insertAll, upsertAll } from '../db/upsert.ts';
import type { Db } from '../kit/access.ts';
import { termsOf } from '../search/terms.ts';
import { type Mentioning, mentionsIn } from './mentionsIn.ts';

/** Writes what the search and the glossary know of items: their distinctive words, and the terms that they use. */
export async function writeItemWords(trx: Db, items: readonly Mentioning[]): Promise<void> {
  const terms: NewRow<'item_terms'>[] = items.map(({ item_id, body }) => ({ item_id, terms: termsOf(body).join(' ') }));
  await upsertAll(trx, 'item_terms', ['item_id'], terms);
  for (const { item_id } of items) await trx.deleteFrom('term_item').where('item_id', '=', item_id).execute();
  await insertAll(trx, 'term_item', await mentionsIn(trx, items));
}
