import type { BodyOf } from '../../contract/kit.ts';
import { mostOwnTerms, type OwnTerm, type ownTerms as ownTermCalls } from '../../contract/ownTerms.ts';
import type { Row } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { classesOf } from './glossary/ownTerms.ts';
import { type Glossary, glossaryOf } from './glossary/terms.ts';

type Written = Omit<BodyOf<typeof ownTermCalls.addOwnTerm>, 'group_puid' | 'user_puid'>;

const keyOf = (term: string) => term.trim().toLowerCase();
/** Any run of underscores becomes the one blank that the pages know; further ones stay a gap in the sentence. */
const withBlank = (sentence: string) => sentence.replace(/_{2,}/, '____');

/** What is stored of a form. Refuses half of the Spanish texts. */
function columnsOf({ term, definition, fill_in, term_es, definition_es, fill_in_es }: Written) {
  const missing = (['term_es', 'definition_es'] as const).filter((field) => ({ term_es, definition_es })[field] === '');
  const isAny = term_es !== '' || definition_es !== '' || fill_in_es !== '';
  if (isAny && missing.length > 0) {
    const fields = missing.map((field) => fieldReason(field, 'missing'));
    throw refuse('invalidParameters', { fields }, { fields });
  }
  return {
    ...{ term, term_key: keyOf(term), definition, fill_in: withBlank(fill_in) },
    ...{ term_es, definition_es, fill_in_es: withBlank(fill_in_es) },
  };
}

/** Classes that the user teaches now. */
const taught = (db: Db, user: TokenUser) => classesOf(db, user).where('e.role', '=', 'teacher');

/** Terms of classes that the user teaches, also removed ones, with the names of the classes. */
const ofTaught = (db: Db, user: TokenUser) =>
  db
    .selectFrom('own_term as o')
    .innerJoin('class_group as g', 'g.group_puid', 'o.group_puid')
    .selectAll('o')
    .select('g.name as group_name')
    .where('o.group_puid', 'in', taught(db, user).select('g.group_puid'));

async function found(db: Db, user: TokenUser, term_id: number) {
  const row = await ofTaught(db, user).where('o.term_id', '=', term_id).where('o.removed_at', 'is', null).executeTakeFirst();
  if (!row) throw notFound('term');
  return row;
}

/** Names of the catalog's terms in both languages, in lower case. */
const namesIn = ({ terms }: Glossary) => new Set([...terms.values()].flatMap(({ term, term_es }) => [keyOf(term), keyOf(term_es)]));

const onWire = (
  { term_id, group_puid, group_name, version, ...row }: Row<'own_term'> & { group_name: string },
  names: Set<string>,
): OwnTerm => ({
  ...{ term_id, group_puid, group_name, version },
  ...{ term: row.term, definition: row.definition, fill_in: row.fill_in },
  ...{ term_es: row.term_es, definition_es: row.definition_es, fill_in_es: row.fill_in_es },
  is_in_glossary: names.has(row.term_key),
});

/** Runs a change. A term that the class has already is refused beside its field. */
async function change<T>(db: Db, term: string, run: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await transact(db, run);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw taken(term);
  }
}
const taken = (term: string) => refuse('valueTaken', { value: term }, { fields: [fieldReason('term', 'taken')] });

/** Refuses one more term for a full class. Others who add to the same classes wait for the end of the transaction. */
async function assertRoom(trx: Db, groups: readonly number[]): Promise<void> {
  await trx
    .updateTable('class_group')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('group_puid', 'in', groups)
    .execute();
  const counts = await trx
    .selectFrom('own_term')
    .select('group_puid')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('group_puid', 'in', groups)
    .where('removed_at', 'is', null)
    .groupBy('group_puid')
    .execute();
  if (counts.some(({ count }) => Number(count) >= mostOwnTerms)) throw refuse('tooManyTerms', { most: mostOwnTerms });
}

export const ownTerms: HandlersOf<typeof ownTermCalls> = {
  ownTerms: async (_, { ports: { db }, user }) => {
    const rows = await ofTaught(db, user)
      .where('o.removed_at', 'is', null)
      .orderBy('o.term_key')
      .orderBy('g.name')
      .orderBy('o.term_id')
      .execute();
    const names = namesIn(await glossaryOf(db));
    return rows.map((row) => onWire(row, names));
  },

  ownTerm: async ({ query: { term_id } }, { ports: { db }, user }) => onWire(await found(db, user, term_id), namesIn(await glossaryOf(db))),

  addOwnTerm: async ({ body: { group_puid, ...body } }, { ports, user }) => {
    const columns = columnsOf(body);
    const added = await change(ports.db, body.term, async (trx) => {
      const classes = taught(trx, user).select('g.group_puid').orderBy('g.name').orderBy('g.group_puid');
      const groups = await (group_puid === 0 ? classes : classes.where('g.group_puid', '=', group_puid)).execute();
      if (groups.length === 0) throw notFound('class');
      const ids = groups.map((one) => one.group_puid);
      await assertRoom(trx, ids);
      const have = await trx
        .selectFrom('own_term')
        .select('group_puid')
        .where('group_puid', 'in', ids)
        .where('term_key', '=', columns.term_key)
        .execute();
      const without = ids.filter((one) => !have.some((row) => row.group_puid === one));
      if (without.length === 0) throw taken(body.term);
      const now = ports.now();
      const rows = without.map((one) => ({
        ...{ district_id: user.district_id, term_id: ports.newId(), group_puid: one, author_puid: user.user_puid },
        ...columns,
        ...{ version: 1, created_at: now, updated_at: now, removed_at: null },
      }));
      await trx.insertInto('own_term').values(rows).execute();
      return rows[0]?.term_id ?? 0;
    });
    return onWire(await found(ports.db, user, added), namesIn(await glossaryOf(ports.db)));
  },

  updateOwnTerm: async ({ body: { term_id, version, ...body } }, { ports, user }) => {
    const columns = columnsOf(body);
    const row = await change(ports.db, body.term, async (trx) => {
      await found(trx, user, term_id);
      const { numUpdatedRows } = await trx
        .updateTable('own_term')
        .set({ ...columns, version: version + 1, updated_at: ports.now() })
        .where('term_id', '=', term_id)
        .where('version', '=', version)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0) throw refuse('recordChanged');
      return found(trx, user, term_id);
    });
    return onWire(row, namesIn(await glossaryOf(ports.db)));
  },

  removeOwnTerm: async ({ body: { term_id } }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      await found(trx, user, term_id);
      await trx
        .updateTable('own_term')
        .set({ removed_at: ports.now(), term_key: String(term_id) })
        .where('term_id', '=', term_id)
        .execute();
      return null;
    }),

  restoreOwnTerm: async ({ body: { term_id } }, { ports, user }) => {
    const row = await ofTaught(ports.db, user).where('o.term_id', '=', term_id).executeTakeFirst();
    if (!row) throw notFound('term');
    if (row.removed_at === null) return null;
    return change(ports.db, row.term, async (trx) => {
      await assertRoom(trx, [row.group_puid]);
      await trx
        .updateTable('own_term')
        .set({ removed_at: null, term_key: keyOf(row.term) })
        .where('term_id', '=', term_id)
        .execute();
      return null;
    });
  },
};
