import { type GlossaryTerm, type glossary as glossaryCalls, ofClass, readersSubjects } from '../../contract/glossary.ts';
import { assertSelf, type HandlersOf } from '../kit/handler.ts';
import { glossaryClass } from './glossary/classTerms.ts';
import { fillIn, termOf, todayOf } from './glossary/fillIn.ts';
import { ownTermsOfItems } from './glossary/ownTerms.ts';
import { chosen, openGlossary } from './glossary/readers.ts';
import { glossarySheet } from './glossary/sheet.ts';
import { type Glossary, glossaryOf, itemTerm, type Term, termOfDay, textsOf } from './glossary/terms.ts';

const onWire = (glossary: Glossary, term: Term, language_id: number): GlossaryTerm => ({
  ...itemTerm(term, language_id),
  subject: term.subject,
  items: glossary.itemsOf(term.term_id, language_id),
});

export const glossary: HandlersOf<typeof glossaryCalls> = {
  glossarySubjects: async ({ query: { user_puid, language_id } }, context) => {
    const known = await openGlossary(context, user_puid);
    const ofDay = termOfDay(await glossaryOf(context.ports.db), await todayOf(context));
    const counts = Map.groupBy(known.terms.values(), ({ subject }) => subject);
    return {
      subjects: readersSubjects
        .map((subject) => ({ subject, term_count: counts.get(subject)?.length ?? 0 }))
        .filter(({ subject, term_count }) => subject !== ofClass || term_count > 0),
      term_of_the_day: ofDay ? onWire(known, ofDay, language_id) : null,
    };
  },

  glossaryTerms: async ({ query: { user_puid, subject, set_id, language_id, search } }, context) => {
    const known = await openGlossary(context, user_puid);
    const terms = search ? known.find(search) : known.sorted(language_id);
    const isWanted = await chosen(context, known, { subject, set_id });
    return terms.filter(isWanted).map((term) => onWire(known, term, language_id));
  },

  glossaryItemTerms: async ({ query: { user_puid, item_id, language_id } }, context) => {
    const known = await openGlossary(context, user_puid);
    const rows = await context.ports.db
      .selectFrom('term_item')
      .select('term_id')
      .where('item_id', '=', item_id)
      .orderBy('term_id')
      .execute();
    // Where the class has a term of the same name, its definition counts.
    const own = await ownTermsOfItems(context.ports.db, known, [item_id], language_id);
    return [...own, ...rows.flatMap(({ term_id }) => known.terms.get(term_id) ?? [])].map((term) => itemTerm(term, language_id));
  },

  glossaryTermsOfItems: async ({ body: { user_puid, item_ids, language_id } }, context) => {
    const known = await openGlossary(context, user_puid);
    if (item_ids.length === 0) return [];
    const rows = await context.ports.db.selectFrom('term_item').select('term_id').distinct().where('item_id', 'in', item_ids).execute();
    const own = await ownTermsOfItems(context.ports.db, known, item_ids, language_id);
    const used = new Set([...rows, ...own].map(({ term_id }) => term_id));
    return known
      .sorted(language_id)
      .filter(({ term_id }) => used.has(term_id))
      .map((term) => onWire(known, term, language_id));
  },

  glossaryFacts: async ({ query: { user_puid, subject, language_id } }, context) => {
    const known = await openGlossary(context, user_puid);
    const rows = await context.ports.db.selectFrom('glossary_favorite').select('term_id').where('user_puid', '=', user_puid).execute();
    const favorites = new Set(rows.map(({ term_id }) => term_id));
    return known
      .sorted(language_id)
      .filter((term) => (subject ?? term.subject) === term.subject && term.fact !== '')
      .map((one) => {
        const { term, fact } = textsOf(one, language_id);
        return { term_id: one.term_id, subject: one.subject, term, fact, is_favorite: favorites.has(one.term_id) };
      });
  },

  setGlossaryFavorite: async ({ body: { user_puid, term_id, is_favorite } }, { ports, user }) => {
    assertSelf(user, user_puid);
    termOf(await glossaryOf(ports.db), term_id);
    const { district_id } = user;
    if (is_favorite)
      await ports.db
        .insertInto('glossary_favorite')
        .values({ district_id, user_puid, term_id, added_at: ports.now() })
        .onConflict((conflict) => conflict.columns(['district_id', 'user_puid', 'term_id']).doNothing())
        .execute();
    else await ports.db.deleteFrom('glossary_favorite').where('user_puid', '=', user_puid).where('term_id', '=', term_id).execute();
    return null;
  },

  ...fillIn,
  glossarySheet,
  glossaryClass,
};
