import { type ActorRef, assign, emit, setup } from 'xstate';
import type { RosterJob, RosterOptions } from '../../../contract/rostering/job.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import { fileReadingMachine, optionsAnew, type PreparedFiles } from './fileReadingMachine.ts';
import { importDecisionMachine } from './importDecisionMachine.ts';
import type { ImportEnd } from './importEnd.ts';
import { importOutcomeMachine } from './importOutcomeMachine.ts';
import { importProgressMachine, isRunning } from './importProgressMachine.ts';
import { importRefusalMachine } from './importRefusalMachine.ts';
import { type FileToSend, type FileUploaded, rosterFileMachine } from './rosterFileMachine.ts';

export interface ImportWizardInput {
  userPuid: number;
  /** An existing import to continue; null: a new one. */
  jobId: number | null;
  mode: RosterOptions['mode'];
}

type EndOf<Kind extends ImportEnd['kind']> = Extract<ImportEnd, { kind: Kind }>;
const ended = ({ event }: { event: { output: ImportEnd } }) => ({ end: event.output });
const moved = ({ event }: { event: { output: ImportEnd } }) => ({ job: (event.output as EndOf<'moved'>).job });

/** Forgets the import and its files, and keeps how students who are not in a file are treated. */
const startOver = {
  type: 'setFiles',
  params: ({ context }: { context: { options: RosterOptions } }) => ({ files: [], options: optionsAnew(context.options) }),
} as const;
// Transitions that several steps share.
const restarted = {
  target: 'preparing',
  actions: [startOver, 'tellJob'],
  description: 'The user wants to import another file.',
} as const;
const commanded = {
  guard: { type: 'hasMoved', params: ended },
  target: 'sorted',
  actions: [{ type: 'setJob', params: moved }, 'clearProblem'],
  description: 'The server carried out the command or started on it.',
} as const;
const wasRefused = {
  guard: { type: 'wasRefused', params: ended },
  target: 'finding',
  actions: { type: 'setEndProblem', params: ended },
  description: 'The server refused a command or did not answer: keep the message and ask for the current state.',
} as const;
const changed = {
  guard: { type: 'hasChanged', params: ended },
  target: 'sending',
  actions: { type: 'setOptions', params: ended },
  description: 'The user wants the server to check the file again with other options.',
} as const;
const wasLost = {
  guard: { type: 'wasLost', params: ended },
  target: 'lost',
  actions: { type: 'setEndProblem', params: ended },
  description: 'The server gave no usable answer, so there was nothing to show.',
} as const;

export const importWizardReasons: Reasons<
  | 'hasJob'
  | 'isReceived'
  | 'isUnfinished'
  | 'isChecking'
  | 'isValidated'
  | 'isRefused'
  | 'isRunning'
  | 'isVerified'
  | 'hasMoved'
  | 'wasRefused'
  | 'hasChanged'
  | 'hasChosen'
  | 'wasLost'
> = {
  hasJob: 'There is no import yet.',
  isReceived: 'Parts of the file are missing on the server.',
  isUnfinished: 'The import is past the upload stage.',
  isChecking: 'The server is not checking the file.',
  isValidated: 'The server has not accepted the file as valid.',
  isRefused: 'The server has not found errors.',
  isRunning: 'Nothing is being written or undone.',
  isVerified: 'The user gave the file up.',
  hasMoved: 'The server has carried out no command.',
  wasRefused: 'The server has refused no command.',
  hasChanged: 'The user has not asked for another check.',
  hasChosen: 'The user has not chosen a corrected file.',
  wasLost: 'The step could be shown.',
};

