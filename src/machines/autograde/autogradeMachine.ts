import { assign, setup } from 'xstate';
import type { GradedQuestion, GradedResponse, QuestionResponse, ResponseComment } from '../../../contract/autograde.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, type Problem, setProblem } from '../problem.ts';
import {
  type Conflict,
  type Decision,
  type GradedResource,
  type KeptGrading,
  type SettledConflict,
  withComments,
  withDecisions,
  withFound,
  withOutcome,
  withoutConflicts,
  withoutDecided,
  withScoresOf,
  withSettled,
} from './decisions.ts';

interface Context {
  resource: GradedResource | null;
  /** The question whose answers are graded; null: the first one. */
  questionId: number | null;
  questions: readonly GradedQuestion[];
  title: string;
  responses: readonly QuestionResponse[];
  /** Groups that the teacher took apart, by `same_as`. */
  split: readonly number[];
  commentsOf: number | null;
  comments: readonly ResponseComment[];
  /** Decisions that the server does not have, oldest first. */
  unsent: readonly Decision[];
  conflicts: readonly Conflict[];
  /** Responses that were reassigned, or are out of reach, so that a decision on them was not stored. */
  gone: readonly number[];
  problem: Problem | null;
  /** On an earlier visit. */
  wasNavigatorOpen: boolean;
}

export interface AutogradeInput {
  resource: GradedResource | null;
  questionId: number | null;
  isNavigatorOpen: boolean;
}

export const autogradeReasons: Reasons<'hasResource' | 'wasOpen'> = {
  hasResource: 'No quiz or assessment is selected.',
  wasOpen: 'The teacher closed the navigator on an earlier visit.',
};

const questions = { params: ({ event }: { event: { output: { title: string; questions: readonly GradedQuestion[] } } }) => event.output };
const responses = { params: ({ event }: { event: { output: readonly QuestionResponse[] } }) => ({ responses: event.output }) };
const comments = { params: ({ event }: { event: { output: readonly ResponseComment[] } }) => ({ comments: event.output }) };
const chosen = { params: ({ event }: { event: { questionId: number } }) => event };
const group = { params: ({ event }: { event: { sameAs: number } }) => event };
const response = { params: ({ event }: { event: { resultId: number } }) => event };
const decided = { params: ({ event }: { event: { decision: Decision } }) => event };
const found = { params: ({ event }: { event: KeptGrading }) => event };
const settled = {
  params: ({ event }: { event: { decision: Decision; outcome: readonly GradedResponse[] } }) => event,
};

/**
 * A teacher grades a quiz question by question (specification, sections 2 to 4 and 7). The selected resource, the navigator and the question
 * are held. `gradeDelivery` takes what is graded to the server.
 */
