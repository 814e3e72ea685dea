import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { claimMachine } from '../../src/machines/quiz/claimMachine.ts';
import { listener } from '../kit/actors.ts';
import { defineModel } from '../kit/modelKit.ts';

type Snapshot = SnapshotFrom<typeof claimMachine>;
/** Whether the chart has a transition for each of these events, even one that changes nothing. */
const takesAll = (snapshot: Snapshot, types: readonly EventFromLogic<typeof claimMachine>['type'][]) =>
  types.every((type) => claimMachine.getTransitionData(snapshot, { type }).length > 0);

export const claimModel = defineModel({
  machine: claimMachine,
  input: { resultId: 91, listener: listener() },
  events: [
    { type: 'lock.requested' },
    { type: 'lock.granted' },
    { type: 'lock.stolen' },
    { type: 'lock.asked' },
    { type: 'page.restored' },
    { type: 'attempt.asked' },
    { type: 'attempt.released' },
  ],
  delays: { leaving: 200, patience: 3_000 },
  noScreen:
    'The `quiz` chart shows who has the attempt (tests/views/quiz.view.test.tsx); locks and tabs are those of tests/services/attemptLocks.test.ts.',
  takes: {
    'lock.requested': ['', 'opening'],
    'lock.asked': ['', 'held'],
    'page.restored': ['', 'held'],
    'lock.granted': ['opening', 'arriving', 'behind', 'asking', 'taking'],
    'attempt.asked': ['behind', 'asking', 'taking'],
    'attempt.released': ['held', 'stolen'],
  },
  leads: {
    'lock.granted': ['held'],
    leaving: ['behind'],
    'attempt.released': ['behind'],
    'attempt.asked': ['asking'],
  },
  runs: {
    watchTabs: [''],
    holdLock: [''],
  },
  tells: {
    'attempt.claimed': 'lock.granted',
    'attempt.heldElsewhere': 'leaving',
    'attempt.wanted': (before, { type }) => before.matches('held') && ['lock.asked', 'page.restored', 'lock.stolen'].includes(type),
    'lock.asked to watchTabs': (_before, { type }, after) => type === 'attempt.asked' && after.matches('asking'),
  },
  invariants: {
    'whatever comes from outside is expected in every state': (snapshot) =>
      takesAll(snapshot, ['lock.requested', 'lock.asked', 'page.restored']),
    'the student may ask again as long as another tab has it': (snapshot) =>
      !['behind', 'asking', 'taking'].includes(snapshot.value) || takesAll(snapshot, ['attempt.asked']),
  },
  stepInvariants: {
    'a tab has the lock when it is granted, and only then': (before, event, after) =>
      before.value === 'held' || (after.value === 'held') === (event.type === 'lock.granted' && before.value !== 'stolen'),
    'a tab gives the lock away only after it was saved, or lost it': (before, event, after) =>
      before.value !== 'held' || after.value === 'held' || event.type === 'attempt.released' || event.type === 'lock.stolen',
  },
});
