import * as v from 'valibot';
import { GroupCard, Person } from './groups.ts';
import { administrators, call, id } from './kit.ts';

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
    summary: 'Teachers of the school or district, by last name; closed accounts only while they still have classes',
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
    summary: 'Classes and groups of a teacher that the caller may move, archived ones too, with what goes with each',
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
    summary:
      'Hand classes and groups over from one teacher to another: students, assignments and results stay with the class. All of them or none.',
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
    summary: 'Classes that changed hands within the last 30 days, newest first, 50 at most',
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
    summary: 'Give transferred classes back, within 30 days; all of them, or none where one has changed hands since',
    access: administrators,
    body: v.object({ transfer_id: id }),
    data: ClassTransfer,
    onFailure: 'state',
    origin: 'ours',
  }),
};