/** Roster import: read, fix, compare, confirm, apply, and possibly undo. One chart for every screen that imports, with a child per step. */
export const importWizardMachine = setup({
  types: {
    input: {} as ImportWizardInput,
    context: {} as {
      userPuid: number;
      jobId: number | null;
      files: readonly FileToSend[];
      options: RosterOptions;
      job: RosterJob | null;
      problem: Problem | null;
    },
    events: {} as FileUploaded | { type: 'import.retried' } | { type: 'import.restarted' },
    emitted: {} as { type: 'job.known'; jobId: number | null },
    children: {} as {
      fileReading: 'fileReading';
      rosterFile: 'rosterFile';
      importRefusal: 'importRefusal';
      importDecision: 'importDecision';
      importProgress: 'importProgress';
      importOutcome: 'importOutcome';
    },
    /** `compare` and `import` are steps of the wizard as the screen names them. `known`: the server has read the file. */
    tags: {} as 'busy' | 'failed' | 'compare' | 'import' | 'known',
    meta: {} as ChartMeta,
  },
  actors: {
    fileReading: fileReadingMachine,
    rosterFile: rosterFileMachine,
    importRefusal: importRefusalMachine,
    importDecision: importDecisionMachine,
    importProgress: importProgressMachine,
    importOutcome: importOutcomeMachine,
    find: actorSlot<RosterJob, { jobId: number }>('find', 'GET get_job'),
  },
  actions: {
    setFiles: assign({
      files: (_, { files }: PreparedFiles) => files,
      options: (_, { options }) => options,
      job: null,
      jobId: null,
      problem: null,
    }),
    setOptions: assign({ options: (_, { end }: { end: ImportEnd }) => (end as EndOf<'changed'>).options, problem: null }),
    setJob: assign({
      job: (_, { job }: { job: RosterJob }) => job,
      jobId: (_, { job }) => job.job_id,
      options: (_, { job }) => job.options,
    }),
    noteJob: assign({ job: (_, { job }: { job: RosterJob }) => job, jobId: (_, { job }) => job.job_id }),
    clearProblem: assign({ problem: null }),
    setProblem,
    setEndProblem: assign({ problem: (_, { end }: { end: ImportEnd }) => (end as EndOf<'refused' | 'lost'>).problem }),
    tellJob: emit(({ context }) => ({ type: 'job.known' as const, jobId: context.jobId })),
  },
  guards: {
    hasJob: ({ context }) => context.jobId !== null,
    isReceived: ({ context: { job } }) =>
      job?.state === 'uploaded' && job.files.length > 0 && job.files.every(({ parts, received }) => received === parts),
    isUnfinished: ({ context: { job } }) => job?.state === 'uploaded',
    isChecking: ({ context: { job } }) => job?.state === 'checking',
    isValidated: ({ context: { job } }) => job?.state === 'validated',
    isRefused: ({ context: { job } }) => job?.state === 'refused',
    isRunning: ({ context: { job } }) => job !== null && isRunning(job),
    isVerified: (_, { job }: { job: RosterJob | null }) => job !== null,
    hasMoved: (_, { end }: { end: ImportEnd }) => end.kind === 'moved',
    wasRefused: (_, { end }: { end: ImportEnd }) => end.kind === 'refused',
    hasChanged: (_, { end }: { end: ImportEnd }) => end.kind === 'changed',
    hasChosen: (_, { end }: { end: ImportEnd }) => end.kind === 'chosen',
    wasLost: (_, { end }: { end: ImportEnd }) => end.kind === 'lost',
  },
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
    job: null,
    problem: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Checks whether the address names an existing import.',
      always: [
        { guard: 'hasJob', target: 'finding', description: 'The address names an import: ask the server about it.' },
        { target: 'preparing', description: 'The address names no import: start a new one.' },
      ],
    },
    finding: {
      description: 'Asking the server for the state of the import.',
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'find',
        input: ({ context }) => ({ jobId: context.jobId ?? 0 }),
        onDone: {
          target: 'sorted',
          actions: { type: 'setJob', params: ({ event }) => ({ job: event.output }) },
          description: 'The server reported the state of the import.',
        },
        onError: { target: 'lost', ...withProblem, description: 'The import does not exist, or the server did not answer.' },
      },
    },
    lost: {
      description: 'The state of the import is unknown. The server keeps working on it, and the user can try again or start over.',
      ...failed({ focus: 'problem' }),
      on: {
        'import.retried': { target: 'finding', actions: 'clearProblem', description: 'The user presses Try again.' },
        'import.restarted': restarted,
      },
    },
    sorted: {
      description: "Picks the next step from the server's state of the import, whoever started it.",
      always: [
        { guard: 'isValidated', target: 'deciding', description: 'The file is valid: show what would change.' },
        { guard: 'isRefused', target: 'refused', description: 'The server found errors: show them.' },
        { guard: 'isChecking', target: 'sending', description: 'The server is still checking: wait for the result.' },
        {
          guard: 'isReceived',
          target: 'sending',
          description: 'The upload is complete but was never checked: ask the server to check it.',
        },
        {
          guard: 'isUnfinished',
          target: 'preparing',
          actions: startOver,
          description: 'The upload is incomplete and this page no longer has the file, so the user chooses it again.',
        },
        { guard: 'isRunning', target: 'following', description: 'The import is being applied or undone: follow its progress.' },
        { target: 'over', description: 'The import has ended, at least for now.' },
      ],
    },
    preparing: {
      description: 'The user chooses a file, which is read and fixed on this device. Nothing has been uploaded.',
      invoke: {
        id: 'fileReading',
        src: 'fileReading',
        input: ({ context: { userPuid, files, options } }) => ({ userPuid, files, options }),
        onDone: {
          target: 'sending',
          actions: { type: 'setFiles', params: ({ event }) => event.output },
          description: 'The files are good enough: upload them.',
        },
      },
    },
    sending: {
      description: 'The file is being uploaded, then checked by the server against its records.',
      tags: 'compare',
      invoke: {
        id: 'rosterFile',
        src: 'rosterFile',
        input: ({ context: { files, job, options }, self }) => ({
          // What the server has is not uploaded again, and what it is checking is only waited for.
          files: job === null ? files : [],
          job,
          options: job?.state === 'checking' ? null : options,
          listener: self as unknown as ActorRef<never, FileUploaded>,
        }),
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => ({ job: event.output }) },
            target: 'sorted',
            actions: { type: 'setJob', params: ({ event }) => ({ job: event.output as RosterJob }) },
            description: 'The check is complete.',
          },
          restarted,
        ],
      },
      on: {
        'file.uploaded': {
          actions: [{ type: 'noteJob', params: ({ event }) => event }, 'tellJob'],
          description: 'The upload is complete. From here on the user can leave the page and come back.',
        },
      },
    },
    refused: {
      description: 'The server found errors and wrote nothing. The user fixes them, or chooses a corrected file.',
      invoke: {
        id: 'importRefusal',
        src: 'importRefusal',
        input: ({ context }) => ({ job: context.job as RosterJob }),
        onDone: [
          changed,
          {
            guard: { type: 'hasChosen', params: ended },
            target: 'preparing',
            actions: [{ type: 'setFiles', params: ({ event }) => event.output as EndOf<'chosen'> }, 'tellJob'],
            description: 'The user chose the corrected file.',
          },
          wasLost,
          restarted,
        ],
      },
    },
    deciding: {
      description: 'The user sees what would change, and decides. Nothing is written until the user confirms.',
      tags: ['compare', 'known'],
      invoke: {
        id: 'importDecision',
        src: 'importDecision',
        input: ({ context: { job, problem } }) => ({ job: job as RosterJob, problem }),
        onDone: [commanded, wasRefused, changed, wasLost],
      },
    },
    following: {
      description: 'The server is applying or undoing the import row by row. The user can leave the page and come back.',
      tags: ['import', 'known'],
      invoke: {
        id: 'importProgress',
        src: 'importProgress',
        input: ({ context: { job, problem } }) => ({ job: job as RosterJob, problem }),
        onDone: {
          target: 'sorted',
          actions: [{ type: 'setJob', params: ({ event }) => ({ job: event.output }) }, 'clearProblem'],
          description: 'The import has ended.',
        },
      },
    },
    over: {
      description: 'The import has ended. Shows the outcome and whether it can be undone or resumed.',
      tags: ['import', 'known'],
      invoke: {
        id: 'importOutcome',
        src: 'importOutcome',
        input: ({ context: { job, problem } }) => ({ job: job as RosterJob, problem }),
        onDone: [commanded, wasRefused, restarted],
      },
    },
  },
});
