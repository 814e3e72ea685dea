import type { AuditAction, AuditEntry, AuditKind } from '../../../contract/audit.ts';
import { rights } from '../../../contract/rights.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/numbers.ts';
import { rightNames } from '../permissions/permissionWords.ts';
import { roleName } from '../shell/roleName.ts';
import { nameOf } from '../words.ts';

export const kindNames: Readonly<Record<AuditKind, () => string>> = {
  signIn: m.audit_kind_sign_in,
  acting: m.audit_kind_acting,
  accounts: m.audit_kind_accounts,
  students: m.audit_kind_students,
  classes: m.audit_kind_classes,
  imports: m.audit_kind_imports,
  exports: m.audit_kind_exports,
  places: m.audit_kind_places,
  records: m.audit_kind_records,
  permissions: m.audit_kind_permissions,
  content: m.audit_kind_content,
  signOns: m.audit_kind_sign_ons,
  messages: m.audit_kind_messages,
};

export const actionNames: Readonly<Record<AuditAction, () => string>> = {
  sign_in: m.audit_sign_in,
  'session.reuse': m.audit_session_reuse,
  'login_as.start': m.audit_login_as_start,
  'login_as.end': m.audit_login_as_end,
  'district.setup': m.audit_district_setup,
  'district.audit_retention': m.audit_district_retention,
  'district.retention': m.audit_district_retention_rule,
  'user.erase': m.audit_user_erase,
  'user.keep': m.audit_user_keep,
  'user.erased': m.audit_user_erased,
  'export.archive': m.audit_export_archive,
  'password.change': m.audit_password_change,
  'password.reset': m.audit_password_reset,
  'profile.change': m.audit_profile_change,
  'registration.activate': m.audit_registration_activate,
  'second_factor.add': m.audit_factor_add,
  'second_factor.recovery_codes': m.audit_factor_codes,
  'second_factor.recovery_used': m.audit_factor_recovery,
  'second_factor.remove': m.audit_factor_remove,
  'second_factor.rename': m.audit_factor_rename,
  'second_factor.reset': m.audit_factor_reset,
  'user.add': m.audit_user_add,
  'user.update': m.audit_user_update,
  'user.update_id': m.audit_user_update_id,
  'user.role': m.audit_user_role,
  'user.close': m.audit_user_close,
  'user.open': m.audit_user_open,
  'user.login_code': m.audit_user_login_code,
  'user.reset_link': m.audit_user_reset_link,
  'session.end': m.audit_session_end,
  'session.end_all': m.audit_session_end_all,
  'student.create': m.audit_student_create,
  'student.update': m.audit_student_update,
  'student.delete': m.audit_student_delete,
  'student.restore': m.audit_student_restore,
  'student.login_code': m.audit_student_login_code,
  'student.reset_password': m.audit_student_reset_password,
  'student.revoke_code': m.audit_student_revoke_code,
  'group.add': m.audit_group_add,
  'group.update': m.audit_group_update,
  'group.add_students': m.audit_group_add_students,
  'group.remove_students': m.audit_group_remove_students,
  'group.transfer': m.audit_group_transfer,
  'group.transfer_students': m.audit_group_transfer_students,
  'group.transfer_undo': m.audit_group_transfer_undo,
  'code.revoke': m.audit_code_revoke,
  'roster.validate': m.audit_roster_validate,
  'roster.import': m.audit_roster_import,
  'roster.resume': m.audit_roster_resume,
  'roster.cancel': m.audit_roster_cancel,
  'roster.done': m.audit_roster_done,
  'roster.undo': m.audit_roster_undo,
  'roster.undone': m.audit_roster_undone,
  'roster.fetch': m.audit_roster_fetch,
  'connection.add': m.audit_connection_add,
  'connection.update': m.audit_connection_update,
  'connection.remove': m.audit_connection_remove,
  'connection.test': m.audit_connection_test,
  'export.start': m.audit_export_start,
  'export.done': m.audit_export_done,
  'export.cancel': m.audit_export_cancel,
  'export.download': m.audit_export_download,
  'export.delete': m.audit_export_delete,
  'school.add': m.audit_school_add,
  'school.update': m.audit_school_update,
  'school.close': m.audit_school_close,
  'school.reopen': m.audit_school_reopen,
  'district.add': m.audit_district_add,
  'district.update': m.audit_district_update,
  'district.remove': m.audit_district_remove,
  'district.restore': m.audit_district_restore,
  'subject.add': m.audit_subject_add,
  'subject.update': m.audit_subject_update,
  'subject.order': m.audit_subject_order,
  'subject.remove': m.audit_subject_remove,
  'subject.restore': m.audit_subject_restore,
  'grade.add': m.audit_grade_add,
  'grade.update': m.audit_grade_update,
  'grade.order': m.audit_grade_order,
  'grade.remove': m.audit_grade_remove,
  'grade.restore': m.audit_grade_restore,
  'permission.add': m.audit_permission_add,
  'permission.update': m.audit_permission_update,
  'permission.order': m.audit_permission_order,
  'permission.remove': m.audit_permission_remove,
  'permission.restore': m.audit_permission_restore,
  'permission.assign': m.audit_permission_assign,
  'permission.unassign': m.audit_permission_unassign,
  'permission.assign_again': m.audit_permission_assign_again,
  'module.update': m.audit_module_update,
  'saml.add': m.audit_saml_add,
  'saml.update': m.audit_saml_update,
  'saml.remove': m.audit_saml_remove,
  'saml.restore': m.audit_saml_restore,
  'saml.test': m.audit_saml_test,
  'saml.link': m.audit_saml_link,
  'saml.unlink': m.audit_saml_unlink,
  'place.add': m.audit_place_add,
  'place.update': m.audit_place_update,
  'place.remove': m.audit_place_remove,
  'place.restore': m.audit_place_restore,
  'place.order': m.audit_place_order,
  'item.update': m.audit_item_update,
  'item.order': m.audit_item_order,
  'message.answer': m.audit_message_answer,
  'message.file': m.audit_message_file,
  'message.ask': m.audit_message_ask,
  'notification.send': m.audit_notification_send,
  'notification.withdraw': m.audit_notification_withdraw,
  'notification.restore': m.audit_notification_restore,
};

