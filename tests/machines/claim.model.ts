import { claimMachine } from '../../src/machines/quiz/claimMachine.ts';
import { listener } from '../kit/actors.ts';
import { defineModel } from '../kit/modelKit.ts';

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
  stepInvariants: {
    'a tab has the lock when it is granted, and only then': (before, event, after) =>
      before.value === 'held' || (after.value === 'held') === (event.type === 'lock.granted' && before.value !== 'stolen'),
    'a tab gives the lock away only after it was saved, or lost it': (before, event, after) =>
      before.value !== 'held' || after.value === 'held' || event.type === 'attempt.released' || event.type === 'lock.stolen',
  },
});