export const autogradeMachine = setup({
  types: {
    context: {} as Context,
    input: {} as AutogradeInput,
    events: {} as
      | { type: 'selection.reset' }
      | { type: 'list.retried' }
      | { type: 'question.chosen'; questionId: number }
      | { type: 'group.split'; sameAs: number }
      | { type: 'group.joined'; sameAs: number }
      | { type: 'comments.opened'; resultId: number }
      | { type: 'comments.closed' }
      | { type: 'comments.retried' }
      /** The teacher decided; the same decision goes to `gradeDelivery`. */
      | { type: 'decision.made'; decision: Decision }
      /** From `gradeDelivery`: what an earlier visit left, and what the server made of a decision. */
      | ({ type: 'decisions.found' } & KeptGrading)
      | { type: 'decision.settled'; decision: Decision; outcome: readonly GradedResponse[] }
      | ({ type: 'conflict.settled' } & SettledConflict)
      | { type: 'navigator.toggled' },
    tags: {} as
      | 'busy'
      | 'failed'
      | 'grading'
      | 'navigator'
      | 'unselected'
      | 'unlisted'
      | 'unanswered'
      | 'commenting'
      | 'commented'
      | 'uncommented',
    meta: {} as ChartMeta,
  },
  actors: {
    loadQuestions: actorSlot<{ title: string; questions: readonly GradedQuestion[] }, GradedResource | null>(
      'loadQuestions',
      'GET /v2/autograding/fetch_item_questions',
    ),
    loadResponses: actorSlot<readonly QuestionResponse[], { resource: GradedResource | null; questionId: number | null }>(
      'loadResponses',
      'GET /v2/autograding/fetch_question_responses',
    ),
    loadComments: actorSlot<readonly ResponseComment[], { resultId: number | null; questionId: number | null }>(
      'loadComments',
      'GET /v2/autograding/fetch_responses_comments',
    ),
  },
  actions: {
    setProblem,
    clearResource: assign({ resource: null, questionId: null, questions: [], responses: [], split: [], comments: [], commentsOf: null }),
    setQuestions: assign(({ context }, { title, questions: all }: { title: string; questions: readonly GradedQuestion[] }) => ({
      title,
      questions: all,
      // The one of the last visit, if somebody still has it.
      questionId: (all.find(({ question }) => question.id === context.questionId) ?? all[0])?.question.id ?? null,
    })),
    setQuestion: assign({
      questionId: (_, { questionId }: { questionId: number }) => questionId,
      split: [],
      commentsOf: null,
      comments: [],
    }),
    setResponses: assign(({ context }, { responses: all }: { responses: readonly QuestionResponse[] }) => ({
      responses: withDecisions(all, context.unsent, context.resource, context.questionId),
      conflicts: withScoresOf(context.conflicts, all, context.resource, context.questionId),
    })),
    splitGroup: assign({ split: ({ context }, { sameAs }: { sameAs: number }) => [...context.split, sameAs] }),
    joinGroup: assign({ split: ({ context }, { sameAs }: { sameAs: number }) => context.split.filter((one) => one !== sameAs) }),
    setCommentsOf: assign({ commentsOf: (_, { resultId }: { resultId: number }) => resultId, comments: [] }),
    setComments: assign(({ context }, { comments: all }: { comments: readonly ResponseComment[] }) => ({
      comments: all,
      responses: withComments(context.responses, context.commentsOf, all),
    })),
    recordDecision: assign(({ context }, { decision }: { decision: Decision }) => ({
      unsent: [...context.unsent, decision],
      responses: withDecisions(context.responses, [decision], context.resource, context.questionId),
      conflicts: withoutDecided(context.conflicts, decision),
    })),
    addFound: assign(({ context }, found: KeptGrading) => ({
      unsent: [...found.decisions, ...context.unsent],
      responses: withDecisions(context.responses, found.decisions, context.resource, context.questionId),
      conflicts: withScoresOf(
        withFound(context.conflicts, found, context.resource),
        context.responses,
        context.resource,
        context.questionId,
      ),
    })),
    settleDecision: assign(({ context }, { decision, outcome }: { decision: Decision; outcome: readonly GradedResponse[] }) => {
      const unsent = context.unsent.filter(({ key }) => key !== decision.key);
      return {
        unsent,
        responses: withOutcome(context.responses, decision, outcome, unsent, context.resource, context.questionId),
        conflicts: withSettled(context.conflicts, decision, outcome),
        gone: [...context.gone, ...outcome.filter((one) => one.outcome === 'gone').map(({ result_id }) => result_id)],
      };
    }),
    settleConflict: assign({
      conflicts: ({ context }, settled: SettledConflict) => withoutConflicts(context.conflicts, settled, [settled.resultId]),
    }),
  },
  guards: {
    hasResource: ({ context }) => context.resource !== null,
    wasOpen: ({ context }) => context.wasNavigatorOpen,
  },
}).createMachine({
  id: 'autograde',
  description: 'A teacher grades a quiz: items → questions → responses → comments.',
  meta: { reasons: autogradeReasons },
  context: ({ input }) => ({
    resource: input.resource,
    questionId: input.questionId,
    wasNavigatorOpen: input.isNavigatorOpen,
    questions: [],
    title: '',
    responses: [],
    split: [],
    commentsOf: null,
    comments: [],
    unsent: [],
    conflicts: [],
    gone: [],
    problem: null,
  }),
  type: 'parallel',
  states: {
    list: {
      description: 'What the screen shows.',
      initial: 'items',
      on: {
        'selection.reset': { target: '.items', actions: 'clearResource', description: 'The teacher goes back to the list of items.' },
        'decision.made': {
          actions: { type: 'recordDecision', ...decided },
          description: 'The teacher gives points, comments, or both: to one answer, or to all that are the same.',
        },
        'decisions.found': {
          actions: { type: 'addFound', ...found },
          description: 'An earlier visit could not send these, or left these conflicts.',
        },
        'decision.settled': {
          actions: { type: 'settleDecision', ...settled },
          description: 'The server has a decision, or somebody else was faster.',
        },
        'conflict.settled': {
          actions: { type: 'settleConflict', params: ({ event }) => event },
          description: 'The teacher keeps the score that somebody else gave.',
        },
      },
      states: {
        items: {
          description: 'No quiz or assessment is selected. The list of items is a report of its own.',
          tags: 'unselected',
          always: { guard: 'hasResource', target: 'loadingQuestions', description: 'The teacher opened one in the list.' },
        },
        loadingQuestions: {
          description: 'Waiting for the questions.',
          tags: 'busy',
          invoke: {
            id: 'loadQuestions',
            src: 'loadQuestions',
            input: ({ context }) => context.resource,
            onDone: { target: 'loadingResponses', actions: { type: 'setQuestions', ...questions } },
            onError: { target: 'questionsFailed', actions: { type: 'setProblem', ...failure } },
          },
        },
        questionsFailed: {
          description: 'The questions could not be loaded.',
          ...failed({ announce: 'common_load_failed' }, 'unlisted'),
          on: { 'list.retried': { target: 'loadingQuestions', description: 'The teacher presses Try again.' } },
        },
        loadingResponses: {
          description: 'Waiting for the answers to the question.',
          tags: 'busy',
          on: {
            'question.chosen': {
              target: 'loadingResponses',
              reenter: true,
              actions: { type: 'setQuestion', ...chosen },
              description: 'The teacher chooses another question before the answers are there.',
            },
          },
          invoke: {
            id: 'loadResponses',
            src: 'loadResponses',
            input: ({ context: { resource, questionId } }) => ({ resource, questionId }),
            onDone: { target: 'grading', actions: { type: 'setResponses', ...responses } },
            onError: { target: 'responsesFailed', actions: { type: 'setProblem', ...failure } },
          },
        },
        responsesFailed: {
          description: 'The answers could not be loaded.',
          ...failed({ announce: 'common_load_failed' }, 'unanswered'),
          on: {
            'list.retried': { target: 'loadingResponses', description: 'The teacher presses Try again.' },
            'question.chosen': {
              target: 'loadingResponses',
              actions: { type: 'setQuestion', ...chosen },
              description: 'The teacher chooses another question.',
            },
          },
        },
        grading: {
          description: 'The answers are shown, those that are the same as one.',
          tags: 'grading',
          initial: 'responses',
          on: {
            'question.chosen': {
              target: 'loadingResponses',
              actions: { type: 'setQuestion', ...chosen },
              description: 'The teacher goes to another question.',
            },
            'group.split': { actions: { type: 'splitGroup', ...group }, description: 'The teacher wants to grade these one by one.' },
            'group.joined': { actions: { type: 'joinGroup', ...group }, description: 'The teacher wants to grade these together again.' },
            'comments.opened': {
              target: '.loadingComments',
              reenter: true,
              actions: { type: 'setCommentsOf', ...response },
              description: 'The teacher opens the comments on an answer.',
            },
          },
          states: {
            responses: { description: 'No comments are open.' },
            loadingComments: {
              description: 'Waiting for the comments on an answer.',
              tags: ['busy', 'commenting'],
              invoke: {
                id: 'loadComments',
                src: 'loadComments',
                input: ({ context }) => ({ resultId: context.commentsOf, questionId: context.questionId }),
                onDone: { target: 'comments', actions: { type: 'setComments', ...comments } },
                onError: { target: 'commentsFailed', actions: { type: 'setProblem', ...failure } },
              },
            },
            comments: {
              description: 'The comments on an answer are shown.',
              tags: 'commented',
              on: { 'comments.closed': { target: 'responses', description: 'The teacher closes the comments.' } },
            },
            commentsFailed: {
              description: 'The comments could not be loaded.',
              tags: ['failed', 'uncommented'],
              on: { 'comments.retried': { target: 'loadingComments', description: 'The teacher presses Try again.' } },
            },
          },
        },
      },
    },
    navigator: {
      description: 'The list of questions beside the answers.',
      initial: 'restoring',
      states: {
        restoring: {
          description: 'Taking up what an earlier visit left.',
          always: [
            { guard: 'wasOpen', target: 'open', description: 'It was open, or this is the first visit.' },
            { target: 'closed', description: 'It was closed.' },
          ],
        },
        open: {
          description: 'It is shown.',
          tags: 'navigator',
          on: { 'navigator.toggled': { target: 'closed', description: 'The teacher makes room for the answers.' } },
        },
        closed: {
          description: 'It is hidden.',
          on: { 'navigator.toggled': { target: 'open', description: 'The teacher looks for another question.' } },
        },
      },
    },
  },
});
