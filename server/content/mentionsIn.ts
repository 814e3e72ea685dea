import { type ItemBody, Language } from '../../contract/content.ts';
import type { NewRow } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { mentionCounter } from '../search/mentions.ts';
import { htmlOf } from '../search/terms.ts';
import { textOf } from './plainText.ts';

/** An item as its texts are searched. */
export interface Mentioning {
  item_id: number;
  language_id: number;
  title: string;
  body: ItemBody;
}

/** Where the terms of the glossary are used in items of their language. */
export async function mentionsIn(db: Pick<Db, 'selectFrom'>, items: readonly Mentioning[]): Promise<NewRow<'term_item'>[]> {
  const terms = await db
    .selectFrom('glossary_term')
    .select(['term_id', 'term', 'term_es'])
    .where('is_offered', '=', 1)
    .orderBy('term_id')
    .execute();
  const inEnglish = mentionCounter(terms.map(({ term_id, term }) => [term_id, term] as const));
  const inSpanish = mentionCounter(terms.map(({ term_id, term_es }) => [term_id, term_es] as const));
  return items.flatMap(({ item_id, language_id, title, body }) => {
    const counts = (language_id === Language.spanish ? inSpanish : inEnglish)(`${title} ${textOf(htmlOf(body))}`);
    return [...counts].map(([term_id, mentions]) => ({ term_id, item_id, mentions }));
  });
}
