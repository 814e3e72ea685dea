import * as v from 'valibot';
import { TeacherGroup } from './assignments.ts';
import { call, flag, id, line, lineOrNothing, staff } from './kit.ts';

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
export const GroupDetail = v.object({ ...GroupCard.entries, students: v.array(GroupStudent) });
export type GroupDetail = v.InferOutput<typeof GroupDetail>;

const text = v.nullable(lineOrNothing(100));
const groupFields = { group_name: line(150), subject: text, grade: text, period: text };
const people = v.pipe(v.array(id), v.minLength(1), v.maxLength(500));

export const groups = {
  myGroups: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_groups',
    summary: 'Classes and groups of the caller: the own, the school’s, or the district’s',
    access: staff,
    query: v.object({ user_puid: id, with_archived: v.optional(flag, false) }),
    data: v.array(GroupCard),
    onFailure: 'state',
    origin: 'ours',
  }),
  groupDetail: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_group',
    summary: 'A class or group with its students, also those who left',
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
    summary: 'Make a class or group; a teacher who makes one teaches it',
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
    summary: 'Rename a class or group, or archive it and bring it back',
    access: staff,
    body: v.object({ group_puid: id, ...groupFields, active: v.boolean() }),
    data: GroupDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  studentsToAdd: call({
    backend: 'lms',
    method: 'GET',
    path: '/mygroups/get_students_to_add',
    summary: 'Students of the group’s school who are not in it, by last name, 200 at most',
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
    summary: 'Put students of the school into a class or group',
    access: staff,
    body: v.object({ group_puid: id, user_puids: people }),
    data: GroupDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  removeGroupStudents: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/remove_students',
    summary: 'Take students out of a class or group; their work stays',
    access: staff,
    body: v.object({ group_puid: id, user_puids: people }),
    data: GroupDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  transferStudents: call({
    backend: 'lms',
    method: 'POST',
    path: '/mygroups/transfer_students',
    summary: 'Move students from one class or group of the caller to another; both keep the history',
    access: staff,
    body: v.object({ from_group_puid: id, to_group_puid: id, user_puids: people }),
    data: v.object({ from: GroupDetail, to: GroupDetail }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
