import { assign, setup } from 'xstate';
import type { PrintableResponse } from '../../../contract/contentTracking.ts';
import type { PrintableQuiz } from '../../../contract/studentWork.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, type Problem, setProblem, toProblem, withProblem } from '../problem.ts';

export interface PrintableQuizInput {
  userPuid: number;
  itemId: number;
  quizId: number;
  lessonId: number;
  assignmentId: number;
  /** Group the lesson came through, when there are two. */
  groupAssignmentId: number;
}

/** The sheet and the response submitted for it. */
export interface LoadedSheet {
  sheet: PrintableQuiz;
  response: PrintableResponse | null;
}

/** Payload of a submission. */
export interface SheetSubmission {
  input: PrintableQuizInput;
  text: string;
  isOnPaper: boolean;
}

interface Context {
  input: PrintableQuizInput;
  sheet: PrintableQuiz | null;
  response: PrintableResponse | null;
  text: string;
  isOnPaper: boolean;
  problem: Problem | null;
}

export const printableQuizReasons: Reasons<'hasSomething' | 'isHandedIn'> = {
  hasSomething: 'No answer is typed, and the sheet is not marked as handed to the teacher.',
  isHandedIn: 'No response was submitted before.',
};

/** A quiz on paper: print it, then type the answers or mark the sheet as handed to the teacher (specification, sections 3, 7 and 8). */
export const printableQuizMachine = setup({
  types: {
    input: {} as PrintableQuizInput,
    context: {} as Context,
    events: {} as
      | { type: 'sheet.retried' }
      | { type: 'text.changed'; text: string }
      | { type: 'paper.changed'; isOnPaper: boolean }
      | { type: 'sheet.submitted' }
      | { type: 'response.reopened' },
    tags: {} as 'busy' | 'failed' | 'handingIn' | 'handedIn',
    meta: {} as ChartMeta,
  },
  actors: {
    loadSheet: actorSlot<LoadedSheet, PrintableQuizInput>('loadSheet', 'GET /ContentTracking/get_printable_response'),
    submitSheet: actorSlot<PrintableResponse, SheetSubmission>('submitSheet', 'POST /ContentTracking/submit_printable_quiz'),
  },
  actions: {
    setSheet: assign((_, { sheet, response }: LoadedSheet) => ({
      sheet,
      response,
      text: response?.response_text ?? '',
      isOnPaper: response?.is_on_paper ?? false,
      problem: null,
    })),
    // Users see the same code for every failure to load the sheet.
    setLoadProblem: assign({ problem: (_, { error }: { error: unknown }) => ({ code: 500, message: toProblem(error).message }) }),
    setProblem,
    clearProblem: assign({ problem: null }),
    setText: assign({ text: (_, { text }: { text: string }) => text }),
    setOnPaper: assign({ isOnPaper: (_, { isOnPaper }: { isOnPaper: boolean }) => isOnPaper }),
    setResponse: assign({ response: (_, response: PrintableResponse) => response, problem: null }),
  },
  guards: {
    hasSomething: ({ context }) => context.isOnPaper || context.text.trim() !== '',
    isHandedIn: (_, { response }: LoadedSheet) => response !== null,
  },
}).createMachine({
  id: 'printableQuiz',
  description: 'A student prints a quiz, answers it on paper or types the answers, and submits it.',
  meta: { reasons: printableQuizReasons },
  context: ({ input }) => ({ input, sheet: null, response: null, text: '', isOnPaper: false, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the sheet and any earlier response.',
      tags: 'busy',
      invoke: {
        id: 'loadSheet',
        src: 'loadSheet',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'isHandedIn', params: ({ event }) => event.output },
            target: 'handedIn',
            actions: { type: 'setSheet', params: ({ event }) => event.output },
            description: 'The quiz was submitted before.',
          },
          {
            target: 'writing',
            actions: { type: 'setSheet', params: ({ event }) => event.output },
            description: 'The sheet can be printed and submitted.',
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setLoadProblem', ...failure },
          description: 'The sheet could not be loaded. The code is 500 whatever the reason.',
        },
      },
    },
    failed: {
      description: 'The sheet could not be loaded. The screen says so and offers Try again.',
      ...failed({ announce: 'printable_failed', focus: 'printable-problem' }),
      on: { 'sheet.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    writing: {
      description: 'The sheet is ready to print. The student types the answers or marks the sheet as handed to the teacher.',
      on: {
        'text.changed': { actions: { type: 'setText', params: ({ event }) => event }, description: 'The student types an answer.' },
        'paper.changed': {
          actions: { type: 'setOnPaper', params: ({ event }) => event },
          description: 'The student checks or clears the mark that the sheet is with the teacher.',
        },
        'sheet.submitted': { guard: 'hasSomething', target: 'submitting', description: 'The student submits the response.' },
      },
    },
    submitting: {
      description: 'Waiting for the server to save the response.',
      tags: ['busy', 'handingIn'],
      meta: { announce: 'printable_submitting' },
      entry: 'clearProblem',
      invoke: {
        id: 'submitSheet',
        src: 'submitSheet',
        input: ({ context }) => ({ input: context.input, text: context.text, isOnPaper: context.isOnPaper }),
        onDone: {
          target: 'handedIn',
          actions: { type: 'setResponse', params: ({ event }) => event.output },
          description: 'The server saved the response.',
        },
        onError: {
          target: 'writing',
          ...withProblem,
          description: 'The submission did not get through. What was typed is still there and can be submitted again.',
        },
      },
    },
    handedIn: {
      description: 'The response is submitted. The screen shows what was submitted and when.',
      tags: 'handedIn',
      meta: { announce: 'printable_handed_in', focus: 'printable-receipt' },
      on: { 'response.reopened': { target: 'writing', description: 'The student wants to change the response.' } },
    },
  },
});
