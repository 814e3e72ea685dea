import type { Row } from '../db/schema.ts';
import { allDistricts } from './allDistricts.ts';
import { refuse } from './handler.ts';
import type { Ports } from './ports.ts';
import { hashOfSecret, newSecret } from './secrets.ts';
import type { Tenant } from './tenant.ts';

type Link = Row<'account_link'>;

/** Creates the secret of an e-mailed link. Earlier links of the same kind and subject expire. */
export async function makeLink(
  db: Tenant,
  ports: Pick<Ports, 'now' | 'randomBytes'>,
  { life, ...link }: Pick<Link, 'kind' | 'subject'> & { life: number },
): Promise<string> {
  const secret = newSecret(ports);
  await db.deleteFrom('account_link').where('kind', '=', link.kind).where('subject', '=', link.subject).execute();
  await db
    .insertInto('account_link')
    .values({ secret_hash: hashOfSecret(secret), ...link, expires_at: ports.now() + life, used_at: null })
    .execute();
  return secret;
}

/** The live link for a secret. Throws 400 with a message for the person who opened it. */
export async function liveLink(ports: Ports, secret: string, kinds: readonly Link['kind'][]): Promise<Link> {
  const link = await allDistricts(ports.db)
    .selectFrom('account_link')
    .selectAll()
    .where('secret_hash', '=', hashOfSecret(secret))
    .executeTakeFirst();
  if (!link || !kinds.includes(link.kind)) throw refuse('linkInvalid');
  if (link.used_at !== null) throw refuse('linkUsed');
  if (link.expires_at <= ports.now()) throw refuse('linkExpired');
  return link;
}

/** Consumes a link. Throws 400 if another request was first. */
export async function useUp(db: Tenant, ports: Pick<Ports, 'now'>, link: Link): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('account_link')
    .set({ used_at: ports.now() })
    .where('secret_hash', '=', link.secret_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw refuse('linkUsed');
}
