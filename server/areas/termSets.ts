import { type ItemBody, ResourceType } from '../../contract/content.ts';
import { Role } from '../../contract/kit.ts';
import type { termSets as termSetCalls } from '../../contract/termSets.ts';
import { idOf } from '../content/ids.ts';
import { insertAll } from '../db/upsert.ts';
import { assertVisibleItem, lessonResources } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound, type UserContext } from '../kit/handler.ts';
import { transact } from '../kit/transact.ts';
import { assertContentOpen } from './closing.ts';
import { checkTerm, hintOf, practiceTerm, questionOf } from './glossary/fillIn.ts';
import { askedOfSet, openGlossary, readersGlossary } from './glossary/readers.ts';
import type { Glossary, Term } from './glossary/terms.ts';
import { assertInOrder, openAssignment, progressOf, trackLessonTime, trackResourceProgress } from './player/tracking.ts';
import { countTermSet, progressIn, rightIn } from './termSets/progress.ts';

/** Minutes for a term: to read it, and to answer twice. */
const minutesEach = 0.75;

interface Named {
  user_puid: number;
  item_id: number;
  lesson_id: number;
  group_assignment_id: number;
  resource_id: number;
}

/** The set, its terms in the caller's glossary, and for a student its place in an assigned lesson. */
async function openSet(context: UserContext, { user_puid, item_id, lesson_id, group_assignment_id, resource_id }: Named) {
  const { ports, user } = context;
  const { db } = ports;
  assertSelf(user, user_puid);
  await assertContentOpen(ports, user);
  const glossary = await readersGlossary(db, user);
  if (user.role !== Role.student) {
    await assertVisibleItem(db, user, item_id);
    return { glossary, terms: await askedOfSet(db, glossary, item_id), place: null };
  }
  const assignment = await openAssignment(ports, user, { lesson_id, ...(group_assignment_id ? { group_assignment_id } : {}) });
  const resource = (await lessonResources(db, [lesson_id])).find((one) => one.lesson_resource_id === resource_id);
  if (resource?.item_id !== item_id || resource.resource_type_id !== ResourceType.termSet) throw notFound('resource');
  await assertInOrder(db, assignment, resource, assignment.tracking_id ?? 0);
  return { glossary, terms: await askedOfSet(db, glossary, item_id), place: { assignment, resource } };
}

/** A term of a set that a student was asked for. It may have been withdrawn since; then it is checked and counts for nothing. */
function askedTerm({ withdrawn }: Glossary, terms: readonly Term[], term_id: number): Term {
  const term = terms.find((one) => one.term_id === term_id) ?? withdrawn.get(term_id);
  if (!term) throw notFound('term');
  return term;
}

export const termSets: HandlersOf<typeof termSetCalls> = {
  createTermSet: async ({ body: { user_puid, creation_key, title, language_id, term_ids } }, context) => {
    const { ports, user } = context;
    const glossary = await openGlossary(context, user_puid);
    const terms = [...new Set(term_ids)].map((term_id) => {
      const term = glossary.terms.get(term_id);
      if (!term) throw notFound('term');
      return term;
    });
    const item_id = idOf(`terms/${user.district_id}/${user.user_puid}/${creation_key}`);
    return transact(ports.db, async (trx) => {
      const known = await trx
        .selectFrom('content_item')
        .select(['item_id', 'item_type_id', 'title', 'minutes'])
        .where('item_id', '=', item_id)
        .executeTakeFirst();
      if (known) return known;
      const { district_id } = user;
      const item = { item_id, item_type_id: ResourceType.termSet, title, minutes: Math.ceil(terms.length * minutesEach) };
      await insertAll(trx, 'content_item', [
        {
          ...item,
          // No place in the catalog.
          ...{ product_id: 0, unit_id: 0, sub_unit_id: 0, level3_id: null, sort_order: 0, mapped_id: null },
          ...{ code: `terms/${item_id}`, owner_puid: user.user_puid, quiz_id: null, is_assignable: 1, is_learnosity_enabled: 0 },
          ...{ summary: '', language_id, lexile: null, spanish_remark: null, grades: '[]', sources: '[]', standards: '[]' },
          body: JSON.stringify({ kind: 'terms', terms: [] } satisfies ItemBody),
        },
      ]);
      await trx.insertInto('term_set').values({ district_id, item_id, owner_puid: user.user_puid, created_at: ports.now() }).execute();
      await insertAll(
        trx,
        'term_set_term',
        terms.map(({ term_id }, place) => ({ district_id, item_id, place, term_id })),
      );
      return item;
    });
  },

  termSetQuestions: async ({ query: { language_id, ...named } }, context) => {
    const { db, randomBytes } = context.ports;
    const { glossary, terms, place } = await openSet(context, named);
    const tracked = place && (await progressOf(db, place.assignment.tracking_id ?? 0)).get(place.resource.lesson_resource_id);
    const right = await rightIn(db, tracked?.resource_tracking_id ?? 0);
    const left = terms.filter(({ term_id }) => !right.has(term_id));
    return {
      ...progressIn(terms, right),
      questions: (left.length > 0 ? left : terms).map((term) => questionOf(glossary, term, language_id, randomBytes)),
    };
  },

  termSetHint: async ({ query: { language_id, term_id, step, ...named } }, context) => {
    const { glossary, terms } = await openSet(context, named);
    return hintOf(askedTerm(glossary, terms, term_id), language_id, step);
  },

  checkTermSet: async ({ body: { term_id, ...body } }, context) => {
    const { answer_text, language_id, hints, ...named } = body;
    const given = { answer_text, language_id, hints };
    const { ports, user } = context;
    const { glossary, terms, place } = await openSet(context, named);
    const term = askedTerm(glossary, terms, term_id);
    const checked = checkTerm(glossary, term, given);
    if (!place) return { ...checked, ...progressIn(terms, new Set()) };
    await practiceTerm(context, term, checked, given);
    return transact(ports.db, async (trx) => {
      const { assignment, resource } = place;
      const tracking_id = await trackLessonTime(trx, ports, user, assignment, assignment.time_spent ?? 0);
      // Locks the row, so that of two last answers at once, the second is counted with the first.
      const resource_tracking_id = await trackResourceProgress(trx, ports, user, tracking_id, resource, { seconds: 0, percentage: 0 });
      if (checked.result !== 'wrong' && terms.includes(term)) {
        const { district_id, user_puid } = user;
        await trx
          .insertInto('term_set_answer')
          .values({ district_id, resource_tracking_id, user_puid, term_id, answered_at: ports.now() })
          .onConflict((conflict) => conflict.columns(['district_id', 'resource_tracking_id', 'term_id']).doNothing())
          .execute();
      }
      return { ...checked, ...(await countTermSet(trx, ports, user, { tracking_id, resource_tracking_id, resource }, terms)) };
    });
  },
};
