import * as v from 'valibot';
import { Person } from './groups.ts';
import { call, id, Role, type RoleId } from './kit.ts';

/** Own classes alone: nobody else may use a teacher's access to the classroom service. */
const teachers: readonly RoleId[] = [Role.teacher];

/** Id of a course at the classroom service, which is a part of the address that is asked. */
export const courseId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'word'));

/**
 * How a teacher's account is linked with the classroom service. `ended`: it was, and the service does not accept it anymore. `service`: which
 * one; null: the district has none that is switched on.
 */
export const ClassroomLink = v.object({
  service: v.nullable(v.picklist(['google', 'other'])),
  state: v.picklist(['none', 'linked', 'ended']),
  linked_at: v.nullable(v.string()),
});
export type ClassroomLink = v.InferOutput<typeof ClassroomLink>;

/** What the browser is told when it comes back from the classroom service, in its address. */
export const classroomResults = ['linked', 'denied', 'expired', 'otherAccount', 'incomplete', 'failed'] as const;
export type ClassroomResult = (typeof classroomResults)[number];

/** An active course of the teacher at the classroom service. */
export const ClassroomCourse = v.object({
  course_id: v.string(),
  name: v.string(),
  section: v.nullable(v.string()),
  /** The class here that it was taken over as, if the teacher still has it. */
  group: v.nullable(v.object({ group_puid: v.number(), group_name: v.string() })),
  /** When it was taken over or brought up to date last. */
  imported_at: v.nullable(v.string()),
});
export type ClassroomCourse = v.InferOutput<typeof ClassroomCourse>;

/** Why somebody in a course cannot join the class: no account is linked with theirs there, or it is at another school, or no student's. */
export const absentReasons = ['noAccount', 'otherSchool', 'notStudent'] as const;
export type AbsentReason = (typeof absentReasons)[number];

/** What taking a course over would change. */
export const ClassroomComparison = v.object({
  course_id: v.string(),
  /** Name of the class, if it is made. */
  name: v.string(),
  group: v.nullable(v.object({ group_puid: v.number(), group_name: v.string() })),
  joins: v.array(Person),
  leaves: v.array(Person),
  /** Students who are in both already, or who came here by another way. */
  stays: v.number(),
  /** Names are the classroom service's; empty if it gives none. */
  absent: v.array(v.object({ name: v.string(), reason: v.picklist(absentReasons) })),
  /** More than half of the class would leave. */
  needs_confirmation: v.boolean(),
  /** Names what is shown, so that nothing else is applied. */
  version: v.string(),
});
export type ClassroomComparison = v.InferOutput<typeof ClassroomComparison>;

/** A course that was taken over. */
export const ClassroomImport = v.object({
  import_id: v.number(),
  group_puid: v.number(),
  group_name: v.string(),
  is_new: v.boolean(),
  joined: v.number(),
  left: v.number(),
});
export type ClassroomImport = v.InferOutput<typeof ClassroomImport>;

/**
 * Whether an assignment was announced in a course. `changed`: its title or due date is another one now. `unsure`: the service took it and
 * did not answer.
 */
export const sharingStates = ['none', 'shared', 'changed', 'unsure'] as const;
export type SharingState = (typeof sharingStates)[number];

/** An assignment of a class that is a course at the classroom service. */
export const SharedWork = v.object({
  group_assignment_id: v.number(),
  assignment_id: v.number(),
  lesson_id: v.number(),
  lesson_name: v.string(),
  from_date: v.string(),
  to_date: v.nullable(v.string()),
  is_individual: v.boolean(),
  state: v.picklist(sharingStates),
  shared_at: v.nullable(v.string()),
  /** Where people open it at the service. */
  address: v.nullable(v.string()),
});
export type SharedWork = v.InferOutput<typeof SharedWork>;

