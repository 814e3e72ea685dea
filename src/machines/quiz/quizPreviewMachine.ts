import { assign, setup } from 'xstate';
import { type Answer, isAnswered } from '../../../common/attempt.ts';
import type { QuizPreview } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, toProblem, withProblem } from '../problem.ts';

export interface QuizPreviewInput {
  userPuid: number;
  quizId: number;
  /** 0 when opened from the library. */
  lessonId: number;
}

/** The server's verdict on an answer. */
export interface PreviewMark {
  isRight: boolean;
  points: number;
  maxPoints: number;
  /** HTML explanation. */
  explanation: string;
}

/** An answer to mark. */
export interface PreviewAnswer extends QuizPreviewInput {
  questionId: number;
  answer: Answer;
}

interface Context {
  input: QuizPreviewInput;
  quiz: QuizPreview | null;
  /** Index of the open question. */
  index: number;
  answers: Record<number, Answer>;
  marks: Record<number, PreviewMark>;
  /** The question being checked, or checked last; 0 if none. */
  questionId: number;
  problem: Problem | null;
}

export const quizPreviewReasons: Reasons<'hasNoQuestions' | 'isThere' | 'hasAnswer' | 'isRight'> = {
  hasNoQuestions: 'The quiz has at least one question.',
  isThere: 'There is no question at this position.',
  hasAnswer: 'The question has no answer yet.',
  isRight: 'The answer is wrong.',
};

