import { type ActorRef, assign, emit, sendTo, setup, spawnChild, stopChild } from 'xstate';
import type { Finding, Mend, RosterChange, RosterCheck, RosterJob, RosterOptions } from '../../../contract/rostering.ts';
import { actorSlot, type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';
import { type FileNews, type FileToSend, rosteringMachine } from './rosteringMachine.ts';

/** Input of the reader that runs on this device. */
export interface ReadOrder {
  userPuid: number;
  files: readonly FileToSend[];
  options: RosterOptions;
}
/** Column mapping of the last import whose file had the same header. */
export interface EarlierColumns {
  mapping: NonNullable<RosterOptions['mapping']>;
  /** Who ran that import; null: this user. */
  by: string | null;
  at: string;
}
/** Result of reading and checking, from this device or from the server. */
export interface Verdict {
  check: RosterCheck;
  findings: readonly Finding[];
  /** Mapping of the last import with the same columns, when it was different. */
  earlier?: EarlierColumns | null;
}
/** Events of the reader while it reads. */
export type ReadingNews =
  | { type: 'reading.advanced'; bytes: number }
  | { type: 'reading.ended'; verdict: Verdict }
  | { type: 'reading.failed'; problem: Problem };

export type JobCommand = 'confirm' | 'stop' | 'resume' | 'undo' | 'discard';
export interface CommandOrder {
  jobId: number;
  command: JobCommand;
  /** Confirmation text that the user typed, for `confirm`. */
  confirmation: string;
  /** Number of rows that the user was told an undo leaves in place, for `undo`. */
  staysSeen: number;
}

export interface ImportWizardInput {
  userPuid: number;
  /** An existing import to continue; null: a new one. */
  jobId: number | null;
  mode: RosterOptions['mode'];
}

/** Poll interval for the progress, in ms. */
export const pollPause = 1_000;

export const importWizardReasons: Reasons<
  | 'hasJob'
  | 'isClean'
  | 'canLeaveOut'
  | 'hasToTell'
  | 'isAllowed'
  | 'isReceived'
  | 'isUnfinished'
  | 'isChecking'
  | 'isValidated'
  | 'isRefused'
  | 'isUnderWay'
  | 'canStop'
  | 'canUndo'
  | 'isPartial'
> = {
  hasJob: 'There is no import yet.',
  isClean: 'The file has errors that must be fixed first.',
  canLeaveOut: 'There is nothing to leave out: either no single row is wrong, or every row is.',
  hasToTell: 'No rows are left out and there are no warnings.',
  isAllowed: 'The confirmation that the question asks for has not been typed.',
  isReceived: 'Parts of the file are missing on the server.',
  isUnfinished: 'The import is past the upload stage.',
  isChecking: 'The server is not checking the file.',
  isValidated: 'The server has not accepted the file as valid.',
  isRefused: 'The server has not found errors.',
  isUnderWay: 'Nothing is being written or undone.',
  canStop: 'The server is not applying anything, so there is nothing to stop.',
  canUndo: 'This import cannot be undone, or can no longer be undone.',
  isPartial: 'The import did not stop partway.',
};

const underWay: readonly RosterJob['state'][] = ['confirmed', 'applying', 'undoing'];
const idOf = ({ job }: { job: RosterJob | null }) => ({ jobId: job?.job_id ?? 0 });

/** Roster import: read, fix, compare, confirm, apply, and possibly undo. One chart for every screen that imports. */
export const importWizardMachine = setup({
  types: {
    input: {} as ImportWizardInput,
    context: {} as {
      userPuid: number;
      jobId: number | null;
      files: readonly FileToSend[];
      options: RosterOptions;
      /** Bytes read so far. */
      bytes: number;
      verdict: Verdict | null;
      job: RosterJob | null;
      changes: readonly RosterChange[];
      typed: string;
      command: JobCommand;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'files.chosen'; files: readonly FileToSend[] }
      | { type: 'reading.cancelled' }
      | ReadingNews
      | { type: 'mends.chosen'; mends: readonly Mend[] }
      | { type: 'mapping.changed'; mapping: NonNullable<RosterOptions['mapping']> }
      | { type: 'options.changed'; options: Pick<RosterOptions, 'mode' | 'overwrite_manual'> }
      | { type: 'file.accepted' }
      | { type: 'rows.leftOut' }
      | FileNews
      | { type: 'import.retried' }
      | { type: 'confirmation.typed'; text: string }
      | { type: 'import.confirmed' }
      | { type: 'import.stopped' }
      | { type: 'import.resumed' }
      | { type: 'import.undone' }
      | { type: 'import.discarded' }
      | { type: 'import.restarted' },
    emitted: {} as { type: 'job.known'; jobId: number | null },
    tags: {} as
      | 'busy'
      | 'failed'
      | 'choosing'
      | 'reading'
      | 'sending'
      | 'reviewing'
      | 'deciding'
      | 'applying'
      | 'stale'
      | 'over'
      | 'waiting',
    meta: {} as ChartMeta,
  },
  actors: {
    rostering: rosteringMachine,
    readRoster: sourceSlot<ReadingNews, ReadOrder>('readRoster', 'reads and checks the files in a worker of the browser'),
    find: actorSlot<RosterJob, { jobId: number }>('find', 'GET get_job'),
    loadFindings: actorSlot<readonly Finding[], { jobId: number }>('loadFindings', 'GET get_job_findings'),
    loadChanges: actorSlot<readonly RosterChange[], { jobId: number }>('loadChanges', 'GET get_job_changes'),
    command: actorSlot<RosterJob, CommandOrder>('command', 'POST import_students, cancel_import, resume_import or undo_import'),
  },
  actions: {
    startRostering: spawnChild('rostering', {
      id: 'rostering',
      input: ({ context, self }) => ({
        userPuid: context.userPuid,
        isListWanted: false,
        listener: self as unknown as ActorRef<never, FileNews>,
      }),
    }),
    startReading: spawnChild('readRoster', {
      id: 'readRoster',
      input: ({ context: { userPuid, files, options } }) => ({ userPuid, files, options }),
    }),
    stopReading: stopChild('readRoster'),
    setFiles: assign({
      files: (_, { files }: { files: readonly FileToSend[] }) => files,
      // A corrected file has the same columns as the one before.
      options: ({ context: { options, verdict } }) => ({
        ...options,
        mends: [],
        mapping: verdict ? options.mapping : null,
        leave_out: false,
      }),
      verdict: null,
      job: null,
      jobId: null,
      changes: [],
      typed: '',
      problem: null,
    }),
    startOver: assign({ files: [], verdict: null, job: null, jobId: null, changes: [], typed: '', problem: null }),
    resetBytes: assign({ bytes: 0 }),
    setBytes: assign({ bytes: (_, { bytes }: { bytes: number }) => bytes }),
    setVerdict: assign({ verdict: (_, { verdict }: { verdict: Verdict }) => verdict, problem: null }),
    setReadingProblem: assign({ problem: (_, { problem }: { problem: Problem }) => problem }),
    addMends: assign({
      options: ({ context }, { mends }: { mends: readonly Mend[] }) => ({
        ...context.options,
        mends: [...context.options.mends, ...mends],
      }),
    }),
    setMapping: assign({
      options: ({ context }, { mapping }: { mapping: RosterOptions['mapping'] }) => ({ ...context.options, mapping }),
    }),
    setLeaveOut: assign({ options: ({ context }) => ({ ...context.options, leave_out: true }) }),
    setWays: assign({
      options: ({ context }, { options }: { options: Pick<RosterOptions, 'mode' | 'overwrite_manual'> }) => ({
        ...context.options,
        ...options,
      }),
    }),
    sendFiles: sendTo('rostering', ({ context: { files, options } }) => ({ type: 'file.sent' as const, files, options })),
    askVerification: sendTo('rostering', ({ context: { job, options } }) => ({
      type: 'verification.asked' as const,
      job: job as RosterJob,
      options,
    })),
    awaitVerification: sendTo('rostering', ({ context }) => ({ type: 'verification.found' as const, job: context.job as RosterJob })),
    retrySending: sendTo('rostering', { type: 'file.retried' }),
    setJob: assign({
      job: (_, { job }: { job: RosterJob }) => job,
      jobId: (_, { job }) => job.job_id,
      options: (_, { job }) => job.options,
      verdict: null,
      typed: '',
    }),
    noteJob: assign({ job: (_, { job }: { job: RosterJob }) => job, jobId: (_, { job }) => job.job_id }),
    clearProblem: assign({ problem: null }),
    setFindings: assign({
      verdict: ({ context }, { findings }: { findings: readonly Finding[] }) => ({
        check: context.job?.check as RosterCheck,
        findings,
      }),
    }),
    setChanges: assign({ changes: (_, { changes }: { changes: readonly RosterChange[] }) => changes, typed: '' }),
    setTyped: assign({ typed: (_, { text }: { text: string }) => text }),
    setCommand: assign({ command: (_, { command }: { command: JobCommand }) => command, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    tellJob: emit(({ context }) => ({ type: 'job.known' as const, jobId: context.jobId })),
  },
  guards: {
    hasJob: ({ context }) => context.jobId !== null,
    isClean: ({ context }) => context.verdict?.check.errors === 0,
    canLeaveOut: ({ context: { verdict } }) => {
      const { wrong_rows = 0, files = [] } = verdict?.check ?? {};
      return wrong_rows > 0 && wrong_rows < files.reduce((sum, { rows }) => sum + rows, 0);
    },
    hasToTell: ({ context: { job } }) => job?.options.leave_out === true || (job?.check?.warnings ?? 0) > 0,
    isAllowed: ({ context: { job, typed } }) => job?.confirmation === null || job?.confirmation === typed.trim(),
    isReceived: ({ context: { job } }) =>
      job?.state === 'uploaded' && job.files.length > 0 && job.files.every(({ parts, received }) => received === parts),
    isUnfinished: ({ context: { job } }) => job?.state === 'uploaded',
    isChecking: ({ context: { job } }) => job?.state === 'checking',
    isValidated: ({ context: { job } }) => job?.state === 'validated',
    isRefused: ({ context: { job } }) => job?.state === 'refused',
    isUnderWay: (_, { job }: { job: RosterJob }) => underWay.includes(job.state),
    canStop: ({ context: { job } }) => job?.state === 'confirmed' || job?.state === 'applying',
    canUndo: ({ context: { job } }) => job?.can_undo === true,
    isPartial: ({ context: { job } }) => job?.state === 'partial',
  },
  delays: { pollPause },
}).createMachine({
  id: 'importWizard',
  description:
    'A roster file is chosen, read and fixed on this device, checked by the server, compared, confirmed and applied. Some imports can be undone.',
  meta: { reasons: importWizardReasons },
  context: ({ input: { userPuid, jobId, mode } }) => ({
    userPuid,
    jobId,
    files: [],
    options: { mends: [], mapping: null, mode, overwrite_manual: false, leave_out: false },
    bytes: 0,
    verdict: null,
    job: null,
    changes: [],
    typed: '',
    command: 'confirm',
    problem: null,
  }),
  entry: 'startRostering',
  initial: 'opening',
  states: {
    opening: {
      description: 'Checks whether the address names an existing import.',
      always: [
        { guard: 'hasJob', target: 'finding', description: 'The address names an import: ask the server about it.' },
        { target: 'choosing', description: 'The address names no import: start a new one.' },
      ],
    },
    finding: {
      description: 'Asking the server for the state of the import.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => ({ jobId: context.jobId ?? 0 }),
        onDone: {
          target: 'sorted',
          actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
          description: 'The server reported the state of the import.',
        },
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'The import does not exist, or the server did not answer.',
        },
      },
    },
    lost: {
      description: 'The state of the import is unknown. The server keeps working on it, and the user can try again or start over.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: {
        'import.retried': { target: 'finding', actions: 'clearProblem', description: 'The user presses Try again.' },
        'import.restarted': {
          target: 'choosing',
          actions: ['startOver', 'tellJob'],
          description: 'The user wants to import another file.',
        },
      },
    },
    sorted: {
      description: "Picks the next step from the server's state of the import, whoever started it.",
      always: [
        { guard: 'isValidated', target: 'comparing', description: 'The file is valid: show what would change.' },
        { guard: 'isRefused', target: 'explaining', description: 'The server found errors: fetch them.' },
        {
          guard: 'isChecking',
          target: 'sending',
          actions: 'awaitVerification',
          description: 'The server is still checking: wait for the result.',
        },
        {
          guard: 'isReceived',
          target: 'sending',
          actions: 'askVerification',
          description: 'The upload is complete but was never checked: ask the server to check it.',
        },
        {
          guard: 'isUnfinished',
          target: 'choosing',
          actions: 'startOver',
          description: 'The upload is incomplete and this page no longer has the file, so the user chooses it again.',
        },
        {
          guard: { type: 'isUnderWay', params: ({ context }) => ({ job: context.job as RosterJob }) },
          target: 'following',
          description: 'The import is being applied or undone: follow its progress.',
        },
        { target: 'over', description: 'The import has ended, at least for now.' },
      ],
    },
    choosing: {
      description: 'Waiting for the user to choose a file.',
      tags: 'choosing',
      on: {
        'files.chosen': {
          target: 'reading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The user chooses or drops files.',
        },
      },
    },
    reading: {
      description: 'The files are being read and checked on this device. Nothing has been uploaded.',
      tags: ['busy', 'reading'],
      meta: { announce: 'rostering_reading' },
      entry: ['resetBytes', 'startReading'],
      exit: 'stopReading',
      on: {
        'reading.advanced': {
          actions: { type: 'setBytes', params: ({ event }) => event },
          description: 'Update the progress bar.',
        },
        'reading.ended': {
          target: 'reviewing',
          actions: { type: 'setVerdict', params: ({ event }) => event },
          description: 'The reader has finished: show what it found.',
        },
        'reading.failed': {
          target: 'unreadable',
          actions: { type: 'setReadingProblem', params: ({ event }) => event },
          description: 'The file was moved or changed after it was chosen.',
        },
        'reading.cancelled': { target: 'choosing', actions: 'startOver', description: 'The user presses Cancel.' },
      },
    },
    unreadable: {
      description: 'The file could not be read. The user can try again or choose another one.',
      tags: ['failed', 'choosing'],
      meta: { focus: 'problem' },
      on: {
        'files.chosen': {
          target: 'reading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The user chooses the file again, or a different one.',
        },
        'import.retried': { target: 'reading', actions: 'clearProblem', description: 'The user presses Try again.' },
      },
    },
    reviewing: {
      description: 'Shows what was read and what is wrong with it. The user can apply fixes and map columns to other fields.',
      tags: 'reviewing',
      meta: { announce: 'rostering_read', focus: 'steps' },
      on: {
        'mends.chosen': {
          target: 'reading',
          actions: { type: 'addMends', params: ({ event }) => event },
          description: 'The user picks fixes: read the files again with them.',
        },
        'mapping.changed': {
          target: 'reading',
          actions: { type: 'setMapping', params: ({ event }) => event },
          description: 'The user maps a column to another field: read the files again.',
        },
        'files.chosen': {
          target: 'reading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The user chooses the corrected file.',
        },
        'import.restarted': {
          target: 'choosing',
          actions: ['startOver', 'tellJob'],
          description: 'The user wants to import another file.',
        },
        'options.changed': {
          actions: { type: 'setWays', params: ({ event }) => event },
          description: 'The user decides whether people missing from the file stay, and whether manual edits are overwritten.',
        },
        'rows.leftOut': {
          guard: 'canLeaveOut',
          target: 'sending',
          actions: ['setLeaveOut', 'sendFiles'],
          description: 'The user imports only the good rows.',
        },
        'file.accepted': {
          guard: 'isClean',
          target: 'sending',
          actions: 'sendFiles',
          description: 'There are no errors: upload the file.',
        },
      },
    },
    sending: {
      description: 'The file is being uploaded, then checked by the server against its records.',
      tags: 'sending',
      initial: 'travelling',
      on: {
        'file.uploaded': {
          actions: [{ type: 'noteJob', params: ({ event }) => event }, 'tellJob'],
          description: 'The upload is complete. From here on the user can leave the page and come back.',
        },
        'file.verified': {
          target: 'sorted',
          actions: { type: 'setJob', params: ({ event }) => event },
          description: 'The check is complete.',
        },
        'file.failed': {
          target: '.stuck',
          actions: { type: 'setReadingProblem', params: ({ event }) => event },
          description: 'The upload failed, or the result of the check is unknown.',
        },
      },
      states: {
        travelling: {
          description: "The upload or the server's check is in progress.",
          tags: 'busy',
          meta: { announce: 'rostering_sending' },
        },
        stuck: {
          description: 'The upload stopped. The parts that arrived stay on the server.',
          tags: 'failed',
          meta: { focus: 'problem' },
          on: {
            'import.retried': {
              target: 'travelling',
              actions: ['clearProblem', 'retrySending'],
              description: 'The user presses Try again: continue where the upload stopped.',
            },
            'import.restarted': {
              target: '#importWizard.choosing',
              actions: ['startOver', 'tellJob'],
              description: 'The user wants to import another file.',
            },
          },
        },
      },
    },
    explaining: {
      description: 'Fetching the errors that the server found.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'loadFindings',
        src: 'loadFindings',
        input: ({ context }) => idOf(context),
        onDone: {
          target: 'refused',
          actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
          description: 'The errors have loaded.',
        },
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    refused: {
      description: 'The server found errors and wrote nothing. The user can apply fixes, map columns or choose a corrected file.',
      tags: 'reviewing',
      meta: { announce: 'rostering_refused', focus: 'steps' },
      on: {
        'mends.chosen': {
          target: 'sending',
          actions: [{ type: 'addMends', params: ({ event }) => event }, 'askVerification'],
          description: 'The user picks fixes: the server checks again with them.',
        },
        'mapping.changed': {
          target: 'sending',
          actions: [{ type: 'setMapping', params: ({ event }) => event }, 'askVerification'],
          description: 'The user maps a column to another field: the server checks again.',
        },
        'files.chosen': {
          target: 'reading',
          actions: [{ type: 'setFiles', params: ({ event }) => event }, 'tellJob'],
          description: 'The user chooses the corrected file.',
        },
        'rows.leftOut': {
          guard: 'canLeaveOut',
          target: 'sending',
          actions: ['setLeaveOut', 'askVerification'],
          description: 'The user imports only the good rows: the server compares those alone.',
        },
        'import.restarted': {
          target: 'choosing',
          actions: ['startOver', 'tellJob'],
          description: 'The user wants to import another file.',
        },
      },
    },
    comparing: {
      description: 'Fetching the changes that the import would make.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'loadChanges',
        src: 'loadChanges',
        input: ({ context }) => idOf(context),
        onDone: [
          {
            guard: 'hasToTell',
            target: 'listing',
            actions: { type: 'setChanges', params: ({ event }) => ({ changes: event.output }) },
            description: 'The changes have loaded. Rows are left out or there are warnings, so fetch those too.',
          },
          {
            target: 'deciding',
            actions: { type: 'setChanges', params: ({ event }) => ({ changes: event.output }) },
            description: 'The changes have loaded.',
          },
        ],
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    listing: {
      description: 'Fetching the warnings and the reasons why rows are left out.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'loadFindings',
        src: 'loadFindings',
        input: ({ context }) => idOf(context),
        onDone: {
          target: 'deciding',
          actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
          description: 'The warnings and reasons have loaded.',
        },
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    deciding: {
      description: 'Shows what would change. Nothing is written until the user confirms.',
      tags: 'deciding',
      meta: { announce: 'rostering_compared', focus: 'steps' },
      on: {
        'options.changed': {
          target: 'sending',
          actions: [{ type: 'setWays', params: ({ event }) => event }, 'askVerification'],
          description: 'The user changes the import mode or the overwrite option: the server compares again.',
        },
        'confirmation.typed': {
          actions: { type: 'setTyped', params: ({ event }) => event },
          description: 'The import would remove many people or grant higher roles, so the user has to type the number.',
        },
        'import.confirmed': {
          guard: 'isAllowed',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'confirm' } },
          description: 'The user presses Import.',
        },
        'import.discarded': {
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'discard' } },
          description: 'The user discards the import.',
        },
      },
    },
    commanding: {
      description: "Waiting for the server to accept the user's command. The screen shows a skeleton.",
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'command',
        src: 'command',
        input: ({ context }) => ({
          ...idOf(context),
          command: context.command,
          confirmation: context.typed.trim(),
          staysSeen: context.job?.stays?.count ?? 0,
        }),
        onDone: {
          target: 'sorted',
          actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
          description: 'The server carried out the command or started on it.',
        },
        onError: {
          target: 'finding',
          actions: { type: 'setProblem', ...failure },
          description: 'The server refused or did not answer: keep the message and ask for the current state.',
        },
      },
    },
    following: {
      description: 'The server is applying or undoing the import row by row. The user can leave the page and come back.',
      tags: 'applying',
      initial: 'waiting',
      on: {
        'import.stopped': {
          guard: 'canStop',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'stop' } },
          description: 'The user presses Stop: the server stops after the current batch.',
        },
      },
      states: {
        waiting: {
          description: 'Shows the latest progress.',
          after: { pollPause: { target: 'looking', description: 'Time for the next poll.' } },
        },
        looking: {
          description: 'Asking the server for the progress.',
          invoke: {
            id: 'find',
            src: 'find',
            input: ({ context }) => idOf(context),
            onDone: [
              {
                guard: { type: 'isUnderWay', params: ({ event }) => ({ job: event.output }) },
                target: 'waiting',
                actions: { type: 'noteJob', params: ({ event }) => ({ job: event.output }) },
                description: 'The job is still running.',
              },
              {
                target: '#importWizard.sorted',
                actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
                description: 'The job has ended.',
              },
            ],
            onError: { target: 'unseen', description: 'There was no answer.' },
          },
        },
        unseen: {
          description: 'The progress is unknown for now, and the screen says so. The server keeps working.',
          tags: 'stale',
          after: { pollPause: { target: 'looking', description: 'Time for the next poll.' } },
        },
      },
    },
    over: {
      description: 'The import has ended. Shows the outcome and whether it can be undone or resumed.',
      tags: 'over',
      meta: { announce: 'rostering_over', focus: 'steps' },
      on: {
        'import.undone': {
          guard: 'canUndo',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'undo' } },
          description: 'The user presses Undo.',
        },
        'import.resumed': {
          guard: 'isPartial',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'resume' } },
          description: 'The user continues an import that stopped partway.',
        },
        'import.restarted': {
          target: 'choosing',
          actions: ['startOver', 'tellJob'],
          description: 'The user wants to import another file.',
        },
      },
    },
  },
});
