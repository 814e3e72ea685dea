import { assign, setup, stateIn } from 'xstate';
import type { Question, QuizAnswer, QuizResult, StartedQuiz } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { type Problem, toProblem } from '../problem.ts';

/** What the overview shows before a quiz starts. */
export interface QuizOverview {
  quiz_id: number;
  title: string;
  intro: string;
  question_count: number;
  points: number;
  minutes: number;
  /** Whether the minutes are a limit. */
  is_timed: boolean;
  result: QuizResult | null;
}

export interface QuizInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  resourceTrackingId: number;
  /** Assessments go through their own calls. */
  kind: 'quiz' | 'assessment';
}

/** `time_spent` of every submission (specification, section 9). */
const submittedTimeSpent = 40;

/** What a submission carries. */
export interface Submission {
  kind: QuizInput['kind'];
  result_id: number;
  time_spent: number;
  submit_type: 'save';
  quizResponse: QuizAnswer[];
}

/** A choice, or anything else as text; an index or id of 0 is an answer (specification, section 5). */
export interface Answer {
  answerId: number | null;
  answerText: string;
}

interface Context {
  input: QuizInput;
  overview: QuizOverview | null;
  resultId: number;
  /** When the time is over, by the server's clock; null: no limit. */
  endTime: string | null;
  title: string;
  questions: Question[];
  /** By question id. */
  answers: Record<number, Answer>;
  /** Seconds on each question, by question id. */
  seconds: Record<number, number>;
  flagged: number[];
  index: number;
  result: QuizResult | null;
  problem: Problem | null;
}

/** Whether an answer counts: set, and truthy or at least 0. */
export const isAnswered = (answer: Answer | undefined): boolean =>
  answer !== undefined && ((answer.answerId !== null && answer.answerId >= 0) || answer.answerText.trim() !== '');

const toWire = ({ questions, answers, seconds }: Context): QuizAnswer[] =>
  questions
    .filter(({ id }) => isAnswered(answers[id]))
    .map(({ id }) => {
      const { answerId, answerText } = answers[id] as Answer;
      return { question_id: id, answer_text: answerText, answer_id: answerId, is_correct_answer: null, time_spent: seconds[id] ?? 0 };
    });

export const quizReasons: Reasons<'isHandedIn' | 'isQuestion'> = {
  isHandedIn: 'The quiz has not been handed in yet.',
  isQuestion: 'There is no such question.',
};

