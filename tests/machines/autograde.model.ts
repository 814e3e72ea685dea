import { autogradeMachine } from '../../src/machines/autograde/autogradeMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { decisionOf, questionOf, resource, responseOf, scored, taken } from './gradingCases.ts';

export const decision = decisionOf('decision-1');
export const responses = [responseOf(1), responseOf(2)];
const refused = { code: 404, message: 'Not there' };

export const autogradeModel = defineModel({
  machine: autogradeMachine,
  inputs: { first: { resource, questionId: null, isNavigatorOpen: true }, again: { resource, questionId: null, isNavigatorOpen: false } },
  events: [
    { type: 'selection.reset' },
    { type: 'list.retried' },
    { type: 'question.chosen', questionId: 2 },
    { type: 'group.split', sameAs: 1 },
    { type: 'group.joined', sameAs: 1 },
    { type: 'comments.opened', resultId: 1 },
    { type: 'comments.closed' },
    { type: 'comments.retried' },
    { type: 'decision.made', decision },
    { type: 'decisions.found', decisions: [], conflicts: [] },
    { type: 'decision.settled', decision, outcome: [scored] },
    { type: 'decision.settled', decision, outcome: [taken] },
    { type: 'conflict.settled', resultId: 1, questionId: 1 },
    { type: 'navigator.toggled' },
    { type: 'xstate.done.actor.loadQuestions', output: { title: 'Seasons', questions: [questionOf(1), questionOf(2)] } },
    { type: 'xstate.error.actor.loadQuestions', error: refused },
    { type: 'xstate.done.actor.loadResponses', output: responses },
    { type: 'xstate.error.actor.loadResponses', error: refused },
    { type: 'xstate.done.actor.loadComments', output: [] },
    { type: 'xstate.error.actor.loadComments', error: refused },
  ],
  project: ({ resource: selected, commentsOf, problem, questions, questionId, split, conflicts }) => ({
    selected: selected !== null,
    ...{ hasCommentsOf: commentsOf !== null, problem: problem?.code },
    asked: questions.findIndex(({ question }) => question.id === questionId),
    isSplit: split.length > 0,
    hasConflict: conflicts.length > 0,
  }),
  keeps: {
    'xstate.done.actor.loadQuestions': { 'output.title': 'title', 'output.questions': 'questions' },
    'question.chosen': { questionId: 'questionId' },
    'xstate.done.actor.loadResponses': { output: 'responses' },
    'comments.opened': { resultId: 'commentsOf' },
  },
  tags: {
    grading: 'group.split',
    unselected: ({ context }) => context.resource === null,
    unlisted: ({ value }) => Object(value).list === 'questionsFailed',
    unanswered: ({ value }) => Object(value).list === 'responsesFailed',
    commenting: 'loadComments',
    commented: 'comments.closed',
    uncommented: 'comments.retried',
    navigator: ({ value }) => Object(value).navigator === 'open',
  },
  takes: {
    'list.retried': ['list.questionsFailed', 'list.responsesFailed'],
    'question.chosen': ['list.loadingResponses', 'list.responsesFailed', 'list.grading'],
    'navigator.toggled': ['navigator.open', 'navigator.closed'],
  },
  leads: {
    'selection.reset': ['list.items'],
    'navigator.toggled': ['navigator.closed', 'navigator.open'],
    'xstate.done.actor.loadQuestions': ['list.loadingResponses'],
    'question.chosen': ['list.loadingResponses'],
    'list.retried': ['list.loadingQuestions', 'list.loadingResponses'],
    'comments.opened': ['list.grading.loadingComments'],
    'comments.closed': ['list.grading.responses'],
    'comments.retried': ['list.grading.loadingComments'],
  },
  oldProblems: [
    'list.items',
    'list.loadingResponses',
    'list.grading.loadingComments',
    'list.loadingQuestions',
    'list.grading.responses',
    'list.grading.comments',
  ],
  stepInvariants: {
    'the answers to a question that is chosen are loaded': (_, event, after) =>
      event.type !== 'question.chosen' || after.matches({ list: 'loadingResponses' }),
  },
  invariants: {
    'nothing is shown of a quiz that is not selected': ({ context, value }) =>
      context.resource !== null || (Object(value).list === 'items' && context.responses.length === 0),
  },
});
