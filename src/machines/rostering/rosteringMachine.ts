import { assign, emit, setup } from 'xstate';
import type { RosterStudent } from '../../../contract/rostering.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** A student as entered in the form. Omitted fields are empty strings. */
export interface StudentDraft {
  first_name: string;
  last_name: string;
  /** If empty, it is derived from the name. */
  user_name: string;
  grade: string;
  email: string;
  student_id: string;
  /** Only for a new student. */
  group_puids: readonly number[];
}

type Students = Readonly<Record<number, RosterStudent>>;
interface StudentList {
  students: RosterStudent[];
  total: number;
}
/** A password or login code that is shown only once. */
export interface Secret {
  student: RosterStudent;
  password: string;
}

const byPuid = (students: readonly RosterStudent[]): Students =>
  Object.fromEntries(students.map((student) => [student.user_puid, student]));

/** How long a deletion can be undone, in ms. */
export const undoTime = 10_000;

export const rosteringReasons: Reasons<'isNew'> = { isNew: 'The student has an account already.' };

/** A staff member's students (specification, sections 3, 4 and 7). */
export const rosteringMachine = setup({
  types: {
    input: {} as { userPuid: number },
    context: {} as {
      userPuid: number;
      /** Keyed by user_puid. */
      students: Students;
      total: number;
      problem: Problem | null;
      /** The student being edited or asked about; null for a new student. */
      chosen: RosterStudent | null;
      draft: StudentDraft | null;
      secret: Secret | null;
      commandProblem: Problem | null;
      removed: RosterStudent | null;
      undoId: number;
      removalProblem: Problem | null;
    },
    events: {} as
      | { type: 'students.retried' }
      | { type: 'student.addAsked' }
      | { type: 'student.editAsked'; student: RosterStudent }
      | { type: 'student.submitted'; draft: StudentDraft }
      | { type: 'password.resetAsked'; student: RosterStudent }
      | { type: 'password.resetConfirmed' }
      | { type: 'revocation.asked'; student: RosterStudent }
      | { type: 'revocation.confirmed' }
      | { type: 'dialog.closed' }
      | { type: 'student.deleted'; student: RosterStudent }
      | { type: 'deletion.undone' }
      | { type: 'deletion.dismissed' },
    emitted: {} as
      | { type: 'student.saved'; student: RosterStudent }
      | { type: 'code.revoked'; student: RosterStudent }
      | { type: 'students.restored'; students: RosterStudent[] },
    tags: {} as 'busy' | 'failed' | 'form' | 'saving' | 'asking' | 'doubting' | 'telling' | 'undoable',
    meta: {} as ChartMeta,
  },
  actors: {
    loadStudents: actorSlot<StudentList, { userPuid: number }>('loadStudents', 'GET /ngss/rostering/get_all_students'),
    createStudent: actorSlot<Secret, { draft: StudentDraft }>('createStudent', 'POST create_new_student'),
    updateStudent: actorSlot<RosterStudent, { studentPuid: number; draft: StudentDraft }>('updateStudent', 'POST update_student'),
    resetPassword: actorSlot<Secret, { studentPuid: number }>('resetPassword', 'POST reset_student_password'),
    revokeCode: actorSlot<RosterStudent, { studentPuid: number }>('revokeCode', 'POST revoke_login_code'),
    deleteStudent: actorSlot<{ undo_id: number }, { studentPuid: number }>('deleteStudent', 'POST delete_student'),
    restoreStudent: actorSlot<RosterStudent[], { undoId: number }>('restoreStudent', 'POST restore_student'),
  },
  actions: {
    setStudents: assign({
      students: (_, { list }: { list: StudentList }) => byPuid(list.students),
      total: (_, { list }) => list.total,
      problem: null,
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    choose: assign({ chosen: (_, { student }: { student: RosterStudent | null }) => student, commandProblem: null }),
    setDraft: assign({ draft: (_, { draft }: { draft: StudentDraft }) => draft, commandProblem: null }),
    setCommandProblem: assign({ commandProblem: (_, { error }: { error: unknown }) => toProblem(error) }),
    putStudent: assign({
      students: ({ context }, { student }: { student: RosterStudent }) => ({ ...context.students, [student.user_puid]: student }),
      total: ({ context }, { student }) => context.total + (student.user_puid in context.students ? 0 : 1),
    }),
    setSecret: assign({ secret: (_, { secret }: { secret: Secret }) => secret }),
    forget: assign({ chosen: null, draft: null, secret: null, commandProblem: null }),
    setRemoved: assign({ removed: (_, { student }: { student: RosterStudent }) => student, removalProblem: null }),
    removeStudent: assign({
      students: ({ context }) =>
        byPuid(Object.values(context.students).filter(({ user_puid }) => user_puid !== context.removed?.user_puid)),
      total: ({ context }) => context.total - 1,
      undoId: (_, { undoId }: { undoId: number }) => undoId,
    }),
    putBack: assign({
      students: ({ context }, { students }: { students: RosterStudent[] }) => ({ ...context.students, ...byPuid(students) }),
      total: ({ context }, { students }) => context.total + students.length,
      removalProblem: null,
    }),
    setRemovalProblem: assign({ removalProblem: (_, { error }: { error: unknown }) => toProblem(error) }),
    tellSaved: emit((_, { student }: { student: RosterStudent }) => ({ type: 'student.saved' as const, student })),
    tellRevoked: emit((_, { student }: { student: RosterStudent }) => ({ type: 'code.revoked' as const, student })),
    tellRestored: emit((_, { students }: { students: RosterStudent[] }) => ({ type: 'students.restored' as const, students })),
  },
  guards: {
    isNew: ({ context }) => context.chosen === null,
  },
  delays: { undoTime },
}).createMachine({
  id: 'rostering',
  description: 'A staff member manages students, keyed by user_puid.',
  meta: { reasons: rosteringReasons },
  context: ({ input }) => ({
    ...input,
    students: {},
    total: 0,
    problem: null,
    chosen: null,
    draft: null,
    secret: null,
    commandProblem: null,
    removed: null,
    undoId: 0,
    removalProblem: null,
  }),
  type: 'parallel',
  states: {
    students: {
      description: 'The list of students and the dialogs opened from it.',
      initial: 'loading',
      states: {
        loading: {
          description: 'Loading the students.',
          tags: 'busy',
          invoke: {
            id: 'loadStudents',
            src: 'loadStudents',
            input: ({ context }) => ({ userPuid: context.userPuid }),
            onDone: {
              target: 'listed',
              actions: { type: 'setStudents', params: ({ event }) => ({ list: event.output }) },
              description: 'The students arrived.',
            },
            onError: {
              target: 'failed',
              actions: { type: 'setProblem', ...failure },
              description: 'The server gave no usable answer.',
            },
          },
        },
        listed: {
          description: 'The students are on the screen.',
          initial: 'idle',
          states: {
            idle: {
              description: 'No dialog is open.',
              on: {
                'student.addAsked': {
                  target: 'editing',
                  actions: { type: 'choose', params: { student: null } },
                  description: 'The user wants to add a student.',
                },
                'student.editAsked': {
                  target: 'editing',
                  actions: { type: 'choose', params: ({ event }) => event },
                  description: 'The user wants to edit a student.',
                },
                'password.resetAsked': {
                  target: 'asking',
                  actions: { type: 'choose', params: ({ event }) => event },
                  description: 'The user wants a new login code for a student.',
                },
                'revocation.asked': {
                  target: 'doubting',
                  actions: { type: 'choose', params: ({ event }) => event },
                  description: 'The user wants to revoke a student’s login code.',
                },
              },
            },
            editing: {
              description: 'The student form is open for editing.',
              tags: 'form',
              on: {
                'student.submitted': [
                  {
                    guard: 'isNew',
                    target: 'creating',
                    actions: { type: 'setDraft', params: ({ event }) => event },
                    description: 'Save is pressed for a new student.',
                  },
                  {
                    target: 'updating',
                    actions: { type: 'setDraft', params: ({ event }) => event },
                    description: 'Save is pressed for an existing student.',
                  },
                ],
                'dialog.closed': { target: 'idle', actions: 'forget', description: 'The form is closed without saving.' },
              },
            },
            creating: {
              description: 'Waiting for the server to create the account.',
              tags: ['form', 'busy', 'saving'],
              invoke: {
                id: 'createStudent',
                src: 'createStudent',
                input: ({ context }) => ({ draft: context.draft as StudentDraft }),
                onDone: {
                  target: 'telling',
                  actions: [
                    { type: 'putStudent', params: ({ event }) => ({ student: event.output.student }) },
                    { type: 'setSecret', params: ({ event }) => ({ secret: event.output }) },
                  ],
                  description: 'The account was created, with a login code to show.',
                },
                onError: {
                  target: 'editing',
                  actions: { type: 'setCommandProblem', ...failure },
                  description: 'The server refused or did not answer. The form says why and keeps what was typed.',
                },
              },
            },
            updating: {
              description: 'Waiting for the server to save the changes.',
              tags: ['form', 'busy', 'saving'],
              invoke: {
                id: 'updateStudent',
                src: 'updateStudent',
                input: ({ context }) => ({
                  studentPuid: context.chosen?.user_puid ?? 0,
                  draft: context.draft as StudentDraft,
                }),
                onDone: {
                  target: 'idle',
                  actions: [
                    { type: 'putStudent', params: ({ event }) => ({ student: event.output }) },
                    { type: 'tellSaved', params: ({ event }) => ({ student: event.output }) },
                    'forget',
                  ],
                  description: 'The changes are saved and the form closes.',
                },
                onError: {
                  target: 'editing',
                  actions: { type: 'setCommandProblem', ...failure },
                  description: 'The server refused or did not answer. The form says why and keeps what was typed.',
                },
              },
            },
            asking: {
              description: 'A dialog asks for confirmation, because the current login code will stop working.',
              tags: 'asking',
              on: {
                'password.resetConfirmed': { target: 'resetting', description: 'The user confirms that a new code is wanted.' },
                'dialog.closed': { target: 'idle', actions: 'forget', description: 'The user keeps the current code.' },
              },
            },
            resetting: {
              description: 'Waiting for the server to create a new login code.',
              tags: ['asking', 'busy'],
              invoke: {
                id: 'resetPassword',
                src: 'resetPassword',
                input: ({ context }) => ({ studentPuid: context.chosen?.user_puid ?? 0 }),
                onDone: {
                  target: 'telling',
                  actions: [
                    { type: 'putStudent', params: ({ event }) => ({ student: event.output.student }) },
                    { type: 'setSecret', params: ({ event }) => ({ secret: event.output }) },
                  ],
                  description: 'The new code is ready to show.',
                },
                onError: {
                  target: 'asking',
                  actions: { type: 'setCommandProblem', ...failure },
                  description: 'The code could not be replaced. The old one still works.',
                },
              },
            },
            doubting: {
              description: 'A dialog asks for confirmation, because the student will no longer be able to sign in with this code.',
              tags: 'doubting',
              on: {
                'revocation.confirmed': { target: 'revoking', description: 'The user confirms the revocation.' },
                'dialog.closed': { target: 'idle', actions: 'forget', description: 'The user keeps the code.' },
              },
            },
            revoking: {
              description: 'Waiting for the server to revoke the login code.',
              tags: ['doubting', 'busy'],
              invoke: {
                id: 'revokeCode',
                src: 'revokeCode',
                input: ({ context }) => ({ studentPuid: context.chosen?.user_puid ?? 0 }),
                onDone: {
                  target: 'idle',
                  actions: [
                    { type: 'putStudent', params: ({ event }) => ({ student: event.output }) },
                    { type: 'tellRevoked', params: ({ event }) => ({ student: event.output }) },
                    'forget',
                  ],
                  description: 'The code no longer works.',
                },
                onError: {
                  target: 'doubting',
                  actions: { type: 'setCommandProblem', ...failure },
                  description: 'The code could not be revoked and still works. The dialog says why.',
                },
              },
            },
            telling: {
              description: 'The login code is on the screen. It is shown only this once.',
              tags: 'telling',
              on: { 'dialog.closed': { target: 'idle', actions: 'forget', description: 'The user has written down or printed the code.' } },
            },
          },
        },
        failed: {
          description: 'The students could not be loaded. The screen says why and offers Try again.',
          tags: 'failed',
          meta: { announce: 'common_load_failed', focus: 'problem' },
          on: { 'students.retried': { target: 'loading', description: 'Try again is pressed.' } },
        },
      },
    },
    removal: {
      description: 'Deleting a student, with a chance to undo it.',
      initial: 'none',
      states: {
        none: {
          description: 'No deletion is in progress or can be undone.',
          on: {
            'student.deleted': {
              target: 'deleting',
              actions: { type: 'setRemoved', params: ({ event }) => event },
              description: 'Delete is pressed for a student.',
            },
          },
        },
        deleting: {
          description: 'Waiting for the server to delete the student.',
          tags: 'busy',
          invoke: {
            id: 'deleteStudent',
            src: 'deleteStudent',
            input: ({ context }) => ({ studentPuid: context.removed?.user_puid ?? 0 }),
            onDone: {
              target: 'undoable',
              actions: { type: 'removeStudent', params: ({ event }) => ({ undoId: event.output.undo_id }) },
              description: 'The student is deleted and leaves the list.',
            },
            onError: {
              target: 'kept',
              actions: { type: 'setRemovalProblem', ...failure },
              description: 'The student could not be deleted and stays in the list.',
            },
          },
        },
        kept: {
          description: 'The deletion failed. The screen says why.',
          tags: 'failed',
          on: {
            'student.deleted': {
              target: 'deleting',
              actions: { type: 'setRemoved', params: ({ event }) => event },
              description: 'Delete is pressed again.',
            },
            'deletion.dismissed': { target: 'none', description: 'The message is closed.' },
          },
        },
        undoable: {
          description: 'The student is deleted. Undo is offered for ten seconds.',
          tags: 'undoable',
          meta: { announce: 'rostering_deleted_undo' },
          after: { undoTime: { target: 'none', description: 'The ten seconds are up.' } },
          on: {
            'deletion.undone': { target: 'restoring', description: 'Undo is pressed.' },
            'deletion.dismissed': { target: 'none', description: 'The message is closed.' },
            'student.deleted': {
              target: 'deleting',
              actions: { type: 'setRemoved', params: ({ event }) => event },
              description: 'Another student is deleted. The previous deletion can no longer be undone.',
            },
          },
        },
        restoring: {
          description: 'Waiting for the server to restore the student.',
          tags: ['busy', 'undoable'],
          invoke: {
            id: 'restoreStudent',
            src: 'restoreStudent',
            input: ({ context }) => ({ undoId: context.undoId }),
            onDone: {
              target: 'none',
              actions: [
                { type: 'putBack', params: ({ event }) => ({ students: event.output }) },
                { type: 'tellRestored', params: ({ event }) => ({ students: event.output }) },
              ],
              description: 'The student is restored, with classes and work.',
            },
            onError: {
              target: 'lost',
              actions: { type: 'setRemovalProblem', ...failure },
              description: 'The student could not be restored.',
            },
          },
        },
        lost: {
          description: 'Restoring failed. It can be retried as long as the message is open.',
          tags: ['failed', 'undoable'],
          on: {
            'deletion.undone': { target: 'restoring', description: 'Undo is pressed again.' },
            'deletion.dismissed': { target: 'none', description: 'The message is closed.' },
          },
        },
      },
    },
  },
});
