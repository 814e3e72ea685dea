import { addDays, dayIn } from '../../common/day.ts';
import { zonedTime } from '../../common/zone.ts';
import { Role } from '../../contract/kit.ts';
import type { NewRow } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { day } from './schoolYear.ts';

const zone = 'America/Chicago';

/**
 * Permissions, to whom they are given, notifications, and a request to the provider: one of each that is worth a look, none of which
 * changes what the advertised accounts see at first.
 */
export async function makePermissions({ db, newId, now }: TenantPorts, district_id: number): Promise<void> {
  const { user_puid: writer } = await db
    .selectFrom('app_user')
    .select('user_puid')
    .where('user_key', '=', 'lindqvist')
    .executeTakeFirstOrThrow();
  const today = dayIn(now(), zone);
  const [desk, subjects] = [newId(), newId()];
  const permission = (permission_id: number, name: string, description: string): NewRow<'permission'> => ({
    ...{ district_id, permission_id, name, name_key: name.toLowerCase(), description },
    ...{ may_messages: 0, may_notifications: 0, may_subjects: 0, may_audit: 0, active: 1, version: 1, removed_at: null },
  });
  await insertAll(db, 'permission', [
    { ...permission(desk, 'Front desk', 'Answers messages and sends notifications'), may_messages: 1, may_notifications: 1 },
    { ...permission(subjects, 'Subject editors', 'Looks after the subjects'), may_subjects: 1 },
  ]);
  const period = (from_date: string, to_date: string) => ({
    ...{ from_date, to_date, from_at: zonedTime(from_date, zone), until_at: zonedTime(addDays(to_date, 1), zone) },
  });
  const given = { district_id, given_by: writer, given_at: now() - 20 * day, removed_at: null };
  await insertAll(db, 'permission_assignment', [
    {
      ...given,
      ...{ assignment_id: newId(), permission_id: desk, to_role_id: Role.teacher, to_user_puid: null },
      ...period(addDays(today, 60), addDays(today, 90)),
    },
    {
      ...given,
      ...{ assignment_id: newId(), permission_id: subjects, to_role_id: Role.schoolAdministrator, to_user_puid: null },
      ...period(addDays(today, -19), addDays(today, -5)),
    },
  ]);
  const notification = { district_id, below_role: Role.districtAdministrator, written_by: writer, withdrawn_at: null };
  const toRole = { audience: 'role' as const, role_id: Role.teacher, school_id: null, group_puid: null, user_puid: null };
  await insertAll(db, 'announcement', [
    {
      ...{ ...notification, ...toRole, notification_id: newId(), written_at: now() - 12 * day },
      ...{ text_en: 'Grades close on Friday.', text_es: 'Las calificaciones cierran el viernes.' },
      ...period(addDays(today, -12), addDays(today, -6)),
    },
    {
      ...{ ...notification, ...toRole, notification_id: newId(), written_at: now() - day },
      ...{ text_en: 'The science fair is in two months.', text_es: 'La feria de ciencias es en dos meses.' },
      ...period(addDays(today, 50), addDays(today, 60)),
    },
  ]);
  await insertAll(db, 'user_feedback', [
    {
      ...{ district_id, feedback_id: newId(), user_puid: writer, kind: 'provider' as const, category: null, rating: null },
      ...{ feedback_text: 'Please tell us how to import classes that meet only in spring.', created_at: now() - 3 * day },
      ...{ file_name: null, media_type: null, content: null },
    },
  ]);
}
