import { quizPlayerMachine } from '../../src/machines/quizGame/quizPlayerMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { viewIn } from './gameSamples.ts';

const problem = { code: 409, message: 'This question is over.' };
const old = 2;

export const quizPlayerModel = defineModel({
  machine: quizPlayerMachine,
  events: [
    { type: 'room.came', view: viewIn('lobby') },
    { type: 'room.came', view: viewIn('lobby', { last_id: old }) },
    { type: 'room.came', view: viewIn('asking') },
    { type: 'room.came', view: viewIn('asking', { answer_id: 11 }) },
    { type: 'room.came', view: viewIn('paused') },
    { type: 'room.came', view: viewIn('revealed') },
    { type: 'room.came', view: viewIn('lobby', { standing: 'left' }) },
    { type: 'room.came', view: viewIn('lobby', { standing: 'removed' }) },
    { type: 'room.came', view: viewIn('over') },
    { type: 'stream.alive' },
    { type: 'stream.failed' },
    { type: 'room.refused' },
    { type: 'answer.chosen', answer_id: 11 },
    { type: 'game.left' },
    { type: 'game.rejoined' },
    { type: 'xstate.done.actor.sendAnswer', output: viewIn('asking', { answer_id: 11 }) },
    { type: 'xstate.error.actor.sendAnswer', error: problem },
    { type: 'xstate.done.actor.leaveGame', output: null },
    { type: 'xstate.error.actor.leaveGame', error: problem },
    { type: 'xstate.done.actor.rejoinGame', output: null },
    { type: 'xstate.error.actor.rejoinGame', error: problem },
  ],
  project: ({ view }) => view && [view.phase, view.standing, view.answer_id, view.last_id === old],
  delays: { silence: 25_000, pause: 2_000 },
  keeps: {
    'xstate.done.actor.sendAnswer': { output: 'view' },
  },
  tags: {
    live: 'stream.alive',
    gone: (snapshot) => snapshot.matches({ line: 'gone' }),
    lost: (snapshot) => snapshot.matches({ line: 'lost' }),
    unknown: ({ context }) => context.view === null,
    waiting: (snapshot) => snapshot.matches({ play: 'waiting' }),
    asking: (snapshot) => snapshot.matches({ play: 'asking' }),
    answered: (snapshot) => snapshot.matches({ play: 'answered' }),
    paused: (snapshot) => snapshot.matches({ play: 'paused' }),
    revealed: (snapshot) => snapshot.matches({ play: 'revealed' }),
    over: (snapshot) => snapshot.matches({ play: 'over' }),
    away: (snapshot) => snapshot.matches({ play: 'away' }),
    removed: (snapshot) => snapshot.matches({ play: 'removed' }),
  },
  takes: {
    'room.came': ['line.watching', 'play', 'play.asking'],
    silence: (snapshot) => snapshot.matches({ line: 'watching' }),
    'game.left': ['play.waiting', 'play.asking', 'play.answered', 'play.paused', 'play.revealed', 'play.leaving.failed'],
    'answer.chosen': ['play.asking.choosing', 'play.asking.failed'],
    'game.rejoined': ['play.away.resting', 'play.away.failed'],
  },
  leads: {
    'room.came': [
      'line.watching.live',
      'play.waiting',
      'play.asking',
      'play.answered',
      'play.paused',
      'play.revealed',
      'play.away',
      'line.closed',
      'play.removed',
      'play.over',
    ],
    'stream.failed': ['line.lost'],
    silence: ['line.lost'],
    'stream.alive': ['line.watching.live'],
    'game.left': ['play.leaving', 'play.leaving.sending'],
    'answer.chosen': ['play.asking.sending'],
    'game.rejoined': ['play.away.returning'],
    pause: ['line.watching'],
    'xstate.done.actor.leaveGame': ['play.away'],
    'xstate.done.actor.rejoinGame': ['play.away.resting'],
  },
  runs: {
    watchRoom: ['line.watching'],
  },
  oldProblems: [
    'play.paused',
    'play.revealed',
    'play.removed',
    'play.over',
    'play.waiting',
    'play.asking.choosing',
    'play.answered',
    'play.away.resting',
  ],
  invariants: {
    'an answer waits only for a question that is on': (snapshot) =>
      !snapshot.matches({ play: 'asking' }) || (snapshot.context.view?.phase === 'asking' && snapshot.context.view.answer_id === null),
    'what is right is shown only after the round': (snapshot) => !snapshot.hasTag('revealed') || snapshot.context.view?.outcome !== null,
    'an answer that is sent is known': (snapshot) => !snapshot.matches({ play: { asking: 'sending' } }) || snapshot.context.given !== null,
  },
  stepInvariants: {
    'a newer state is not replaced by an older one': (before, _, after) =>
      before.context.view === null || after.context.view === null || after.context.view.last_id >= before.context.view.last_id,
    'losing the connection loses neither name nor answer': (before, event, after) =>
      event.type !== 'stream.failed' || (after.context.view === before.context.view && after.context.given === before.context.given),
  },
});
