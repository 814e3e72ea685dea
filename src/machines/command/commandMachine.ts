import { and, assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, isRefusal, type Problem, setProblem, toProblem, withProblem } from '../problem.ts';

/** How a screen uses the chart. */
export interface CommandInput {
  /** What precedes the command. `counted`: a question that first fetches numbers on what the command would change. */
  question: 'none' | 'plain' | 'counted';
  /** Whether the command can be undone. */
  isUndoable: boolean;
  /** Present from the start if the screen opens for this command; undefined: the screen waits for a press. */
  order: unknown;
}

/** How long the Undo offer lasts, in ms. */
export const undoTime = 10_000;

export const commandReasons: Reasons<'isGiven' | 'isAsked' | 'isCounted' | 'isAnswered' | 'isUndoable' | 'isRefused'> = {
  isGiven: 'No command has been given yet.',
  isAsked: 'This command asks no question first.',
  isCounted: 'The question needs no numbers.',
  isAnswered: 'The field in the question is empty.',
  isUndoable: 'This command cannot be undone.',
  isRefused: 'The server did not refuse. There was no usable answer.',
};

interface Context extends CommandInput {
  /** Numbers for the question. */
  counted: unknown;
  /** Input from the question, such as a password. Kept only while the request runs. */
  answer: string;
  result: unknown;
  problem: Problem | null;
}

const answered = { params: ({ event }: { event: { output: unknown } }) => ({ result: event.output }) };

const dismissed = { target: 'fresh', actions: ['forgetOrder', 'tellLeft'], description: 'The user closes the message.' } as const;

