import { mentionFinder } from '../../../common/mentions.ts';
import { Language } from '../../../contract/content.ts';
import type { GlossarySubject, GlossaryTerm } from '../../../contract/glossary.ts';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import type { Row } from '../../db/schema.ts';
import { type Districts, databaseOf, shared } from '../../kit/tenant.ts';
import { forgivingSearch } from '../../search/forgiving.ts';
import { openKinds } from '../studentWork.ts';

/** A term of the catalog, or of a class. */
export type Term = Omit<Row<'glossary_term'>, 'subject' | 'version' | 'is_offered'> & { subject: GlossarySubject };

/** The terms that somebody may see: the catalog's, which are the same for all districts, and those of a reader's classes. */
export interface Glossary {
  /** By id. */
  terms: ReadonlyMap<number, Term>;
  /** Terms of the catalog that were withdrawn. Who was asked for one before may still answer. */
  withdrawn: ReadonlyMap<number, Term>;
  /** Those of the reader's classes. */
  own: readonly Term[];
  /** In alphabetical order of a language. */
  sorted: (language_id: number) => readonly Term[];
  /** Items that use a term, those that use it most first. */
  itemsOf: (term_id: number, language_id: number) => GlossaryTerm['items'];
  /** Terms that a text uses in its language, in the order of their first places. */
  usedIn: (text: string, language_id: number) => Set<Term>;
  /** Terms for words in either language, best first. */
  find: (words: string) => Term[];
}

/** Items of a term on the screen. */
const mostItems = 4;
/** An item that uses a term less often is not about it. */
const fewestMentions = 2;

/** The texts of a term in a language: 102 is Spanish. A term that has none is in English. */
export const textsOf = (term: Term, language_id: number) =>
  language_id === Language.spanish && term.term_es !== ''
    ? { term: term.term_es, definition: term.definition_es, fact: term.fact_es, fill_in: term.fill_in_es }
    : { term: term.term, definition: term.definition, fact: term.fact, fill_in: term.fill_in };

/** A term as a text shows it that is in this language. */
export function itemTerm(term: Term, language_id: number): ItemTerm {
  const { term_id } = term;
  const english = { language_id: Language.english, term: term.term, definition: term.definition };
  if (term.term_es === '') return { term_id, ...english, other_term: '', other_definition: '' };
  const [own, other] = [textsOf(term, language_id), textsOf(term, otherLanguage(language_id))];
  return {
    term_id,
    language_id,
    term: own.term,
    definition: own.definition,
    other_term: other.term,
    other_definition: other.definition,
  };
}

const otherLanguage = (language_id: number) => (language_id === Language.spanish ? Language.english : Language.spanish);

/** Terms in the alphabetical order of a language. */
export function inOrder(terms: readonly Term[], language_id: number): Term[] {
  const { compare } = new Intl.Collator(language_id === Language.spanish ? 'es' : 'en');
  return terms.toSorted((a, b) => compare(textsOf(a, language_id).term, textsOf(b, language_id).term) || a.term_id - b.term_id);
}

/** A search in terms, in either language. Making it takes an index of all of them. */
export function searchOf(terms: readonly Term[]): Glossary['find'] {
  const byId = new Map(terms.map((term) => [term.term_id, term]));
  const found = forgivingSearch(terms, {
    idField: 'term_id',
    fields: ['term', 'term_es', 'definition', 'definition_es'],
    boost: { term: 6, term_es: 6 },
  });
  return (words) => found(words).map((id) => byId.get(id as number) as Term);
}

/** Whether a term has a sentence to practice with. */
export const isAsked = ({ fill_in }: Term) => fill_in !== '';

/** Finds the terms that a text uses in its language, in the order of their first places. */
export function usageOf(terms: readonly Term[]): Glossary['usedIn'] {
  const finderIn = (language_id: number) => mentionFinder(terms.map((term) => [term, textsOf(term, language_id).term] as const));
  const [findEnglish, findSpanish] = [finderIn(Language.english), finderIn(Language.spanish)];
  return (text, language_id) => new Set((language_id === Language.spanish ? findSpanish : findEnglish)(text).map(({ key }) => key));
}

async function build(districts: Districts): Promise<Glossary> {
  const db = shared(districts);
  const all = await db.selectFrom('glossary_term').selectAll().orderBy('term_id').execute();
  const rows = all.filter(({ is_offered }) => is_offered === 1) as Term[];
  const uses = await db
    .selectFrom('term_item as t')
    .innerJoin('content_item as i', 'i.item_id', 't.item_id')
    .select(['t.term_id', 'i.item_id', 'i.title', 'i.language_id'])
    .where('t.mentions', '>=', fewestMentions)
    .where('i.item_type_id', 'in', openKinds)
    .where('i.is_assignable', '=', 1)
    .where('i.is_offered', '=', 1)
    .orderBy('t.mentions', 'desc')
    .orderBy('i.item_id')
    .execute();
  const byTerm = Map.groupBy(uses, ({ term_id, language_id }) => `${term_id} ${language_id}`);
  const terms = new Map(rows.map((row) => [row.term_id, row]));
  const [english, spanish] = [inOrder(rows, Language.english), inOrder(rows, Language.spanish)];
  return {
    terms,
    withdrawn: new Map((all as (Term & { is_offered: number })[]).flatMap((row) => (row.is_offered === 1 ? [] : [[row.term_id, row]]))),
    own: [],
    sorted: (language_id) => (language_id === Language.spanish ? spanish : english),
    itemsOf: (term_id, language_id) =>
      (byTerm.get(`${term_id} ${language_id}`) ?? []).slice(0, mostItems).map(({ item_id, title }) => ({ item_id, title })),
    usedIn: usageOf(rows),
    find: searchOf(rows),
  };
}

const made = new WeakMap<object, { version: number; glossary: Promise<Glossary> }>();

/** The current glossary. Read at the first call and again after each change of the catalog. */
export async function glossaryOf(districts: Districts): Promise<Glossary> {
  const key = databaseOf(districts);
  const version = (await shared(districts).selectFrom('catalogue').select('version').executeTakeFirst())?.version ?? 0;
  const known = made.get(key);
  if (known?.version === version) return known.glossary;
  const glossary = build(districts);
  made.set(key, { version, glossary });
  glossary.catch(() => made.get(key)?.glossary === glossary && made.delete(key));
  return glossary;
}

/**
 * The term of a day (YYYY-MM-DD): the next one each day, so that none comes again before all others. Ids are hashes, so their order is as
 * good as chance.
 */
export function termOfDay({ terms }: Glossary, day: string): Term | undefined {
  const all = [...terms.values()];
  return all[Math.floor(Date.parse(day) / 86_400_000) % all.length];
}