/** A quiz or assessment: overview, start, answers, submit (specification, sections 3, 4, 5, 7 and 9). */
export const quizMachine = setup({
  types: {
    input: {} as QuizInput,
    context: {} as Context,
    events: {} as
      | { type: 'overview.retried' }
      | { type: 'quiz.started' }
      | { type: 'question.opened'; index: number }
      | { type: 'answer.changed'; questionId: number; answer: Answer }
      | { type: 'answer.cleared'; questionId: number }
      | { type: 'question.flagged'; questionId: number }
      | { type: 'quiz.reviewed' }
      | { type: 'review.closed' }
      | { type: 'quiz.submitted' },
    tags: {} as 'busy' | 'failed' | 'answering' | 'started' | 'handedIn',
    meta: {} as ChartMeta,
  },
  actors: {
    loadOverview: actorSlot<QuizOverview, QuizInput>('loadOverview', 'GET /quiz/get_quiz_details or GET /assessment/assessment_overview'),
    startQuiz: actorSlot<StartedQuiz, QuizInput>('startQuiz', 'POST /quiz/start_quiz or POST /assessment/start_assessment'),
    awaitEnd: actorSlot<null, { endTime: string | null }>('awaitEnd', "waits for the end of the time, by the server's clock"),
    submitQuiz: actorSlot<QuizResult, Submission>(
      'submitQuiz',
      'POST /quiz/submit_quiz_response or POST /assessment/submit_assessment_response',
    ),
  },
  actions: {
    setOverview: assign({
      overview: (_, overview: QuizOverview) => overview,
      result: (_, overview: QuizOverview) => overview.result,
      problem: null,
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    setAttempt: assign((_, started: StartedQuiz) => {
      const { questions, title } = started.quiz_details;
      const answers = Object.fromEntries(
        started.responses.map((r) => [r.question_id, { answerId: r.answer_id, answerText: r.answer_text }] as const),
      );
      const open = questions.findIndex(({ id }) => !isAnswered(answers[id]));
      return {
        resultId: started.result_id,
        endTime: started.end_time,
        title,
        questions,
        answers,
        seconds: Object.fromEntries(started.responses.map((r) => [r.question_id, r.time_spent] as const)),
        index: Math.max(open, 0),
        problem: null,
      };
    }),
    openQuestion: assign({ index: (_, { index }: { index: number }) => index }),
    setAnswer: assign({
      answers: ({ context }, { questionId, answer }: { questionId: number; answer: Answer }) => ({
        ...context.answers,
        [questionId]: answer,
      }),
    }),
    clearAnswer: assign({
      answers: ({ context }, { questionId }: { questionId: number }) => {
        const { [questionId]: _, ...others } = context.answers;
        return others;
      },
    }),
    toggleFlag: assign({
      flagged: ({ context }, { questionId }: { questionId: number }) =>
        context.flagged.includes(questionId) ? context.flagged.filter((id) => id !== questionId) : [...context.flagged, questionId],
    }),
    countSecond: assign({
      seconds: ({ context }) => {
        const id = context.questions[context.index]?.id ?? 0;
        return { ...context.seconds, [id]: (context.seconds[id] ?? 0) + 1 };
      },
    }),
    setResult: assign({ result: (_, result: QuizResult) => result, problem: null }),
  },
  guards: {
    isHandedIn: (_, { overview }: { overview: QuizOverview }) => overview.result !== null && overview.result.state !== 'started',
    isQuestion: ({ context }, { index }: { index: number }) => index >= 0 && index < context.questions.length,
  },
  delays: { second: 1_000, untilRetry: 10_000 },
}).createMachine({
  id: 'quiz',
  description:
    'A student takes a quiz or an assessment; the server scores it, and says nothing about right and wrong before the teacher releases it.',
  meta: { reasons: quizReasons },
  context: ({ input }) => ({
    input,
    overview: null,
    resultId: 0,
    endTime: null,
    title: '',
    questions: [],
    answers: {},
    seconds: {},
    flagged: [],
    index: 0,
    result: null,
    problem: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The overview is fetched, with the attempt so far.',
      tags: 'busy',
      invoke: {
        id: 'loadOverview',
        src: 'loadOverview',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'isHandedIn', params: ({ event }) => ({ overview: event.output }) },
            target: 'submitted',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
            description: 'It was handed in before.',
          },
          {
            target: 'overview',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
            description: 'It can be started, or gone on with.',
          },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) },
          description: 'The quiz is not there for this student, or there was no answer.',
        },
      },
    },
    unavailable: {
      description: 'The overview could not be shown; the screen says why and what to press.',
      tags: 'failed',
      meta: { focus: 'quiz-problem' },
      on: { 'overview.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    overview: {
      description: 'How many questions, points and minutes; nothing has started.',
      on: { 'quiz.started': { target: 'starting', actions: 'clearProblem', description: 'The student presses Start, or Continue.' } },
    },
    starting: {
      description: 'The server starts the attempt, or finds the one that was started; its result_id names it from here on.',
      tags: 'busy',
      invoke: {
        id: 'startQuiz',
        src: 'startQuiz',
        input: ({ context }) => context.input,
        onDone: {
          target: 'answering',
          actions: { type: 'setAttempt', params: ({ event }) => event.output },
          description: 'The questions are there, with the answers given before.',
        },
        onError: {
          target: 'overview',
          actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) },
          description: 'It could not be started: no notice, the overview says so and Start tries again.',
        },
      },
    },
    answering: {
      description: 'The quiz-started flag is up: questions are open.',
      tags: ['answering', 'started'],
      initial: 'question',
      invoke: {
        id: 'awaitEnd',
        src: 'awaitEnd',
        input: ({ context }) => ({ endTime: context.endTime }),
        onDone: {
          target: 'submitting.late',
          actions: 'clearProblem',
          description: 'The time is over: what is there is handed in.',
        },
        onError: { description: 'The clock cannot be watched here; the server ends the time all the same.' },
      },
      on: {
        'answer.changed': {
          actions: { type: 'setAnswer', params: ({ event }) => event },
          description: 'The student answers, or changes an answer.',
        },
        'answer.cleared': {
          actions: { type: 'clearAnswer', params: ({ event }) => event },
          description: 'The student takes an answer back.',
        },
        'question.flagged': {
          actions: { type: 'toggleFlag', params: ({ event }) => event },
          description: 'The student marks a question to look at again, or takes the mark away.',
        },
        'question.opened': {
          guard: { type: 'isQuestion', params: ({ event }) => event },
          target: '.question',
          actions: { type: 'openQuestion', params: ({ event }) => event },
          description: 'The student goes to a question.',
        },
      },
      states: {
        question: {
          description: 'One question is open; its seconds count.',
          meta: { focus: 'question' },
          after: { second: { target: 'question', reenter: true, actions: 'countSecond', description: 'One second on this question.' } },
          on: { 'quiz.reviewed': { target: 'reviewing', description: 'The student looks over all answers before handing in.' } },
        },
        reviewing: {
          description: 'The list of questions: answered, unanswered, flagged; unanswered ones are named before handing in.',
          meta: { focus: 'review-title', announce: 'quiz_reviewing' },
          on: {
            'review.closed': { target: 'question', description: 'Back to the question that was open.' },
            'quiz.submitted': { target: '#quiz.submitting', actions: 'clearProblem', description: 'The student hands in.' },
          },
        },
        refused: {
          description: 'Handing in failed; every answer is still here.',
          tags: 'failed',
          meta: { focus: 'quiz-problem', announce: 'quiz_submit_failed' },
          on: {
            'quiz.submitted': { target: '#quiz.submitting', actions: 'clearProblem', description: 'The student tries again.' },
            'review.closed': { target: 'question', description: 'Back to the questions.' },
          },
        },
      },
    },
    submitting: {
      description: 'The answers are on their way: submit_type save, time_spent 40. The same result_id makes a second submission harmless.',
      tags: ['busy', 'started'],
      meta: { announce: 'quiz_submitting' },
      invoke: {
        id: 'submitQuiz',
        src: 'submitQuiz',
        input: ({ context }) => ({
          kind: context.input.kind,
          result_id: context.resultId,
          time_spent: submittedTimeSpent,
          submit_type: 'save' as const,
          quizResponse: toWire(context),
        }),
        onDone: {
          target: 'submitted',
          actions: { type: 'setResult', params: ({ event }) => event.output },
          description: 'The server has everything; the quiz-started flag clears.',
        },
        onError: [
          {
            guard: stateIn('#quiz.submitting.late'),
            target: 'overdue',
            actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) },
            description: 'The time is over and it did not get through: nothing is lost, and nothing can be changed any more.',
          },
          {
            target: 'answering.refused',
            actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) },
            description: 'It did not get through, or the server refused: nothing is lost.',
          },
        ],
      },
      initial: 'onTime',
      states: {
        onTime: { description: 'The student has handed in.' },
        late: { description: 'The time was over, or was over at an attempt before.' },
      },
    },
    overdue: {
      description: 'The time is over and handing in failed; every answer is still here, and it is tried again by itself.',
      tags: ['failed', 'started'],
      meta: { focus: 'quiz-problem', announce: 'quiz_submit_failed' },
      after: { untilRetry: { target: 'submitting.late', actions: 'clearProblem', description: 'Try again after a while.' } },
      on: { 'quiz.submitted': { target: 'submitting.late', actions: 'clearProblem', description: 'The student tries again at once.' } },
    },
    submitted: {
      description: 'Handed in. The receipt says when and how many; the score follows when the teacher releases it.',
      tags: 'handedIn',
      meta: { focus: 'result-title', announce: 'quiz_submitted' },
    },
  },
});
