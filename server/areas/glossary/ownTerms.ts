import { type ItemBody, Language } from '../../../contract/content.ts';
import { ofClass } from '../../../contract/glossary.ts';
import { textOf } from '../../content/plainText.ts';
import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { htmlOf } from '../../search/terms.ts';
import { type Glossary, inOrder, searchOf, type Term, usageOf } from './terms.ts';

/** Classes that somebody is in now, as a student or as a teacher. */
export const classesOf = (db: Db, { user_puid }: Pick<TokenUser, 'user_puid'>) =>
  db
    .selectFrom('enrollment as e')
    .innerJoin('class_group as g', (join) => join.onRef('g.group_puid', '=', 'e.group_puid').on('g.active', '=', 1))
    .where('e.user_puid', '=', user_puid)
    .where('e.active', '=', 1);

const asTerm = ({ term_id, term, definition, fill_in, term_es, definition_es, fill_in_es }: Row<'own_term'>): Term => ({
  ...{ term_id, subject: ofClass, term, definition, fill_in, term_es, definition_es, fill_in_es },
  ...{ fact: '', fact_es: '' },
});

/** The terms of some classes, those that are not removed. */
export const ownTermsOf = (db: Db, groups: readonly number[]) =>
  groups.length === 0
    ? Promise.resolve([])
    : db.selectFrom('own_term').selectAll().where('removed_at', 'is', null).where('group_puid', 'in', groups).orderBy('term_id').execute();

/** The catalog's glossary together with terms of classes. */
export function withOwnTerms(catalog: Glossary, rows: readonly Row<'own_term'>[]): Glossary {
  if (rows.length === 0) return catalog;
  const own = rows.map(asTerm);
  const usedOf = usageOf(own);
  const terms = new Map([...catalog.terms, ...own.map((term) => [term.term_id, term] as const)]);
  return {
    ...catalog,
    terms,
    own,
    sorted: (language_id) => inOrder([...terms.values()], language_id),
    // The few of the class come first.
    usedIn: (text, language_id) => new Set([...usedOf(text, language_id), ...catalog.usedIn(text, language_id)]),
    find: (words) => [...searchOf(own)(words), ...catalog.find(words)],
  };
}

/**
 * Terms of the reader's classes that items of the catalog use. The catalog's own are stored with each item (`term_item`); classes have so few
 * that the texts are read instead.
 */
export async function ownTermsOfItems(db: Db, { own }: Glossary, item_ids: readonly number[], language_id: number): Promise<Set<Term>> {
  if (own.length === 0 || item_ids.length === 0) return new Set();
  const items = await db
    .selectFrom('content_item')
    .select('body')
    .where('item_id', 'in', item_ids)
    .where('owner_puid', 'is', null)
    .execute();
  const usedOf = usageOf(own);
  return new Set(items.flatMap(({ body }) => [...usedOf(textOf(htmlOf(JSON.parse(body) as ItemBody)), language_id)]));
}

/** Whether a term has a sentence in Spanish, or is asked in English. */
export const practiceLanguage = (term: Term, language_id: number): number =>
  language_id === Language.spanish && term.fill_in_es === '' ? Language.english : language_id;
