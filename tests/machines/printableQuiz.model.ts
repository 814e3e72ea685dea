import {
  type LoadedSheet,
  type PrintableQuizInput,
  printableQuizMachine,
} from '../../src/machines/contentTracking/printableQuizMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const input: PrintableQuizInput = { userPuid: 7, itemId: 101, quizId: 41, lessonId: 11, assignmentId: 21, groupAssignmentId: 31 };
const response = { response_text: '1. ice', is_on_paper: false, submitted_at: '2030-01-15T15:00:00.000Z' };
/** The printed sheet. */
export const sheet: LoadedSheet['sheet'] = {
  title: 'Circuits',
  intro: '',
  lesson_name: 'Energy',
  group_name: 'Period 2',
  period: '2',
  teacher_name: 'Tess Person',
  questions: [],
};
const loaded = (given: LoadedSheet['response']): LoadedSheet => ({
  sheet,
  response: given,
});

export const printableQuizModel = defineModel({
  machine: printableQuizMachine,
  input,
  events: [
    { type: 'sheet.retried' },
    { type: 'text.changed', text: '1. ice' },
    { type: 'text.changed', text: ' ' },
    { type: 'paper.changed', isOnPaper: true },
    { type: 'paper.changed', isOnPaper: false },
    { type: 'sheet.submitted' },
    { type: 'response.reopened' },
    { type: 'xstate.done.actor.loadSheet', output: loaded(null) },
    { type: 'xstate.done.actor.loadSheet', output: loaded(response) },
    { type: 'xstate.error.actor.loadSheet', error: { code: 404, message: 'No such sheet' } },
    { type: 'xstate.done.actor.submitSheet', output: response },
    { type: 'xstate.error.actor.submitSheet', error: { code: 503, message: 'Later' } },
  ],
  project: ({ sheet: known, response: given, text, isOnPaper, problem }) => ({
    hasSheet: known !== null,
    isGiven: given !== null,
    isTyped: text.trim() !== '',
    isOnPaper,
    problem: problem?.code,
  }),
  keeps: {
    'xstate.done.actor.loadSheet': { 'output.sheet': 'sheet', 'output.response': 'response' },
    'text.changed': { text: 'text' },
    'paper.changed': { isOnPaper: 'isOnPaper' },
    'xstate.done.actor.submitSheet': { output: 'response' },
  },
  tags: { handingIn: 'submitSheet', failed: 'sheet.retried', handedIn: 'response.reopened' },
  leads: {
    'xstate.done.actor.loadSheet': ['writing', 'handedIn'],
    'response.reopened': ['writing'],
    'sheet.retried': ['loading'],
    'xstate.done.actor.submitSheet': ['handedIn'],
    'xstate.error.actor.submitSheet': ['writing'],
  },
  oldProblems: ['writing', 'loading'],
  failures: { submitSheet: ({ context }) => context.problem !== null },
  invariants: {
    'a sheet that does not load has code 500': (snapshot) => !snapshot.matches('failed') || snapshot.context.problem?.code === 500,
    'nothing empty is handed in': ({ context, ...snapshot }) =>
      snapshot.value !== 'submitting' || context.isOnPaper || context.text.trim() !== '',
    'handed in means that the server said so': ({ context, ...snapshot }) => snapshot.value !== 'handedIn' || context.response !== null,
  },
});
