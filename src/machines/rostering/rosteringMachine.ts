import { type ActorRef, assign, emit, enqueueActions, setup } from 'xstate';
import type { RosterJob, RosterOptions, RosterStudent } from '../../../contract/rostering.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** A student as typed into the form. Empty texts are what was left out. */
export interface StudentDraft {
  first_name: string;
  last_name: string;
  /** Empty: made of the names. */
  user_name: string;
  grade: string;
  email: string;
  student_id: string;
  /** Of a new student. */
  group_puids: readonly number[];
}

/** A file on its way: it travels in parts. */
export interface FileToSend {
  file: File;
  parts: number;
}

/** One part of one file. */
export interface PartOrder {
  jobId: number | null;
  file: File;
  /** From 1. */
  part: number;
}

/** What whoever sends a file wants to hear. */
export type FileNews =
  | { type: 'file.uploaded'; job: RosterJob }
  | { type: 'file.verified'; job: RosterJob }
  | { type: 'file.failed'; problem: Problem };

export interface RosteringInput {
  userPuid: number;
  /** A screen lists the students; else this is about a file alone. */
  isListWanted: boolean;
  /** Hears of the file. */
  listener: ActorRef<never, FileNews> | null;
}

type Students = Readonly<Record<number, RosterStudent>>;
interface StudentList {
  students: RosterStudent[];
  total: number;
}
/** A password that is shown once. */
export interface Secret {
  student: RosterStudent;
  password: string;
}

const byPuid = (students: readonly RosterStudent[]): Students =>
  Object.fromEntries(students.map((student) => [student.user_puid, student]));

/** Parts of all files. */
export const partsOf = (files: readonly FileToSend[]): number => files.reduce((sum, { parts }) => sum + parts, 0);

/** How long a deletion can be taken back with one press, in ms. */
export const undoTime = 10_000;
/** How often the server is asked how far it is, in ms. */
export const pollPause = 1_000;

export const rosteringReasons: Reasons<'isListWanted' | 'isLastPart' | 'isUploaded' | 'isNew' | 'isChecking' | 'isSent'> = {
  isListWanted: 'No screen lists the students.',
  isLastPart: 'More parts of the file are to be sent.',
  isUploaded: 'The file is not on the server yet.',
  isNew: 'The student has an account already.',
  isChecking: 'The server is no longer checking.',
  isSent: 'Nothing of the file has been sent from here.',
};

