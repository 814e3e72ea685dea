import * as v from 'valibot';
import { TeacherGroup } from './assignments.ts';
import { administrators, call, flag, id, idOrZero, line, lineOrNothing, someIds, staff } from './kit.ts';
import { RosterSession, SourceField } from './rosterSessions.ts';

/** A member of a class. */
export const Person = v.object({ user_puid: v.number(), first_name: v.string(), last_name: v.string() });

/** A class or group as listed under My groups. */
export const GroupCard = v.object({
  ...TeacherGroup.entries,
  school_id: v.number(),
  school_name: v.string(),
  teachers: v.array(Person),
  /** Comes from a OneRoster import, which may change it again. */
  is_rostered: v.boolean(),
  active: v.boolean(),
  /** The last of its academic sessions is over. Nothing is closed because of that. */
  is_over: v.boolean(),
  /** Current and upcoming assignments. */
  assignment_count: v.number(),
});
export type GroupCard = v.InferOutput<typeof GroupCard>;

/** A student of a class. Former students stay in its history. */
export const GroupStudent = v.object({
  ...Person.entries,
  user_name: v.string(),
  grade: v.nullable(v.string()),
  has_password: v.boolean(),
  /** The caller may create login codes for the student. A teacher may not for students added from a colleague's class. */
  can_manage: v.boolean(),
  active: v.boolean(),
  left_at: v.nullable(v.string()),
});
export type GroupStudent = v.InferOutput<typeof GroupStudent>;

/** A class or group with its members. */
export const GroupDetail = v.object({
  ...GroupCard.entries,
  students: v.array(GroupStudent),
  /** Academic sessions in which the roster says it runs, by their first day. */
  terms: v.array(RosterSession),
  /** For administrators; empty for teachers. */
  metadata: v.array(SourceField),
  /** Changes with what `update_group` changes. */
  version: v.number(),
});
export type GroupDetail = v.InferOutput<typeof GroupDetail>;

const text = v.nullable(lineOrNothing(100));
const groupFields = { group_name: line(150), subject: text, grade: text, period: text };

export const groups = {
  myGroups: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_groups',
    summary:
      'List classes and groups: a teacher’s own, those of the administrator’s school or district, or of another district for the provider’s administrators',
    access: staff,
    /** `district_id`: a district that the caller administers; 404 for any other. Without it, the caller's own. */
    query: v.object({ user_puid: id, with_archived: v.optional(flag, false), district_id: v.optional(id) }),
    data: v.array(GroupCard),
    onFailure: 'state',
    origin: 'ours',
  }),
  groupDetail: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_group',
    summary: 'Get a class or group with its current and former students',
    access: staff,
    query: v.object({ group_puid: id }),
    data: GroupDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  addGroup: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/add_group',
    summary: 'Create a class or group; a teacher who creates one teaches it',
    access: staff,
    body: v.object({
      ...groupFields,
      kind: v.picklist(['class', 'group']),
      /** Chosen by district administrators; others use their own. */
      school_id: v.optional(v.nullable(id), null),
      /** Administrators set the teacher; omitted: none yet. */
      teacher_puid: v.optional(v.nullable(id), null),
      user_puids: v.optional(v.pipe(v.array(id), v.maxLength(500)), []),
    }),
    data: GroupDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  updateGroup: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/update_group',
    summary: 'Update, archive or restore a class or group',
    access: staff,
    /** `version`: of the class as the caller saw it. Without it, the last one to save wins. */
    body: v.object({ group_puid: id, ...groupFields, active: v.boolean(), version: v.optional(idOrZero) }),
    data: GroupDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  studentsToAdd: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_students_to_add',
    summary: 'List up to 200 students of the group’s school who are not in the group, by last name',
    access: staff,
    query: v.object({ group_puid: id, search: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
    data: v.array(v.object({ ...Person.entries, user_name: v.string(), grade: v.nullable(v.string()) })),
    onFailure: 'state',
    origin: 'ours',
  }),
  addGroupStudents: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/add_students',
    summary: 'Add students of the school to a class or group',
    access: staff,
    body: v.object({ group_puid: id, user_puids: someIds }),
    data: GroupDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  removeGroupStudents: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/remove_students',
    summary: 'Remove students from a class or group; their work is kept',
    access: staff,
    body: v.object({ group_puid: id, user_puids: someIds }),
    data: GroupDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  transferStudents: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/transfer_students',
    summary: 'Move students between two of the caller’s classes or groups; both keep the history',
    access: staff,
    body: v.object({ from_group_puid: id, to_group_puid: id, user_puids: someIds }),
    data: v.object({ from: GroupDetail, to: GroupDetail }),
    onFailure: 'state',
    origin: 'ours',
  }),
};

/** A teacher who can give or receive classes. */
export const TransferTeacher = v.object({
  ...Person.entries,
  school_id: v.nullable(v.number()),
  school_name: v.nullable(v.string()),
  /** Classes and groups that the caller may transfer. */
  group_count: v.number(),
  /** false: the account is closed. Its classes can still be transferred. */
  active: v.boolean(),
});
export type TransferTeacher = v.InferOutput<typeof TransferTeacher>;

/** A class or group of a teacher, with what is transferred along with it. */
export const TransferClass = v.object({
  ...GroupCard.entries,
  /** Submitted attempts of its students. */
  result_count: v.number(),
});
export type TransferClass = v.InferOutput<typeof TransferClass>;

/** Classes transferred from one teacher to another. */
export const ClassTransfer = v.object({
  transfer_id: v.number(),
  from: Person,
  to: Person,
  groups: v.array(v.object({ group_puid: v.number(), group_name: v.string() })),
  transferred_at: v.string(),
  transferred_by: v.string(),
  is_undone: v.boolean(),
  can_undo: v.boolean(),
});
export type ClassTransfer = v.InferOutput<typeof ClassTransfer>;

/** Maximum number of classes per transfer. */
export const mostTransferred = 100;

export const classTransfers = {
  transferTeachers: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_transfer_teachers',
    summary: 'List teachers of the school or district by last name; closed accounts only if they still have classes',
    access: administrators,
    query: v.object({ user_puid: id }),
    data: v.array(TransferTeacher),
    onFailure: 'state',
    origin: 'ours',
  }),
  classesOfTeacher: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_classes_of_teacher',
    summary: 'List a teacher’s classes and groups that the caller may transfer, archived ones included, with what each would take along',
    access: administrators,
    query: v.object({ teacher_puid: id }),
    data: v.array(TransferClass),
    onFailure: 'state',
    origin: 'ours',
  }),
  transferClasses: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/transfer_classes',
    summary: 'Transfer classes and groups from one teacher to another, all or none. Students, assignments and results stay with the class.',
    access: administrators,
    body: v.object({
      from_teacher_puid: id,
      to_teacher_puid: id,
      group_puids: v.pipe(v.array(id), v.minLength(1), v.maxLength(mostTransferred)),
    }),
    data: ClassTransfer,
    onFailure: 'state',
    origin: 'ours',
  }),
  classTransferList: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_class_transfers',
    summary: 'List up to 50 class transfers of the last 30 days, newest first',
    access: administrators,
    query: v.object({ user_puid: id }),
    data: v.array(ClassTransfer),
    onFailure: 'state',
    origin: 'ours',
  }),
  undoClassTransfer: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/undo_class_transfer',
    summary: 'Undo a class transfer within 30 days; all classes or none, if one has been transferred again',
    access: administrators,
    body: v.object({ transfer_id: id }),
    data: ClassTransfer,
    onFailure: 'state',
    origin: 'ours',
  }),
};
