import { assign, emit, setup } from 'xstate';
import type { ClassTransfer, TransferClass, TransferTeacher } from '../../../contract/classTransfers.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** Classes that are to go from one teacher to another. */
export interface TransferOrder {
  from: TransferTeacher;
  to: TransferTeacher;
  classes: readonly TransferClass[];
}

export const classTransferReasons: Reasons = {};

/** Classes of one teacher are handed over to another, and given back. */
export const classTransferMachine = setup({
  types: {
    context: {} as { order: TransferOrder | null; transfer: ClassTransfer | null; problem: Problem | null },
    events: {} as
      | { type: 'transfer.asked'; order: TransferOrder }
      | { type: 'transfer.dismissed' }
      | { type: 'transfer.confirmed' }
      | { type: 'undo.asked'; transfer: ClassTransfer },
    emitted: {} as { type: 'classes.moved' } | { type: 'classes.returned' },
    tags: {} as 'asking' | 'busy' | 'failed' | 'moved' | 'undone',
    meta: {} as ChartMeta,
  },
  actors: {
    transfer: actorSlot<ClassTransfer, TransferOrder>('transfer', 'POST transfer_classes'),
    undo: actorSlot<ClassTransfer, { transfer: ClassTransfer }>('undo', 'POST undo_class_transfer'),
  },
  actions: {
    setOrder: assign({ order: (_, { order }: { order: TransferOrder }) => order, problem: null }),
    setTransfer: assign({ transfer: (_, { transfer }: { transfer: ClassTransfer }) => transfer, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    tellMoved: emit({ type: 'classes.moved' }),
    tellReturned: emit({ type: 'classes.returned' }),
  },
}).createMachine({
  id: 'classTransfer',
  description: 'Classes go from one teacher to another, with all that belongs to them, and come back where that was a mistake.',
  meta: { reasons: classTransferReasons },
  context: { order: null, transfer: null, problem: null },
  initial: 'ready',
  states: {
    ready: {
      description: 'Teachers and classes are chosen on the page; what was moved lately stands below.',
      initial: 'choosing',
      on: {
        'transfer.asked': {
          target: 'asking',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'Move was pressed, with both teachers and the classes.',
        },
        'undo.asked': {
          target: 'undoing',
          actions: { type: 'setTransfer', params: ({ event }) => event },
          description: 'Undo was pressed, beside what was just moved or in the list.',
        },
      },
      states: {
        choosing: { description: 'Nothing was moved on this visit, or it was given up.' },
        moved: {
          description: 'The classes are with their new teacher; undo is beside the message.',
          tags: 'moved',
          meta: { announce: 'groups_handed_over', focus: 'outcome' },
        },
        undone: {
          description: 'The classes are back with the teacher who had them.',
          tags: 'undone',
          meta: { announce: 'groups_handed_back', focus: 'outcome' },
        },
        notUndone: {
          description: 'Undoing was refused, or there was no answer; the classes are where they were.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    asking: {
      description: 'A dialog says in numbers what goes along, and what the former teacher loses sight of.',
      tags: 'asking',
      on: {
        'transfer.confirmed': { target: 'moving', actions: 'clearProblem', description: 'It is confirmed, or tried again.' },
        'transfer.dismissed': { target: 'ready', actions: 'clearProblem', description: 'The dialog is closed; nothing was moved.' },
      },
    },
    moving: {
      description: 'The server moves them, all or none.',
      tags: ['asking', 'busy'],
      invoke: {
        id: 'transfer',
        src: 'transfer',
        input: ({ context }) => context.order as TransferOrder,
        onDone: {
          target: 'ready.moved',
          actions: [{ type: 'setTransfer', params: ({ event }) => ({ transfer: event.output }) }, 'tellMoved'],
          description: 'They are moved.',
        },
        onError: {
          target: 'asking',
          actions: { type: 'setProblem', ...failure },
          description: 'It was refused, since a class has changed hands meanwhile, say, or there was no answer; the dialog says why.',
        },
      },
    },
    undoing: {
      description: 'The server gives them back, all or none.',
      tags: 'busy',
      invoke: {
        id: 'undo',
        src: 'undo',
        input: ({ context }) => ({ transfer: context.transfer as ClassTransfer }),
        onDone: {
          target: 'ready.undone',
          actions: [{ type: 'setTransfer', params: ({ event }) => ({ transfer: event.output }) }, 'tellReturned'],
          description: 'They are back.',
        },
        onError: {
          target: 'ready.notUndone',
          actions: { type: 'setProblem', ...failure },
          description: 'A class was moved on since, it was undone already, or there was no answer.',
        },
      },
    },
  },
});
