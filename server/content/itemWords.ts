import type { ItemBody } from '../../contract/content.ts';
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

/** Writes again which items of the catalog use which terms, after words of a term have changed. Items keep what stays true of them. */
export async function writeMentions(trx: Db): Promise<void> {
  const columns = ['item_id', 'language_id', 'title', 'body'] as const;
  const items = await trx.selectFrom('content_item').select(columns).where('owner_puid', 'is', null).execute();
  const wanted = await mentionsIn(
    trx,
    items.map(({ body, ...item }) => ({ ...item, body: JSON.parse(body) as ItemBody })),
  );
  const keyOf = ({ term_id, item_id, mentions }: NewRow<'term_item'>) => `${term_id} ${item_id} ${mentions}`;
  const stored = await trx.selectFrom('term_item').selectAll().execute();
  const [had, has] = [new Set(stored.map(keyOf)), new Set(wanted.map(keyOf))];
  for (const { term_id, item_id } of stored.filter((row) => !has.has(keyOf(row))))
    await trx.deleteFrom('term_item').where('term_id', '=', term_id).where('item_id', '=', item_id).execute();
  await insertAll(
    trx,
    'term_item',
    wanted.filter((row) => !had.has(keyOf(row))),
  );
}
