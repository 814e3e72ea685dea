import { isAnswered } from '../../common/attempt.ts';
import type { QuizPreview } from '../../contract/quiz.ts';
import { type PreviewMark, type QuizPreviewInput, quizPreviewMachine } from '../../src/machines/quiz/quizPreviewMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { choice } from './lessonCheck.model.ts';
import { startedQuiz } from './quiz.model.ts';

const input: QuizPreviewInput = { userPuid: 7, quizId: 41, lessonId: 11 };
const questions = startedQuiz.quiz_details.questions.map((question) => ({
  ...question,
  answer_options: question.answer_options.map((option, at) => ({ ...option, is_answer: at === 0 })),
  explanation: '<p>Because.</p>',
}));
const [first, second] = questions.map(({ id }) => id) as [number, number];
const nothing = { answerId: null, answerText: '' };

/** The model's quiz, with its key. */
export const previewedQuiz: QuizPreview = {
  quiz_id: 41,
  title: 'Cells',
  intro: '',
  minutes: 5,
  is_timed: true,
  standards: [],
  questions,
  marks: [],
};
const markOf = (isRight: boolean): PreviewMark => ({ isRight, points: isRight ? 1 : 0, maxPoints: 1, explanation: '<p>Because.</p>' });

export const quizPreviewModel = defineModel({
  machine: quizPreviewMachine,
  input,
  events: [
    { type: 'preview.retried' },
    { type: 'question.opened', index: 0 },
    { type: 'question.opened', index: 1 },
    { type: 'question.opened', index: 2 },
    { type: 'answer.changed', questionId: first, answer: choice(0) },
    { type: 'answer.changed', questionId: first, answer: nothing },
    { type: 'answer.checked', questionId: first },
    { type: 'answer.checked', questionId: second },
    { type: 'key.shown' },
    { type: 'key.hidden' },
    { type: 'xstate.done.actor.loadPreview', output: previewedQuiz },
    { type: 'xstate.done.actor.loadPreview', output: { ...previewedQuiz, questions: [] } },
    { type: 'xstate.error.actor.loadPreview', error: { code: 404, message: 'No such quiz' } },
    { type: 'xstate.done.actor.markAnswer', output: markOf(true) },
    { type: 'xstate.done.actor.markAnswer', output: markOf(false) },
    { type: 'xstate.error.actor.markAnswer', error: { code: 503, message: 'Later' } },
  ],
  // Only the open question is answered and checked. Repeating the current answer is no change.
  can: (event, { context }) => {
    const open = context.quiz?.questions[context.index]?.id;
    const isOpen = (questionId: number) => (questionId === first ? 0 : 1) === context.index || open === undefined;
    if (event.type === 'answer.checked') return isOpen(event.questionId);
    if (event.type === 'question.opened') return event.index !== context.index;
    return (
      event.type !== 'answer.changed' ||
      (isOpen(event.questionId) && isAnswered(context.answers[open ?? event.questionId]) !== isAnswered(event.answer))
    );
  },
  // By index, since the questions have other ids on a screen.
  project: ({ quiz, index, answers, marks, questionId, problem }) => ({
    answered: quiz?.questions.map(({ id }) => isAnswered(answers[id])),
    marks: quiz?.questions.map(({ id }) => marks[id]?.isRight ?? null),
    index,
    checked: quiz?.questions.findIndex(({ id }) => id === questionId),
    problem: problem?.code,
  }),
  keeps: {
    'xstate.done.actor.loadPreview': { output: 'quiz' },
    'question.opened': { index: 'index' },
    'answer.checked': { questionId: 'questionId' },
  },
  tags: {
    empty: ({ context }) => context.quiz?.questions.length === 0,
    unavailable: 'preview.retried',
    open: 'answer.changed',
    keyShown: 'key.hidden',
    unchecked: (snapshot) => snapshot.matches({ open: { work: { answering: 'unchecked' } } }),
  },
  takes: {
    'question.opened': (snapshot) => snapshot.matches('open'),
  },
  leads: {
    'question.opened': ['open.work.answering.fresh', 'open.work.answering'],
    'answer.changed': ['open.work.answering.fresh', 'open.work.answering'],
    'preview.retried': ['loading'],
    'key.hidden': ['open.key.hidden'],
  },
  oldProblems: ['loading', 'open.work.answering.fresh'],
  stepInvariants: {
    'a question that was just opened is not called right or wrong': (_, event, after) =>
      event.type !== 'question.opened' || after.matches({ open: { work: { answering: 'fresh' } } }),
  },
  invariants: {
    'only an answer is checked': ({ context, ...snapshot }) =>
      JSON.stringify(snapshot.value).includes('checking') === false || isAnswered(context.answers[context.questionId]),
    'a changed answer has no mark': ({ context }) =>
      (context.quiz?.questions ?? []).every(({ id }) => !context.marks[id] || isAnswered(context.answers[id])),
  },
});