export const ClassroomWork = v.object({
  ...ClassroomLink.entries,
  group_puid: v.number(),
  group_name: v.string(),
  /** Whether the class is a course of the linked account. */
  is_course: v.boolean(),
  works: v.array(SharedWork),
});
export type ClassroomWork = v.InferOutput<typeof ClassroomWork>;

export const classroom = {
  classroomLink: call({
    backend: 'lms',
    method: 'GET',
    path: '/ssoLogin/get_classroom_link',
    summary: 'Get whether the teacher’s account is linked with the district’s classroom service',
    access: teachers,
    data: ClassroomLink,
    onFailure: 'state',
    origin: 'ours',
  }),
  linkClassroom: call({
    backend: 'lms',
    method: 'POST',
    path: '/ssoLogin/link_classroom',
    summary: 'Begin to link the teacher’s account with the classroom service: where to send the browser',
    access: teachers,
    refusedWhileActing: true,
    data: v.object({ url: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  unlinkClassroom: call({
    backend: 'lms',
    method: 'POST',
    path: '/ssoLogin/unlink_classroom',
    summary: 'End the access to the classroom service; classes stay as they are',
    access: teachers,
    refusedWhileActing: true,
    data: ClassroomLink,
    onFailure: 'state',
    origin: 'ours',
  }),
  classroomCourses: call({
    backend: 'lms',
    method: 'GET',
    path: '/ssoLogin/get_classroom_courses',
    summary: 'List the teacher’s active courses at the classroom service, with the class that each was taken over as',
    access: teachers,
    refusedWhileActing: true,
    data: v.array(ClassroomCourse),
    onFailure: 'state',
    origin: 'ours',
  }),
  compareClassroomCourse: call({
    backend: 'lms',
    method: 'GET',
    path: '/ssoLogin/compare_classroom_course',
    summary: 'Compare a course with the class here: who would join, who would leave, who has no account',
    access: teachers,
    refusedWhileActing: true,
    query: v.object({ course_id: courseId }),
    data: ClassroomComparison,
    onFailure: 'state',
    origin: 'ours',
  }),
  importClassroomCourses: call({
    backend: 'lms',
    method: 'POST',
    path: '/ssoLogin/import_classroom_courses',
    summary: 'Take a course over as it was compared: make the class, or bring it up to date',
    access: teachers,
    refusedWhileActing: true,
    body: v.object({
      course_id: courseId,
      version: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'base64url')),
      /** More than half of the class may leave. */
      confirmed: v.optional(v.boolean(), false),
    }),
    data: ClassroomImport,
    onFailure: 'state',
    origin: 'ours',
  }),
  undoClassroomImport: call({
    backend: 'lms',
    method: 'POST',
    path: '/ssoLogin/undo_classroom_import',
    summary: 'Undo the latest take-over of a course within 30 days; a class made by it goes if nothing was assigned in it',
    access: teachers,
    body: v.object({ import_id: id }),
    /** `left_alone`: students whose place was changed since. */
    data: v.object({ is_class_gone: v.boolean(), left_alone: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  classroomWork: call({
    backend: 'lms',
    method: 'GET',
    path: '/ssoLogin/get_classroom_work',
    summary: 'List the assignments of a class, and whether each was announced in its course at the classroom service',
    access: teachers,
    query: v.object({ group_puid: id }),
    data: ClassroomWork,
    onFailure: 'state',
    origin: 'ours',
  }),
  shareToClassroom: call({
    backend: 'lms',
    method: 'POST',
    path: '/ssoLogin/share_to_classroom',
    summary: 'Announce an assignment in the course of its class, or bring its title and due date there up to date',
    access: teachers,
    refusedWhileActing: true,
    body: v.object({
      group_assignment_id: id,
      /** Address at which students open the assignment, without its origin. */
      path: v.pipe(v.string(), v.regex(/^\/authenticated\/studentDashboard\/[\w/-]{1,200}$/, 'link')),
    }),
    data: v.object({ address: v.nullable(v.string()), outcome: v.picklist(['added', 'updated', 'there']) }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
