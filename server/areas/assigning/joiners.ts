import { newCode } from '../../kit/codes.ts';
import { recordUse } from '../../kit/dailyUse.ts';
import { notFound } from '../../kit/handler.ts';
import type { Ports } from '../../kit/ports.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { assignmentOf } from './assignLesson.ts';

/**
 * Makes a code that opens one lesson to guests until `expires_at`. Guests join a separate group, so that the class's lists and reports are
 * unaffected. All of a teacher's codes for a lesson share that group. Throws 404 if the district has no school.
 */
export async function makeAssignmentCode(
  trx: Tenant,
  ports: Pick<Ports, 'now' | 'newId' | 'randomBytes'>,
  wanted: { district_id: number; user_puid: number; lesson_id: number; expires_at: number },
): Promise<{ code: string; assignment_id: number }> {
  const { district_id, user_puid, lesson_id, expires_at } = wanted;
  const now = ports.now();
  const known = await trx
    .selectFrom('assignment_code')
    .select(['assignment_id', 'group_puid'])
    .where('lesson_id', '=', lesson_id)
    .where('created_by', '=', user_puid)
    .limit(1)
    .executeTakeFirst();
  const place = known ?? (await openToJoiners(trx, ports, wanted, 'with code'));
  if (known)
    await trx
      .updateTable('group_assignment')
      .set({ to_date: expires_at, unassigned_at: null })
      .where('assignment_id', '=', known.assignment_id)
      .where('group_puid', '=', known.group_puid)
      .where((eb) => eb.or([eb('to_date', '<', expires_at), eb('unassigned_at', 'is not', null)]))
      .execute();
  const code = newCode(ports);
  await trx
    .insertInto('assignment_code')
    .values({ district_id, code, lesson_id, ...place, created_by: user_puid, created_at: now, expires_at })
    .execute();
  return { code, assignment_id: place.assignment_id };
}

/** Creates a group that contains only its teacher, in the teacher's school. Throws 404 if the district has no school. */
export async function openGroup(
  trx: Tenant,
  { district_id, user_puid, group_puid, name }: { district_id: number; user_puid: number; group_puid: number; name: string },
): Promise<void> {
  const school = await trx
    .selectFrom('school as s')
    .leftJoin('app_user as u', (join) => join.onRef('u.school_id', '=', 's.school_id').on('u.user_puid', '=', user_puid))
    .select('s.school_id')
    .orderBy((eb) => eb.case().when('u.user_puid', 'is not', null).then(0).else(1).end())
    .orderBy('s.school_id')
    .limit(1)
    .executeTakeFirst();
  if (!school) throw notFound('lesson');
  await trx
    .insertInto('class_group')
    .values({
      district_id,
      group_puid,
      school_id: school.school_id,
      name,
      kind: 'group',
      active: 1,
    })
    .execute();
  await trx.insertInto('enrollment').values({ district_id, group_puid, user_puid, role: 'teacher', sourced_id: null, active: 1 }).execute();
}

/**
 * Assigns a lesson to a new group that contains only its teacher. Students join it by code or by link; `how` becomes part of its name.
 * Throws 404 if the district has no school.
 */
export async function openToJoiners(
  trx: Tenant,
  ports: Pick<Ports, 'now' | 'newId'>,
  wanted: { district_id: number; user_puid: number; lesson_id: number; expires_at: number | null },
  how: string,
): Promise<{ assignment_id: number; group_puid: number }> {
  const { district_id, user_puid, lesson_id, expires_at } = wanted;
  const now = ports.now();
  const lesson = await trx.selectFrom('lesson').select('lesson_name').where('lesson_id', '=', lesson_id).executeTakeFirst();
  if (!lesson) throw notFound('lesson');
  const group_puid = ports.newId();
  await openGroup(trx, { district_id, user_puid, group_puid, name: `${lesson.lesson_name} (${how})` });
  const assignment_id = await assignmentOf(trx, ports, wanted, { lesson_id, assignment_no: 1 });
  await trx
    .insertInto('group_assignment')
    .values({
      district_id,
      group_assignment_id: ports.newId(),
      assignment_id,
      lesson_id,
      group_puid,
      from_date: now,
      to_date: expires_at,
      category: 1,
      is_individual: 0,
      unassigned_at: null,
      created_at: now,
    })
    .execute();
  await recordUse(trx, ports, user_puid, { assignments: 1 });
  return { assignment_id, group_puid };
}
