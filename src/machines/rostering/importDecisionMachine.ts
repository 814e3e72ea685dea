import { assign, setup } from 'xstate';
import type { Finding, RosterChange, RosterJob, RosterOptions } from '../../../contract/rostering/job.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure } from '../problem.ts';
import type { Verdict } from './fileReadingMachine.ts';
import { type ImportEnd, type ImportStepInput, moved, refused, actions as sharedActions } from './importEnd.ts';

export interface ConfirmOrder {
  jobId: number;
  /** Confirmation text that the user typed. */
  confirmation: string;
}

export const importDecisionReasons: Reasons<'hasToTell' | 'isAllowed'> = {
  hasToTell: 'No rows are left out and there are no warnings.',
  isAllowed: 'The confirmation that the question asks for has not been typed.',
};

const idOf = ({ job }: { job: RosterJob }) => ({ jobId: job.job_id });

/** A valid import is compared with the records, and the user decides. The question is harder if it takes much away (the brake). */
export const importDecisionMachine = setup({
  types: {
    input: {} as ImportStepInput,
    context: {} as ImportStepInput & {
      changes: readonly RosterChange[];
      /** Rows left out or with warnings, and why; null if there are none. */
      verdict: Verdict | null;
      typed: string;
      end: ImportEnd | null;
    },
    events: {} as
      | { type: 'options.changed'; options: Pick<RosterOptions, 'mode' | 'overwrite_manual'> }
      | { type: 'confirmation.typed'; text: string }
      | { type: 'import.confirmed' }
      | { type: 'import.discarded' },
    output: {} as ImportEnd,
    tags: {} as 'busy' | 'deciding',
    meta: {} as ChartMeta,
  },
  actors: {
    loadChanges: actorSlot<readonly RosterChange[], { jobId: number }>('loadChanges', 'GET get_job_changes'),
    loadFindings: actorSlot<readonly Finding[], { jobId: number }>('loadFindings', 'GET get_job_findings'),
    confirm: actorSlot<RosterJob, ConfirmOrder>('confirm', 'POST import_students'),
    discard: actorSlot<RosterJob, { jobId: number }>('discard', 'POST cancel_import'),
  },
  actions: {
    ...sharedActions,
    setChanges: assign({ changes: (_, { changes }: { changes: readonly RosterChange[] }) => changes }),
    setTyped: assign({ typed: (_, { text }: { text: string }) => text }),
    setEnd: assign({ end: (_, end: ImportEnd) => end }),
    setChanged: assign({
      end: ({ context }, { options }: { options: Pick<RosterOptions, 'mode' | 'overwrite_manual'> }): ImportEnd => ({
        kind: 'changed',
        options: { ...context.job.options, ...options },
      }),
    }),
  },
  guards: {
    hasToTell: ({ context: { job } }) => job.options.leave_out || (job.check?.warnings ?? 0) > 0,
    isAllowed: ({ context: { job, typed } }) => job.confirmation === null || job.confirmation === typed.trim(),
  },
}).createMachine({
  id: 'importDecision',
  description: 'Shows what an import would change, and asks the user to confirm or discard it. Nothing is written before.',
  meta: { reasons: importDecisionReasons },
  context: ({ input }) => ({ ...input, changes: [], verdict: null, typed: '', end: null }),
  output: ({ context }) => context.end as ImportEnd,
  initial: 'comparing',
  states: {
    comparing: {
      description: 'Fetching the changes that the import would make.',
      tags: 'busy',
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
        onError: { target: 'ended', actions: { type: 'setLost', ...failure }, description: 'There was no usable answer.' },
      },
    },
    listing: {
      description: 'Fetching the warnings and the reasons why rows are left out.',
      tags: 'busy',
      invoke: {
        id: 'loadFindings',
        src: 'loadFindings',
        input: ({ context }) => idOf(context),
        onDone: {
          target: 'deciding',
          actions: { type: 'setFindings', params: ({ event }) => ({ findings: event.output }) },
          description: 'The warnings and reasons have loaded.',
        },
        onError: { target: 'ended', actions: { type: 'setLost', ...failure }, description: 'There was no usable answer.' },
      },
    },
    deciding: {
      description: 'Shows what would change. Nothing is written until the user confirms.',
      tags: 'deciding',
      meta: { announce: 'rostering_compared', focus: 'steps' },
      on: {
        'options.changed': {
          target: 'ended',
          actions: { type: 'setChanged', params: ({ event }) => event },
          description: 'The user changes the import mode or the overwrite option: the server must compare again.',
        },
        'confirmation.typed': {
          actions: { type: 'setTyped', params: ({ event }) => event },
          description: 'The import would remove many people or grant higher roles, so the user has to type the number.',
        },
        'import.confirmed': { guard: 'isAllowed', target: 'confirming', description: 'The user presses Import.' },
        'import.discarded': { target: 'discarding', description: 'The user discards the import.' },
      },
    },
    confirming: {
      description: 'Waiting for the server to start the import.',
      tags: 'busy',
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ context }) => ({ ...idOf(context), confirmation: context.typed.trim() }),
        onDone: {
          target: 'ended',
          actions: { type: 'setEnd', params: moved },
          description: 'The server has started the import.',
        },
        onError: {
          target: 'ended',
          actions: { type: 'setEnd', params: refused },
          description: 'The server refused or did not answer.',
        },
      },
    },
    discarding: {
      description: 'Waiting for the server to discard the import.',
      tags: 'busy',
      invoke: {
        id: 'discard',
        src: 'discard',
        input: ({ context }) => idOf(context),
        onDone: {
          target: 'ended',
          actions: { type: 'setEnd', params: moved },
          description: 'The server discarded the import.',
        },
        onError: {
          target: 'ended',
          actions: { type: 'setEnd', params: refused },
          description: 'The server refused or did not answer.',
        },
      },
    },
    ended: { type: 'final', description: 'The user has decided, or the changes could not be shown.' },
  },
});