/** Students of a staff member, and a roster's way to the server: upload and verification (specification, sections 3, 4 and 7). */
export const rosteringMachine = setup({
  types: {
    input: {} as RosteringInput,
    context: {} as RosteringInput & {
      /** Keyed by user_puid. */
      students: Students;
      total: number;
      problem: Problem | null;
      /** Whom the form or the question is about; null: a new student. */
      chosen: RosterStudent | null;
      draft: StudentDraft | null;
      secret: Secret | null;
      commandProblem: Problem | null;
      removed: RosterStudent | null;
      undoId: number;
      removalProblem: Problem | null;
      files: readonly FileToSend[];
      /** Parts that are on the server, of all files. */
      sent: number;
      options: RosterOptions | null;
      job: RosterJob | null;
      uploadStatus: boolean;
      uploadResult: RosterJob | null;
      verifyStatus: boolean;
      verifyResult: RosterJob | null;
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
      | { type: 'deletion.dismissed' }
      | { type: 'file.sent'; files: readonly FileToSend[]; options: RosterOptions }
      | { type: 'verification.asked'; job: RosterJob; options: RosterOptions }
      | { type: 'verification.found'; job: RosterJob }
      | { type: 'file.retried' },
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
    uploadPart: actorSlot<RosterJob, PartOrder>('uploadPart', 'POST upload_file'),
    verify: actorSlot<RosterJob, { jobId: number; options: RosterOptions }>('verify', 'POST validate_file'),
    look: actorSlot<RosterJob, { jobId: number }>('look', 'GET get_job'),
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
    setFiles: assign({
      files: (_, { files }: { files: readonly FileToSend[]; options: RosterOptions }) => files,
      options: (_, { options }) => options,
      sent: 0,
      job: null,
      uploadStatus: false,
      uploadResult: null,
      verifyStatus: false,
      verifyResult: null,
    }),
    setOptions: assign({
      job: (_, { job }: { job: RosterJob; options: RosterOptions }) => job,
      options: (_, { options }) => options,
      verifyStatus: false,
      verifyResult: null,
    }),
    setFound: assign({
      job: (_, { job }: { job: RosterJob }) => job,
      files: [],
      sent: 0,
      options: null,
      uploadStatus: false,
      uploadResult: null,
      verifyStatus: false,
      verifyResult: null,
    }),
    setJob: assign({ job: (_, { job }: { job: RosterJob }) => job }),
    countPart: assign({ sent: ({ context }) => context.sent + 1 }),
    setUploaded: assign({ uploadStatus: true, uploadResult: (_, { job }: { job: RosterJob }) => job }),
    setVerified: assign({
      verifyStatus: true,
      verifyResult: (_, { job }: { job: RosterJob }) => job,
      uploadStatus: false,
      uploadResult: null,
    }),
    tell: enqueueActions(({ context, enqueue }, news: FileNews) => {
      if (context.listener) enqueue.sendTo(context.listener, news as never);
    }),
    tellFailed: enqueueActions(({ context, enqueue }, { error }: { error: unknown }) => {
      if (context.listener) enqueue.sendTo(context.listener, { type: 'file.failed', problem: toProblem(error) } as never);
    }),
  },
  guards: {
    isListWanted: ({ context }) => context.isListWanted,
    isLastPart: ({ context }) => context.sent + 1 >= partsOf(context.files),
    isUploaded: ({ context }) => context.sent >= partsOf(context.files),
    isNew: ({ context }) => context.chosen === null,
    isChecking: (_, { job }: { job: RosterJob }) => job.state === 'checking',
    isSent: ({ context }) => context.options !== null,
  },
  delays: { undoTime, pollPause },
}).createMachine({
  id: 'rostering',
  description: 'The students of a staff member, keyed by user_puid, and the way of a roster to the server: upload, then verification.',
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
    files: [],
    sent: 0,
    options: null,
    job: null,
    uploadStatus: false,
    uploadResult: null,
    verifyStatus: false,
    verifyResult: null,
  }),
  type: 'parallel',
  states: {
    students: {
      description: 'The list of students.',
      initial: 'opening',
      states: {
        opening: {
          description: 'A screen lists them, or the wizard has only to do with a file.',
          always: [{ guard: 'isListWanted', target: 'loading' }, { target: 'unlisted' }],
        },
        unlisted: { description: 'No screen lists them.' },
        loading: {
          description: 'The list is fetched.',
          tags: 'busy',
          invoke: {
            id: 'loadStudents',
            src: 'loadStudents',
            input: ({ context }) => ({ userPuid: context.userPuid }),
            onDone: {
              target: 'listed',
              actions: { type: 'setStudents', params: ({ event }) => ({ list: event.output }) },
              description: 'They are there.',
            },
            onError: {
              target: 'failed',
              actions: { type: 'setProblem', ...failure },
              description: 'There was no usable answer.',
            },
          },
        },
        listed: {
          description: 'The students are on the screen.',
          initial: 'idle',
          states: {
            idle: {
              description: 'Nothing is asked for.',
              on: {
                'student.addAsked': {
                  target: 'editing',
                  actions: { type: 'choose', params: { student: null } },
                  description: 'Somebody wants to add a student.',
                },
                'student.editAsked': {
                  target: 'editing',
                  actions: { type: 'choose', params: ({ event }) => event },
                  description: 'Somebody wants to change a student.',
                },
                'password.resetAsked': {
                  target: 'asking',
                  actions: { type: 'choose', params: ({ event }) => event },
                  description: 'Somebody wants a new login code for a student.',
                },
                'revocation.asked': {
                  target: 'doubting',
                  actions: { type: 'choose', params: ({ event }) => event },
                  description: 'Somebody wants a student’s login code to work no more.',
                },
              },
            },
            editing: {
              description: 'The form of a student is open, and takes what is typed.',
              tags: 'form',
              on: {
                'student.submitted': [
                  {
                    guard: 'isNew',
                    target: 'creating',
                    actions: { type: 'setDraft', params: ({ event }) => event },
                    description: 'A new student is to be kept.',
                  },
                  {
                    target: 'updating',
                    actions: { type: 'setDraft', params: ({ event }) => event },
                    description: 'What was changed is to be kept.',
                  },
                ],
                'dialog.closed': { target: 'idle', actions: 'forget', description: 'The form is closed.' },
              },
            },
            creating: {
              description: 'The account is made.',
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
                  description: 'The account is there, with a login code.',
                },
                onError: {
                  target: 'editing',
                  actions: { type: 'setCommandProblem', ...failure },
                  description: 'The form says what is wrong; all that was typed is there.',
                },
              },
            },
            updating: {
              description: 'What was changed is kept.',
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
                  description: 'It is kept.',
                },
                onError: {
                  target: 'editing',
                  actions: { type: 'setCommandProblem', ...failure },
                  description: 'The form says what is wrong; all that was typed is there.',
                },
              },
            },
            asking: {
              description: 'The question: the code of now will not work any more.',
              tags: 'asking',
              on: {
                'password.resetConfirmed': { target: 'resetting', description: 'A new code is wanted.' },
                'dialog.closed': { target: 'idle', actions: 'forget', description: 'The old code stays.' },
              },
            },
            resetting: {
              description: 'A new login code is made.',
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
                  description: 'It is there.',
                },
                onError: {
                  target: 'asking',
                  actions: { type: 'setCommandProblem', ...failure },
                  description: 'The old code still works.',
                },
              },
            },
            doubting: {
              description: 'The question: the student cannot sign in with it any more.',
              tags: 'doubting',
              on: {
                'revocation.confirmed': { target: 'revoking', description: 'It is to be revoked.' },
                'dialog.closed': { target: 'idle', actions: 'forget', description: 'It stays good.' },
              },
            },
            revoking: {
              description: 'The login code is revoked.',
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
                  description: 'It opens nothing any more.',
                },
                onError: {
                  target: 'doubting',
                  actions: { type: 'setCommandProblem', ...failure },
                  description: 'It still works; the question says why.',
                },
              },
            },
            telling: {
              description: 'The login code is shown, this once.',
              tags: 'telling',
              on: { 'dialog.closed': { target: 'idle', actions: 'forget', description: 'It is written down, or printed.' } },
            },
          },
        },
        failed: {
          description: 'The students could not be loaded.',
          tags: 'failed',
          meta: { announce: 'common_load_failed', focus: 'problem' },
          on: { 'students.retried': { target: 'loading', description: 'Try again was pressed.' } },
        },
      },
    },
    removal: {
      description: 'A student who is taken off the list.',
      initial: 'none',
      states: {
        none: {
          description: 'Nobody was deleted lately.',
          on: {
            'student.deleted': {
              target: 'deleting',
              actions: { type: 'setRemoved', params: ({ event }) => event },
              description: 'Delete was pressed at a student.',
            },
          },
        },
        deleting: {
          description: 'The student is deleted.',
          tags: 'busy',
          invoke: {
            id: 'deleteStudent',
            src: 'deleteStudent',
            input: ({ context }) => ({ studentPuid: context.removed?.user_puid ?? 0 }),
            onDone: {
              target: 'undoable',
              actions: { type: 'removeStudent', params: ({ event }) => ({ undoId: event.output.undo_id }) },
              description: 'The student is off the list, by user_puid.',
            },
            onError: {
              target: 'kept',
              actions: { type: 'setRemovalProblem', ...failure },
              description: 'The student is still there.',
            },
          },
        },
        kept: {
          description: 'Deleting failed; the screen says why.',
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
          description: 'The student is gone, and Undo is offered for ten seconds.',
          tags: 'undoable',
          meta: { announce: 'rostering_deleted_undo' },
          after: { undoTime: { target: 'none', description: 'The ten seconds are over.' } },
          on: {
            'deletion.undone': { target: 'restoring', description: 'Undo is pressed.' },
            'deletion.dismissed': { target: 'none', description: 'The message is closed.' },
            'student.deleted': {
              target: 'deleting',
              actions: { type: 'setRemoved', params: ({ event }) => event },
              description: 'The next student is deleted.',
            },
          },
        },
        restoring: {
          description: 'The student is brought back.',
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
              description: 'The student is back, with classes and work.',
            },
            onError: {
              target: 'lost',
              actions: { type: 'setRemovalProblem', ...failure },
              description: 'The student could not be brought back yet.',
            },
          },
        },
        lost: {
          description: 'Bringing the student back failed; it can be tried for as long as the message is open.',
          tags: ['failed', 'undoable'],
          on: {
            'deletion.undone': { target: 'restoring', description: 'Undo is pressed again.' },
            'deletion.dismissed': { target: 'none', description: 'The message is closed.' },
          },
        },
      },
    },
    file: {
      description: 'A roster on its way to the server.',
      initial: 'none',
      on: {
        'file.sent': {
          target: '.uploading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The wizard has read and checked a file, and sends it.',
        },
        'verification.asked': {
          target: '.verifying',
          actions: { type: 'setOptions', params: ({ event }) => event },
          description: 'A file that is there is to be read in another way.',
        },
        'verification.found': {
          target: '.checking',
          actions: { type: 'setFound', params: ({ event }) => event },
          description: 'The server was found at checking it, after a reload or by a colleague.',
        },
      },
      states: {
        none: { description: 'No file is on its way.' },
        uploading: {
          description: 'One part after another is sent.',
          invoke: {
            id: 'uploadPart',
            src: 'uploadPart',
            input: ({ context }): PartOrder => {
              let before = 0;
              for (const { file, parts } of context.files) {
                if (context.sent < before + parts) return { jobId: context.job?.job_id ?? null, file, part: context.sent - before + 1 };
                before += parts;
              }
              throw new Error('Nothing is left to send.');
            },
            onDone: [
              {
                guard: 'isLastPart',
                target: 'verifying',
                actions: [
                  'countPart',
                  { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
                  { type: 'setUploaded', params: ({ event }) => ({ job: event.output }) },
                  { type: 'tell', params: ({ event }) => ({ type: 'file.uploaded' as const, job: event.output }) },
                ],
                description: 'Upload done: upload status true.',
              },
              {
                target: 'uploading',
                reenter: true,
                actions: ['countPart', { type: 'setJob', params: ({ event }) => ({ job: event.output }) }],
                description: 'The part is there; the next follows.',
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'A part was refused, or did not arrive.',
            },
          },
        },
        verifying: {
          description: 'The server is asked to check the file.',
          invoke: {
            id: 'verify',
            src: 'verify',
            input: ({ context }) => ({ jobId: context.job?.job_id ?? 0, options: context.options as RosterOptions }),
            onDone: {
              target: 'checking',
              actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
              description: 'It has begun.',
            },
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'It was refused, or there was no answer.',
            },
          },
        },
        checking: {
          description: 'The server checks the file and works out what it would change.',
          after: { pollPause: { target: 'looking', description: 'Time to ask how far it is.' } },
        },
        looking: {
          description: 'The server is asked whether it is done.',
          invoke: {
            id: 'look',
            src: 'look',
            input: ({ context }) => ({ jobId: context.job?.job_id ?? 0 }),
            onDone: [
              {
                guard: { type: 'isChecking', params: ({ event }) => ({ job: event.output }) },
                target: 'checking',
                description: 'Not yet.',
              },
              {
                target: 'verified',
                actions: [
                  { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
                  { type: 'setVerified', params: ({ event }) => ({ job: event.output }) },
                  { type: 'tell', params: ({ event }) => ({ type: 'file.verified' as const, job: event.output }) },
                ],
                description: 'Validation done: verify status true, upload status and result cleared.',
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'There was no answer. The server goes on meanwhile.',
            },
          },
        },
        verified: { description: 'The server has its verdict.' },
        failed: {
          description: 'The file did not get there, or nothing is known of it.',
          tags: 'failed',
          on: {
            'file.retried': [
              { guard: 'isSent', target: 'sending', description: 'Try again was pressed.' },
              { target: 'looking', description: 'Try again was pressed for what was found at the server.' },
            ],
          },
        },
        sending: {
          description: 'Goes on where it stopped.',
          always: [
            { guard: 'isUploaded', target: 'verifying', description: 'All parts are there.' },
            { target: 'uploading', description: 'From the part that is missing.' },
          ],
        },
      },
    },
  },
});
