import * as v from 'valibot';
import { assignmentDetails } from './assignmentDetails.ts';
import { call, id, instant, nothing, someIds, staff } from './kit.ts';

const ClassStudent = v.object({ user_puid: v.number(), first_name: v.string(), last_name: v.string() });
export type ClassStudent = v.InferOutput<typeof ClassStudent>;

/** Who in a class has a lesson. `assigned_taken`: students who have started it. */
export const ClassUsers = v.object({
  group_puid: v.number(),
  group_name: v.string(),
  group_assignment_id: v.nullable(v.number()),
  from_date: v.nullable(v.string()),
  to_date: v.nullable(v.string()),
  /** Only the listed students have it, not the whole class. */
  is_individual: v.boolean(),
  unassigned: v.array(ClassStudent),
  assigned: v.array(ClassStudent),
  assigned_taken: v.array(ClassStudent),
});
export type ClassUsers = v.InferOutput<typeof ClassUsers>;

/** Who may open the definitions of terms in the quizzes of an assignment. */
const TermHelp = v.object({
  students: v.array(v.object({ ...ClassStudent.entries, has_help: v.boolean() })),
  /** In timed assessments as well. */
  is_timed_too: v.boolean(),
});

/** Number of students who lose an assignment. Each counts once. */
export const UnassignNumbers = v.object({
  students: v.number(),
  not_started: v.number(),
  in_progress: v.number(),
  /** Students who have submitted something or finished everything. */
  submitted: v.number(),
});
export type UnassignNumbers = v.InferOutput<typeof UnassignNumbers>;

/** Students of one assignment; omitted: all. JSON text in the URL. */
const some = v.optional(someIds);

export const assigning = {
  classesAndUsers: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_classes_and_users',
    summary: 'List a class’s students: without the lesson, with it, and started',
    access: staff,
    query: v.object({ group_puid: id, lesson_id: id }),
    data: ClassUsers,
    onFailure: 'state',
    origin: 'ours',
  }),
  assignToClasses: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/assign_assignment_to_multiple_classes',
    summary:
      'Assign a lesson to several classes and groups, all or none; each may have its own dates and students. assignment_details is JSON text. A class that already has the lesson is not changed.',
    access: staff,
    body: v.object({
      lesson_id: id,
      assignment_no: v.literal(1),
      assignment_details: v.pipe(
        v.string(),
        v.maxLength(1_000_000),
        v.parseJson(),
        v.array(v.object({ group_puid: id, ...assignmentDetails })),
        v.minLength(1),
        v.maxLength(200),
      ),
    }),
    data: v.object({
      lesson_id: v.number(),
      assignment_id: v.number(),
      classes: v.array(v.object({ group_puid: v.number(), group_assignment_id: v.number(), is_new: v.boolean() })),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
  changeDates: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/update_assignment_dates',
    summary:
      'Change the dates of an assignment. Late marks follow the new due date; students who are not done are notified. 409 if the new start is later than work that students have started.',
    access: staff,
    /** `readings_open`: see `assignmentDetails`; omitted: unchanged. */
    body: v.object({ group_assignment_id: id, from_date: instant, to_date: v.nullable(instant), readings_open: v.optional(v.boolean()) }),
    /** `notified`: number of students notified. */
    data: v.object({ from_date: v.string(), to_date: v.nullable(v.string()), notified: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  unassignNumbers: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/get_unassign_numbers',
    summary: 'Count the progress of students who would lose an assignment; changes nothing',
    access: staff,
    body: v.object({ group_assignment_id: id, user_puids: some }),
    data: UnassignNumbers,
    onFailure: 'state',
    origin: 'ours',
  }),
  unassign: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/unassign_assignment',
    summary: 'Unassign a lesson from a class or some of its students. Their work is kept and reappears if the lesson is assigned again.',
    access: staff,
    body: v.object({ group_assignment_id: id, user_puids: some }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  termHelp: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_term_help',
    summary: 'List the students of an assignment, and who of them may open the definitions of terms in its quizzes',
    access: staff,
    query: v.object({ group_assignment_id: id }),
    data: TermHelp,
    onFailure: 'state',
    origin: 'ours',
  }),
  setTermHelp: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/set_term_help',
    summary:
      'Let these students of an assignment open the definitions of terms in its quizzes, and no others. They see them when they open a quiz the next time.',
    access: staff,
    /** An empty list: nobody. `is_timed_too`: in timed assessments as well. */
    body: v.object({ group_assignment_id: id, user_puids: v.pipe(v.array(id), v.maxLength(500)), is_timed_too: v.boolean() }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
};
