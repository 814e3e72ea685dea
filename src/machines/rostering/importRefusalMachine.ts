import { assign, setup } from 'xstate';
import type { Finding, Mend, RosterJob, RosterOptions } from '../../../contract/rostering/job.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure } from '../problem.ts';
import { canLeaveOut, optionsAnew, type Verdict } from './fileReadingMachine.ts';
import { type ImportEnd, actions as sharedActions } from './importEnd.ts';
import type { FileToSend } from './rosterFileMachine.ts';

interface Context {
  job: RosterJob;
  /** What the server found wrong. */
  verdict: Verdict | null;
  end: ImportEnd;
}

/** Ends with the import's options and some changes to them. */
const changed = ({ job }: Context, changes: Partial<RosterOptions>): ImportEnd => ({
  kind: 'changed',
  options: { ...job.options, ...changes },
});

export const importRefusalReasons: Reasons<'canLeaveOut'> = {
  canLeaveOut: 'There is nothing to leave out: either no single row is wrong, or every row is.',
};

/** An import in which the server found errors. It wrote nothing, and the user says how to go on. */
export const importRefusalMachine = setup({
  types: {
    input: {} as { job: RosterJob },
    context: {} as Context,
    events: {} as
      | { type: 'files.chosen'; files: readonly FileToSend[] }
      | { type: 'mends.chosen'; mends: readonly Mend[] }
      | { type: 'mapping.changed'; mapping: NonNullable<RosterOptions['mapping']> }
      | { type: 'rows.leftOut' }
      | { type: 'file.abandoned' },
    output: {} as ImportEnd,
    tags: {} as 'busy' | 'reviewing',
    meta: {} as ChartMeta,
  },
  actors: {
    loadFindings: actorSlot<readonly Finding[], { jobId: number }>('loadFindings', 'GET get_job_findings'),
  },
  actions: {
    ...sharedActions,
    addMends: assign({
      end: ({ context }, { mends }: { mends: readonly Mend[] }) => changed(context, { mends: [...context.job.options.mends, ...mends] }),
    }),
    setMapping: assign({ end: ({ context }, { mapping }: { mapping: RosterOptions['mapping'] }) => changed(context, { mapping }) }),
    setLeaveOut: assign({ end: ({ context }) => changed(context, { leave_out: true }) }),
    setFiles: assign({
      // A corrected file has the same columns as the one before.
      end: ({ context: { job } }, { files }: { files: readonly FileToSend[] }): ImportEnd => ({
        kind: 'chosen',
        files,
        options: optionsAnew(job.options, job.options.mapping),
      }),
    }),
  },
  guards: { canLeaveOut: ({ context }) => canLeaveOut(context.verdict) },
}).createMachine({
  id: 'importRefusal',
  description: 'The server found errors in an uploaded file. The user fixes them, leaves rows out, or chooses another file.',
  meta: { reasons: importRefusalReasons },
  context: ({ input }) => ({ ...input, verdict: null, end: { kind: 'restarted' } }),
  output: ({ context }) => context.end,
  initial: 'explaining',
  states: {
    explaining: {
      description: 'Fetching the errors that the server found.',
      tags: 'busy',
      invoke: {
        id: 'loadFindings',
        src: 'loadFindings',
        input: ({ context }) => ({ jobId: context.job.job_id }),
        onDone: {
          target: 'refused',
          actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
          description: 'The errors have loaded.',
        },
        onError: { target: 'ended', actions: { type: 'setLost', ...failure }, description: 'There was no usable answer.' },
      },
    },
    refused: {
      description: 'The errors are on the screen. The user can apply fixes, map columns or choose a corrected file.',
      tags: 'reviewing',
      meta: { announce: 'rostering_refused', focus: 'steps' },
      on: {
        'mends.chosen': {
          target: 'ended',
          actions: { type: 'addMends', params: ({ event }) => event },
          description: 'The user picks fixes: the server checks again with them.',
        },
        'mapping.changed': {
          target: 'ended',
          actions: { type: 'setMapping', params: ({ event }) => event },
          description: 'The user maps a column to another field: the server checks again.',
        },
        'files.chosen': {
          target: 'ended',
          actions: { type: 'setFiles', params: ({ event }) => event },
          description: 'The user chooses the corrected file.',
        },
        'rows.leftOut': {
          guard: 'canLeaveOut',
          target: 'ended',
          actions: 'setLeaveOut',
          description: 'The user imports only the good rows: the server compares those alone.',
        },
        'file.abandoned': { target: 'ended', description: 'The user wants to import another file.' },
      },
    },
    ended: { type: 'final', description: 'The user has said how to go on, or the errors could not be loaded.' },
  },
});
