import type { AuditAction, auditSubjects } from '../../contract/audit.ts';
import { Role } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import type { Ports } from './ports.ts';
import type { Tenant } from './tenant.ts';
import type { TokenUser } from './tokens.ts';

/** Fields of an audit entry. */
export interface Audited {
  /** District of the handle. If given, it must match. */
  district_id?: number;
  actor_puid: number;
  /** The actor's district if it is another one, as for the provider's staff. */
  actor_district_id?: number;
  action: AuditAction;
  /** Whom or what the action affected. */
  subject: `${(typeof auditSubjects)[number]} ${number}`;
  /**
   * `before` and `after`: fields of a record. `facts`: what else belongs to it. `count`: how many people, sessions or rows. In these, a
   * person is an id in a field that ends in `_puid`, or several in `_puids`, so that the name goes with the person. The rest is for
   * technicians.
   */
  detail?: Record<string, unknown>;
  /** Time of the action if not now (ms since 1970). */
  at?: number;
}

/** Adds a row to the audit table, with the origin of the request that is being answered. No call changes or removes one. */
export async function writeAudit(
  ports: Pick<Ports, 'now' | 'newId' | 'caller' | 'clientAddress'>,
  db: Tenant,
  audited: Audited,
): Promise<void> {
  const { detail = {}, at = ports.now(), ...row } = audited;
  const { request, acting } = ports.caller ?? {};
  await db
    .insertInto('audit')
    .values({
      ...row,
      audit_id: ports.newId(),
      at,
      detail: JSON.stringify(detail),
      address: request ? ports.clientAddress(request) : null,
      acting_puid: acting?.user_puid ?? null,
      acting_district_id: acting?.district_id ?? null,
    })
    .execute();
}

/** Audits what teachers do every day, but only where an administrator does it or acts as the teacher (decision 095). */
export async function auditLearning(
  ports: Parameters<typeof writeAudit>[0],
  db: Tenant,
  user: Pick<TokenUser, 'user_puid' | 'role'>,
  audited: Omit<Audited, 'actor_puid'>,
): Promise<void> {
  if (user.role < Role.schoolAdministrator && !ports.caller?.acting) return;
  await writeAudit(ports, db, { ...audited, actor_puid: user.user_puid });
}

/** The same for work of students, a line for each class. `count`: how many of the attempts are of the class. */
export async function auditForClasses(
  ports: Parameters<typeof writeAudit>[0],
  db: Tenant,
  user: Pick<TokenUser, 'user_puid' | 'role'>,
  attempts: readonly Pick<Row<'attempt'>, 'quiz_id' | 'group_assignment_id'>[],
  { action, detail }: Pick<Audited, 'action' | 'detail'>,
): Promise<void> {
  for (const [group_assignment_id, own] of Map.groupBy(attempts, (attempt) => attempt.group_assignment_id)) {
    const place = await db
      .selectFrom('group_assignment')
      .select('group_puid')
      .where('group_assignment_id', '=', group_assignment_id)
      .executeTakeFirst();
    const [first] = own;
    if (!place || !first) continue;
    const facts = { quiz: await titleOfQuiz(db, first.quiz_id), ...(detail?.facts as object | undefined) };
    await auditLearning(ports, db, user, { action, subject: `group ${place.group_puid}`, detail: { ...detail, facts, count: own.length } });
  }
}

/** How the audit names a quiz. */
export const titleOfQuiz = async (db: Tenant, quiz_id: number): Promise<string> =>
  (await db.selectFrom('quiz').select('title').where('quiz_id', '=', quiz_id).executeTakeFirst())?.title ?? '';
