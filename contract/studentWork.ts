import * as v from 'valibot';
import { call, id, idOrZero, students } from './kit.ts';
import { Question } from './quiz.ts';
import { StudentAssignment } from './student.ts';

/** Filters of `view_all_assignments` by `typeId`. Ours: the specification has no list. */
export const AssignmentType = { all: 0, toDo: 1, overdue: 2, done: 3, upcoming: 4 } as const;
export type AssignmentTypeId = (typeof AssignmentType)[keyof typeof AssignmentType];

/** A lesson resource that is open to the student. */
export const StudentResource = v.object({
  lesson_id: v.number(),
  assignment_id: v.number(),
  group_assignment_id: v.number(),
  lesson_name: v.string(),
  group_name: v.string(),
  lesson_resource_id: v.number(),
  item_id: v.number(),
  title: v.string(),
  summary: v.string(),
  resource_type_id: v.number(),
  /** Minutes. */
  time: v.nullable(v.number()),
  /** 0 to 100. */
  percentage_completed: v.number(),
  /** A quiz that may be printed; null for anything else, and for one not yet reached in the lesson. */
  printable_quiz_id: v.nullable(v.number()),
});
export type StudentResource = v.InferOutput<typeof StudentResource>;

/** An item that students may open without an assignment. */
export const LibraryItem = v.object({
  item_id: v.number(),
  item_type_id: v.number(),
  title: v.string(),
  summary: v.string(),
  minutes: v.number(),
  lexile: v.nullable(v.number()),
  language_id: v.number(),
  product_id: v.number(),
  unit_id: v.number(),
});
export type LibraryItem = v.InferOutput<typeof LibraryItem>;

const result = {
  group_name: v.string(),
  title: v.string(),
  /** Of a game: when it was played. */
  submitted_at: v.nullable(v.string()),
  score: v.number(),
  max_score: v.number(),
};
/** A result that the teacher has released. */
export const ReleasedResult = v.variant('kind', [
  v.object({
    kind: v.literal('quiz'),
    result_id: v.number(),
    lesson_id: v.number(),
    assignment_id: v.number(),
    lesson_name: v.string(),
    ...result,
  }),
  /** A quiz game that the teacher counts. */
  v.object({ kind: v.literal('game'), game_id: v.number(), ...result }),
]);
export type ReleasedResult = v.InferOutput<typeof ReleasedResult>;

export const studentWork = {
  viewAllAssignments: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/view_all_assignments',
    summary: 'List a student’s assignments of one type: 0 all, 1 to do, 2 overdue, 3 done, 4 not open yet',
    access: students,
    query: v.object({ user_puid: id, typeId: v.pipe(idOrZero, v.maxValue(4)) }),
    data: v.array(StudentAssignment),
    onFailure: 'state',
    origin: 'ours',
  }),
  studentResources: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/get_resources',
    summary: "List the resources of the student's open lessons",
    access: students,
    query: v.object({ user_puid: id }),
    data: v.array(StudentResource),
    onFailure: 'state',
    origin: 'ours',
  }),
  studentLibrary: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/get_content_library',
    summary: 'List what a student may open without an assignment: readings, animations and simulations',
    access: students,
    query: v.object({ user_puid: id }),
    data: v.object({
      products: v.array(
        v.object({
          product_id: v.number(),
          name: v.string(),
          language_id: v.number(),
          units: v.array(v.object({ unit_id: v.number(), name: v.string() })),
        }),
      ),
      items: v.array(LibraryItem),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
  studentReport: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/get_report',
    summary: "List the student's released results, and those in quiz games that count, oldest first",
    access: students,
    query: v.object({ user_puid: id }),
    data: v.array(ReleasedResult),
    onFailure: 'state',
    origin: 'ours',
  }),
  printableQuiz: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/studentDashboard/get_printable_quiz',
    summary:
      'Get an assigned quiz for printing, without its key; 403 for an assessment, which is taken on the screen; 409 before its turn in the lesson',
    access: students,
    query: v.object({ user_puid: id, lesson_id: id, assignment_id: id, quiz_id: id }),
    data: v.object({
      title: v.string(),
      intro: v.string(),
      lesson_name: v.string(),
      group_name: v.string(),
      period: v.nullable(v.string()),
      teacher_name: v.string(),
      questions: v.array(Question),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
};
export type PrintableQuiz = v.InferOutput<(typeof studentWork)['printableQuiz']['data']>;
