import type { AuditAction } from '../../../contract/audit.ts';
import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import { writeAudit } from '../../kit/audit.ts';
import type { UserContext } from '../../kit/handler.ts';

const hour = 3_600_000;

type ItemAction = Extract<AuditAction, `${'item' | 'quiz' | 'question'}.${string}`>;

/** Writes a line about an item of the catalog, or about its questions, into the audit. */
export const writeOfItem = ({ ports, user }: UserContext, trx: Db, action: ItemAction, item_id: number, detail: Record<string, unknown>) =>
  writeAudit(ports, trx, { actor_puid: user.user_puid, action, subject: `item ${item_id}`, detail });

/** Notes that somebody works on a draft, once an hour: the form saves after each pause in typing. */
export async function noteDraft(
  context: UserContext,
  trx: Db,
  action: 'item.draft' | 'quiz.draft',
  { item_id, title }: Pick<Row<'content_item'>, 'item_id' | 'title'>,
): Promise<void> {
  const { ports, user } = context;
  const known = await trx
    .selectFrom('audit')
    .select('audit_id')
    .where('at', '>', ports.now() - hour)
    .where('actor_puid', '=', user.user_puid)
    .where('action', '=', action)
    .where('subject', '=', `item ${item_id}`)
    .executeTakeFirst();
  if (!known) await writeOfItem(context, trx, action, item_id, { after: { name: title } });
}