/** A teacher plays a quiz, alone or in front of the class. Nothing is saved anywhere. */
export const quizPreviewMachine = setup({
  types: {
    input: {} as QuizPreviewInput,
    context: {} as Context,
    events: {} as
      | { type: 'preview.retried' }
      | { type: 'question.opened'; index: number }
      | { type: 'answer.changed'; questionId: number; answer: Answer }
      | { type: 'answer.checked'; questionId: number }
      | { type: 'key.shown' }
      | { type: 'key.hidden' },
    tags: {} as 'busy' | 'failed' | 'unavailable' | 'empty' | 'open' | 'unchecked' | 'keyShown',
    meta: {} as ChartMeta,
  },
  actors: {
    loadPreview: actorSlot<QuizPreview, QuizPreviewInput>('loadPreview', 'POST /quiz/preview_quiz'),
    markAnswer: actorSlot<PreviewMark, PreviewAnswer>('markAnswer', 'POST /quiz/preview_quiz'),
  },
  actions: {
    setQuiz: assign((_, quiz: QuizPreview) => ({ quiz, problem: null })),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    openQuestion: assign({ index: (_, { index }: { index: number }) => index }),
    setAnswer: assign(({ context }, { questionId, answer }: { questionId: number; answer: Answer }) => {
      const { [questionId]: _, ...marks } = context.marks;
      return { answers: { ...context.answers, [questionId]: answer }, marks };
    }),
    ask: assign({ questionId: (_, { questionId }: { questionId: number }) => questionId, problem: null }),
    setMark: assign({ marks: ({ context }, mark: PreviewMark) => ({ ...context.marks, [context.questionId]: mark }) }),
  },
  guards: {
    hasNoQuestions: (_, { questions }: QuizPreview) => questions.length === 0,
    isThere: ({ context }, { index }: { index: number }) => context.quiz?.questions[index] !== undefined,
    hasAnswer: ({ context }, { questionId }: { questionId: number }) => isAnswered(context.answers[questionId]),
    isRight: (_, { isRight }: PreviewMark) => isRight,
  },
}).createMachine({
  id: 'quizPreview',
  description:
    'A teacher plays a quiz, alone or in front of the class, and reveals the key when ready. No attempt is created and nothing is saved.',
  meta: { reasons: quizPreviewReasons },
  context: ({ input }) => ({ input, quiz: null, index: 0, answers: {}, marks: {}, questionId: 0, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the questions and their key.',
      tags: 'busy',
      invoke: {
        id: 'loadPreview',
        src: 'loadPreview',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'hasNoQuestions', params: ({ event }) => event.output },
            target: 'empty',
            actions: { type: 'setQuiz', params: ({ event }) => event.output },
            description: 'The quiz has no questions.',
          },
          {
            target: 'open',
            actions: { type: 'setQuiz', params: ({ event }) => event.output },
            description: 'The quiz opens at its first question.',
          },
        ],
        onError: {
          target: 'unavailable',
          ...withProblem,
          description: 'The quiz is no longer in the lesson, or the server did not answer.',
        },
      },
    },
    unavailable: {
      description: 'The questions could not be loaded. The screen says why and offers Try again.',
      ...failed({ focus: 'preview-problem' }, 'unavailable'),
      on: { 'preview.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
    },
    empty: { description: 'The quiz has no questions, and the screen says so.', tags: 'empty' },
    open: {
      description: 'The quiz is open, with questions to answer and a key to show or hide.',
      tags: 'open',
      type: 'parallel',
      states: {
        key: {
          description: 'Whether the key is visible on the screen.',
          initial: 'hidden',
          states: {
            hidden: {
              description: 'The key is hidden. Questions look as they do to students.',
              on: { 'key.shown': { target: 'shown', description: 'The teacher switches the answers on.' } },
            },
            shown: {
              description: 'Each question shows the right answer and the explanation.',
              tags: 'keyShown',
              meta: { announce: 'preview_key_shown' },
              on: { 'key.hidden': { target: 'hidden', description: 'The teacher switches the answers off.' } },
            },
          },
        },
        work: {
          description: 'Answering one question at a time.',
          initial: 'answering',
          states: {
            answering: {
              description: 'The question can be answered as many times as the class likes.',
              initial: 'fresh',
              on: {
                'question.opened': {
                  guard: { type: 'isThere', params: ({ event }) => event },
                  target: '.fresh',
                  actions: { type: 'openQuestion', params: ({ event }) => event },
                  description: 'Next, Previous, or a question number was pressed.',
                },
                'answer.changed': {
                  target: '.fresh',
                  actions: { type: 'setAnswer', params: ({ event }) => event },
                  description: 'An answer is given or changed. Clears that question’s mark.',
                },
                'answer.checked': {
                  guard: { type: 'hasAnswer', params: ({ event }) => event },
                  target: 'checking',
                  actions: { type: 'ask', params: ({ event }) => event },
                  description: 'The teacher presses Check.',
                },
              },
              states: {
                fresh: { description: 'The latest answer has not been checked.' },
                right: {
                  description: 'The latest answer is right, and the screen says so beside the question.',
                  meta: { announce: 'check_right' },
                },
                wrong: { description: 'The answer is wrong or only partly right.', meta: { announce: 'check_wrong' } },
                unchecked: {
                  description: 'The check did not get through. The answer is still there, and Check tries again.',
                  ...failed({ announce: 'check_failed' }, 'unchecked'),
                },
              },
            },
            checking: {
              description: 'Waiting for the server to mark one answer. Nothing is saved.',
              tags: 'busy',
              invoke: {
                id: 'markAnswer',
                src: 'markAnswer',
                input: ({ context: { input, questionId, answers } }) => ({ ...input, questionId, answer: answers[questionId] as Answer }),
                onDone: [
                  {
                    guard: { type: 'isRight', params: ({ event }) => event.output },
                    target: 'answering.right',
                    actions: { type: 'setMark', params: ({ event }) => event.output },
                    description: 'The answer is right.',
                  },
                  {
                    target: 'answering.wrong',
                    actions: { type: 'setMark', params: ({ event }) => event.output },
                    description: 'The answer is wrong or only partly right.',
                  },
                ],
                onError: { target: 'answering.unchecked', ...withProblem, description: 'The server refused or did not answer.' },
              },
              on: {
                'question.opened': {
                  guard: { type: 'isThere', params: ({ event }) => event },
                  target: 'answering',
                  actions: { type: 'openQuestion', params: ({ event }) => event },
                  description: 'The class moves on without waiting for the mark.',
                },
                'answer.changed': {
                  target: 'answering',
                  actions: { type: 'setAnswer', params: ({ event }) => event },
                  description: 'The answer is changed, so the pending result no longer matters.',
                },
              },
            },
          },
        },
      },
    },
  },
});
