import type { ItemBody } from '../../../contract/content.ts';
import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { readersGlossary, termsOfSet } from '../glossary/readers.ts';
import { itemTerm } from '../glossary/terms.ts';

/** A set as the player shows it: the terms that the reader sees. */
export async function termSetBody(
  db: Db,
  user: TokenUser,
  { item_id, language_id }: Pick<Row<'content_item'>, 'item_id' | 'language_id'>,
): Promise<Extract<ItemBody, { kind: 'terms' }>> {
  const terms = await termsOfSet(db, await readersGlossary(db, user), item_id);
  return { kind: 'terms', terms: terms.map((term) => itemTerm(term, language_id)) };
}
