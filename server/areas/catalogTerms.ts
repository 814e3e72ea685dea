import { isDeepStrictEqual } from 'node:util';
import { mentionFinder } from '../../common/mentions.ts';
import type { AuditAction } from '../../contract/audit.ts';
import { type CatalogTerm, type catalogTerms as calls, catalogTermLimits as limits } from '../../contract/catalogTerms.ts';
import type { BodyOf } from '../../contract/kit.ts';
import type { FieldReason } from '../../contract/refusals.ts';
import type { GlossaryContent } from '../content/contentSet.ts';
import { termTexts } from '../content/editedTerms.ts';
import { termIdOf } from '../content/ids.ts';
import { writeMentions } from '../content/itemWords.ts';
import { touchCatalogue } from '../content/touchCatalogue.ts';
import type { Db } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { transact } from '../kit/transact.ts';

type Written = Omit<BodyOf<typeof calls.addCatalogTerm>, 'user_puid'>;

const withBlank = (sentence: string) => sentence.replace(/_{2,}/, '____');
const keyOf = (name: string) => name.trim().toLowerCase();
const names = (term: string, sentence: string) => mentionFinder([[0, term]])(sentence).length > 0;

/** What a form lacks beside what its fields say alone. The tests of the course ask the same of its files. */
function faultsIn(written: Written): FieldReason[] {
  const faults: FieldReason[] = [];
  for (const field of ['definition', 'definition_es', 'fact', 'fact_es'] as const) {
    const text = written[field];
    if (text === '') continue;
    if (text.length < limits.least) faults.push(fieldReason(field, 'tooShort', { least: limits.least }));
    else if (!/[.!?]$/.test(text)) faults.push(fieldReason(field, 'noSentenceEnd'));
  }
  for (const [one, other] of [
    ['fact', 'fact_es'],
    ['fill_in', 'fill_in_es'],
  ] as const)
    if ((written[one] === '') !== (written[other] === '')) faults.push(fieldReason(written[one] === '' ? one : other, 'missing'));
  for (const field of ['fill_in', 'fill_in_es'] as const)
    if ((written[field].match(/_+/g)?.length ?? 0) > 1) faults.push(fieldReason(field, 'blankTwice'));
  if (names(written.term, written.fill_in)) faults.push(fieldReason('fill_in', 'namesTerm'));
  if (names(written.term_es, written.fill_in_es)) faults.push(fieldReason('fill_in_es', 'namesTerm'));
  return faults;
}

/** What is stored of a form. */
function textsOf(written: Written): GlossaryContent {
  const fields = faultsIn(written);
  if (fields.length > 0) throw refuse('invalidParameters', { fields }, { fields });
  return { ...termTexts(written), fill_in: withBlank(written.fill_in), fill_in_es: withBlank(written.fill_in_es) };
}

/** Terms with what the course has in their place, and how many items use them. */
const rowsOf = (db: Db) =>
  db
    .selectFrom('glossary_term as t')
    .leftJoin('catalog_term as c', 'c.term_id', 't.term_id')
    .selectAll('t')
    .select(['c.course', 'c.is_course_new'])
    .select((eb) =>
      eb
        .selectFrom('term_item as i')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('i.term_id', '=', 't.term_id')
        .as('item_count'),
    );
type Stored = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

async function stored(db: Db, term_id: number): Promise<Stored> {
  const row = await rowsOf(db).where('t.term_id', '=', term_id).executeTakeFirst();
  if (!row) throw notFound('term');
  return row;
}

const onWire = ({ course, is_course_new, is_offered, version, item_count, term_id, ...texts }: Stored): CatalogTerm => ({
  ...{ term_id, version, is_offered: is_offered === 1, is_course_new: is_course_new === 1, item_count: Number(item_count) },
  ...(termTexts(texts) as GlossaryContent & Pick<CatalogTerm, 'subject'>),
  origin: course === null ? 'course' : course === '' ? 'added' : 'edited',
});

