import { assign, setup } from 'xstate';
import type { RosterJob } from '../../../contract/rostering/job.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { type ImportEnd, type ImportStepInput, moved, refused } from './importEnd.ts';

export interface UndoOrder {
  jobId: number;
  /** Number of rows that the user was told an undo leaves in place. */
  staysSeen: number;
}

export const importOutcomeReasons: Reasons<'canUndo' | 'isPartial'> = {
  canUndo: 'This import cannot be undone, or can no longer be undone.',
  isPartial: 'The import did not stop partway.',
};

/** The outcome of an import that has ended, at least for now, with what the user can do about it. */
export const importOutcomeMachine = setup({
  types: {
    input: {} as ImportStepInput,
    context: {} as ImportStepInput & { end: ImportEnd },
    events: {} as
      | { type: 'undo.asked' }
      | { type: 'undo.cancelled' }
      | { type: 'import.undone' }
      | { type: 'import.resumed' }
      | { type: 'import.restarted' },
    output: {} as ImportEnd,
    tags: {} as 'busy' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: {
    undo: actorSlot<RosterJob, UndoOrder>('undo', 'POST undo_import'),
    resume: actorSlot<RosterJob, { jobId: number }>('resume', 'POST resume_import'),
  },
  actions: { setEnd: assign({ end: (_, end: ImportEnd) => end }) },
  guards: {
    canUndo: ({ context: { job } }) => job.can_undo,
    isPartial: ({ context: { job } }) => job.state === 'partial',
  },
}).createMachine({
  id: 'importOutcome',
  description: 'Shows how an import ended. Some imports can be undone, and one that stopped partway can be resumed.',
  meta: { reasons: importOutcomeReasons },
  context: ({ input }) => ({ ...input, end: { kind: 'restarted' } }),
  output: ({ context }) => context.end,
  initial: 'shown',
  states: {
    shown: {
      description: 'The outcome is on the screen.',
      meta: { announce: 'rostering_over', focus: 'steps' },
      initial: 'resting',
      states: {
        resting: {
          description: 'The outcome is on the screen, and no question covers it.',
          on: {
            'undo.asked': { guard: 'canUndo', target: 'asking', description: 'The user presses Undo.' },
            'import.resumed': {
              guard: 'isPartial',
              target: '#importOutcome.resuming',
              description: 'The user continues an import that stopped partway.',
            },
            'import.restarted': { target: '#importOutcome.ended', description: 'The user wants to import another file.' },
          },
        },
        asking: {
          description: 'A dialog says what an undo takes back and what it leaves in place, and asks for confirmation.',
          tags: 'asking',
          on: {
            'import.undone': { target: '#importOutcome.undoing', description: 'The user confirms the undo.' },
            'undo.cancelled': { target: 'resting', description: 'The dialog is closed.' },
          },
        },
      },
    },
    undoing: {
      description: 'Waiting for the server to start the undo.',
      tags: 'busy',
      invoke: {
        id: 'undo',
        src: 'undo',
        input: ({ context: { job } }) => ({ jobId: job.job_id, staysSeen: job.stays?.count ?? 0 }),
        onDone: { target: 'ended', actions: { type: 'setEnd', params: moved }, description: 'The server has started the undo.' },
        onError: { target: 'ended', actions: { type: 'setEnd', params: refused }, description: 'The server refused or did not answer.' },
      },
    },
    resuming: {
      description: 'Waiting for the server to continue the import.',
      tags: 'busy',
      invoke: {
        id: 'resume',
        src: 'resume',
        input: ({ context }) => ({ jobId: context.job.job_id }),
        onDone: { target: 'ended', actions: { type: 'setEnd', params: moved }, description: 'The server goes on with the import.' },
        onError: { target: 'ended', actions: { type: 'setEnd', params: refused }, description: 'The server refused or did not answer.' },
      },
    },
    ended: { type: 'final', description: 'The import is under way again, its state must be asked for, or the user leaves it.' },
  },
});
