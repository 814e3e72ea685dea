import { assign, raise, setup } from 'xstate';
import type { PlayerView } from '../../../contract/quizGame.ts';
import { actorSlot, type ChartMeta, part, type Reasons, sourceSlot } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import * as line from './roomLine.ts';

/** An answer of the player. */
export interface GivenAnswer {
  round_no: number;
  answer_id: number;
}

type Event =
  | line.News<PlayerView>
  | line.Event
  | { type: 'answer.chosen'; answer_id: number }
  | { type: 'game.left' }
  | { type: 'game.rejoined' };

export const quizPlayerReasons: Reasons<
  'isEnd' | 'isNews' | 'isSameQuestion' | 'isOver' | 'isRemoved' | 'isAway' | 'isWaiting' | 'isPaused' | 'isRevealed' | 'isAnswered'
> = {
  isEnd: 'The game is still on.',
  isNews: 'A newer state of the room is on the screen already.',
  isSameQuestion: 'Another question is on, or the answer has arrived.',
  isOver: 'The game is still on.',
  isRemoved: 'The teacher has not removed the player.',
  isAway: 'The player has not left.',
  isWaiting: 'The game has started.',
  isPaused: 'The time is not stopped.',
  isRevealed: 'The round is not over.',
  isAnswered: 'The question is not answered yet.',
};

const leave = part({ 'game.left': { target: 'leaving', description: 'The player leaves the game.' } });

