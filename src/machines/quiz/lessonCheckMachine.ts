import { assign, setup } from 'xstate';
import { type Answer, isAnswered } from '../../../common/attempt.ts';
import type { Question, QuizResult } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

export interface LessonCheckInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  /** 0 where the server could not be told of the resource: then `groupAssignmentId` says which assignment is meant. */
  resourceTrackingId: number;
  groupAssignmentId?: number;
  /** A reader's check is handed in by a call of its own. */
  kind: 'quiz' | 'reader';
}

/** What the server said of an answer. */
export interface Mark {
  isRight: boolean;
  /** HTML: why; empty when it was said on an earlier visit. */
  explanation: string;
}

/** The check as the server has it. */
export interface LoadedCheck {
  resultId: number;
  title: string;
  questions: Question[];
  answers: Record<number, Answer>;
  marks: Record<number, Mark>;
  /** It was finished before. */
  result: QuizResult | null;
}

/** An answer on its way, with the check that it belongs to. */
export interface AskedAnswer {
  check: LessonCheckInput;
  title: string;
  resultId: number;
  questionId: number;
  answer: Answer;
}

interface Context extends LoadedCheck {
  input: LessonCheckInput;
  /** The question that is being checked, or was last; 0: none. */
  questionId: number;
  problem: Problem | null;
}

export const lessonCheckReasons: Reasons<'isFinished' | 'isAllRight' | 'hasAnswer' | 'isRight' | 'isLastRight'> = {
  isFinished: 'The check has not been finished before.',
  isAllRight: 'An answer is still missing, or not right.',
  hasAnswer: 'The question has no answer yet.',
  isRight: 'The answer is not right.',
  isLastRight: 'The answer is not right, or another one is still missing.',
};

const areRight = ({ questions, marks }: Pick<LoadedCheck, 'questions' | 'marks'>) => questions.every(({ id }) => marks[id]?.isRight);

/** The few questions at the end of a reading, a film or a lab: each is answered, and the server says at once whether it is right, and why. */
export const lessonCheckMachine = setup({
  types: {
    input: {} as LessonCheckInput,
    context: {} as Context,
    events: {} as
      | { type: 'check.retried' }
      | { type: 'answer.changed'; questionId: number; answer: Answer }
      | { type: 'answer.checked'; questionId: number },
    tags: {} as 'busy' | 'failed' | 'done',
    meta: {} as ChartMeta,
  },
  actors: {
    loadCheck: actorSlot<LoadedCheck, LessonCheckInput>('loadCheck', 'POST /quiz/start_quiz'),
    checkAnswer: actorSlot<Mark, AskedAnswer>('checkAnswer', 'POST /quiz/check_answer'),
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
  description: 'A student checks what was just read or seen: each answer is marked at once, with the reason, and can be tried again.',
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
      description: 'The questions are fetched, with the answers of an earlier visit; without a connection, those of the saved lesson.',
      tags: 'busy',
      invoke: {
        id: 'loadCheck',
        src: 'loadCheck',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'isFinished', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setCheck', params: ({ event }) => event.output },
            description: 'It was finished before.',
          },
          {
            guard: { type: 'isAllRight', params: ({ event }) => event.output },
            target: 'finishing',
            actions: { type: 'setCheck', params: ({ event }) => event.output },
            description: 'Every answer was right, and the page went before that was told.',
          },
          {
            target: 'answering',
            actions: { type: 'setCheck', params: ({ event }) => event.output },
            description: 'There is something to answer.',
          },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', ...failure },
          description: 'It is not there for this student, or there was no answer.',
        },
      },
    },
    unavailable: {
      description: 'The questions could not be shown; the screen says why and what to press.',
      tags: 'failed',
      meta: { focus: 'check-problem' },
      on: { 'check.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    answering: {
      description: 'Questions are open.',
      initial: 'fresh',
      on: {
        'answer.changed': {
          target: '.fresh',
          actions: { type: 'setAnswer', params: ({ event }) => event },
          description: 'The student answers, or tries again: the mark of that question goes.',
        },
        'answer.checked': {
          guard: { type: 'hasAnswer', params: ({ event }) => event },
          target: 'checking',
          actions: { type: 'ask', params: ({ event }) => event },
          description: 'The student presses Check.',
        },
      },
      states: {
        fresh: { description: 'Nothing was said of the newest answer.' },
        right: {
          description: 'The answer is right; the explanation stands below it.',
          meta: { announce: 'check_right' },
        },
        wrong: {
          description: 'The answer is not right; it can be changed, and the reason can be opened.',
          meta: { announce: 'check_wrong' },
        },
        unchecked: {
          description:
            'The answer did not get through; it is still there, and the same button tries again. Without a connection the device keeps it, and it is checked when that is back.',
          tags: 'failed',
          meta: { announce: 'check_failed' },
        },
      },
    },
    checking: {
      description: 'The server looks at one answer.',
      tags: 'busy',
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
            description: 'Right, and so are all others.',
          },
          {
            guard: { type: 'isRight', params: ({ event }) => event.output },
            target: 'answering.right',
            actions: { type: 'setMark', params: ({ event }) => event.output },
            description: 'Right; there are more questions.',
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
        'answer.changed': {
          target: 'answering',
          actions: { type: 'setAnswer', params: ({ event }) => event },
          description: 'The student types on: what was asked does not matter any more.',
        },
      },
    },
    finishing: {
      description: 'Every answer is right: that is told.',
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
          description: 'The server has it.',
        },
        onError: {
          target: 'unfinished',
          actions: { type: 'setProblem', ...failure },
          description: 'It did not get through; every answer is with the server all the same.',
        },
      },
    },
    unfinished: {
      description: 'Every answer is right, but that could not be told; the screen says what to press.',
      tags: 'failed',
      meta: { announce: 'check_failed', focus: 'check-problem' },
      on: { 'check.retried': { target: 'finishing', description: 'The student presses Try again.' } },
    },
    done: {
      description: 'Every answer is right: the way on is Next.',
      tags: 'done',
      meta: { announce: 'check_done' },
    },
  },
});
