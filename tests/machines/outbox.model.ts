import { outboxMachine, type WaitingItem } from '../../src/machines/quiz/outboxMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { retryCases } from './retryCases.ts';

/** A waiting item, as listed by the outbox. */
export const waitingItem = (changes: Partial<WaitingItem> = {}): WaitingItem => ({
  kind: 'attempt',
  id: 91,
  title: 'Cells',
  count: 2,
  state: 'waiting',
  isHandedIn: false,
  ...changes,
});
const waiting = [waitingItem()];
const both = [waitingItem(), waitingItem({ id: 92, state: 'closed' })];
const closed = [waitingItem({ state: 'closed' })];

export const outboxModel = defineModel({
  machine: outboxMachine,
  inputs: { sending: { chance: 0.5 }, 'listing only': { isListOnly: true } },
  events: [
    { type: 'outbox.changed' },
    { type: 'delivery.retried' },
    { type: 'item.discarded', id: 91 },
    { type: 'connection.restored' },
    { type: 'xstate.done.actor.listKept', output: waiting },
    { type: 'xstate.done.actor.listKept', output: closed },
    { type: 'xstate.done.actor.listKept', output: [waitingItem({ state: 'open' })] },
    { type: 'xstate.error.actor.listKept', error: { code: 500, message: 'No storage' } },
    { type: 'xstate.done.actor.sendKept', output: { items: both, isInterrupted: true } },
    { type: 'xstate.done.actor.sendKept', output: { items: closed, isInterrupted: true } },
    { type: 'xstate.done.actor.sendKept', output: { items: closed, isInterrupted: false } },
    { type: 'xstate.error.actor.sendKept', error: { code: 500, message: 'No storage' } },
    { type: 'xstate.done.actor.discard', output: null },
    { type: 'xstate.error.actor.discard', error: { code: 500, message: 'No storage' } },
  ],
  project: ({ isListOnly, items, failures }) => ({ isListOnly, items: items.map(({ state }) => state), failed: failures > 0 }),
  // Only items that the server does not accept can be discarded.
  can: (event, { context }) => event.type !== 'item.discarded' || context.items.some(({ state }) => state === 'closed'),
  delays: { moment: 1_000, retry: retryCases, look: 15_000 },
  keeps: {
    'xstate.done.actor.listKept': { output: 'items' },
    'xstate.done.actor.sendKept': { 'output.items': 'items' },
  },
  tags: {
    busy: ['sendKept', 'discard'],
    waiting: ['sendKept', 'delivery.retried'],
  },
  takes: {
    'outbox.changed': ['listing', 'listed', 'resting', 'noticing', 'sending', 'waiting', 'discarding'],
    'connection.restored': ['listing', 'listed', 'resting', 'noticing', 'sending', 'waiting', 'discarding'],
    'item.discarded': ['resting', 'noticing', 'waiting'],
  },
  leads: {
    'xstate.done.actor.listKept': ['sending', 'resting', 'listed'],
    'xstate.error.actor.listKept': ['resting', 'listed'],
    'xstate.done.actor.sendKept': ['waiting', 'resting'],
    'xstate.error.actor.sendKept': ['waiting'],
    'outbox.changed': ['noticing', 'listing'],
    'item.discarded': ['discarding'],
    'connection.restored': ['noticing', 'sending', 'listing'],
    look: ['listing'],
    'delivery.retried': ['sending'],
    retry: ['sending'],
    moment: ['listing'],
    'xstate.done.actor.discard': ['listing'],
    'xstate.error.actor.discard': ['listing'],
  },
  runs: {
    watchConnection: [''],
    watchKept: [''],
  },
  failures: { listKept: 'nowhere', sendKept: 'waiting', discard: 'nowhere' },
  invariants: {
    'what only lists sends and clears away nothing': (snapshot) =>
      !snapshot.context.isListOnly || !['sending', 'waiting', 'discarding'].some((state) => snapshot.value === state),
    'it waits for a connection only when something waits': (snapshot) =>
      !snapshot.matches('waiting') || snapshot.context.items.some(({ state }) => state === 'waiting'),
  },
  stepInvariants: {
    'the list changes only as the device says': ({ context: before }, event, { context: after }) =>
      before.items === after.items || /^xstate\.done\.actor\.(listKept|sendKept)$/.test(event.type),
    'failures in a row are counted one by one': ({ context: before }, _event, { context: after }) =>
      [before.failures, before.failures + 1, 0].includes(after.failures),
    'only what somebody discards is discarded': (before, event, after) =>
      before.matches('discarding') || !after.matches('discarding') || event.type === 'item.discarded',
  },
});
