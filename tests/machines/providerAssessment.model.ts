import type { QuizDetails, QuizResult } from '../../contract/quiz.ts';
import { type ProviderAnswer, unsaved } from '../../src/machines/provider/providerAnswers.ts';
import {
  type OpenedProvider,
  type ProviderAssessmentInput,
  providerAssessmentMachine,
} from '../../src/machines/provider/providerAssessmentMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { overviewOf, resultOf } from './quiz.model.ts';
import { retryCases } from './retryCases.ts';

const input: ProviderAssessmentInput = { userPuid: 7, quizId: 41, lessonId: 11, resourceTrackingId: 601 };

export const answer = (sequence: number, question_id = 1): ProviderAnswer => ({ question_id, answer_id: 2, answer_text: '', sequence });
export const opened: OpenedProvider = {
  result_id: 901,
  frame_path: '/frame',
  nonce: 'secret',
  setup: { provider: 'builtIn', title: 'Stars', questions: [], answers: [] },
};
const overview = (result: QuizResult | null): QuizDetails => overviewOf(result);
const unanswered = { code: 0, message: 'Network Error' };
/** A school's filter, for example. */
export const refusal = { code: 403, message: 'This site is blocked.' };

export const providerAssessmentModel = defineModel({
  machine: providerAssessmentMachine,
  input,
  events: [
    { type: 'overview.retried' },
    { type: 'assessment.started' },
    { type: 'frame.ready' },
    { type: 'frame.failed', message: 'No items' },
    { type: 'frame.reopened' },
    { type: 'answers.given', answers: [answer(1)] },
    { type: 'answers.given', answers: [answer(2)] },
    { type: 'assessment.handedIn', answers: [answer(1)] },
    { type: 'message.refused' },
    { type: 'delivery.retried' },
    { type: 'connection.restored' },
    { type: 'submission.retried' },
    { type: 'xstate.done.actor.loadOverview', output: overview(null) },
    { type: 'xstate.done.actor.loadOverview', output: overview(resultOf('graded')) },
    { type: 'xstate.error.actor.loadOverview', error: { code: 404, message: 'No such assessment' } },
    { type: 'xstate.done.actor.startAssessment', output: opened },
    { type: 'xstate.error.actor.startAssessment', error: unanswered },
    { type: 'xstate.error.actor.startAssessment', error: { code: 409, message: 'It was submitted before.' } },
    { type: 'xstate.done.actor.saveAnswers', output: null },
    { type: 'xstate.error.actor.saveAnswers', error: unanswered },
    { type: 'xstate.error.actor.saveAnswers', error: refusal },
    { type: 'xstate.done.actor.submitAssessment', output: resultOf('graded') },
    { type: 'xstate.error.actor.submitAssessment', error: unanswered },
  ],
  project: ({ opened: isOpen, answers, saved, sending, result, problem, failures, hasNews }) => ({
    isOpen: isOpen !== null,
    newest: Object.values(answers)[0]?.sequence,
    saved: Object.values(saved)[0],
    sending: sending.length,
    result: result?.state,
    problem: problem?.code,
    failed: failures > 0,
    hasNews,
  }),
  delays: { retry: retryCases, slow: 8_000, givingUp: 30_000 },
  keeps: {
    'xstate.done.actor.loadOverview': { output: 'overview', 'output.result': 'result' },
    'xstate.done.actor.startAssessment': { output: 'opened' },
    'xstate.done.actor.submitAssessment': { output: 'result' },
  },
  tags: {
    slow: 'givingUp',
    busy: ['loadOverview', 'startAssessment', 'submitAssessment'],
    loading: 'loadOverview',
    starting: 'startAssessment',
    saving: 'saveAnswers',
    handingIn: 'submitAssessment',
    unavailable: 'overview.retried',
    framed: 'answers.given',
    covered: 'frame.ready',
    unsaved: 'delivery.retried',
    notHandedIn: 'submission.retried',
    refused: (snapshot) => snapshot.matches({ framed: { keeping: 'refused' } }),
    suspicious: (snapshot) => snapshot.matches({ framed: { trust: 'suspicious' } }),
    down: (snapshot) => snapshot.matches('down'),
    handedIn: (snapshot) => snapshot.matches('handedIn'),
  },
  takes: {
    'frame.reopened': ['framed.frame.slow', 'down'],
  },
  leads: {
    'xstate.done.actor.loadOverview': ['overview', 'handedIn'],
    'assessment.started': ['starting'],
    'overview.retried': ['loading'],
    'xstate.error.actor.startAssessment': ['overview', 'loading'],
    'frame.ready': ['framed.frame.ready'],
    'frame.failed': ['down'],
    'answers.given': ['framed.keeping.saving', 'framed.frame.answering', 'framed.keeping.settled'],
    'assessment.handedIn': ['submitting'],
    'frame.reopened': ['starting'],
    'xstate.done.actor.saveAnswers': ['framed.keeping.settled', 'framed.keeping.saving'],
    'xstate.done.actor.submitAssessment': ['handedIn'],
    givingUp: ['down'],
    'delivery.retried': ['framed.keeping.saving'],
    'connection.restored': ['framed.keeping.saving'],
    retry: ['framed.keeping.saving'],
    'submission.retried': ['submitting'],
  },
  runs: {
    watchConnection: ['framed.keeping.queued'],
  },
  ownWords: ['down'],
  oldProblems: [
    'framed.keeping.refused',
    'framed.keeping.saving',
    'submitting',
    'framed.keeping.queued',
    'loading',
    'framed.keeping.settled',
    'overview',
  ],
  failures: {
    startAssessment: ({ context, value }) => context.problem !== null || value === 'loading',
    saveAnswers: ['unsaved', 'saving'],
  },
  invariants: {
    'a start shows no earlier problem': (snapshot) => !snapshot.matches('starting') || snapshot.context.problem === null,
    'refused answers are here, with the reason': (snapshot) =>
      !snapshot.hasTag('refused') || (snapshot.context.problem !== null && unsaved(snapshot.context).length > 0),
    'a frame is open only for an attempt of the server': (snapshot) => !snapshot.hasTag('framed') || snapshot.context.opened !== null,
    'no answer is lost: what the server does not have is here': ({ context }) =>
      Object.entries(context.saved).every(([id, sequence]) => (context.answers[Number(id)]?.sequence ?? 0) >= sequence),
    'settled means that the server has every answer': (snapshot) =>
      !snapshot.matches({ framed: { keeping: 'settled' } }) ||
      Object.values(snapshot.context.answers).every(({ question_id, sequence }) => sequence <= (snapshot.context.saved[question_id] ?? 0)),
    'handed in means that the server has a result': (snapshot) => !snapshot.hasTag('handedIn') || snapshot.context.result !== null,
  },
  stepInvariants: {
    'a save that the server has ends the count of failures': (_before, event, { context: after }) =>
      event.type !== 'xstate.done.actor.saveAnswers' || after.failures === 0,
  },
});
