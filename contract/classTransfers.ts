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
