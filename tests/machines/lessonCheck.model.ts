import { isAnswered } from '../../common/attempt.ts';
import { type LessonCheckInput, type LoadedCheck, lessonCheckMachine } from '../../src/machines/quiz/lessonCheckMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { resultOf, startedQuiz } from './quiz.model.ts';

const input: LessonCheckInput = { userPuid: 7, quizId: 41, lessonId: 11, resourceTrackingId: 601, kind: 'quiz' };
const { questions } = startedQuiz.quiz_details;
const [first, second] = questions.map(({ id }) => id) as [number, number];

/** Multiple choice: the option at this index. */
export const choice = (option: 0 | 1) => ({ answerId: null, answerText: `[${option}]` });
const nothing = { answerId: null, answerText: '' };
export const right = { isRight: true, explanation: '<p>Because.</p>' };
export const wrong = { isRight: false, explanation: '<p>Because.</p>' };
const fresh: LoadedCheck = { resultId: 91, title: 'Check', questions, answers: {}, marks: {}, result: null };

export const lessonCheckModel = defineModel({
  machine: lessonCheckMachine,
  input,
  events: [
    { type: 'check.retried' },
    { type: 'answer.changed', questionId: first, answer: choice(0) },
    { type: 'answer.changed', questionId: first, answer: nothing },
    { type: 'answer.checked', questionId: first },
    { type: 'answer.checked', questionId: second },
    { type: 'xstate.done.actor.loadCheck', output: { ...fresh, answers: { [second]: choice(0) } } },
    {
      type: 'xstate.done.actor.loadCheck',
      output: { ...fresh, answers: { [first]: choice(0), [second]: choice(0) }, marks: { [first]: right, [second]: right } },
    },
    { type: 'xstate.done.actor.loadCheck', output: { ...fresh, questions: [], result: resultOf('submitted') } },
    { type: 'xstate.error.actor.loadCheck', error: { code: 404, message: 'No such quiz' } },
    { type: 'xstate.done.actor.checkAnswer', output: right },
    { type: 'xstate.done.actor.checkAnswer', output: wrong },
    { type: 'xstate.error.actor.checkAnswer', error: { code: 503, message: 'Later' } },
    { type: 'connection.restored' },
    { type: 'xstate.done.actor.finishCheck', output: resultOf('submitted') },
    { type: 'xstate.error.actor.finishCheck', error: { code: 503, message: 'Later' } },
  ],
  // A correct answer is not checked again, since its button is gone. Repeating the current answer is no change.
  can: (event, { context }) => {
    if (event.type === 'answer.checked') return context.marks[event.questionId]?.isRight !== true;
    return event.type !== 'answer.changed' || isAnswered(context.answers[event.questionId]) !== isAnswered(event.answer);
  },
  // By index, since the questions have other ids on a screen.
  project: ({ questions: asked, answers, marks, questionId, problem, result }) => ({
    answered: asked.map(({ id }) => isAnswered(answers[id])),
    marks: asked.map(({ id }) => marks[id]?.isRight ?? null),
    checked: asked.findIndex(({ id }) => id === questionId),
    problem: problem?.code,
    isFinished: result !== null,
  }),
  keeps: {
    'xstate.done.actor.loadCheck': {
      'output.resultId': 'resultId',
      'output.title': 'title',
      'output.questions': 'questions',
      'output.answers': 'answers',
      'output.marks': 'marks',
      'output.result': 'result',
    },
    'answer.checked': { questionId: 'questionId' },
    'xstate.done.actor.finishCheck': { output: 'result' },
  },
  tags: {
    loading: 'loadCheck',
    checking: 'checkAnswer',
    unchecked: 'connection.restored',
    unavailable: (snapshot) => snapshot.matches('unavailable'),
    unfinished: (snapshot) => snapshot.matches('unfinished'),
    done: (snapshot) => snapshot.matches('done'),
  },
  takes: {
    'check.retried': ['unavailable', 'unfinished'],
    'answer.changed': ['answering', 'checking'],
  },
  leads: {
    'xstate.done.actor.loadCheck': ['answering', 'finishing', 'done'],
    'answer.changed': ['answering.fresh', 'answering'],
    'answer.checked': ['checking'],
    'xstate.done.actor.finishCheck': ['done'],
    'check.retried': ['loading', 'finishing'],
    'xstate.done.actor.checkAnswer': ['answering.right', 'answering.wrong', 'finishing'],
    'connection.restored': ['checking'],
  },
  runs: {
    watchConnection: ['answering.unchecked'],
  },
  oldProblems: ['loading', 'answering.fresh'],
  invariants: {
    'only an answer is checked': ({ context, ...snapshot }) =>
      snapshot.value !== 'checking' || isAnswered(context.answers[context.questionId]),
    'a changed answer has no mark': ({ context }) =>
      context.questions.every(({ id }) => !context.marks[id] || isAnswered(context.answers[id])),
    'it is finished when all is right, or was before': ({ context, ...snapshot }) =>
      snapshot.value !== 'finishing' || context.questions.every(({ id }) => context.marks[id]?.isRight),
  },
});
