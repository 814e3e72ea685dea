import * as v from 'valibot';
import { administrators, call, day, id } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';

/** What is audited, by the kind that a reader can choose. An action is named by its base form: `login_as.start`. */
export const auditActions = {
  signIn: ['sign_in', 'session.reuse'],
  acting: ['login_as.start', 'login_as.end'],
  accounts: [
    'district.setup',
    'district.audit_retention',
    'district.retention',
    'password.change',
    'password.reset',
    'profile.change',
    'registration.activate',
    'second_factor.add',
    'second_factor.recovery_codes',
    'second_factor.recovery_used',
    'second_factor.remove',
    'second_factor.rename',
    'second_factor.reset',
    'user.add',
    'user.update',
    'user.update_id',
    'user.role',
    'user.close',
    'user.open',
    'user.login_code',
    'user.reset_link',
    'user.erase',
    'user.keep',
    'user.erased',
    'session.end',
    'session.end_all',
  ],
  students: [
    'student.create',
    'student.update',
    'student.delete',
    'student.restore',
    'student.login_code',
    'student.reset_password',
    'student.revoke_code',
  ],
  classes: [
    'group.add',
    'group.update',
    'group.add_students',
    'group.remove_students',
    'group.transfer',
    'group.transfer_students',
    'group.transfer_undo',
    'code.revoke',
    'course.import',
    'course.undo',
    'course.share',
  ],
  imports: [
    'roster.validate',
    'roster.import',
    'roster.resume',
    'roster.cancel',
    'roster.done',
    'roster.undo',
    'roster.undone',
    'roster.fetch',
    'connection.add',
    'connection.update',
    'connection.remove',
    'connection.test',
  ],
  exports: ['export.start', 'export.archive', 'export.done', 'export.cancel', 'export.download', 'export.delete'],
  places: [
    'school.add',
    'school.update',
    'school.close',
    'school.reopen',
    'district.add',
    'district.update',
    'district.remove',
    'district.restore',
  ],
  records: [
    'subject.add',
    'subject.update',
    'subject.order',
    'subject.remove',
    'subject.restore',
    'grade.add',
    'grade.update',
    'grade.order',
    'grade.remove',
    'grade.restore',
  ],
  permissions: [
    'permission.add',
    'permission.update',
    'permission.order',
    'permission.remove',
    'permission.restore',
    'permission.assign',
    'permission.unassign',
    'permission.assign_again',
    'module.update',
  ],
  content: [
    'place.add',
    'place.update',
    'place.remove',
    'place.restore',
    'place.order',
    'item.update',
    'item.order',
    'item.draft',
    'item.add',
    'item.picture',
    'item.publish',
    'item.withdraw',
    'item.offer',
    'quiz.draft',
    'quiz.picture',
    'quiz.publish',
    'question.add',
    'question.update',
    'question.remove',
    'prebuilt.add',
    'prebuilt.update',
    'prebuilt.remove',
    'prebuilt.restore',
    'prebuilt.publish',
  ],
  signOns: [
    'signOn.add',
    'signOn.update',
    'signOn.test',
    'saml.add',
    'saml.update',
    'saml.remove',
    'saml.restore',
    'saml.test',
    'saml.link',
    'saml.unlink',
    'saml.relist',
    'saml.linkFile',
    'saml.unlinkFile',
    'classroom.link',
    'classroom.unlink',
  ],
  platforms: [
    'platform.add',
    'platform.update',
    'platform.remove',
    'platform.restore',
    'platform.invite',
    'platform.register',
    'platform.test',
  ],
  messages: ['message.answer', 'message.file', 'message.ask', 'notification.send', 'notification.withdraw', 'notification.restore'],
} as const;
export type AuditKind = keyof typeof auditActions;
export type AuditAction = (typeof auditActions)[AuditKind][number];
export const auditKinds = Object.keys(auditActions) as [AuditKind, ...AuditKind[]];

/** What an action can be about. The one with an id is named if it still exists. */
export const auditSubjects = [
  'user',
  'group',
  'import',
  'connection',
  'export',
  'subject',
  'grade',
  'message',
  'removal',
  'lesson',
  'permission',
  'school',
  'district',
  'notification',
  'product',
  'unit',
  'sub_unit',
  'level3',
  'item',
  'platform',
] as const;

const Person = v.object({ user_puid: v.number(), first_name: v.string(), last_name: v.string(), role: v.number() });

/** One line of the audit. */
export const AuditEntry = v.object({
  audit_id: v.number(),
  at: v.string(),
  /** Null for somebody who is not known anymore, or not yet: a registration is activated by its link. */
  actor: v.nullable(Person),
  /** The administrator who acted as `actor`. */
  acting: v.nullable(Person),
  action: v.picklist(Object.values(auditActions).flat()),
  subject: v.object({ kind: v.picklist(auditSubjects), id: v.number(), name: v.nullable(v.string()) }),
  /** Fields of a record that were changed, with their values in words. */
  changes: v.array(v.object({ field: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) })),
  /** How many people, sessions or rows the action affected; null if that is not counted. */
  count: v.nullable(v.number()),
  /** Network address of the request; null for work that the server does by itself. */
  address: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** What the list can be sorted by: its columns. */
export const auditSorts = ['at', 'action', 'who', 'role', 'about', 'detail', 'address'] as const;

export const audit = {
  auditEntries: call({
    backend: 'lms',
    method: 'GET',
    path: '/UserSetup/get_audit',
    summary:
      'List who did what in the scope of an administrator, page by page; without `kind`, everything but sign-ins. `search` looks in the names and usernames of who did it and of whom it was about',
    access: administrators,
    right: 'audit',
    refusedWhileActing: true,
    query: v.object({
      user_puid: id,
      ...pageQuery(auditSorts),
      kind: v.optional(v.picklist(auditKinds)),
      from_date: v.optional(day),
      to_date: v.optional(day),
      /** Only what was about this user, of this district if the caller sees several. */
      about_puid: v.optional(id),
      about_district_id: v.optional(id),
      /** Only what people and classes of this school did or what was about them. */
      school_id: v.optional(id),
    }),
    data: pageOf(AuditEntry),
    onFailure: 'state',
    origin: 'ours',
  }),
};
