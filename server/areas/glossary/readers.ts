import type { GlossarySubject } from '../../../contract/glossary.ts';
import { assertVisibleItem, type Db } from '../../kit/access.ts';
import { assertSelf, type UserContext } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { assertContentOpen } from '../closing.ts';
import { classesOf, ownTermsOf, withOwnTerms } from './ownTerms.ts';
import { type Glossary, glossaryOf, isAsked, type Term } from './terms.ts';

/** The glossary of a reader: the catalog's, and the terms of the reader's classes. */
export async function readersGlossary(db: Db, user: Pick<TokenUser, 'user_puid'>): Promise<Glossary> {
  const groups = await classesOf(db, user).select('g.group_puid').execute();
  const own = await ownTermsOf(
    db,
    groups.map(({ group_puid }) => group_puid),
  );
  return withOwnTerms(await glossaryOf(db), own);
}

/** The glossary for its reader. It is closed to students during a timed assessment, like all content. */
export async function openGlossary({ ports, user }: UserContext, user_puid: number): Promise<Glossary> {
  assertSelf(user, user_puid);
  await assertContentOpen(ports, user);
  return readersGlossary(ports.db, user);
}

/** The terms of a set that are in a reader's glossary, in their order. */
export async function termsOfSet(db: Db, glossary: Glossary, item_id: number): Promise<Term[]> {
  const rows = await db.selectFrom('term_set_term').select('term_id').where('item_id', '=', item_id).orderBy('place').execute();
  return rows.flatMap(({ term_id }) => glossary.terms.get(term_id) ?? []);
}

/** The terms of a set that are asked for: those that have a sentence. */
export const askedOfSet = async (db: Db, glossary: Glossary, item_id: number): Promise<Term[]> =>
  (await termsOfSet(db, glossary, item_id)).filter(isAsked);

/** Whether a term is of a subject, and of a set. Each may be left out. @throws 404 for a set that the reader does not see */
export async function chosen(
  { ports: { db }, user }: UserContext,
  glossary: Glossary,
  { subject, set_id }: { subject: GlossarySubject | undefined; set_id: number | undefined },
): Promise<(term: Term) => boolean> {
  if (set_id !== undefined) await assertVisibleItem(db, user, set_id);
  const set = set_id === undefined ? null : new Set(await termsOfSet(db, glossary, set_id));
  return (term) => (subject ?? term.subject) === term.subject && (set?.has(term) ?? true);
}
