import { lessonConflictMachine } from '../../src/machines/workspace/lessonConflictMachine.ts';
import type { SaveOrder } from '../../src/machines/workspace/lessonOrders.ts';
import { defineModel } from '../kit/modelKit.ts';
import { named, newerLesson, tooBusy } from './lessonBuilder.model.ts';

/** The save that somebody else's change stands in the way of. */
export const ownOrder: SaveOrder = {
  userPuid: 3,
  lessonId: 11,
  version: 1,
  isAssignment: false,
  place: null,
  draft: named,
  sameName: 'ask',
};

export const lessonConflictModel = defineModel({
  machine: lessonConflictMachine,
  inputs: {
    refused: { order: ownOrder, newer: null },
    opened: { order: ownOrder, newer: newerLesson },
  },
  events: [
    { type: 'conflict.mineChosen' },
    { type: 'conflict.theirsChosen' },
    { type: 'conflict.bothKept', name: 'Rocks and soil (my version)' },
    { type: 'conflict.retried' },
    { type: 'xstate.done.actor.loadNewer', output: newerLesson },
    { type: 'xstate.error.actor.loadNewer', error: { code: 404, message: 'The lesson was not found.' } },
    { type: 'xstate.done.actor.saveCopy', output: { lessonId: 12, version: 1 } },
    { type: 'xstate.error.actor.saveCopy', error: tooBusy },
  ],
  project: ({ newer, kind, problem }) => [newer !== null, kind, problem?.code],
  keeps: {
    'xstate.done.actor.loadNewer': { output: 'newer' },
    'conflict.bothKept': { name: 'copyName' },
  },
  leads: {
    'xstate.done.actor.loadNewer': ['deciding'],
    'conflict.mineChosen': ['ended'],
    'conflict.theirsChosen': ['ended'],
    'conflict.retried': ['comparing'],
    'xstate.done.actor.saveCopy': ['ended'],
    'xstate.error.actor.saveCopy': ['deciding'],
  },
  ends: {
    'conflict.mineChosen': 'mine',
    'conflict.theirsChosen': 'theirs',
    'xstate.done.actor.saveCopy': 'both',
  },
  tags: { compared: ['conflict.mineChosen', 'saveCopy'] },
  oldProblems: ['comparing', 'deciding'],
  failures: { saveCopy: 'compared' },
  invariants: {
    'what is compared has both versions': (snapshot) => !snapshot.hasTag('compared') || snapshot.context.newer !== null,
    'whoever ends has the other version': ({ status, context }) => status !== 'done' || context.newer !== null,
    'what failed says why': (snapshot) => !snapshot.hasTag('failed') || snapshot.context.problem !== null,
  },
});
