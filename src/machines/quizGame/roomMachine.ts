import { setup } from 'xstate';
import { type ChartMeta, part, type Reasons } from '../chart.ts';

export const roomReasons: Reasons<never> = {};

/** What happens in the room of a quiz game. The server stores each as a row (decision 067). */
export type RoomEventType =
  | 'player.joined'
  | 'guest.joined'
  | 'player.left'
  | 'player.returned'
  | 'player.removed'
  | 'guests.admitted'
  | 'guests.barred'
  | 'leader.seen'
  | 'round.shown'
  | 'rounds.opened'
  | 'answer.given'
  | 'round.closed'
  | 'round.skipped'
  | 'game.paused'
  | 'game.resumed'
  | 'game.ended'
  | 'game.abandoned';

const ended = part({ target: '#room.over', description: 'The teacher ends the game.' });
const abandoned = part({ target: '#room.over', description: 'Nobody has led the room for a quarter of an hour, so the server closes it.' });
const people = part({
  'player.joined': { actions: 'record', description: 'A student joins. Who comes late begins with the round that is on.' },
  'guest.joined': { actions: 'record', description: 'Somebody without an account joins.' },
  'player.left': { actions: 'record', description: 'A player leaves. Name and answers stay.' },
  'player.returned': { actions: 'record', description: 'A player who left is back, with name and score.' },
  'player.removed': { actions: 'record', description: 'The teacher removes a player, who cannot come back.' },
  'guests.admitted': { actions: 'record', description: 'The teacher lets people without an account join.' },
  'guests.barred': { actions: 'record', description: 'The teacher lets no more guests in. Those who are in stay.' },
  'leader.seen': { actions: 'record', description: 'The teacher has opened the board, and may still be there.' },
});

/**
 * The room of a quiz game. It has no effects and no context: the server asks it which events are allowed, and `roomFold` says what they
 * mean for players and scores.
 */
export const roomMachine = setup({
  types: { events: {} as { type: RoomEventType }, meta: {} as ChartMeta },
  // Says that the room takes the event, though its state stays. The server stores every event.
  actions: { record: () => {} },
}).createMachine({
  id: 'room',
  description: 'The room of a quiz game, from the lobby to the winners. The server runs it, and every screen in the room shows its state.',
  meta: { reasons: roomReasons },
  initial: 'lobby',
  states: {
    lobby: {
      description: 'The code is on the board, and players come in.',
      on: {
        ...people,
        'round.shown': { target: 'asking', description: 'The teacher starts: the first question is on all screens.' },
        'rounds.opened': { target: 'open', description: 'The teacher starts a game at everyone’s own pace, or an exit ticket.' },
        'game.ended': ended,
        'game.abandoned': abandoned,
      },
    },
    asking: {
      description: 'A question is on all screens. Each player may answer once. No right answer has left the server.',
      on: {
        ...people,
        'answer.given': { actions: 'record', description: 'A player answers.' },
        'round.closed': { target: 'revealed', description: 'The time is over, everybody has answered, or the teacher closes the round.' },
        'round.skipped': { target: 'revealed', description: 'The teacher skips the question. It does not count.' },
        'game.paused': { target: 'paused', description: 'The teacher stops the time.' },
        'game.ended': ended,
        'game.abandoned': abandoned,
      },
    },
    paused: {
      description: 'The time stands still, and nobody can answer.',
      on: {
        ...people,
        'game.resumed': { target: 'asking', description: 'The time goes on.' },
        'round.skipped': { target: 'revealed', description: 'The teacher skips the question. It does not count.' },
        'game.ended': ended,
        'game.abandoned': abandoned,
      },
    },
    revealed: {
      description: 'The round is over: the right answer, its explanation, how many chose what, and the places.',
      on: {
        ...people,
        'round.shown': { target: 'asking', description: 'The teacher goes on to the next question.' },
        'game.ended': ended,
        'game.abandoned': abandoned,
      },
    },
    open: {
      description: 'All questions are open, and each player answers at an own pace. Right answers come at the end.',
      on: {
        ...people,
        'answer.given': { actions: 'record', description: 'A player answers the next question.' },
        'game.ended': { target: 'over', description: 'The time is over, everybody has answered all, or the teacher ends the game.' },
        'game.abandoned': abandoned,
      },
    },
    over: { description: 'The game is over. Nothing changes any more.', type: 'final' },
  },
});
