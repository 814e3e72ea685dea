import { assign, setup, spawnChild, stopChild } from 'xstate';
import type { Finding, Mend, RosterCheck, RosterOptions } from '../../../contract/rostering/job.ts';
import { type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';
import { failed, type Problem } from '../problem.ts';
import type { FileToSend } from './rosterFileMachine.ts';

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

/** Files that are ready to be uploaded, and how they are to be read. */
export type PreparedFiles = Pick<ReadOrder, 'files' | 'options'>;

/** Whether some rows are wrong and some are good, so that the good ones can be imported alone. */
export const canLeaveOut = (verdict: Verdict | null): boolean => {
  const { wrong_rows = 0, files = [] } = verdict?.check ?? {};
  return wrong_rows > 0 && wrong_rows < files.reduce((sum, { rows }) => sum + rows, 0);
};
/** Options for reading other files: fixes and rows left out belong to one file, and `mapping` to its columns. */
export const optionsAnew = (options: RosterOptions, mapping: RosterOptions['mapping'] = null): RosterOptions => ({
  ...options,
  mends: [],
  mapping,
  leave_out: false,
});

export const fileReadingReasons: Reasons<'hasFiles' | 'isClean' | 'canLeaveOut'> = {
  hasFiles: 'No file has been chosen yet.',
  isClean: 'The file has errors that must be fixed first.',
  canLeaveOut: 'There is nothing to leave out: either no single row is wrong, or every row is.',
};

/** A roster file is chosen, read and fixed on this device. Nothing is uploaded. */
export const fileReadingMachine = setup({
  types: {
    /** `files`: already chosen; empty if the user has to choose. */
    input: {} as ReadOrder,
    context: {} as ReadOrder & {
      /** Bytes read so far. */
      bytes: number;
      verdict: Verdict | null;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'files.chosen'; files: readonly FileToSend[] }
      | { type: 'reading.cancelled' }
      | { type: 'reading.retried' }
      | ReadingNews
      | { type: 'mends.chosen'; mends: readonly Mend[] }
      | { type: 'mapping.changed'; mapping: NonNullable<RosterOptions['mapping']> }
      | { type: 'options.changed'; options: Pick<RosterOptions, 'mode' | 'overwrite_manual'> }
      | { type: 'file.accepted' }
      | { type: 'rows.leftOut' }
      | { type: 'file.abandoned' },
    output: {} as PreparedFiles,
    tags: {} as 'busy' | 'failed' | 'choosing' | 'reading' | 'reviewing',
    meta: {} as ChartMeta,
  },
  actors: {
    readRoster: sourceSlot<ReadingNews, ReadOrder>('readRoster', 'reads and checks the files in a worker of the browser'),
  },
  actions: {
    startReading: spawnChild('readRoster', {
      id: 'readRoster',
      input: ({ context: { userPuid, files, options } }) => ({ userPuid, files, options }),
    }),
    stopReading: stopChild('readRoster'),
    setFiles: assign({
      files: (_, { files }: { files: readonly FileToSend[] }) => files,
      // A corrected file has the same columns as the one before.
      options: ({ context: { options, verdict } }) => optionsAnew(options, verdict ? options.mapping : null),
      verdict: null,
      problem: null,
    }),
    startOver: assign({ files: [], options: ({ context }) => optionsAnew(context.options), verdict: null, problem: null }),
    resetBytes: assign({ bytes: 0 }),
    setBytes: assign({ bytes: (_, { bytes }: { bytes: number }) => bytes }),
    setVerdict: assign({ verdict: (_, { verdict }: { verdict: Verdict }) => verdict, problem: null }),
    setProblem: assign({ problem: (_, { problem }: { problem: Problem }) => problem }),
    clearProblem: assign({ problem: null }),
    addMends: assign({
      options: ({ context: { options } }, { mends }: { mends: readonly Mend[] }) => ({ ...options, mends: [...options.mends, ...mends] }),
    }),
    setMapping: assign({
      options: ({ context }, { mapping }: { mapping: RosterOptions['mapping'] }) => ({ ...context.options, mapping }),
    }),
    setWays: assign({
      options: ({ context }, { options }: { options: Pick<RosterOptions, 'mode' | 'overwrite_manual'> }) => ({
        ...context.options,
        ...options,
      }),
    }),
    setLeaveOut: assign({ options: ({ context }) => ({ ...context.options, leave_out: true }) }),
  },
  guards: {
    hasFiles: ({ context }) => context.files.length > 0,
    isClean: ({ context }) => context.verdict?.check.errors === 0,
    canLeaveOut: ({ context }) => canLeaveOut(context.verdict),
  },
}).createMachine({
  id: 'fileReading',
  description: 'A roster file is chosen, read, checked and fixed on this device, until it is good enough to upload.',
  meta: { reasons: fileReadingReasons },
  context: ({ input }) => ({ ...input, bytes: 0, verdict: null, problem: null }),
  output: ({ context: { files, options } }) => ({ files, options }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Checks whether the user has chosen a file already.',
      always: [
        { guard: 'hasFiles', target: 'reading', description: 'A corrected file was chosen where the server reported errors.' },
        { target: 'choosing', description: 'There is no file yet.' },
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
          actions: { type: 'setProblem', params: ({ event }) => event },
          description: 'The file was moved or changed after it was chosen.',
        },
        'reading.cancelled': { target: 'choosing', actions: 'startOver', description: 'The user presses Cancel.' },
      },
    },
    unreadable: {
      description: 'The file could not be read. The user can try again or choose another one.',
      ...failed({ focus: 'problem' }, 'choosing'),
      on: {
        'files.chosen': {
          target: 'reading',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The user chooses the file again, or a different one.',
        },
        'reading.retried': { target: 'reading', actions: 'clearProblem', description: 'The user presses Try again.' },
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
        'file.abandoned': { target: 'choosing', actions: 'startOver', description: 'The user wants to import another file.' },
        'options.changed': {
          actions: { type: 'setWays', params: ({ event }) => event },
          description: 'The user decides whether people missing from the file stay, and whether manual edits are overwritten.',
        },
        'rows.leftOut': {
          guard: 'canLeaveOut',
          target: 'prepared',
          actions: 'setLeaveOut',
          description: 'The user imports only the good rows.',
        },
        'file.accepted': { guard: 'isClean', target: 'prepared', description: 'There are no errors: the file can be uploaded.' },
      },
    },
    prepared: { type: 'final', description: 'The files are ready to be uploaded.' },
  },
});