/** Refuses a name that another term of the subject has. A withdrawn term keeps its name, so that it can come back. */
async function assertNew(trx: Db, texts: GlossaryContent, term_id: number | null): Promise<void> {
  const others = await trx
    .selectFrom('glossary_term')
    .select(['term_id', 'term', 'term_es'])
    .where('subject', '=', texts.subject)
    .execute();
  const fields = (['term', 'term_es'] as const).filter((field) =>
    others.some((other) => other.term_id !== term_id && keyOf(other[field]) === keyOf(texts[field])),
  );
  const [first] = fields;
  if (first) throw refuse('valueTaken', { value: texts[first] }, { fields: fields.map((field) => fieldReason(field, 'taken')) });
}

/** What the audit shows of a term. */
const inWords = ({ term, subject, ...texts }: GlossaryContent) => ({ name: term, glossary_subject: subject, ...texts });

type TermAction = Extract<AuditAction, `term.${string}`>;
const note = ({ ports, user }: UserContext, trx: Db, action: TermAction, term_id: number, detail: Record<string, unknown>) =>
  writeAudit(ports, trx, { actor_puid: user.user_puid, action, subject: `term ${term_id}`, detail });

/** Withdraws a term, or brings it back. */
const offer = (context: UserContext, term_id: number, isOffered: boolean) =>
  transact(context.ports.db, async (trx) => {
    await touchCatalogue(trx);
    const row = await stored(trx, term_id);
    if ((row.is_offered === 1) === isOffered) return null;
    await trx
      .updateTable('glossary_term')
      .set({ is_offered: isOffered ? 1 : 0 })
      .where('term_id', '=', term_id)
      .execute();
    await writeMentions(trx);
    await note(context, trx, isOffered ? 'term.offer' : 'term.withdraw', term_id, { after: { name: row.term } });
    return null;
  });

export const catalogTerms: HandlersOf<typeof calls> = {
  catalogTerms: async (_, { ports: { db } }) => {
    const { compare } = new Intl.Collator('en');
    const rows = await rowsOf(db).execute();
    return rows.map(onWire).sort((a, b) => compare(a.term, b.term) || a.term_id - b.term_id);
  },

  catalogTerm: async ({ query: { term_id } }, { ports: { db } }) => onWire(await stored(db, term_id)),

  addCatalogTerm: async ({ body }, context) => {
    const texts = textsOf(body);
    return transact(context.ports.db, async (trx) => {
      await touchCatalogue(trx);
      await assertNew(trx, texts, null);
      // With the id that it has in the course, if the course gets it one day.
      const course_id = termIdOf(texts);
      const isFree = !(await trx.selectFrom('glossary_term').select('term_id').where('term_id', '=', course_id).executeTakeFirst());
      const term_id = isFree ? course_id : context.ports.newId();
      await trx
        .insertInto('glossary_term')
        .values({ term_id, ...texts })
        .execute();
      await trx.insertInto('catalog_term').values({ term_id, course: '', is_course_new: 0 }).execute();
      await writeMentions(trx);
      await note(context, trx, 'term.add', term_id, { after: inWords(texts) });
      return onWire(await stored(trx, term_id));
    });
  },

  updateCatalogTerm: async ({ body: { term_id, version, ...body } }, context) => {
    const texts = textsOf(body);
    return transact(context.ports.db, async (trx) => {
      await touchCatalogue(trx);
      const { course, ...row } = await stored(trx, term_id);
      const before = termTexts(row);
      await assertNew(trx, texts, term_id);
      const { numUpdatedRows } = await trx
        .updateTable('glossary_term')
        .set({ ...texts, version: version + 1 })
        .where('term_id', '=', term_id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      if (isDeepStrictEqual(before, texts)) return onWire(await stored(trx, term_id));
      // A term that is as the course has it follows the course again.
      await trx.deleteFrom('catalog_term').where('term_id', '=', term_id).execute();
      const ofCourse = course ?? JSON.stringify(before);
      if (ofCourse !== JSON.stringify(texts))
        await trx.insertInto('catalog_term').values({ term_id, course: ofCourse, is_course_new: 0 }).execute();
      if (before.term !== texts.term || before.term_es !== texts.term_es) await writeMentions(trx);
      await note(context, trx, 'term.update', term_id, { before: inWords(before), after: inWords(texts) });
      return onWire(await stored(trx, term_id));
    });
  },

  withdrawCatalogTerm: ({ body: { term_id } }, context) => offer(context, term_id, false),
  offerCatalogTerm: ({ body: { term_id } }, context) => offer(context, term_id, true),
};
