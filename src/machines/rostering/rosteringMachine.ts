import { type ActorRef, assign, emit, enqueueActions, setup } from 'xstate';
import type { RosterJob, RosterOptions, RosterStudent } from '../../../contract/rostering.ts';
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

/** A file to upload in parts. */
export interface FileToSend {
  file: File;
  parts: number;
}

/** One part of a file to upload. */
export interface PartOrder {
  jobId: number | null;
  file: File;
  /** From 1. */
  part: number;
}

/** Events sent to the listener of a file upload. */
export type FileNews =
  | { type: 'file.uploaded'; job: RosterJob }
  | { type: 'file.verified'; job: RosterJob }
  | { type: 'file.failed'; problem: Problem };

export interface RosteringInput {
  userPuid: number;
  /** True if a screen lists the students; false if only a file is handled. */
  isListWanted: boolean;
  /** Receives news about the file. */
  listener: ActorRef<never, FileNews> | null;
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

/** Number of parts across all files. */
export const partsOf = (files: readonly FileToSend[]): number => files.reduce((sum, { parts }) => sum + parts, 0);

/** How long a deletion can be undone, in ms. */
export const undoTime = 10_000;
/** How often to poll the server for progress, in ms. */
export const pollPause = 1_000;

export const rosteringReasons: Reasons<'isListWanted' | 'isLastPart' | 'isUploaded' | 'isNew' | 'isChecking' | 'isSent'> = {
  isListWanted: 'No screen lists the students.',
  isLastPart: 'More parts of the file are still to be uploaded.',
  isUploaded: 'Parts of the file are not on the server yet.',
  isNew: 'The student has an account already.',
  isChecking: 'The server has finished checking.',
  isSent: 'No file was sent from this screen.',
};

/** A staff member's students, and roster files: upload and verification (specification, sections 3, 4 and 7). */
export const rosteringMachine = setup({
  types: {
    input: {} as RosteringInput,
    context: {} as RosteringInput & {
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
      files: readonly FileToSend[];
      /** Uploaded parts across all files. */
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
  description: 'A staff member manages students, keyed by user_puid, and sends roster files to the server to be uploaded and verified.',
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
      description: 'The list of students and the dialogs opened from it.',
      initial: 'opening',
      states: {
        opening: {
          description: 'Deciding whether to load the list. The import wizard handles only a file.',
          always: [{ guard: 'isListWanted', target: 'loading' }, { target: 'unlisted' }],
        },
        unlisted: { description: 'No screen needs the list, so it is not loaded.' },
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
    file: {
      description: 'A roster file on its way to the server.',
      initial: 'none',
      on: {
        'file.sent': {
          target: '.uploading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The import wizard has read and checked a file and sends it.',
        },
        'verification.asked': {
          target: '.verifying',
          actions: { type: 'setOptions', params: ({ event }) => event },
          description: 'The user wants the uploaded file verified again with different options.',
        },
        'verification.found': {
          target: '.checking',
          actions: { type: 'setFound', params: ({ event }) => event },
          description: 'A check is already running on the server, found after a reload or started by a colleague.',
        },
      },
      states: {
        none: { description: 'No file is being handled.' },
        uploading: {
          description: 'Uploading the file part by part.',
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
                description: 'The last part arrived: set the upload status and start verification.',
              },
              {
                target: 'uploading',
                reenter: true,
                actions: ['countPart', { type: 'setJob', params: ({ event }) => ({ job: event.output }) }],
                description: 'The part arrived; send the next one.',
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'A part was refused or did not arrive.',
            },
          },
        },
        verifying: {
          description: 'Asking the server to verify the file.',
          invoke: {
            id: 'verify',
            src: 'verify',
            input: ({ context }) => ({ jobId: context.job?.job_id ?? 0, options: context.options as RosterOptions }),
            onDone: {
              target: 'checking',
              actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
              description: 'The server has started the verification.',
            },
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'The server refused or did not answer.',
            },
          },
        },
        checking: {
          description: 'The server is checking the file and working out what it would change.',
          after: { pollPause: { target: 'looking', description: 'Time to poll again.' } },
        },
        looking: {
          description: 'Asking the server whether the check is finished.',
          invoke: {
            id: 'look',
            src: 'look',
            input: ({ context }) => ({ jobId: context.job?.job_id ?? 0 }),
            onDone: [
              {
                guard: { type: 'isChecking', params: ({ event }) => ({ job: event.output }) },
                target: 'checking',
                description: 'The check is not finished yet.',
              },
              {
                target: 'verified',
                actions: [
                  { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
                  { type: 'setVerified', params: ({ event }) => ({ job: event.output }) },
                  { type: 'tell', params: ({ event }) => ({ type: 'file.verified' as const, job: event.output }) },
                ],
                description: 'The check is finished: set the verify status and clear the upload status and result.',
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'tellFailed', ...failure },
              description: 'The server did not answer. The check goes on there.',
            },
          },
        },
        verified: { description: 'The server has finished checking the file.' },
        failed: {
          description: 'The file did not arrive, or its status is unknown. It can be retried.',
          tags: 'failed',
          on: {
            'file.retried': [
              { guard: 'isSent', target: 'sending', description: 'Try again is pressed.' },
              { target: 'looking', description: 'Try again is pressed for a check that was found on the server.' },
            ],
          },
        },
        sending: {
          description: 'Resuming where the upload stopped.',
          always: [
            { guard: 'isUploaded', target: 'verifying', description: 'All parts are uploaded, so only verification is left.' },
            { target: 'uploading', description: 'Continue with the first missing part.' },
          ],
        },
      },
    },
  },
});
