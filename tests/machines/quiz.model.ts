import type { StartedQuiz } from '../../contract/quiz.ts';
import { type QuizInput, type QuizOverview, quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const input: QuizInput = { userPuid: 7, quizId: 41, lessonId: 11, resourceTrackingId: 601, kind: 'quiz' };

/** An attempt as the server tells of it. */
export const resultOf = (state: 'started' | 'submitted') => ({
  result_id: 91,
  state,
  submitted_at: state === 'submitted' ? '2030-01-07T15:00:00Z' : null,
  answered: 1,
  questions: 2,
  receipt: state === 'submitted' ? '0a1b2c3d' : null,
  score: null,
  max_score: null,
  duplicate: false,
  is_late: false,
});

/** The overview of the model's quiz. */
export const overviewOf = (attempt: QuizOverview['result']): QuizOverview => ({
  quiz_id: 41,
  title: 'Cells',
  intro: '',
  question_count: 2,
  points: 2,
  minutes: 5,
  is_timed: false,
  result: attempt,
});

const question = (id: number): StartedQuiz['quiz_details']['questions'][number] => ({
  id,
  question_type: 'multiple_choice',
  question_text: `Question ${id}`,
  diagram: null,
  points: 1,
  unit: null,
  targets: [],
  answer_options: [
    { id: 0, answer_text: 'Yes' },
    { id: 1, answer_text: 'No' },
  ],
});

export const startedQuiz: StartedQuiz = {
  result_id: 91,
  start_time: '2030-01-07T14:50:00Z',
  end_time: null,
  quiz_details: { quiz_id: 41, title: 'Cells', questions: [question(1), question(2)] },
  responses: [],
};

export const quizModel = defineModel({
  machine: quizMachine,
  inputs: { quiz: input },
  events: [
    { type: 'overview.retried' },
    { type: 'quiz.started' },
    { type: 'question.opened', index: 1 },
    { type: 'question.opened', index: 2 },
    { type: 'answer.changed', questionId: 1, answer: { answerId: 0, answerText: 'Yes' } },
    { type: 'answer.cleared', questionId: 1 },
    { type: 'question.flagged', questionId: 1 },
    { type: 'quiz.reviewed' },
    { type: 'review.closed' },
    { type: 'quiz.submitted' },
    { type: 'xstate.done.actor.loadOverview', output: overviewOf(null) },
    { type: 'xstate.done.actor.loadOverview', output: overviewOf(resultOf('submitted')) },
    { type: 'xstate.error.actor.loadOverview', error: { code: 404, message: 'No such quiz' } },
    { type: 'xstate.done.actor.startQuiz', output: startedQuiz },
    { type: 'xstate.error.actor.startQuiz', error: { code: 0, message: 'Network Error' } },
    { type: 'xstate.done.actor.awaitEnd', output: null },
    { type: 'xstate.error.actor.awaitEnd', error: { code: 500, message: 'No clock' } },
    { type: 'xstate.done.actor.submitQuiz', output: resultOf('submitted') },
    { type: 'xstate.error.actor.submitQuiz', error: { code: 503, message: 'Service unavailable' } },
  ],
  project: ({ answers, flagged, index, resultId, problem }) => ({
    answered: Object.keys(answers),
    flagged,
    index,
    started: resultId > 0,
    problem: problem?.code,
  }),
  invariants: {
    'questions are open only under the result_id that the server gave': (snapshot) =>
      !snapshot.hasTag('started') || (snapshot.context.resultId > 0 && snapshot.context.questions.length > 0),
    'after handing in, the started flag is clear and there is a result': (snapshot) =>
      !snapshot.hasTag('handedIn') || (!snapshot.hasTag('started') && snapshot.context.result !== null),
    'a refused submission keeps every answer and says why': (snapshot) =>
      !snapshot.hasTag('started') || !snapshot.hasTag('failed') || snapshot.context.problem !== null,
    'the open question exists': ({ context }) => context.questions.length === 0 || context.index < context.questions.length,
  },
});
