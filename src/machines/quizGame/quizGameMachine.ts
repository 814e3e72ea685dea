import { assign, raise, setup } from 'xstate';
import type { GameBoard } from '../../../contract/quizGame.ts';
import { actorSlot, type ChartMeta, part, type Reasons, sourceSlot } from '../chart.ts';
import { type Problem, setProblem, withProblem } from '../problem.ts';
import * as line from './roomLine.ts';

/** What the teacher can do in the room. */
export type GameStep = 'start' | 'next' | 'close' | 'skip' | 'pause' | 'resume' | 'admit' | 'bar' | 'end' | { remove: number };

/** A step, and the round it is meant for, from 1. */
export interface StepOrder {
  step: GameStep;
  round_no: number;
}

type Event =
  | line.News<GameBoard>
  | line.Event
  | { type: 'step.pressed'; step: GameStep }
  | { type: 'step.confirmed' }
  | { type: 'step.cancelled' };

export const quizGameReasons: Reasons<'isEnd' | 'isNews' | 'isLobby' | 'isAsking' | 'isPaused' | 'isRevealed' | 'isOpen' | 'isFinal'> = {
  isEnd: 'The game is still on.',
  isNews: 'A newer state of the room is on the screen already.',
  isLobby: 'The game has started.',
  isAsking: 'No question is on.',
  isPaused: 'The time is not stopped.',
  isRevealed: 'The round is not over.',
  isOpen: 'The game is at the teacher’s pace.',
  isFinal: 'The step can be taken without asking.',
};

/** The buttons of the board. */
const pressing = part({
  'step.pressed': [
    {
      guard: { type: 'isFinal', params: ({ event }: { event: { step: GameStep } }) => event },
      target: 'confirming',
      actions: { type: 'setOrder', params: ({ event }: { event: { step: GameStep } }) => event },
      description: 'The teacher ends the game or removes a player, which cannot be taken back.',
    },
    {
      target: 'sending',
      actions: { type: 'setOrder', params: ({ event }: { event: { step: GameStep } }) => event },
      description: 'The teacher presses another button of the board.',
    },
  ],
});

/** A teacher leads the room of a quiz game (specification, section 1). */
export const quizGameMachine = setup({
  types: {
    context: {} as { board: GameBoard | null; order: StepOrder | null; problem: Problem | null },
    events: {} as Event,
    children: {} as { watchRoom: 'watchRoom' },
    tags: {} as line.Tag | 'busy' | 'failed' | 'confirming' | 'unknown' | 'lobby' | 'asking' | 'paused' | 'revealed' | 'open' | 'over',
    meta: {} as ChartMeta,
  },
  actors: {
    watchRoom: sourceSlot<line.News<GameBoard> | line.Event>('watchRoom', 'GET /game/get_game, then its server-sent events'),
    takeStep: actorSlot<GameBoard, StepOrder>('takeStep', 'POST /game/start_game, next_round, close_round, … end_game'),
  },
  actions: {
    ...line.actions,
    setBoard: assign({ board: (_, { view }: { view: GameBoard }) => view }),
    setOrder: assign({
      order: ({ context }, { step }: { step: GameStep }) => ({ step, round_no: context.board?.question?.round_no ?? 0 }),
      problem: null,
    }),
    tellBoard: raise((_, { view }: { view: GameBoard }) => ({ type: 'room.came' as const, view })),
    setProblem,
  },
  guards: {
    isEnd: ({ event }) => event.type === 'room.came' && event.view.phase === 'over',
    isNews: ({ context }, { view }: { view: GameBoard }) => context.board === null || view.last_id >= context.board.last_id,
    isLobby: ({ context }) => context.board?.phase === 'lobby',
    isAsking: ({ context }) => context.board?.phase === 'asking',
    isPaused: ({ context }) => context.board?.phase === 'paused',
    isRevealed: ({ context }) => context.board?.phase === 'revealed',
    isOpen: ({ context }) => context.board?.phase === 'open',
    isFinal: (_, { step }: { step: GameStep }) => step === 'end' || typeof step === 'object',
  },
  delays: line.delays,
}).createMachine({
  id: 'quizGame',
  description: 'A teacher leads a quiz game from the lobby to the winners. A reload takes the room up where it is.',
  meta: { reasons: quizGameReasons },
  context: { board: null, order: null, problem: null },
  type: 'parallel',
  states: {
    line: { description: 'The connection to the room.', initial: 'watching', states: line.states },
    room: {
      description: 'What the board shows.',
      initial: 'unknown',
      on: {
        'room.came': {
          guard: { type: 'isNews', params: ({ event }) => event },
          target: '.sorting',
          actions: { type: 'setBoard', params: ({ event }) => event },
          description: 'News of the room.',
        },
      },
      states: {
        unknown: { description: 'The room is not known yet.', tags: 'unknown' },
        sorting: {
          description: 'Finds out which state of the room the news are.',
          always: [
            { guard: 'isLobby', target: 'lobby', description: 'Players come in.' },
            { guard: 'isAsking', target: 'asking', description: 'A question is on.' },
            { guard: 'isPaused', target: 'paused', description: 'The time stands still.' },
            { guard: 'isRevealed', target: 'revealed', description: 'A round is over.' },
            { guard: 'isOpen', target: 'open', description: 'Everyone plays at an own pace.' },
            { target: 'over', description: 'The game is over.' },
          ],
        },
        lobby: { description: 'The code, its QR picture, and the names of those who are in.', tags: 'lobby' },
        asking: { description: 'The question, the time left, and how many have answered.', tags: 'asking' },
        paused: { description: 'The time stands still.', tags: 'paused', meta: { announce: 'quizGame_paused' } },
        revealed: {
          description: 'The right answer, how many chose what, and the places.',
          tags: 'revealed',
          meta: { announce: 'quizGame_round_over' },
        },
        open: { description: 'The code, the time left, and how many answers are in.', tags: 'open' },
        over: { description: 'The winners.', tags: 'over', meta: { announce: 'quizGame_over' } },
      },
    },
    steps: {
      description: 'What the teacher does.',
      initial: 'ready',
      states: {
        ready: { description: 'Nothing is asked.', on: pressing },
        confirming: {
          description: 'Asks whether the teacher means it.',
          tags: 'confirming',
          on: {
            'step.confirmed': { target: 'sending', description: 'The teacher means it.' },
            'step.cancelled': { target: 'ready', description: 'The teacher goes on with the game.' },
          },
        },
        sending: {
          description: 'Waiting for the server. The buttons are locked.',
          tags: 'busy',
          invoke: {
            id: 'takeStep',
            src: 'takeStep',
            input: ({ context }) => context.order ?? { step: 'start', round_no: 0 },
            onDone: {
              target: 'ready',
              actions: { type: 'tellBoard', params: ({ event }) => ({ view: event.output }) },
              description: 'The step is done. The response is news of the room.',
            },
            onError: { target: 'failed', ...withProblem, description: 'The game has moved on, or there was no usable response.' },
          },
        },
        failed: { description: 'The step was not done. The screen says why.', tags: 'failed', meta: { focus: 'problem' }, on: pressing },
      },
    },
  },
});
