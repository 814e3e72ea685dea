import { assign, emit, setup } from 'xstate';
import type { ClassTransfer, TransferClass, TransferTeacher } from '../../../contract/groups.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, type Problem, setProblem, toProblem, withProblem } from '../problem.ts';

/** Classes to move from one teacher to another. */
export interface TransferOrder {
  from: TransferTeacher;
  to: TransferTeacher;
  classes: readonly TransferClass[];
}

export const classTransferReasons: Reasons<'isComplete'> = {
  isComplete: 'One of the two teachers, or the classes, have not been chosen.',
};

/** Moves classes from one teacher to another, and back. */
export const classTransferMachine = setup({
  types: {
    context: {} as {
      /** The teacher who gets the classes. */
      to: TransferTeacher | null;
      /** The classes to move, all of one teacher. */
      chosen: readonly TransferClass[];
      order: TransferOrder | null;
      transfer: ClassTransfer | null;
      /** Transfers and undos on this visit. Classes shown before the last one are out of date. */
      changes: number;
      problem: Problem | null;
      /** The refusal of the last transfer, until the choice changes: it may name a field. */
      refusal: Problem | null;
    },
    events: {} as
      | { type: 'giver.changed' }
      | { type: 'taker.chosen'; to: TransferTeacher }
      | { type: 'classes.chosen'; classes: readonly TransferClass[] }
      | { type: 'transfer.asked'; from: TransferTeacher | null }
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
    forgetClasses: assign({ chosen: [], refusal: null }),
    setTaker: assign({ to: (_, { to }: { to: TransferTeacher }) => to, refusal: null }),
    setClasses: assign({ chosen: (_, { classes }: { classes: readonly TransferClass[] }) => classes, refusal: null }),
    setOrder: assign({
      order: ({ context: { to, chosen } }, { from }: { from: TransferTeacher | null }) =>
        from && to ? { from, to, classes: chosen } : null,
      problem: null,
    }),
    countChange: assign({ chosen: [], changes: ({ context }) => context.changes + 1 }),
    setTransfer: assign({ transfer: (_, { transfer }: { transfer: ClassTransfer }) => transfer, problem: null }),
    setProblem,
    setRefusal: assign({ refusal: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    tellMoved: emit({ type: 'classes.moved' }),
    tellReturned: emit({ type: 'classes.returned' }),
  },
  guards: {
    isComplete: ({ context: { to, chosen } }, { from }: { from: TransferTeacher | null }) =>
      from !== null && to !== null && to.user_puid !== from.user_puid && chosen.length > 0,
  },
}).createMachine({
  id: 'classTransfer',
  description: 'Classes move from one teacher to another with everything that belongs to them. A transfer can be undone.',
  meta: { reasons: classTransferReasons },
  context: { to: null, chosen: [], order: null, transfer: null, changes: 0, problem: null, refusal: null },
  initial: 'ready',
  on: {
    'giver.changed': {
      actions: 'forgetClasses',
      description: 'Classes of another teacher are listed, so none of them is chosen yet.',
    },
    'taker.chosen': {
      actions: { type: 'setTaker', params: ({ event }) => event },
      description: 'The user chooses the teacher who gets the classes.',
    },
    'classes.chosen': {
      actions: { type: 'setClasses', params: ({ event }) => event },
      description: 'The user checks or clears classes in the list.',
    },
  },
  states: {
    ready: {
      description: 'The teachers and classes are chosen on the page. Recent transfers are listed below.',
      initial: 'choosing',
      on: {
        'transfer.asked': {
          guard: { type: 'isComplete', params: ({ event }) => event },
          target: 'asking',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'The user presses Move, with both teachers and at least one class chosen.',
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
          ...failed({ focus: 'problem' }),
        },
      },
    },
    asking: {
      description: 'A dialog says how much moves with the classes and what the former teacher will no longer see.',
      tags: 'asking',
      on: {
        'transfer.confirmed': { target: 'moving', actions: 'clearProblem', description: 'The user confirms, or tries again.' },
        'transfer.dismissed': {
          target: 'ready',
          actions: 'clearProblem',
          description: 'The user closes the dialog and nothing is moved. What the server said about a field stays beside it.',
        },
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
          actions: [{ type: 'setTransfer', params: ({ event }) => ({ transfer: event.output }) }, 'countChange', 'tellMoved'],
          description: 'The classes have moved.',
        },
        onError: {
          target: 'asking',
          actions: [
            { type: 'setProblem', ...failure },
            { type: 'setRefusal', ...failure },
          ],
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
          actions: [{ type: 'setTransfer', params: ({ event }) => ({ transfer: event.output }) }, 'countChange', 'tellReturned'],
          description: 'The classes are back.',
        },
        onError: {
          target: 'ready.notUndone',
          ...withProblem,
          description: 'A class has been moved again since, the transfer was already undone, or there was no answer.',
        },
      },
    },
  },
});
