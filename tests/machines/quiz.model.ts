import { isAnswered, type KeptAttempt, unsent } from '../../common/attempt.ts';
import type { QuizDetails, StartedQuiz } from '../../contract/quiz.ts';
import type { QuizInput } from '../../src/machines/quiz/quizAttempt.ts';
import { quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { defineModel, type Model } from '../kit/modelKit.ts';
import { holds } from '../kit/tags.ts';
import { retryCases } from './retryCases.ts';

const input: QuizInput = { userPuid: 7, quizId: 41, lessonId: 11, resourceTrackingId: 601, kind: 'quiz', chance: 0.5 };

/** An attempt as reported by the server. */
export const resultOf = (state: 'started' | 'submitted' | 'graded') => ({
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
  is_past_due: false,
});

/** The overview of the model's quiz. */
export const overviewOf = (attempt: QuizDetails['result']): QuizDetails => ({
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

/** An attempt as stored on the device. */
export const keptAttempt = (changes: Partial<KeptAttempt> = {}): KeptAttempt => ({
  resultId: 91,
  kind: 'quiz',
  quizId: 41,
  lessonId: 11,
  title: 'Cells',
  answers: {},
  seconds: {},
  acknowledged: {},
  index: 1,
  flagged: [],
  crossedOut: {},
  isHandedIn: false,
  isClosed: false,
  ...changes,
});

const answered = 1_000;
const taken = answered + 1;
const yes = { answerId: null, answerText: '[0]' };
const ack = (sequence: number) => ({ saved: [{ question_id: 1, sequence }], end_time: null, at: 5_000 });
const handedInHere = keptAttempt({ isHandedIn: true, answers: { 1: { ...yes, sequence: answered, givenAt: answered } } });
const held = 'attempt';

/** Excludes what would only multiply states: a second answer while one is in progress, and flags during saving. */
const quizCan: NonNullable<Model<typeof quizMachine>['can']> = (event, snapshot) => {
  const { answers, acknowledged, failures } = snapshot.context;
  const at = (path: string) => snapshot._nodes.some((node) => node.path.join('.') === path);
  const isCalm =
    at(`${held}.answering.place.question`) &&
    at(`${held}.answering.keeping.kept`) &&
    at(`${held}.answering.saving.settled`) &&
    failures === 0;
  if (at(`${held}.answering.place.turning`)) return /keepAttempt$/.test(event.type);
  const isTakenBack = answers[1]?.sequence === taken;
  if (
    snapshot.hasTag('answering') &&
    (failures > 0 || isTakenBack) &&
    !/keepAttempt|saveAnswers|delivery\.|attempt\.looked|connection|page\./.test(event.type)
  )
    return false;
  switch (event.type) {
    case 'answer.changed':
      return answers[1] === undefined;
    case 'question.opened':
    case 'quiz.reviewed':
      return at(`${held}.answering.saving.settled`) || at(`${held}.answering.saving.waiting`);
    case 'answer.cleared':
      return answers[1]?.sequence === answered && ((acknowledged[1] === answered && isCalm) || at(`${held}.answering.saving.refused`));
    case 'xstate.done.actor.saveAnswers':
      return (event as { output: ReturnType<typeof ack> }).output.saved[0]?.sequence === answers[1]?.sequence;
    case 'question.flagged':
    case 'option.crossedOut':
    case 'layout.chosen':
    case 'question.visited':
    case 'xstate.error.actor.awaitEnd':
      return isCalm && answers[1] === undefined;
    case 'attempt.wanted':
      return answers[1] === undefined && (isCalm || at('attempt.takingUp') || at(`${held}.restoring`) || at(`${held}.handingIn.queued`));
    case 'connection.restored':
    case 'page.hidden':
      return isCalm ? answers[1] === undefined : failures > 0 || at(`${held}.answering.saving.waiting`);
    default:
      return true;
  }
};

export const quizModel = defineModel({
  machine: quizMachine,
  inputs: { quiz: input },
  events: [
    { type: 'overview.retried' },
    { type: 'quiz.started' },
    { type: 'attempt.claimed' },
    { type: 'attempt.heldElsewhere' },
    { type: 'attempt.wanted' },
    { type: 'attempt.asked' },
    { type: 'attempt.looked' },
    { type: 'question.opened', index: 1 },
    { type: 'question.opened', index: 2 },
    { type: 'question.visited', index: 1 },
    { type: 'question.visited', index: 2 },
    { type: 'answer.changed', questionId: 1, answer: yes, at: answered },
    { type: 'answer.cleared', questionId: 1, at: taken },
    { type: 'question.flagged', questionId: 1 },
    { type: 'option.crossedOut', questionId: 1, optionId: 1 },
    { type: 'layout.chosen', layout: 'all' },
    { type: 'quiz.reviewed' },
    { type: 'review.closed' },
    { type: 'quiz.submitted' },
    { type: 'delivery.retried' },
    { type: 'connection.restored' },
    { type: 'page.hidden' },
    { type: 'xstate.done.actor.loadOverview', output: overviewOf(null) },
    { type: 'xstate.done.actor.loadOverview', output: overviewOf(resultOf('submitted')) },
    { type: 'xstate.error.actor.loadOverview', error: { code: 404, message: 'No such quiz' } },
    { type: 'xstate.done.actor.startQuiz', output: startedQuiz },
    { type: 'xstate.error.actor.startQuiz', error: { code: 403, message: 'No' } },
    { type: 'xstate.error.actor.startQuiz', error: { code: 409, message: 'It was submitted before.' } },
    { type: 'xstate.done.actor.readKept', output: { kept: null, layout: 'one' } },
    { type: 'xstate.done.actor.readKept', output: { kept: handedInHere, layout: 'one' } },
    { type: 'xstate.error.actor.readKept', error: { code: 500, message: 'No storage' } },
    { type: 'xstate.done.actor.keepAttempt', output: { answers: {} } },
    { type: 'xstate.error.actor.keepAttempt', error: { code: 500, message: 'Full' } },
    { type: 'xstate.done.actor.keepSubmission', output: { answers: {} } },
    { type: 'xstate.error.actor.keepSubmission', error: { code: 500, message: 'Full' } },
    { type: 'xstate.done.actor.keepForOther', output: { answers: {} } },
    { type: 'xstate.error.actor.keepForOther', error: { code: 500, message: 'Full' } },
    { type: 'xstate.done.actor.saveAnswers', output: ack(answered) },
    { type: 'xstate.done.actor.saveAnswers', output: ack(taken) },
    { type: 'xstate.error.actor.saveAnswers', error: { code: 503, message: 'Service unavailable' } },
    { type: 'xstate.error.actor.saveAnswers', error: { code: 409, message: 'It was submitted before.' } },
    { type: 'xstate.error.actor.saveAnswers', error: { code: 403, message: 'No' } },
    { type: 'xstate.done.actor.awaitEnd', output: null },
    { type: 'xstate.error.actor.awaitEnd', error: { code: 500, message: 'No clock' } },
    { type: 'xstate.done.actor.submitQuiz', output: resultOf('submitted') },
    { type: 'xstate.error.actor.submitQuiz', error: { code: 503, message: 'Service unavailable' } },
    { type: 'xstate.error.actor.submitQuiz', error: { code: 403, message: 'No' } },
  ],
  project: (context) => ({
    started: context.resultId > 0,
    failed: context.failures > 0,
    isOver: context.isOver,
    // A submitted quiz takes no more answers.
    ...(context.isHandedIn
      ? {}
      : {
          answered: context.answers[1]?.sequence ?? 0,
          unkept: context.revision > context.keptRevision,
          unsent: unsent(context).length,
          hasNews: context.hasNews,
          goingTo: context.goingTo,
        }),
  }),
  can: quizCan,
  // A failed clock watch changes nothing else.
  until: ({ context }) => context.problem?.message === 'No clock',
  delays: { retry: retryCases, second: 1_000, quiet: 3_000 },
  keeps: {
    'xstate.done.actor.loadOverview': { output: 'overview', 'output.result': 'result' },
    'xstate.done.actor.startQuiz': { 'output.result_id': 'resultId' },
    'question.visited': { index: 'index' },
    'layout.chosen': { layout: 'layout' },
    'xstate.done.actor.submitQuiz': { output: 'result' },
    'xstate.done.actor.saveAnswers': { 'output.at': 'savedAt' },
  },
  tags: {
    busy: (snapshot) =>
      holds(['loadOverview', 'startQuiz', 'readKept', 'keepForOther', 'submitQuiz', 'keepSubmission'], snapshot) ||
      snapshot.matches({ attempt: 'claiming' }),
    unavailable: 'overview.retried',
    elsewhere: 'attempt.asked',
    answering: 'answer.changed',
    unsaved: 'delivery.retried',
    closed: 'attempt.looked',
    unbegun: (snapshot) => snapshot.matches('overview') || snapshot.matches('starting'),
    starting: (snapshot) => snapshot.matches('starting'),
    started: 'connection.restored',
    reviewing: (snapshot) => snapshot.matches({ attempt: { answering: { place: 'reviewing' } } }),
    unkept: (snapshot) => snapshot.matches({ attempt: { answering: { keeping: 'unkept' } } }),
    saved: (snapshot) => snapshot.matches({ attempt: { answering: { saving: 'settled' } } }),
    refused: (snapshot) =>
      snapshot.matches({ attempt: { answering: { saving: 'refused' } } }) || snapshot.matches({ attempt: { handingIn: 'refused' } }),
    handingIn: (snapshot) => snapshot.matches({ attempt: 'handingIn' }),
    queued: (snapshot) => snapshot.matches({ attempt: { handingIn: 'queued' } }),
    handedIn: (snapshot) => snapshot.matches('submitted'),
  },
  takes: {
    'page.hidden': ['attempt', 'attempt.answering.saving.waiting'],
    'attempt.claimed': ['attempt.claiming', 'attempt.elsewhere'],
    'attempt.wanted': ['attempt.takingUp', 'attempt.restoring', 'attempt.answering', 'attempt.handingIn'],
    'review.closed': ['attempt.answering.place.reviewing', 'attempt.handingIn.refused'],
    'quiz.submitted': ['attempt.answering.place.reviewing', 'attempt.handingIn.queued', 'attempt.handingIn.refused'],
    retry: ['attempt.answering.saving.queued', 'attempt.handingIn.queued'],
  },
  leads: {
    'xstate.done.actor.loadOverview': ['overview', 'submitted'],
    'overview.retried': ['loading'],
    'xstate.done.actor.startQuiz': ['attempt', 'attempt.restoring'],
    'xstate.error.actor.startQuiz': ['overview', 'loading'],
    'attempt.claimed': ['attempt.restoring', 'attempt.takingUp'],
    'attempt.heldElsewhere': ['attempt.elsewhere'],
    'attempt.wanted': ['attempt.yielding', 'attempt.elsewhere'],
    'xstate.done.actor.readKept': ['attempt.answering', 'attempt.handingIn.sending'],
    'xstate.error.actor.readKept': ['attempt.answering'],
    'xstate.done.actor.keepForOther': ['attempt.elsewhere'],
    'xstate.error.actor.keepForOther': ['attempt.elsewhere'],
    'question.opened': ['attempt.answering.place.question', 'attempt.answering.keeping.writing', 'attempt.answering.place.turning'],
    'quiz.reviewed': ['attempt.answering.place.reviewing', 'attempt.answering.place.turning'],
    'xstate.done.actor.awaitEnd': ['attempt.handingIn'],
    second: ['attempt.answering.place.question'],
    'xstate.done.actor.submitQuiz': ['submitted'],
    'xstate.done.actor.keepAttempt': [
      'attempt.answering.keeping.kept',
      'attempt.answering.place.question',
      'attempt.answering.keeping.writing',
      'attempt.answering.place.reviewing',
    ],
    'page.hidden': ['attempt.answering.saving.sending'],
    quiet: ['attempt.answering.saving.sending'],
    'review.closed': [
      'attempt.answering.place.question',
      'attempt.answering',
      'attempt.answering.keeping.writing',
      'attempt.answering.saving.waiting',
    ],
    'quiz.submitted': ['attempt.handingIn', 'attempt.handingIn.sending'],
    'xstate.done.actor.keepSubmission': ['attempt.handingIn.sending'],
    'xstate.error.actor.keepSubmission': ['attempt.handingIn.sending'],
    'connection.restored': ['attempt.handingIn.sending', 'attempt.answering.saving.sending'],
    retry: ['attempt.handingIn.sending', 'attempt.answering.saving.sending'],
    'xstate.done.actor.saveAnswers': ['attempt.answering.saving.settled', 'attempt.answering.keeping.writing'],
    'delivery.retried': ['attempt.answering.saving.sending'],
    'attempt.looked': ['loading'],
  },
  runs: {
    contact: ['attempt'],
    claim: ['attempt'],
  },
  tells: {
    'attempt.asked to claim': 'attempt.asked',
    'attempt.released to claim': (_before, { type }, after) =>
      /wanted$|keepForOther$/.test(type) && after.matches({ attempt: 'elsewhere' }),
    'server.reached to contact': (before, { type }) =>
      /keepForOther$|done.actor.saveAnswers$/.test(type) || (type === 'review.closed' && before.hasTag('handingIn')),
    'server.missed to contact': (_before, { type }, after) =>
      /error.actor.(saveAnswers|submitQuiz)$/.test(type) &&
      (after.matches({ attempt: { answering: { saving: 'queued' } } }) || after.matches({ attempt: { handingIn: 'queued' } })),
  },
  oldProblems: [
    'attempt.answering.saving.refused',
    'loading',
    'overview',
    'attempt.answering.saving.queued',
    'attempt.answering.saving.sending',
    'attempt.takingUp',
    'attempt.elsewhere',
    'attempt.handingIn.sending',
    'attempt.yielding',
    'attempt.answering.saving.settled',
    'attempt.answering.saving.waiting',
  ],
  failures: {
    startQuiz: ({ context, value }) => context.problem !== null || value === 'loading',
    readKept: 'nowhere',
    keepForOther: 'nowhere',
    keepSubmission: 'nowhere',
    awaitEnd: 'nowhere',
    keepAttempt: (snapshot) => snapshot.hasTag('unkept') || holds('keepAttempt', snapshot),
    saveAnswers: 'unsaved',
  },
  invariants: {
    'questions are open only under the result_id that the server gave': (snapshot) =>
      !snapshot.hasTag('started') || (snapshot.context.resultId > 0 && snapshot.context.questions.length > 0),
    'after handing in, the started flag is clear and there is a result': (snapshot) =>
      !snapshot.hasTag('handedIn') || (!snapshot.hasTag('started') && snapshot.context.result !== null),
    'a refused submission keeps every answer and says why': (snapshot) =>
      !snapshot.hasTag('handingIn') || !snapshot.hasTag('failed') || snapshot.context.problem !== null,
    'the open question exists': ({ context }) => context.questions.length === 0 || context.index < context.questions.length,
    'what an attempt knows to be with the server never comes before what it has': ({ context }) =>
      Object.entries(context.acknowledged).every(([id, sequence]) => sequence <= (context.answers[Number(id)]?.sequence ?? 0)),
    'the screen moves on only when the device has everything, or cannot': (snapshot) =>
      !snapshot.matches({ attempt: { answering: { place: 'turning' } } }) ||
      snapshot.matches({ attempt: { answering: { keeping: 'writing' } } }),
    'settled means that the server has every answer': (snapshot) =>
      !snapshot.matches({ attempt: { answering: { saving: 'settled' } } }) || unsent(snapshot.context).length === 0,
    'kept means that the device has everything': (snapshot) =>
      !snapshot.matches({ attempt: { answering: { keeping: 'kept' } } }) || snapshot.context.revision === snapshot.context.keptRevision,
    'a submission is on its way only after the device was told that it is handed in': (snapshot) =>
      !snapshot.hasTag('handingIn') || snapshot.context.isHandedIn,
  },
  stepInvariants: {
    'what another tab goes on with has not failed here': (_before, { type }, { context }) =>
      !type.endsWith('.keepForOther') || context.failures === 0,
    'nothing that the student answered or the server confirmed is lost': ({ context: before }, _event, { context: after }) =>
      before.resultId !== after.resultId ||
      Object.entries(before.answers).every(([id, { sequence }]) => (after.answers[Number(id)]?.sequence ?? 0) >= sequence),
    'what the server has confirmed stays confirmed': ({ context: before }, _event, { context: after }) =>
      before.resultId !== after.resultId ||
      Object.entries(before.acknowledged).every(([id, sequence]) => (after.acknowledged[Number(id)] ?? 0) >= sequence),
    'a revision never goes back': ({ context: before }, _event, { context: after }) =>
      before.resultId !== after.resultId || (after.revision >= before.revision && after.keptRevision >= before.keptRevision),
    'time on a question never goes back': ({ context: before }, _event, { context: after }) =>
      before.resultId !== after.resultId || Object.entries(before.seconds).every(([id, time]) => (after.seconds[Number(id)] ?? 0) >= time),
    'what is handed in is never open again': (before, _event, after) => !before.hasTag('handedIn') || !after.hasTag('started'),
  },
});

const isAt = (snapshot: { _nodes: { path: string[] }[] }, path: string) =>
  snapshot._nodes.some((node) => node.path.join('.') === `${held}.${path}`);

/** The model for walking a screen, by number and index, since a backend's questions have other ids. */
export const quizOnScreen = defineModel({
  ...quizModel,
  project: ({
    answers,
    acknowledged,
    flagged,
    crossedOut,
    index,
    layout,
    resultId,
    failures,
    isOver,
    goingTo,
    revision,
    keptRevision,
  }) => ({
    given: Object.keys(answers).length,
    answered: Object.values(answers).filter(isAnswered).length,
    unsent: unsent({ answers, acknowledged }).length,
    unkept: revision > keptRevision,
    flagged: flagged.length,
    crossedOut: Object.values(crossedOut).flat().length,
    index,
    layout,
    started: resultId > 0,
    failed: failures > 0,
    isOver,
    goingTo,
  }),
  can: (event, snapshot) => {
    if (!quizCan(event, snapshot)) return false;
    const { questions, index, answers, layout } = snapshot.context;
    const isOpen = (id: number) => isAt(snapshot, 'answering.place.question') && (layout === 'all' || questions[index]?.id === id);
    switch (event.type) {
      // Answers, flags and crossed-out choices are on their question's page.
      case 'answer.changed':
      case 'question.flagged':
      case 'option.crossedOut':
        return isOpen(event.questionId);
      case 'answer.cleared':
        return layout === 'one' && isOpen(event.questionId) && isAnswered(answers[event.questionId]);
      case 'question.visited':
        return layout === 'all';
      case 'question.opened':
        return layout === 'one' || isAt(snapshot, 'answering.place.reviewing');
      case 'layout.chosen':
        return layout === 'one';
      default:
        return true;
    }
  },
});
