import { type ActorRef, assign, emit, sendTo, setup, spawnChild, stopChild } from 'xstate';
import type { Finding, Mend, RosterChange, RosterCheck, RosterJob, RosterOptions } from '../../../contract/rostering.ts';
import { actorSlot, type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';
import { type FileNews, type FileToSend, rosteringMachine } from '../rostering/rosteringMachine.ts';

/** How files are to be read on this device. */
export interface ReadOrder {
  userPuid: number;
  files: readonly FileToSend[];
  options: RosterOptions;
}
/** How the last import of a file with the same header took its columns. */
export interface EarlierColumns {
  mapping: NonNullable<RosterOptions['mapping']>;
  /** Whose import it was; null: the person's own. */
  by: string | null;
  at: string;
}
/** What reading and checking gave: on this device, or on the server. */
export interface Verdict {
  check: RosterCheck;
  findings: readonly Finding[];
  /** How the last import took the same columns, where that was otherwise. */
  earlier?: EarlierColumns | null;
}
/** What the reader tells while it reads. */
export type ReadingNews =
  | { type: 'reading.advanced'; bytes: number }
  | { type: 'reading.ended'; verdict: Verdict }
  | { type: 'reading.failed'; problem: Problem };

export type JobCommand = 'confirm' | 'stop' | 'resume' | 'undo' | 'discard';
export interface CommandOrder {
  jobId: number;
  command: JobCommand;
  /** The words that were typed, for `confirm`. */
  confirmation: string;
  /** How many rows the person was told will stay, for `undo`. */
  staysSeen: number;
}

export interface ImportWizardInput {
  userPuid: number;
  /** An import that was begun before; null: a new one. */
  jobId: number | null;
  mode: RosterOptions['mode'];
}

/** How often the server is asked how far it is, in ms. */
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
  isClean: 'The file has errors, which must be mended first.',
  canLeaveOut: 'No row is wrong by itself, or no row is good, so that there is nothing to leave out.',
  hasToTell: 'No rows are left out, and nothing is warned of.',
  isAllowed: 'The number that the question asks for is not typed.',
  isReceived: 'Parts of the file are missing.',
  isUnfinished: 'The upload is complete.',
  isChecking: 'The server is not checking.',
  isValidated: 'The server has not found the file to be good.',
  isRefused: 'The server has not found errors.',
  isUnderWay: 'Nothing is being written.',
  canStop: 'There is nothing to stop.',
  canUndo: 'This import cannot be taken back (any more).',
  isPartial: 'The import did not stop half way.',
};

const underWay: readonly RosterJob['state'][] = ['confirmed', 'applying', 'undoing'];
const idOf = ({ job }: { job: RosterJob | null }) => ({ jobId: job?.job_id ?? 0 });

