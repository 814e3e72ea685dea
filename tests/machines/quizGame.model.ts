import { quizGameMachine } from '../../src/machines/quizGame/quizGameMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { boardIn } from './gameSamples.ts';

export const quizGameModel = defineModel({
  machine: quizGameMachine,
  events: [
    ...(['lobby', 'asking', 'paused', 'revealed', 'open', 'over'] as const).map((phase) => ({
      type: 'room.came' as const,
      view: boardIn(phase),
    })),
    { type: 'room.came', view: boardIn('lobby', 2) },
    { type: 'stream.alive' },
    { type: 'stream.failed' },
    { type: 'room.refused' },
    { type: 'step.pressed', step: 'start' },
    { type: 'step.pressed', step: 'end' },
    { type: 'step.pressed', step: { remove: 31 } },
    { type: 'step.confirmed' },
    { type: 'step.cancelled' },
    { type: 'xstate.done.actor.takeStep', output: boardIn('asking') },
    { type: 'xstate.error.actor.takeStep', error: { code: 409, message: 'The game has moved on.' } },
  ],
  project: ({ board }) => board && [board.phase, board.last_id],
  // The board shows the buttons of its phase.
  can: (event, { context: { board } }) => {
    if (event.type !== 'step.pressed') return true;
    if (typeof event.step === 'object' || event.step === 'start') return board?.phase === 'lobby';
    return board !== null && board.phase !== 'over';
  },
  delays: { silence: 25_000, pause: 2_000 },
  keeps: {
    'xstate.done.actor.takeStep': { output: 'board' },
  },
  tags: {
    live: 'stream.alive',
    gone: (snapshot) => snapshot.matches({ line: 'gone' }),
    lost: (snapshot) => snapshot.matches({ line: 'lost' }),
    confirming: 'step.confirmed',
    unknown: ({ context }) => context.board === null,
    lobby: (snapshot) => snapshot.matches({ room: 'lobby' }),
    asking: (snapshot) => snapshot.matches({ room: 'asking' }),
    paused: (snapshot) => snapshot.matches({ room: 'paused' }),
    revealed: (snapshot) => snapshot.matches({ room: 'revealed' }),
    open: (snapshot) => snapshot.matches({ room: 'open' }),
    over: (snapshot) => snapshot.matches({ room: 'over' }),
  },
  takes: {
    'room.came': ['line.watching', 'room'],
    silence: (snapshot) => snapshot.matches({ line: 'watching' }),
    'step.pressed': ['steps.ready', 'steps.failed'],
  },
  leads: {
    'room.came': [
      'line.watching.live',
      'room.lobby',
      'room.asking',
      'room.paused',
      'room.revealed',
      'room.open',
      'line.closed',
      'room.over',
    ],
    'stream.failed': ['line.lost'],
    silence: ['line.lost'],
    'stream.alive': ['line.watching.live'],
    'step.pressed': ['steps.sending', 'steps.confirming'],
    pause: ['line.watching'],
    'xstate.done.actor.takeStep': ['steps.ready', 'line.watching.live', 'room.asking'],
    'step.confirmed': ['steps.sending'],
    'step.cancelled': ['steps.ready'],
  },
  runs: {
    watchRoom: ['line.watching'],
  },
  invariants: {
    'the board shows the newest state of the room': ({ value, context }) =>
      context.board === null || JSON.stringify(value).includes(`"room":"${context.board.phase}"`),
  },
  stepInvariants: {
    'a newer state is not replaced by an older one': (before, _, after) =>
      before.context.board === null || after.context.board === null || after.context.board.last_id >= before.context.board.last_id,
    'nobody ends a game or leaves it without being asked': (before, event, after) =>
      event.type !== 'step.pressed' ||
      event.step === 'start' ||
      !after.matches({ steps: 'sending' }) ||
      before.matches({ steps: 'sending' }),
  },
});