/** A button that does one thing. One chart for every such button; each use supplies its calls and its texts. */
export const commandMachine = setup({
  types: {
    input: {} as CommandInput,
    context: {} as Context,
    events: {} as
      | { type: 'command.given'; order: unknown }
      | { type: 'question.confirmed'; answer?: string }
      | { type: 'question.dismissed' }
      | { type: 'question.retried' }
      | { type: 'answer.edited' }
      | { type: 'outcome.dismissed' }
      | { type: 'undo.asked' },
    emitted: {} as
      | { type: 'command.begun' }
      | { type: 'command.failed'; problem: Problem }
      | { type: 'command.done'; order: unknown; result: unknown }
      | { type: 'command.undone'; order: unknown; result: unknown }
      | { type: 'command.left' },
    tags: {} as
      | 'busy'
      | 'failed'
      | 'asking'
      | 'counting'
      | 'uncounted'
      | 'incomplete'
      | 'saving'
      | 'done'
      | 'undoable'
      | 'undoing'
      | 'undone',
    meta: {} as ChartMeta,
  },
  actors: {
    count: actorSlot<unknown, { order: unknown }>('count', 'the call that counts what the command would change'),
    run: actorSlot<unknown, { order: unknown; answer: string }>('run', 'the call of the command'),
    undo: actorSlot<unknown, { order: unknown; result: unknown }>('undo', 'the call that takes the command back'),
  },
  actions: {
    setOrder: assign({
      order: (_, { order }: { order: unknown }) => order,
      counted: undefined,
      result: undefined,
      problem: null,
    }),
    forgetOrder: assign({ order: undefined, counted: undefined, result: undefined, problem: null }),
    setCounted: assign({ counted: (_, { counted }: { counted: unknown }) => counted, problem: null }),
    setAnswer: assign({ answer: (_, { answer = '' }: { answer?: string }) => answer, problem: null }),
    forgetAnswer: assign({ answer: '' }),
    setResult: assign({ result: (_, { result }: { result: unknown }) => result }),
    setProblem,
    clearProblem: assign({ problem: null }),
    tellBegun: emit({ type: 'command.begun' }),
    tellFailed: emit((_, { error }: { error: unknown }) => ({ type: 'command.failed' as const, problem: toProblem(error) })),
    tellDone: emit(({ context: { order } }, { result }: { result: unknown }) => ({ type: 'command.done' as const, order, result })),
    tellUndone: emit(({ context: { order } }, { result }: { result: unknown }) => ({ type: 'command.undone' as const, order, result })),
    tellLeft: emit({ type: 'command.left' }),
  },
  guards: {
    isGiven: ({ context }) => context.order !== undefined,
    isAsked: ({ context }) => context.question !== 'none',
    isCounted: ({ context }) => context.question === 'counted',
    isAnswered: (_, { answer }: { answer?: string }) => answer?.trim() !== '',
    isUndoable: ({ context }) => context.isUndoable,
    isRefused: ({ context }) => isRefusal(context.problem),
  },
  delays: { undoTime },
}).createMachine({
  id: 'command',
  description: 'A button that does one thing. Some commands ask first, and some can be undone for ten seconds.',
  meta: { reasons: commandReasons },
  context: ({ input }) => ({ ...input, counted: undefined, answer: '', result: undefined, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Checks whether the screen was opened for this command alone.',
      always: [
        { guard: and(['isGiven', 'isAsked']), target: 'asking', description: 'The screen opens with the question.' },
        { guard: 'isGiven', target: 'saving', description: 'The screen opens and runs the command at once.' },
        { target: 'ready', description: 'The screen waits for a press.' },
      ],
    },
    ready: {
      description: 'The button can be pressed. The screen shows the outcome of the last press.',
      initial: 'fresh',
      on: {
        'command.given': [
          {
            guard: 'isAsked',
            target: 'asking',
            actions: { type: 'setOrder', params: ({ event }) => event },
            description: 'The user presses the button, and the command asks first.',
          },
          {
            target: 'saving',
            actions: { type: 'setOrder', params: ({ event }) => event },
            description: 'The user presses the button, or presses it again after a failure.',
          },
        ],
      },
      states: {
        fresh: { description: 'The button has not been pressed yet, or the outcome was dismissed.' },
        refused: {
          description: 'The server refused and nothing changed. The screen shows the reason.',
          ...failed({ focus: 'command-problem' }),
          on: { 'outcome.dismissed': dismissed },
        },
        unreachable: {
          description: 'There was no usable answer, so it is unknown whether anything changed. The same button tries again.',
          ...failed({ focus: 'command-problem' }),
          on: { 'outcome.dismissed': dismissed },
        },
        done: {
          description: 'The command succeeded. The screen shows the result.',
          tags: 'done',
          meta: { focus: 'command-result' },
          on: { 'outcome.dismissed': dismissed },
        },
        undoable: {
          description: 'The command succeeded. The screen offers Undo for ten seconds.',
          tags: ['done', 'undoable'],
          after: {
            undoTime: {
              target: 'fresh',
              actions: ['forgetOrder', 'tellLeft'],
              description: 'The ten seconds are over: withdraw the offer.',
            },
          },
          on: {
            'undo.asked': { target: '#command.undoing', description: 'The user presses Undo.' },
            'outcome.dismissed': dismissed,
          },
        },
        notUndone: {
          description: 'Undo failed. The screen shows the reason and offers Undo until the message is closed.',
          ...failed({ focus: 'command-problem' }, 'undoable'),
          on: {
            'undo.asked': { target: '#command.undoing', actions: 'clearProblem', description: 'The user presses Undo again.' },
            'outcome.dismissed': dismissed,
          },
        },
        undone: {
          description: 'The command was undone. Everything is back to what it was.',
          tags: 'undone',
          meta: { focus: 'command-result' },
        },
      },
    },
    asking: {
      description: 'A dialog asks before the command runs. Nothing has changed yet.',
      tags: 'asking',
      initial: 'opening',
      on: {
        'question.dismissed': {
          target: 'ready.fresh',
          actions: ['forgetOrder', 'tellLeft'],
          description: 'The user cancels.',
        },
      },
      states: {
        opening: {
          description: 'Checks whether the question needs numbers.',
          always: [
            { guard: 'isCounted', target: 'counting', description: 'The question needs numbers: fetch them.' },
            { target: 'confirming', description: 'The question can be asked right away.' },
          ],
        },
        counting: {
          description: 'Waiting for the server to count what the command would change.',
          tags: ['busy', 'counting'],
          invoke: {
            id: 'count',
            src: 'count',
            input: ({ context: { order } }) => ({ order }),
            onDone: {
              target: 'confirming',
              actions: { type: 'setCounted', params: ({ event }) => ({ counted: event.output }) },
              description: 'The numbers have loaded.',
            },
            onError: { target: 'uncounted', ...withProblem, description: 'The server did not answer, or there is nothing left to change.' },
          },
        },
        uncounted: {
          description: 'The count failed, so the command cannot be confirmed. The dialog offers Try again.',
          tags: ['failed', 'uncounted'],
          on: { 'question.retried': { target: 'counting', actions: 'clearProblem', description: 'The user presses Try again.' } },
        },
        confirming: {
          description: 'Waiting for the user to confirm or cancel, and to fill in the field if the dialog has one.',
          initial: 'fresh',
          on: {
            'question.confirmed': [
              {
                guard: { type: 'isAnswered', params: ({ event }) => event },
                target: '#command.saving',
                actions: { type: 'setAnswer', params: ({ event }) => event },
                description: 'The user confirms. The field, if there is one, is filled in.',
              },
              { target: '.incomplete', actions: 'clearProblem', description: 'The user confirms with an empty field.' },
            ],
          },
          states: {
            fresh: { description: 'The dialog has just opened.' },
            edited: { description: 'The user is correcting the field.' },
            incomplete: {
              description: 'The field is empty, and it says so.',
              ...failed({ focus: 'command-field' }, 'incomplete'),
              on: { 'answer.edited': { target: 'edited', description: 'The user types: clear the error.' } },
            },
            refused: {
              description: 'The server refused and nothing changed. The dialog stays open and shows the reason.',
              ...failed({ focus: 'command-field' }),
            },
            unreachable: {
              description: 'There was no usable answer. The dialog says so, and the same button tries again.',
              ...failed({ focus: 'command-field' }),
            },
          },
        },
      },
    },
    saving: {
      description: 'Waiting for the server to run the command. The button is locked.',
      tags: ['busy', 'saving'],
      entry: 'tellBegun',
      exit: 'forgetAnswer',
      invoke: {
        id: 'run',
        src: 'run',
        input: ({ context: { order, answer } }) => ({ order, answer }),
        onDone: [
          {
            guard: 'isUndoable',
            target: 'ready.undoable',
            actions: [
              { type: 'setResult', ...answered },
              { type: 'tellDone', ...answered },
            ],
            description: 'The command succeeded and can be undone.',
          },
          {
            target: 'ready.done',
            actions: [
              { type: 'setResult', ...answered },
              { type: 'tellDone', ...answered },
            ],
            description: 'The command succeeded.',
          },
        ],
        onError: {
          target: 'failing',
          actions: [
            { type: 'setProblem', ...failure },
            { type: 'tellFailed', ...failure },
          ],
          description: 'The server refused, or there was no usable answer.',
        },
      },
    },
    failing: {
      description: 'Shows the failure in the dialog if there was one, otherwise on the screen.',
      always: [
        {
          guard: and(['isAsked', 'isRefused']),
          target: 'asking.confirming.refused',
          description: 'The server refused: the dialog stays open and shows the reason.',
        },
        {
          guard: 'isAsked',
          target: 'asking.confirming.unreachable',
          description: 'There was no usable answer: the dialog stays open and says so.',
        },
        { guard: 'isRefused', target: 'ready.refused', description: 'The server refused: the screen shows the reason.' },
        { target: 'ready.unreachable', description: 'There was no usable answer: the screen says so.' },
      ],
    },
    undoing: {
      description: 'Waiting for the server to undo the command. The button is locked.',
      tags: ['busy', 'undoable', 'undoing'],
      invoke: {
        id: 'undo',
        src: 'undo',
        input: ({ context: { order, result } }) => ({ order, result }),
        onDone: {
          target: 'ready.undone',
          actions: { type: 'tellUndone', ...answered },
          description: 'Everything is back to what it was.',
        },
        onError: {
          target: 'ready.notUndone',
          actions: [
            { type: 'setProblem', ...failure },
            { type: 'tellFailed', ...failure },
          ],
          description: 'The server refused, or there was no usable answer.',
        },
      },
    },
  },
});
