import type { ClassTransfer, TransferClass, TransferTeacher } from '../../contract/groups.ts';
import { classTransferMachine, type TransferOrder } from '../../src/machines/groups/classTransferMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { groupDetail } from './rosterSamples.ts';

const teacher = (user_puid: number, first_name: string): TransferTeacher => ({
  user_puid,
  first_name,
  last_name: 'Person',
  school_id: 1,
  school_name: 'Sample School',
  group_count: 1,
  active: true,
});
const { students: _, ...card } = groupDetail;
const classes: TransferClass[] = [{ ...card, result_count: 3 }];
export const handOver: TransferOrder = { from: teacher(2, 'Tess'), to: teacher(3, 'Tim'), classes };
export const transferred: ClassTransfer = {
  transfer_id: 9,
  from: { user_puid: 2, first_name: 'Tess', last_name: 'Person' },
  to: { user_puid: 3, first_name: 'Tim', last_name: 'Person' },
  groups: [{ group_puid: card.group_puid, group_name: card.group_name }],
  transferred_at: '2026-11-20T15:00:00.000Z',
  transferred_by: 'Sam Okafor',
  is_undone: false,
  can_undo: true,
};

export const classTransferModel = defineModel({
  machine: classTransferMachine,
  events: [
    { type: 'giver.changed' },
    { type: 'taker.chosen', to: handOver.to },
    { type: 'classes.chosen', classes },
    { type: 'transfer.asked', from: handOver.from },
    { type: 'transfer.asked', from: null },
    { type: 'transfer.dismissed' },
    { type: 'transfer.confirmed' },
    { type: 'undo.asked', transfer: transferred },
    { type: 'xstate.done.actor.transfer', output: transferred },
    { type: 'xstate.error.actor.transfer', error: { code: 409, message: 'A class has changed hands meanwhile.' } },
    { type: 'xstate.done.actor.undo', output: { ...transferred, is_undone: true, can_undo: false } },
    { type: 'xstate.error.actor.undo', error: { code: 409, message: 'A class has changed hands again since.' } },
  ],
  project: ({ to, chosen, order, transfer, problem }) => ({
    isTaker: to !== null,
    isChosen: chosen.length > 0,
    isOrder: order !== null,
    isUndone: transfer?.is_undone,
    isProblem: problem !== null,
  }),
  keeps: {
    'taker.chosen': { to: 'to' },
    'classes.chosen': { classes: 'chosen' },
    'undo.asked': { transfer: 'transfer' },
    'xstate.done.actor.undo': { output: 'transfer' },
    'xstate.done.actor.transfer': { output: 'transfer' },
  },
  tags: {
    moved: (snapshot) => snapshot.matches({ ready: 'moved' }),
    undone: (snapshot) => snapshot.matches({ ready: 'undone' }),
    asking: ['transfer.confirmed', 'transfer'],
  },
  leads: {
    'transfer.asked': ['asking'],
    'transfer.dismissed': ['ready'],
    'xstate.error.actor.transfer': ['asking'],
  },
  tells: {
    'classes.returned': 'xstate.done.actor.undo',
    'classes.moved': 'xstate.done.actor.transfer',
  },
  oldProblems: ['asking'],
  failures: { transfer: 'asking' },
  stepInvariants: {
    'another choice takes away what the server refused': (_, event, { context }) =>
      !['giver.changed', 'taker.chosen', 'classes.chosen'].includes(event.type) || context.refusal === null,
  },
  invariants: {
    'nothing is asked for without classes': (snapshot) => !snapshot.hasTag('asking') || (snapshot.context.order?.classes.length ?? 0) > 0,
    'what is asked for is known': (snapshot) => !snapshot.hasTag('asking') || snapshot.context.order !== null,
    'what was moved or undone is known': (snapshot) =>
      !(snapshot.hasTag('moved') || snapshot.hasTag('undone')) || snapshot.context.transfer?.is_undone === snapshot.hasTag('undone'),
    'a refusal says why': (snapshot) => !snapshot.hasTag('failed') || snapshot.context.problem !== null,
  },
});
