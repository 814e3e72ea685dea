import { assign, emit, setup } from 'xstate';
import type { ClassTransfer, TransferClass, TransferTeacher } from '../../../contract/groups.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** Classes to move from one teacher to another. */
export interface TransferOrder {
  from: TransferTeacher;
  to: TransferTeacher;
  classes: readonly TransferClass[];
}

export const classTransferReasons: Reasons = {};

/** Moves classes from one teacher to another, and back. */
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
  description: 'Classes move from one teacher to another with everything that belongs to them. A transfer can be undone.',
  meta: { reasons: classTransferReasons },
  context: { order: null, transfer: null, problem: null },
  initial: 'ready',
  states: {
    ready: {
      description: 'The teachers and classes are chosen on the page. Recent transfers are listed below.',
      initial: 'choosing',
      on: {
        'transfer.asked': {
          target: 'asking',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'Move was pressed with both teachers and at least one class chosen.',
        },
        'undo.asked': {
          target: 'undoing',
          actions: { type: 'setTransfer', params: ({ event }) => event },
          description: 'Undo was pressed, next to the latest transfer or in the list.',
        },
      },
      states: {
        choosing: { description: 'No transfer has been made on this visit, or the last one was canceled.' },
        moved: {
          description: 'The classes belong to their new teacher. Undo is offered next to the message.',
          tags: 'moved',
          meta: { announce: 'groups_handed_over', focus: 'outcome' },
        },
        undone: {
          description: 'The classes are back with their former teacher.',
          tags: 'undone',
          meta: { announce: 'groups_handed_back', focus: 'outcome' },
        },
        notUndone: {
          description: 'The undo was refused or not answered. The page shows the reason and the classes stay where they are.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    asking: {
      description: 'A dialog says how much moves with the classes and what the former teacher will no longer see.',
      tags: 'asking',
      on: {
        'transfer.confirmed': { target: 'moving', actions: 'clearProblem', description: 'The user confirms, or tries again.' },
        'transfer.dismissed': { target: 'ready', actions: 'clearProblem', description: 'The user closes the dialog and nothing is moved.' },
      },
    },
    moving: {
      description: 'Waiting for the server to move all of the classes or none. The dialog cannot be closed.',
      tags: ['asking', 'busy'],
      invoke: {
        id: 'transfer',
        src: 'transfer',
        input: ({ context }) => context.order as TransferOrder,
        onDone: {
          target: 'ready.moved',
          actions: [{ type: 'setTransfer', params: ({ event }) => ({ transfer: event.output }) }, 'tellMoved'],
          description: 'The classes have moved.',
        },
        onError: {
          target: 'asking',
          actions: { type: 'setProblem', ...failure },
          description: 'The server did not answer or refused, for example because a class has changed hands. The dialog shows the reason.',
        },
      },
    },
    undoing: {
      description: 'Waiting for the server to move all of the classes back or none.',
      tags: 'busy',
      invoke: {
        id: 'undo',
        src: 'undo',
        input: ({ context }) => ({ transfer: context.transfer as ClassTransfer }),
        onDone: {
          target: 'ready.undone',
          actions: [{ type: 'setTransfer', params: ({ event }) => ({ transfer: event.output }) }, 'tellReturned'],
          description: 'The classes are back.',
        },
        onError: {
          target: 'ready.notUndone',
          actions: { type: 'setProblem', ...failure },
          description: 'A class has been moved again since, the transfer was already undone, or there was no answer.',
        },
      },
    },
  },
});
