import { assign, setup } from 'xstate';
import type { CheckedAnswer, FillInQuestion } from '../../../contract/glossary.ts';
import { actorSlot, type ChartMeta, part, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';

/** How answers are given: typed, or chosen from four. */
export type FillInMode = 'type' | 'choose';

/** What the server tells of a term. `lengths`: letters of its words; null before the second hint. */
export interface Hint {
  firstLetter: string;
  lengths: readonly number[] | null;
}

/** A term that was wrong at the first try. */
export interface MissedTerm {
  term_id: number;
  term: string;
  definition: string;
  /** The language of both: that of the sentence, which a term of a class may not have in the person's own. */
  language_id: number;
}

/** Hints to one term. */
const mostHints = 2;

export const fillInReasons: Reasons<'hasQuestions' | 'hasAnswer' | 'canHint' | 'isRight' | 'hasMore'> = {
  hasQuestions: 'The subject has no terms.',
  hasAnswer: 'The answer is empty.',
  canHint: 'The answer is chosen and not typed, or both hints are shown.',
  isRight: 'The answer is wrong.',
  hasMore: 'All sentences of the round are answered right.',
};

interface Context {
  mode: FillInMode;
  /** Sentences to come, the current one first. One that went wrong returns to the end. */
  queue: readonly FillInQuestion[];
  /** Different sentences of the round. */
  total: number;
  /** Typed or chosen; kept until the server has answered. */
  answer: string;
  hints: number;
  hint: Hint | null;
  checked: CheckedAnswer | null;
  /** Right answers in a row. */
  streak: number;
  missed: readonly MissedTerm[];
  problem: Problem | null;
}

const hintAsked = part({
  guard: 'canHint',
  target: 'hinting',
  actions: 'clearProblem',
  description: 'The person asks for the first letter, and then for the length.',
});

/** A round of sentences with a blank: what goes wrong comes back in the same round. */
export const fillInMachine = setup({
  types: {
    input: {} as { mode: FillInMode },
    context: {} as Context,
    events: {} as
      | { type: 'mode.changed'; mode: FillInMode }
      | { type: 'round.started' }
      | { type: 'round.left' }
      | { type: 'answer.typed'; answer: string }
      | { type: 'answer.submitted' }
      | { type: 'answer.chosen'; answer: string }
      | { type: 'hint.asked' }
      | { type: 'question.continued' },
    tags: {} as 'busy' | 'failed' | 'choosing' | 'empty' | 'asking' | 'checking' | 'answered' | 'over',
    meta: {} as ChartMeta,
  },
  actors: {
    loadRound: actorSlot<readonly FillInQuestion[]>('loadRound', 'GET /glossary/get_fill_in'),
    loadHint: actorSlot<Hint, { term_id: number; step: number }>('loadHint', 'GET /glossary/get_fill_in_hint'),
    checkAnswer: actorSlot<CheckedAnswer, { term_id: number; answer: string; hints: number }>(
      'checkAnswer',
      'POST /glossary/check_fill_in',
    ),
  },
  actions: {
    setMode: assign({ mode: (_, { mode }: { mode: FillInMode }) => mode }),
    setAnswer: assign({ answer: (_, { answer }: { answer: string }) => answer }),
    clearProblem: assign({ problem: null }),
    setProblem,
    begin: assign((_, { questions }: { questions: readonly FillInQuestion[] }) => ({
      queue: questions,
      total: questions.length,
      streak: 0,
      missed: [],
      problem: null,
    })),
    ask: assign({ answer: '', hints: 0, hint: null, checked: null, problem: null }),
    setHint: assign({
      hint: (_, { hint }: { hint: Hint }) => hint,
      hints: ({ context }) => context.hints + 1,
      problem: null,
    }),
    setChecked: assign({ checked: (_, { checked }: { checked: CheckedAnswer }) => checked, problem: null }),
    countRight: assign({ streak: ({ context }) => context.streak + 1 }),
    noteMissed: assign(({ context: { queue, missed } }, { checked }: { checked: CheckedAnswer }) => {
      const [current] = queue;
      const { term, definition } = checked;
      const isKnown = missed.some(({ term_id }) => term_id === current?.term_id);
      if (!current || isKnown) return { streak: 0 };
      const { term_id, language_id } = current;
      return { streak: 0, missed: [...missed, { term_id, term, definition, language_id }] };
    }),
    takeOff: assign({ queue: ({ context }) => context.queue.slice(1) }),
    putLast: assign({ queue: ({ context: { queue } }) => [...queue.slice(1), ...queue.slice(0, 1)] }),
  },
  guards: {
    hasQuestions: (_, { questions }: { questions: readonly FillInQuestion[] }) => questions.length > 0,
    hasAnswer: ({ context }) => context.answer.trim() !== '',
    canHint: ({ context }) => context.mode === 'type' && context.hints < mostHints,
    isRight: (_, { checked }: { checked: CheckedAnswer }) => checked.result !== 'wrong',
    hasMore: ({ context }) => context.queue.length > 1,
  },
}).createMachine({
  id: 'fillIn',
  description: 'Somebody fills the blanks of ten sentences with terms, typed or chosen. What goes wrong comes back in the same round.',
  meta: { reasons: fillInReasons },
  context: ({ input }) => ({
    mode: input.mode,
    queue: [],
    total: 0,
    answer: '',
    hints: 0,
    hint: null,
    checked: null,
    streak: 0,
    missed: [],
    problem: null,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'No round is going on. The page offers to type the answers or to choose them.',
      tags: 'choosing',
      initial: 'fresh',
      on: {
        'mode.changed': {
          actions: { type: 'setMode', params: ({ event }) => event },
          description: 'The person switches between typing and choosing.',
        },
        'round.started': { target: 'loading', actions: 'clearProblem', description: 'The person starts a round.' },
      },
      states: {
        fresh: { description: 'The page shows no error.' },
        empty: {
          description: 'There is nothing to ask about, and the page says so.',
          tags: 'empty',
        },
        failed: {
          description: 'The round could not be loaded. The page shows why, and the same button tries again.',
          ...failed({ focus: 'problem' }),
        },
      },
    },
    loading: {
      description: 'Loading the sentences: what is due for the person, then new ones.',
      tags: ['busy', 'choosing'],
      invoke: {
        id: 'loadRound',
        src: 'loadRound',
        onDone: [
          {
            guard: { type: 'hasQuestions', params: ({ event }) => ({ questions: event.output }) },
            target: 'asking',
            actions: [{ type: 'begin', params: ({ event }) => ({ questions: event.output }) }, 'ask'],
            description: 'The round begins.',
          },
          { target: 'choosing.empty', description: 'There is no sentence.' },
        ],
        onError: { target: 'choosing.failed', ...withProblem, description: 'There was no usable answer.' },
      },
    },
    asking: {
      description: 'A sentence waits for its term.',
      tags: 'asking',
      meta: { focus: 'answer' },
      initial: 'open',
      on: {
        'mode.changed': {
          actions: { type: 'setMode', params: ({ event }) => event },
          description: 'The person switches between typing and choosing.',
        },
        'answer.typed': {
          actions: { type: 'setAnswer', params: ({ event }) => event },
          description: 'The person types the answer.',
        },
        'answer.submitted': {
          guard: 'hasAnswer',
          target: 'checking',
          actions: 'clearProblem',
          description: 'The person presses Enter or the button.',
        },
        'answer.chosen': {
          target: 'checking',
          actions: [{ type: 'setAnswer', params: ({ event }) => event }, 'clearProblem'],
          description: 'The person chooses one of the four terms.',
        },
        'round.left': { target: 'choosing', actions: 'clearProblem', description: 'The person ends the round. What was answered counts.' },
      },
      states: {
        open: { description: 'The page shows no error.', on: { 'hint.asked': hintAsked } },
        hinting: {
          description: 'Waiting for the hint. The answer can be typed meanwhile.',
          tags: 'busy',
          invoke: {
            id: 'loadHint',
            src: 'loadHint',
            input: ({ context }) => ({ term_id: context.queue[0]?.term_id ?? 0, step: context.hints + 1 }),
            onDone: {
              target: 'hinted',
              actions: { type: 'setHint', params: ({ event }) => ({ hint: event.output }) },
              description: 'The hint is there.',
            },
            onError: { target: 'failed', ...withProblem, description: 'There was no usable answer.' },
          },
        },
        hinted: { description: 'The page shows the hint.', meta: { focus: 'answer' }, on: { 'hint.asked': hintAsked } },
        failed: {
          description: 'There was no connection, or no usable answer. The page keeps what was typed, and the same button tries again.',
          ...failed({ focus: 'problem' }),
          on: { 'hint.asked': hintAsked },
        },
      },
    },
    checking: {
      description: 'Waiting for the server to compare the answer. Only the server knows the right one.',
      tags: ['busy', 'asking', 'checking'],
      invoke: {
        id: 'checkAnswer',
        src: 'checkAnswer',
        input: ({ context: { queue, answer, hints } }) => ({ term_id: queue[0]?.term_id ?? 0, answer, hints }),
        onDone: [
          {
            guard: { type: 'isRight', params: ({ event }) => ({ checked: event.output }) },
            target: 'right',
            actions: [{ type: 'setChecked', params: ({ event }) => ({ checked: event.output }) }, 'countRight'],
            description: 'The answer is right, or right but for its spelling.',
          },
          {
            target: 'wrong',
            actions: [
              { type: 'setChecked', params: ({ event }) => ({ checked: event.output }) },
              { type: 'noteMissed', params: ({ event }) => ({ checked: event.output }) },
            ],
            description: 'The answer is wrong.',
          },
        ],
        onError: { target: 'asking.failed', ...withProblem, description: 'The answer was not compared.' },
      },
    },
    right: {
      description: 'The page shows the term with its definition.',
      tags: 'answered',
      meta: { focus: 'next', announce: 'glossary_right' },
      on: {
        'question.continued': [
          { guard: 'hasMore', target: 'asking', actions: ['takeOff', 'ask'], description: 'The next sentence follows.' },
          { target: 'roundOver', actions: ['takeOff', 'ask'], description: 'This was the last sentence.' },
        ],
      },
    },
    wrong: {
      description: 'The page shows the right term with its definition. The sentence comes again in this round.',
      tags: 'answered',
      meta: { focus: 'next', announce: 'glossary_wrong' },
      on: {
        'question.continued': { target: 'asking', actions: ['putLast', 'ask'], description: 'The next sentence follows, or the same one.' },
      },
    },
    roundOver: {
      description: 'The page shows how many were right at the first try, and the missed terms with their definitions.',
      tags: 'over',
      meta: { focus: 'round-over' },
      on: {
        'round.started': { target: 'loading', description: 'The person starts another round.' },
        'round.left': { target: 'choosing', description: 'The person goes back to the start.' },
      },
    },
  },
});
