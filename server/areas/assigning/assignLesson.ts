import type { Row } from '../../db/schema.ts';
import { visibleGroups } from '../../kit/access.ts';
import { auditLearning } from '../../kit/audit.ts';
import { recordUse } from '../../kit/dailyUse.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { notFound, refuse } from '../../kit/handler.ts';
import type { Ports } from '../../kit/ports.ts';
import type { Tenant } from '../../kit/tenant.ts';
import type { TokenUser } from '../../kit/tokens.ts';

/** One class or group and what to assign to it. */
export interface AssignOrder {
  group_puid: number;
  from_date: string;
  to_date: string | null;
  category: number;
  readings_open?: boolean | undefined;
  /** Omitted: the whole class. */
  user_puids?: readonly number[] | undefined;
}

/** Finds the teacher's assignment of a lesson, or creates it. */
export async function assignmentOf(
  trx: Tenant,
  ports: Pick<Ports, 'now' | 'newId'>,
  user: Pick<TokenUser, 'district_id' | 'user_puid'>,
  { lesson_id, assignment_no }: { lesson_id: number; assignment_no: number },
): Promise<number> {
  const { district_id, user_puid: assigned_by_puid } = user;
  await trx
    .insertInto('assignment')
    .values({ district_id, assignment_id: ports.newId(), lesson_id, assigned_by_puid, assignment_no, created_at: ports.now() })
    .onConflict((conflict) => conflict.columns(['district_id', 'lesson_id', 'assigned_by_puid', 'assignment_no']).doNothing())
    .execute();
  const { assignment_id } = await trx
    .selectFrom('assignment')
    .select('assignment_id')
    .where('lesson_id', '=', lesson_id)
    .where('assigned_by_puid', '=', assigned_by_puid)
    .where('assignment_no', '=', assignment_no)
    .executeTakeFirstOrThrow();
  return assignment_id;
}

/** Adds students to an assignment. Existing assignees stay. */
async function addAssignees(trx: Tenant, district_id: number, group_assignment_id: number, user_puids: readonly number[]): Promise<number> {
  if (user_puids.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('assignee')
    .values(user_puids.map((user_puid) => ({ district_id, group_assignment_id, user_puid })))
    .onConflict((conflict) => conflict.columns(['district_id', 'group_assignment_id', 'user_puid']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

const dropAssignees = (trx: Tenant, group_assignment_id: number) =>
  trx.deleteFrom('assignee').where('group_assignment_id', '=', group_assignment_id).execute();

/** Start and end of an order, in ms. Throws 400 when the end is not after the start. */
export function instantsOf(order: Pick<AssignOrder, 'from_date' | 'to_date'>): { from_date: number; to_date: number | null } {
  const from_date = Date.parse(order.from_date);
  const to_date = order.to_date === null ? null : Date.parse(order.to_date);
  if (to_date !== null && to_date <= from_date)
    throw refuse(
      'endBeforeStart',
      {},
      {
        fields: [fieldReason('to_date', 'endTooEarly')],
      },
    );
  return { from_date, to_date };
}

/**
 * Assigns a lesson to a class, a group or some of its students. If some students already have it, the new ones (or the whole class) join
 * with the existing dates.
 *
 * @returns `isNew`: false if nothing changed
 * @throws Refusal 400 for dates in the wrong order; 404 for a class or student outside the user's scope
 */
export async function assignLesson(
  trx: Tenant,
  ports: Pick<Ports, 'now' | 'newId'>,
  user: TokenUser,
  { lesson_id }: Pick<Row<'lesson'>, 'lesson_id'>,
  assignment_id: number,
  order: AssignOrder,
): Promise<{ group_assignment_id: number; group_name: string; isNew: boolean }> {
  const { district_id } = user;
  const dates = instantsOf(order);
  const group = await visibleGroups(trx, user)
    .select(['class_group.group_puid', 'class_group.name'])
    .where('class_group.group_puid', '=', order.group_puid)
    .executeTakeFirst();
  if (!group) throw notFound('class');
  const { group_puid, name: group_name } = group;
  const user_puids = [...new Set(order.user_puids ?? [])];
  if (user_puids.length > 0) {
    const known = await trx
      .selectFrom('enrollment')
      .select('user_puid')
      .where('group_puid', '=', group_puid)
      .where('role', '=', 'student')
      .where('active', '=', 1)
      .where('user_puid', 'in', user_puids)
      .execute();
    if (known.length < user_puids.length) throw notFound('student');
  }
  const given = {
    ...dates,
    category: order.category,
    readings_open: order.readings_open ? 1 : 0,
    is_individual: user_puids.length > 0 ? 1 : 0,
  };
  const freshId = ports.newId();
  const made = await trx
    .insertInto('group_assignment')
    .values({
      district_id,
      group_assignment_id: freshId,
      assignment_id,
      lesson_id,
      group_puid,
      ...given,
      unassigned_at: null,
      created_at: ports.now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['district_id', 'assignment_id', 'group_puid'])
        .doUpdateSet({ ...given, unassigned_at: null })
        .where('group_assignment.unassigned_at', 'is not', null),
    )
    .returning('group_assignment_id')
    .executeTakeFirst();
  if (made) {
    if (made.group_assignment_id === freshId) await recordUse(trx, ports, user.user_puid, { assignments: 1 });
    await dropAssignees(trx, made.group_assignment_id);
    await addAssignees(trx, district_id, made.group_assignment_id, user_puids);
    return { ...made, group_name, isNew: true };
  }
  const stands = await trx
    .selectFrom('group_assignment')
    .select(['group_assignment_id', 'is_individual'])
    .where('assignment_id', '=', assignment_id)
    .where('group_puid', '=', group_puid)
    .executeTakeFirstOrThrow();
  const { group_assignment_id } = stands;
  if (stands.is_individual === 0) return { group_assignment_id, group_name, isNew: false };
  if (user_puids.length > 0) {
    const added = await addAssignees(trx, district_id, group_assignment_id, user_puids);
    return { group_assignment_id, group_name, isNew: added > 0 };
  }
  const widened = await trx
    .updateTable('group_assignment')
    .set({ is_individual: 0 })
    .where('group_assignment_id', '=', group_assignment_id)
    .where('is_individual', '=', 1)
    .executeTakeFirst();
  await dropAssignees(trx, group_assignment_id);
  return { group_assignment_id, group_name, isNew: Number(widened.numUpdatedRows) === 1 };
}

/** Audits that an administrator assigned a lesson, to a class or some of its students. */
export const noteAssigned = (
  ports: Ports,
  trx: Tenant,
  user: TokenUser,
  { lesson_name }: Pick<Row<'lesson'>, 'lesson_name'>,
  { group_puid, user_puids }: Pick<AssignOrder, 'group_puid' | 'user_puids'>,
): Promise<void> =>
  auditLearning(ports, trx, user, {
    action: 'assignment.add',
    subject: `group ${group_puid}`,
    detail: { facts: { lesson: lesson_name }, ...(user_puids?.length ? { count: user_puids.length } : {}) },
  });
