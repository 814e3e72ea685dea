import { roomMachine } from '../../src/machines/quizGame/roomMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

/** The chart never runs: the server queries it, and screens show its state. */
export const roomModel = defineModel({
  machine: roomMachine,
  takes: {
    'player.joined': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'guest.joined': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'player.left': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'player.returned': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'player.removed': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'guests.admitted': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'guests.barred': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'leader.seen': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'round.shown': ['lobby', 'revealed'],
    'game.ended': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'game.abandoned': ['lobby', 'asking', 'paused', 'revealed', 'open'],
    'answer.given': ['asking', 'open'],
    'round.skipped': ['asking', 'paused'],
  },
  leads: {
    'round.shown': ['asking'],
    'game.ended': ['over'],
    'game.abandoned': ['over'],
    'round.closed': ['revealed'],
    'round.skipped': ['revealed'],
    'game.resumed': ['asking'],
  },
  noScreen: 'The server asks it which events a room takes. The charts quizGame and quizPlayer show its states.',
  events: [
    { type: 'player.joined' },
    { type: 'guest.joined' },
    { type: 'guests.admitted' },
    { type: 'guests.barred' },
    { type: 'player.left' },
    { type: 'player.returned' },
    { type: 'player.removed' },
    { type: 'leader.seen' },
    { type: 'round.shown' },
    { type: 'rounds.opened' },
    { type: 'answer.given' },
    { type: 'round.closed' },
    { type: 'round.skipped' },
    { type: 'game.paused' },
    { type: 'game.resumed' },
    { type: 'game.ended' },
    { type: 'game.abandoned' },
  ],
  stepInvariants: {
    'an answer changes nothing for the others': (before, event, after) => event.type !== 'answer.given' || before.value === after.value,
    'what is right is told only after a question': (before, _, after) =>
      before.matches('revealed') || !after.matches('revealed') || before.matches('asking') || before.matches('paused'),
    'a game that is over stays over': (before, _, after) => !before.matches('over') || after.matches('over'),
    'time stands still only within a round': (before, _, after) =>
      before.matches('paused') || !after.matches('paused') || before.matches('asking'),
  },
});
