import { assign, setup } from 'xstate';
import { type Answer, isAnswered } from '../../../common/attempt.ts';
import type { Question, QuizResult } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as connection from '../connection.ts';
import { failed, type Problem, toProblem, withProblem } from '../problem.ts';

export interface LessonCheckInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  /** 0 if the server could not be told about the resource; `groupAssignmentId` then identifies the assignment. */
  resourceTrackingId: number;
  groupAssignmentId?: number;
  /** A reader's check is submitted through a separate call. */
  kind: 'quiz' | 'reader';
}

/** The server's verdict on an answer. */
export interface Mark {
  isRight: boolean;
  /** HTML explanation; empty if it was shown on an earlier visit. */
  explanation: string;
}

/** The check as loaded from the server. */
export interface LoadedCheck {
  resultId: number;
  title: string;
  questions: Question[];
  answers: Record<number, Answer>;
  marks: Record<number, Mark>;
  /** Set if the check was finished before. */
  result: QuizResult | null;
}

/** An answer to check, with the check it belongs to. */
export interface AskedAnswer {
  check: LessonCheckInput;
  title: string;
  resultId: number;
  questionId: number;
  answer: Answer;
}

interface Context extends LoadedCheck {
  input: LessonCheckInput;
  /** The question being checked, or checked last; 0 if none. */
  questionId: number;
  problem: Problem | null;
}

export const lessonCheckReasons: Reasons<'isFinished' | 'isAllRight' | 'hasAnswer' | 'isRight' | 'isLastRight'> = {
  isFinished: 'The check was not finished before.',
  isAllRight: 'An answer is missing or wrong.',
  hasAnswer: 'The question has no answer yet.',
  isRight: 'The answer is wrong.',
  isLastRight: 'The answer is wrong, or other questions are not answered correctly yet.',
};

const areRight = ({ questions, marks }: Pick<LoadedCheck, 'questions' | 'marks'>) => questions.every(({ id }) => marks[id]?.isRight);