/** A file of people is read, mended, compared, confirmed, applied, and perhaps taken back. One chart for every screen that imports. */
export const importWizardMachine = setup({
  types: {
    input: {} as ImportWizardInput,
    context: {} as {
      userPuid: number;
      jobId: number | null;
      files: readonly FileToSend[];
      options: RosterOptions;
      /** Bytes of the files that were read. */
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
      // The corrected file has the columns of the one before.
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
  description: 'A file is chosen, read and mended on this device, checked by the server, compared, confirmed, applied, and may be undone.',
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
      description: 'The address may name an import that was begun before.',
      always: [
        { guard: 'hasJob', target: 'finding', description: 'It does.' },
        { target: 'choosing', description: 'It does not.' },
      ],
    },
    finding: {
      description: 'How the import stands is asked of the server.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => ({ jobId: context.jobId ?? 0 }),
        onDone: {
          target: 'sorted',
          actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
          description: 'It is known.',
        },
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'There is no such import, or there was no answer.',
        },
      },
    },
    lost: {
      description: 'Nothing is known of the import. Whatever the server does, it goes on doing.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: {
        'import.retried': { target: 'finding', actions: 'clearProblem', description: 'Try again was pressed.' },
        'import.restarted': { target: 'choosing', actions: ['startOver', 'tellJob'], description: 'Another file is to be imported.' },
      },
    },
    sorted: {
      description: 'What comes next depends on how far the import is, whoever began it.',
      always: [
        { guard: 'isValidated', target: 'comparing', description: 'It waits to be confirmed.' },
        { guard: 'isRefused', target: 'explaining', description: 'The server has found errors.' },
        { guard: 'isChecking', target: 'sending', actions: 'awaitVerification', description: 'The server is still checking.' },
        { guard: 'isReceived', target: 'sending', actions: 'askVerification', description: 'It was uploaded and never checked.' },
        { guard: 'isUnfinished', target: 'choosing', actions: 'startOver', description: 'Half of a file is nothing: it is chosen again.' },
        {
          guard: { type: 'isUnderWay', params: ({ context }) => ({ job: context.job as RosterJob }) },
          target: 'following',
          description: 'It is being written, or taken back.',
        },
        { target: 'over', description: 'It has ended, for now or for good.' },
      ],
    },
    choosing: {
      description: 'A file is to be chosen.',
      tags: 'choosing',
      on: {
        'files.chosen': {
          target: 'reading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'Files were chosen, or dropped.',
        },
      },
    },
    reading: {
      description: 'The files are read and checked on this device; nothing has left it.',
      tags: ['busy', 'reading'],
      meta: { announce: 'rostering_reading' },
      entry: ['resetBytes', 'startReading'],
      exit: 'stopReading',
      on: {
        'reading.advanced': {
          actions: { type: 'setBytes', params: ({ event }) => event },
          description: 'More of the files was read.',
        },
        'reading.ended': {
          target: 'reviewing',
          actions: { type: 'setVerdict', params: ({ event }) => event },
          description: 'The verdict is there.',
        },
        'reading.failed': {
          target: 'unreadable',
          actions: { type: 'setReadingProblem', params: ({ event }) => event },
          description: 'The file has moved or changed since it was chosen.',
        },
        'reading.cancelled': { target: 'choosing', actions: 'startOver', description: 'Cancel was pressed.' },
      },
    },
    unreadable: {
      description: 'The file could not be read.',
      tags: ['failed', 'choosing'],
      meta: { focus: 'problem' },
      on: {
        'files.chosen': {
          target: 'reading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'It is chosen again, or another one.',
        },
        'import.retried': { target: 'reading', actions: 'clearProblem', description: 'Try again was pressed.' },
      },
    },
    reviewing: {
      description: 'What was read, and what is wrong with it: mends are offered, columns can be taken for other fields.',
      tags: 'reviewing',
      meta: { announce: 'rostering_read', focus: 'steps' },
      on: {
        'mends.chosen': {
          target: 'reading',
          actions: { type: 'addMends', params: ({ event }) => event },
          description: 'The reader is to put something right.',
        },
        'mapping.changed': {
          target: 'reading',
          actions: { type: 'setMapping', params: ({ event }) => event },
          description: 'A column is to be taken for another field.',
        },
        'files.chosen': {
          target: 'reading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The corrected file was chosen.',
        },
        'import.restarted': { target: 'choosing', actions: ['startOver', 'tellJob'], description: 'Another file is to be imported.' },
        'options.changed': {
          actions: { type: 'setWays', params: ({ event }) => event },
          description: 'What is not in the file stays, or goes.',
        },
        'rows.leftOut': {
          guard: 'canLeaveOut',
          target: 'sending',
          actions: ['setLeaveOut', 'sendFiles'],
          description: 'The good rows are to be imported, without the wrong ones.',
        },
        'file.accepted': { guard: 'isClean', target: 'sending', actions: 'sendFiles', description: 'The file is to go to the server.' },
      },
    },
    sending: {
      description: 'The file travels, and the server checks it against what it knows.',
      tags: 'sending',
      initial: 'travelling',
      on: {
        'file.uploaded': {
          actions: [{ type: 'noteJob', params: ({ event }) => event }, 'tellJob'],
          description: 'Upload done. From here on it can be left and found again.',
        },
        'file.verified': {
          target: 'sorted',
          actions: { type: 'setJob', params: ({ event }) => event },
          description: 'Validation done.',
        },
        'file.failed': {
          target: '.stuck',
          actions: { type: 'setReadingProblem', params: ({ event }) => event },
          description: 'It did not get there, or nothing is known of it.',
        },
      },
      states: {
        travelling: { description: 'It is on its way, or being checked.', tags: 'busy', meta: { announce: 'rostering_sending' } },
        stuck: {
          description: 'It stopped on the way; what is there stays there.',
          tags: 'failed',
          meta: { focus: 'problem' },
          on: {
            'import.retried': {
              target: 'travelling',
              actions: ['clearProblem', 'retrySending'],
              description: 'It goes on where it stopped.',
            },
            'import.restarted': {
              target: '#importWizard.choosing',
              actions: ['startOver', 'tellJob'],
              description: 'Another file is to be imported.',
            },
          },
        },
      },
    },
    explaining: {
      description: 'What the server has found is fetched.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'loadFindings',
        src: 'loadFindings',
        input: ({ context }) => idOf(context),
        onDone: {
          target: 'refused',
          actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
          description: 'It is there.',
        },
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    refused: {
      description: 'The server has found errors; nothing was written.',
      tags: 'reviewing',
      meta: { announce: 'rostering_refused', focus: 'steps' },
      on: {
        'mends.chosen': {
          target: 'sending',
          actions: [{ type: 'addMends', params: ({ event }) => event }, 'askVerification'],
          description: 'The reader is to put something right: the server reads again.',
        },
        'mapping.changed': {
          target: 'sending',
          actions: [{ type: 'setMapping', params: ({ event }) => event }, 'askVerification'],
          description: 'A column is to be taken for another field: the server reads again.',
        },
        'files.chosen': {
          target: 'reading',
          actions: [{ type: 'setFiles', params: ({ event }) => event }, 'tellJob'],
          description: 'The corrected file was chosen.',
        },
        'rows.leftOut': {
          guard: 'canLeaveOut',
          target: 'sending',
          actions: ['setLeaveOut', 'askVerification'],
          description: 'The good rows are to be imported, without the wrong ones: the server compares them alone.',
        },
        'import.restarted': { target: 'choosing', actions: ['startOver', 'tellJob'], description: 'Another file is to be imported.' },
      },
    },
    comparing: {
      description: 'What would change is fetched.',
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
            description: 'It is there; rows are left out, or something is warned of.',
          },
          {
            target: 'deciding',
            actions: { type: 'setChanges', params: ({ event }) => ({ changes: event.output }) },
            description: 'It is there.',
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
      description: 'What is left out or warned of, and why, is fetched.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'loadFindings',
        src: 'loadFindings',
        input: ({ context }) => idOf(context),
        onDone: {
          target: 'deciding',
          actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
          description: 'It is there.',
        },
        onError: {
          target: 'lost',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    deciding: {
      description: 'What would change is on the screen, before anything is written.',
      tags: 'deciding',
      meta: { announce: 'rostering_compared', focus: 'steps' },
      on: {
        'options.changed': {
          target: 'sending',
          actions: [{ type: 'setWays', params: ({ event }) => event }, 'askVerification'],
          description: 'It is to be taken over in another way: the server compares again.',
        },
        'confirmation.typed': {
          actions: { type: 'setTyped', params: ({ event }) => event },
          description: 'Much would go, or roles rise: how many is typed.',
        },
        'import.confirmed': {
          guard: 'isAllowed',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'confirm' } },
          description: 'Import was pressed.',
        },
        'import.discarded': {
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'discard' } },
          description: 'It is not to be imported after all.',
        },
      },
    },
    commanding: {
      description: 'What was pressed is on its way to the server.',
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
          description: 'It is done, or has begun.',
        },
        onError: {
          target: 'finding',
          actions: { type: 'setProblem', ...failure },
          description: 'It was refused, or there was no answer: how it stands now is asked, and the message stays.',
        },
      },
    },
    following: {
      description: 'The server writes row after row; the page may be left and found again.',
      tags: 'applying',
      initial: 'waiting',
      on: {
        'import.stopped': {
          guard: 'canStop',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'stop' } },
          description: 'Stop was pressed: it stops after the batch under way.',
        },
      },
      states: {
        waiting: {
          description: 'The last figures are on the screen.',
          after: { pollPause: { target: 'looking', description: 'Time to ask how far it is.' } },
        },
        looking: {
          description: 'How far it is is asked.',
          invoke: {
            id: 'find',
            src: 'find',
            input: ({ context }) => idOf(context),
            onDone: [
              {
                guard: { type: 'isUnderWay', params: ({ event }) => ({ job: event.output }) },
                target: 'waiting',
                actions: { type: 'noteJob', params: ({ event }) => ({ job: event.output }) },
                description: 'It goes on.',
              },
              {
                target: '#importWizard.sorted',
                actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
                description: 'It has ended.',
              },
            ],
            onError: { target: 'unseen', description: 'There was no answer.' },
          },
        },
        unseen: {
          description: 'How far it is is not known just now; the server goes on.',
          tags: 'stale',
          after: { pollPause: { target: 'looking', description: 'Asked again.' } },
        },
      },
    },
    over: {
      description: 'What became of the import, and what can be done about it.',
      tags: 'over',
      meta: { announce: 'rostering_over', focus: 'steps' },
      on: {
        'import.undone': {
          guard: 'canUndo',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'undo' } },
          description: 'Everything is to be as it was before.',
        },
        'import.resumed': {
          guard: 'isPartial',
          target: 'commanding',
          actions: { type: 'setCommand', params: { command: 'resume' } },
          description: 'It is to go on where it stopped.',
        },
        'import.restarted': { target: 'choosing', actions: ['startOver', 'tellJob'], description: 'Another file is to be imported.' },
      },
    },
  },
});