/** Who did it. While an administrator acts as somebody, both are named. */
export function whoText({ actor, acting }: AuditEntry): string {
  const name = actor ? nameOf(actor) : m.audit_unknown();
  return acting ? m.audit_acting({ administrator: nameOf(acting), user: name }) : name;
}

/** Whom or what it was about: a name, or nothing where the action itself says it. */
export const aboutText = ({ subject: { name } }: AuditEntry): string => name ?? '';

/** A value in words. A role is stored as its number. */
function quoted(field: string, text: string | null): string {
  if (text === null) return m.audit_nothing();
  return field === 'role' ? roleName(Number(text)) : m.audit_quoted({ text });
}

/** What was changed, from what to what, or how many were affected. */
export function detailText({ changes, count }: AuditEntry): string {
  const lines = changes.map(({ field, before, after }) =>
    m.audit_change({ field: fieldNames[field]?.() ?? field, before: quoted(field, before), after: quoted(field, after) }),
  );
  return [...lines, ...(count === null ? [] : [m.audit_count({ count: formatNumber(count) })])].join('; ');
}

const fieldNames: Readonly<Record<string, () => string>> = {
  name: m.admin_subjects_name,
  active: m.admin_subjects_active,
  place: m.audit_place,
  first_name: m.rostering_first_name,
  last_name: m.rostering_last_name,
  user_name: m.account_user_name,
  email: m.rostering_email,
  grade: m.rostering_grade,
  student_number: m.rostering_student_id,
  sourced_id: m.people_sourced_id,
  school: m.account_school,
  role: m.account_column_role,
  state: m.districts_state,
  time_zone: m.districts_time_zone,
  language: m.districts_language,
  hosts: m.districts_hosts,
  hidden_tabs: m.districts_hidden,
  audit_years: m.audit_kept_years,
  description: m.permissions_description,
  grades: m.contentSetup_grades,
  is_assignable: m.contentSetup_assignable,
  is_learnosity_enabled: m.contentSetup_provider,
  content_language: m.contentSetup_language,
  mapped_title: m.contentSetup_counterpart,
  permission: m.permissions_permission,
  person: m.permissions_to_person,
  from_date: m.permissions_from,
  to_date: m.permissions_until,
  off: m.permissions_off,
  ...Object.fromEntries(rights.map((right) => [`may_${right}`, rightNames[right][0]])),
};
