import { assign, setup } from 'xstate';
import { type Answer, isAnswered } from '../../../common/attempt.ts';
import type { QuizPreview } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

export interface QuizPreviewInput {
  userPuid: number;
  quizId: number;
  /** 0: from the library. */
  lessonId: number;
}

/** What was said of an answer. */
export interface PreviewMark {
  isRight: boolean;
  points: number;
  maxPoints: number;
  /** HTML: why. */
  explanation: string;
}

/** An answer on its way. */
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
  /** The question that is being checked, or was last; 0: none. */
  questionId: number;
  problem: Problem | null;
}

export const quizPreviewReasons: Reasons<'hasNoQuestions' | 'isThere' | 'hasAnswer' | 'isRight'> = {
  hasNoQuestions: 'The quiz has questions.',
  isThere: 'There is no question before the first or after the last.',
  hasAnswer: 'The question has no answer yet.',
  isRight: 'The answer is not right.',
};

/** A quiz as its teacher plays it, alone or before the class: nothing of it is kept, by nobody. */
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
    tags: {} as 'busy' | 'failed' | 'open' | 'keyShown',
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
    'A teacher plays a quiz, alone or before the class, and shows the key when it is time. No attempt is made and nothing is kept.',
  meta: { reasons: quizPreviewReasons },
  context: ({ input }) => ({ input, quiz: null, index: 0, answers: {}, marks: {}, questionId: 0, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The questions are fetched, with their key.',
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
            description: 'Nothing is asked in it.',
          },
          {
            target: 'open',
            actions: { type: 'setQuiz', params: ({ event }) => event.output },
            description: 'It opens at its first question.',
          },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', ...failure },
          description: 'It is not in the lesson any more, or there was no answer.',
        },
      },
    },
    unavailable: {
      description: 'The questions could not be shown; the screen says why and what to press.',
      tags: 'failed',
      meta: { focus: 'preview-problem' },
      on: { 'preview.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
    },
    empty: { description: 'There are no questions to show.' },
    open: {
      description: 'The quiz is played.',
      tags: 'open',
      type: 'parallel',
      states: {
        key: {
          description: 'Whether everybody who looks sees what is right.',
          initial: 'hidden',
          states: {
            hidden: {
              description: 'Questions stand as students have them.',
              on: { 'key.shown': { target: 'shown', description: 'The teacher switches the answers on.' } },
            },
            shown: {
              description: 'Each question says what is right, and why.',
              tags: 'keyShown',
              meta: { announce: 'preview_key_shown' },
              on: { 'key.hidden': { target: 'hidden', description: 'The teacher switches the answers off.' } },
            },
          },
        },
        work: {
          description: 'One question at a time.',
          initial: 'answering',
          states: {
            answering: {
              description: 'The question can be answered, as often as the class likes.',
              initial: 'fresh',
              on: {
                'question.opened': {
                  guard: { type: 'isThere', params: ({ event }) => event },
                  target: '.fresh',
                  actions: { type: 'openQuestion', params: ({ event }) => event },
                  description: 'Next, Previous, or the number of a question.',
                },
                'answer.changed': {
                  target: '.fresh',
                  actions: { type: 'setAnswer', params: ({ event }) => event },
                  description: 'An answer is given, or another one: the mark of that question goes.',
                },
                'answer.checked': {
                  guard: { type: 'hasAnswer', params: ({ event }) => event },
                  target: 'checking',
                  actions: { type: 'ask', params: ({ event }) => event },
                  description: 'The teacher presses Check.',
                },
              },
              states: {
                fresh: { description: 'Nothing was said of the newest answer.' },
                right: { description: 'The answer is right.', meta: { announce: 'check_right' } },
                wrong: { description: 'The answer is not right, or only in part.', meta: { announce: 'check_wrong' } },
                unchecked: {
                  description: 'The answer did not get through; it is still there, and the same button tries again.',
                  tags: 'failed',
                  meta: { announce: 'check_failed' },
                },
              },
            },
            checking: {
              description: 'The server looks at one answer, and keeps nothing of it.',
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
                    description: 'Right.',
                  },
                  {
                    target: 'answering.wrong',
                    actions: { type: 'setMark', params: ({ event }) => event.output },
                    description: 'Not right.',
                  },
                ],
                onError: {
                  target: 'answering.unchecked',
                  actions: { type: 'setProblem', ...failure },
                  description: 'There was no answer, or the server refused.',
                },
              },
              on: {
                'question.opened': {
                  guard: { type: 'isThere', params: ({ event }) => event },
                  target: 'answering',
                  actions: { type: 'openQuestion', params: ({ event }) => event },
                  description: 'The class goes on without waiting.',
                },
                'answer.changed': {
                  target: 'answering',
                  actions: { type: 'setAnswer', params: ({ event }) => event },
                  description: 'Another answer is given: what was asked does not matter any more.',
                },
              },
            },
          },
        },
      },
    },
  },
});