/** A student in the room of a quiz game (specification, section 1). */
export const quizPlayerMachine = setup({
  types: {
    context: {} as { view: PlayerView | null; given: GivenAnswer | null; problem: Problem | null },
    events: {} as Event,
    children: {} as { watchRoom: 'watchRoom' },
    tags: {} as
      | line.Tag
      | 'busy'
      | 'failed'
      | 'unknown'
      | 'waiting'
      | 'asking'
      | 'answered'
      | 'paused'
      | 'revealed'
      | 'over'
      | 'away'
      | 'removed',
    meta: {} as ChartMeta,
  },
  actors: {
    watchRoom: sourceSlot<line.News<PlayerView> | line.Event>('watchRoom', 'GET /game/get_question, then its server-sent events'),
    sendAnswer: actorSlot<PlayerView, GivenAnswer>('sendAnswer', 'POST /game/submit_answer'),
    leaveGame: actorSlot<null>('leaveGame', 'POST /game/leave_game'),
    rejoinGame: actorSlot<null>('rejoinGame', 'POST /game/rejoin_game'),
  },
  actions: {
    ...line.actions,
    setView: assign({ view: (_, { view }: { view: PlayerView }) => view }),
    setGiven: assign({
      given: ({ context }, { answer_id }: { answer_id: number }) => ({ round_no: context.view?.question?.round_no ?? 0, answer_id }),
      problem: null,
    }),
    clearProblem: assign({ problem: null }),
    tellView: raise((_, { view }: { view: PlayerView }) => ({ type: 'room.came' as const, view })),
    setProblem,
  },
  guards: {
    isEnd: ({ event }) => event.type === 'room.came' && (event.view.phase === 'over' || event.view.standing === 'removed'),
    isNews: ({ context }, { view }: { view: PlayerView }) => context.view === null || view.last_id >= context.view.last_id,
    isSameQuestion: ({ context: { view: before } }, { view }: { view: PlayerView }) =>
      view.phase === before?.phase &&
      view.standing === 'here' &&
      view.answer_id === null &&
      view.question !== null &&
      view.question.round_no === before.question?.round_no,
    isOver: ({ context }) => context.view?.phase === 'over',
    isRemoved: ({ context }) => context.view?.standing === 'removed',
    isAway: ({ context }) => context.view?.standing === 'left',
    isWaiting: ({ context }) => context.view?.phase === 'lobby',
    isPaused: ({ context }) => context.view?.phase === 'paused',
    isRevealed: ({ context }) => context.view?.phase === 'revealed',
    isAnswered: ({ context }) => context.view?.answer_id !== null || context.view.question === null,
  },
  delays: line.delays,
}).createMachine({
  id: 'quizPlayer',
  description:
    'A student plays a quiz game: waits, answers, sees what was right. A reload or a lost connection costs neither name nor score.',
  meta: { reasons: quizPlayerReasons },
  context: { view: null, given: null, problem: null },
  type: 'parallel',
  states: {
    line: { description: 'The connection to the room.', initial: 'watching', states: line.states },
    play: {
      description: 'What the player sees and does.',
      initial: 'unknown',
      on: {
        'room.came': {
          guard: { type: 'isNews', params: ({ event }) => event },
          target: '.sorting',
          actions: { type: 'setView', params: ({ event }) => event },
          description: 'News of the room.',
        },
      },
      states: {
        unknown: { description: 'The room is not known yet.', tags: 'unknown' },
        sorting: {
          description: 'Finds out what the news mean for the player.',
          always: [
            { guard: 'isRemoved', target: 'removed', description: 'The teacher has removed the player.' },
            { guard: 'isOver', target: 'over', description: 'The game is over.' },
            { guard: 'isAway', target: 'away', description: 'The player has left, here or on another device.' },
            { guard: 'isWaiting', target: 'waiting', description: 'The game has not started.' },
            { guard: 'isPaused', target: 'paused', description: 'The teacher has stopped the time.' },
            { guard: 'isRevealed', target: 'revealed', description: 'The round is over.' },
            { guard: 'isAnswered', target: 'answered', description: 'The answer has arrived, or all questions are answered.' },
            { target: 'asking', description: 'A question waits for an answer.' },
          ],
        },
        waiting: {
          description: 'The player is in, and the game has not started.',
          tags: 'waiting',
          meta: { announce: 'quizGame_waiting', focus: 'quiz-game' },
          on: leave,
        },
        asking: {
          description: 'A question with its options. The first answer counts.',
          tags: 'asking',
          meta: { focus: 'quiz-game' },
          initial: 'choosing',
          on: {
            ...leave,
            'room.came': {
              guard: { type: 'isSameQuestion', params: ({ event }) => event },
              actions: { type: 'setView', params: ({ event }) => event },
              description: 'News about the same question, as after connecting again. An answer on its way goes on.',
            },
          },
          states: {
            choosing: {
              description: 'The player may choose.',
              on: {
                'answer.chosen': {
                  target: 'sending',
                  actions: { type: 'setGiven', params: ({ event }) => event },
                  description: 'The player presses an option or its key.',
                },
              },
            },
            sending: {
              description: 'Waiting for the server to take the answer.',
              tags: 'busy',
              invoke: {
                id: 'sendAnswer',
                src: 'sendAnswer',
                input: ({ context }) => context.given ?? { round_no: 0, answer_id: 0 },
                onDone: {
                  actions: { type: 'tellView', params: ({ event }) => ({ view: event.output }) },
                  description: 'The answer counts. The response is news of the room.',
                },
                onError: { target: 'failed', ...withProblem, description: 'It came too late, or there was no usable response.' },
              },
            },
            failed: {
              description: 'The answer was not taken. The screen says why, and the player may choose again while the question is on.',
              tags: 'failed',
              on: {
                'answer.chosen': {
                  target: 'sending',
                  actions: { type: 'setGiven', params: ({ event }) => event },
                  description: 'The player tries again.',
                },
              },
            },
          },
        },
        answered: {
          description: 'The answer is in. What is right comes after the round.',
          tags: 'answered',
          meta: { announce: 'quizGame_answered', focus: 'quiz-game' },
          on: leave,
        },
        paused: {
          description: 'The teacher has stopped the time.',
          tags: 'paused',
          meta: { announce: 'quizGame_paused', focus: 'quiz-game' },
          on: leave,
        },
        revealed: {
          description: 'The round is over: right or wrong, why, points and place.',
          tags: 'revealed',
          meta: { focus: 'quiz-game' },
          on: leave,
        },
        leaving: {
          description: 'The player is leaving.',
          initial: 'sending',
          states: {
            sending: {
              description: 'Waiting for the server.',
              tags: 'busy',
              entry: 'clearProblem',
              invoke: {
                id: 'leaveGame',
                src: 'leaveGame',
                onDone: { target: '#quizPlayer.play.away', description: 'The player has left.' },
                onError: { target: 'failed', ...withProblem, description: 'There was no usable response.' },
              },
            },
            failed: {
              description: 'Leaving failed. The next news bring the game back.',
              ...failed({ focus: 'problem' }),
              on: { 'game.left': { target: 'sending', description: 'The player tries again.' } },
            },
          },
        },
        away: {
          description: 'The player has left and can come back.',
          tags: 'away',
          meta: { focus: 'quiz-game' },
          initial: 'resting',
          states: {
            resting: {
              description: 'Nothing is asked.',
              on: { 'game.rejoined': { target: 'returning', description: 'The player comes back.' } },
            },
            returning: {
              description: 'Waiting for the server to take the player back. The next news show the game.',
              tags: 'busy',
              entry: 'clearProblem',
              invoke: {
                id: 'rejoinGame',
                src: 'rejoinGame',
                onDone: { target: 'resting', description: 'The player is back.' },
                onError: { target: 'failed', ...withProblem, description: 'The game is over, or there was no usable response.' },
              },
            },
            failed: {
              description: 'Coming back failed. The screen says why.',
              ...failed({ focus: 'problem' }),
              on: { 'game.rejoined': { target: 'returning', description: 'The player tries again.' } },
            },
          },
        },
        removed: {
          description: 'The teacher has removed the player, who cannot come back.',
          tags: 'removed',
          meta: { focus: 'quiz-game' },
        },
        over: { description: 'The game is over: score, place, winners, what to read again.', tags: 'over', meta: { focus: 'quiz-game' } },
      },
    },
  },
});