/** The short check at the end of a reading, video, or lab: each answer is marked at once, with an explanation. */
export const lessonCheckMachine = setup({
  types: {
    input: {} as LessonCheckInput,
    context: {} as Context,
    events: {} as
      | { type: 'check.retried' }
      | { type: 'answer.changed'; questionId: number; answer: Answer }
      | { type: 'answer.checked'; questionId: number }
      | connection.Event,
    children: {} as connection.Children,
    tags: {} as 'busy' | 'failed' | 'loading' | 'unavailable' | 'checking' | 'unchecked' | 'unfinished' | 'done',
    meta: {} as ChartMeta,
  },
  actors: {
    loadCheck: actorSlot<LoadedCheck, LessonCheckInput>('loadCheck', 'POST /quiz/start_quiz'),
    checkAnswer: actorSlot<Mark, AskedAnswer>('checkAnswer', 'POST /quiz/check_answer'),
    ...connection.actors,
    finishCheck: actorSlot<QuizResult, { check: LessonCheckInput; resultId: number }>(
      'finishCheck',
      'POST /quiz/submit_quiz_response, or the readers quiz submit',
    ),
  },
  actions: {
    setCheck: assign((_, loaded: LoadedCheck) => ({ ...loaded, problem: null })),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    setAnswer: assign(({ context }, { questionId, answer }: { questionId: number; answer: Answer }) => {
      const { [questionId]: _, ...marks } = context.marks;
      return { answers: { ...context.answers, [questionId]: answer }, marks };
    }),
    ask: assign({ questionId: (_, { questionId }: { questionId: number }) => questionId, problem: null }),
    setMark: assign({ marks: ({ context }, mark: Mark) => ({ ...context.marks, [context.questionId]: mark }) }),
    ...connection.actions,
    setResult: assign({ result: (_, result: QuizResult) => result }),
  },
  guards: {
    isFinished: (_, { result }: LoadedCheck) => result !== null,
    isAllRight: (_, loaded: LoadedCheck) => areRight(loaded),
    hasAnswer: ({ context }, { questionId }: { questionId: number }) => isAnswered(context.answers[questionId]),
    isRight: (_, { isRight }: Mark) => isRight,
    isLastRight: ({ context }, mark: Mark) => areRight({ ...context, marks: { ...context.marks, [context.questionId]: mark } }),
  },
}).createMachine({
  id: 'lessonCheck',
  description:
    'A student checks their understanding after a reading, video, or lab. Each answer is marked at once with an explanation and can be retried.',
  meta: { reasons: lessonCheckReasons },
  context: ({ input }) => ({
    input,
    resultId: 0,
    title: '',
    questions: [],
    answers: {},
    marks: {},
    result: null,
    questionId: 0,
    problem: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the questions and any earlier answers. Offline, they come from the saved lesson.',
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadCheck',
        src: 'loadCheck',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'isFinished', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setCheck', params: ({ event }) => event.output },
            description: 'The check was finished on an earlier visit.',
          },
          {
            guard: { type: 'isAllRight', params: ({ event }) => event.output },
            target: 'finishing',
            actions: { type: 'setCheck', params: ({ event }) => event.output },
            description: 'Every answer is already right, but the page closed before the check was submitted.',
          },
          {
            target: 'answering',
            actions: { type: 'setCheck', params: ({ event }) => event.output },
            description: 'Some questions still need a right answer.',
          },
        ],
        onError: {
          target: 'unavailable',
          ...withProblem,
          description: 'The check is not available to this student, or the server did not answer.',
        },
      },
    },
    unavailable: {
      description: 'The questions could not be loaded. The screen says why and offers Try again.',
      ...failed({ focus: 'check-problem' }, 'unavailable'),
      on: { 'check.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    answering: {
      description: 'The questions are open and answers can be changed.',
      initial: 'fresh',
      on: {
        'answer.changed': {
          target: '.fresh',
          actions: { type: 'setAnswer', params: ({ event }) => event },
          description: 'The student answers or tries again. Clears that question’s mark.',
        },
        'answer.checked': {
          guard: { type: 'hasAnswer', params: ({ event }) => event },
          target: 'checking',
          actions: { type: 'ask', params: ({ event }) => event },
          description: 'The student presses Check.',
        },
      },
      states: {
        fresh: { description: 'The latest answer has not been checked.' },
        right: {
          description: 'The answer is right. The explanation appears below it.',
          meta: { announce: 'check_right' },
        },
        wrong: {
          description: 'The answer is wrong. The student can change it or open the explanation.',
          meta: { announce: 'check_wrong' },
        },
        unchecked: {
          description:
            'The check did not get through. The answer is kept and Check tries again; offline, it is checked once the connection is back.',
          ...failed({ announce: 'check_failed' }, 'unchecked'),
          ...connection.watching,
          on: {
            'connection.restored': {
              target: '#lessonCheck.checking',
              actions: 'clearProblem',
              description: 'The connection is back: check the kept answer.',
            },
          },
        },
      },
    },
    checking: {
      description: 'Waiting for the server to mark one answer.',
      tags: ['busy', 'checking'],
      invoke: {
        id: 'checkAnswer',
        src: 'checkAnswer',
        input: ({ context: { input: check, title, resultId, questionId, answers } }) => ({
          check,
          title,
          resultId,
          questionId,
          answer: answers[questionId] as Answer,
        }),
        onDone: [
          {
            guard: { type: 'isLastRight', params: ({ event }) => event.output },
            target: 'finishing',
            actions: { type: 'setMark', params: ({ event }) => event.output },
            description: 'This answer is right, and so are all the others.',
          },
          {
            guard: { type: 'isRight', params: ({ event }) => event.output },
            target: 'answering.right',
            actions: { type: 'setMark', params: ({ event }) => event.output },
            description: 'This answer is right. Other questions are still open.',
          },
          {
            target: 'answering.wrong',
            actions: { type: 'setMark', params: ({ event }) => event.output },
            description: 'This answer is wrong.',
          },
        ],
        onError: { target: 'answering.unchecked', ...withProblem, description: 'The server refused or did not answer.' },
      },
      on: {
        'answer.changed': {
          target: 'answering',
          actions: { type: 'setAnswer', params: ({ event }) => event },
          description: 'The student changes the answer, so the pending result no longer matters.',
        },
      },
    },
    finishing: {
      description: 'Every answer is right. Submitting the check.',
      tags: 'busy',
      entry: 'clearProblem',
      meta: { announce: 'check_right' },
      invoke: {
        id: 'finishCheck',
        src: 'finishCheck',
        input: ({ context: { input: check, resultId } }) => ({ check, resultId }),
        onDone: {
          target: 'done',
          actions: { type: 'setResult', params: ({ event }) => event.output },
          description: 'The server recorded the check as finished.',
        },
        onError: {
          target: 'unfinished',
          ...withProblem,
          description: 'The submission did not get through. The server already has every answer.',
        },
      },
    },
    unfinished: {
      description: 'Every answer is right, but the check could not be submitted. The screen offers Try again.',
      ...failed({ announce: 'check_failed', focus: 'check-problem' }, 'unfinished'),
      on: { 'check.retried': { target: 'finishing', description: 'The student presses Try again.' } },
    },
    done: {
      description: 'The check is finished. The student moves on with Next.',
      tags: 'done',
      meta: { announce: 'check_done' },
    },
  },
});
