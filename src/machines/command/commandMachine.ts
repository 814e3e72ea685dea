import { and, assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

/** How a screen uses the chart. */
export interface CommandInput {
  /** What comes before the command; `counted`: a question that first finds out, in numbers, what the command would do. */
  question: 'none' | 'plain' | 'counted';
  /** Whether it can be taken back afterwards. */
  isUndoable: boolean;
  /** Given from the start; undefined: the screen waits for a press. */
  order: unknown;
}

/** How long a command can be taken back, in ms. */
export const undoTime = 10_000;

export const commandReasons: Reasons<'isGiven' | 'isAsked' | 'isCounted' | 'isAnswered' | 'isUndoable' | 'isRefused'> = {
  isGiven: 'Nothing was ordered yet.',
  isAsked: 'No question comes before this command.',
  isCounted: 'The question names no numbers.',
  isAnswered: 'The field of the question is empty.',
  isUndoable: 'This command cannot be taken back.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

interface Context extends CommandInput {
  /** What the question says in numbers. */
  counted: unknown;
  /** What was typed into the question, such as a password. Held only while it is on its way. */
  answer: string;
  result: unknown;
  problem: Problem | null;
}

const answered = { params: ({ event }: { event: { output: unknown } }) => ({ result: event.output }) };

const dismissed = { target: 'fresh', actions: ['forgetOrder', 'tellLeft'], description: 'The person closes the message.' } as const;

/** What a button does that does one thing. One chart for every such button; a use gives it its calls and its words. */
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
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
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
  description:
    'A button that does one thing: with or without a question before it, it is done or refused, and some commands can be taken back for ten seconds.',
  meta: { reasons: commandReasons },
  context: ({ input }) => ({ ...input, counted: undefined, answer: '', result: undefined, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The screen may have opened for this command alone.',
      always: [
        { guard: and(['isGiven', 'isAsked']), target: 'asking', description: 'The screen opens with the question.' },
        { guard: 'isGiven', target: 'saving', description: 'The screen opens with the command under way.' },
        { target: 'ready', description: 'The screen waits for a press.' },
      ],
    },
    ready: {
      description: 'The button can be pressed; the screen shows what came of the last press.',
      initial: 'fresh',
      on: {
        'command.given': [
          {
            guard: 'isAsked',
            target: 'asking',
            actions: { type: 'setOrder', params: ({ event }) => event },
            description: 'The button is pressed; a question comes first.',
          },
          {
            target: 'saving',
            actions: { type: 'setOrder', params: ({ event }) => event },
            description: 'The button is pressed, or pressed again after a failure.',
          },
        ],
      },
      states: {
        fresh: { description: 'Nothing was pressed yet, or its outcome was dismissed.' },
        refused: {
          description: 'The server refused: nothing has changed, and the screen says why.',
          tags: 'failed',
          meta: { focus: 'command-problem' },
          on: { 'outcome.dismissed': dismissed },
        },
        unreachable: {
          description: 'There was no usable answer: nobody knows whether anything has changed, and the same button tries again.',
          tags: 'failed',
          meta: { focus: 'command-problem' },
          on: { 'outcome.dismissed': dismissed },
        },
        done: {
          description: 'The command succeeded; the screen shows its result.',
          tags: 'done',
          meta: { focus: 'command-result' },
          on: { 'outcome.dismissed': dismissed },
        },
        undoable: {
          description: 'The command succeeded, and the screen offers Undo for ten seconds.',
          tags: ['done', 'undoable'],
          after: {
            undoTime: { target: 'fresh', actions: ['forgetOrder', 'tellLeft'], description: 'The ten seconds are over.' },
          },
          on: {
            'undo.asked': { target: '#command.undoing', description: 'The person presses Undo.' },
            'outcome.dismissed': dismissed,
          },
        },
        notUndone: {
          description: 'Undo failed: the screen says why and offers it for as long as the message is open.',
          tags: ['failed', 'undoable'],
          meta: { focus: 'command-problem' },
          on: {
            'undo.asked': { target: '#command.undoing', actions: 'clearProblem', description: 'The person presses Undo again.' },
            'outcome.dismissed': dismissed,
          },
        },
        undone: { description: 'Everything is as it was before the command.', tags: 'undone', meta: { focus: 'command-result' } },
      },
    },
    asking: {
      description: 'A question says what the command would do; nothing has happened yet.',
      tags: 'asking',
      initial: 'opening',
      on: {
        'question.dismissed': {
          target: 'ready.fresh',
          actions: ['forgetOrder', 'tellLeft'],
          description: 'The person decides against it.',
        },
      },
      states: {
        opening: {
          description: 'The question may need numbers.',
          always: [
            { guard: 'isCounted', target: 'counting', description: 'The numbers have to be fetched.' },
            { target: 'confirming', description: 'The question can be asked.' },
          ],
        },
        counting: {
          description: 'The server counts what the command would change.',
          tags: ['busy', 'counting'],
          invoke: {
            id: 'count',
            src: 'count',
            input: ({ context: { order } }) => ({ order }),
            onDone: {
              target: 'confirming',
              actions: { type: 'setCounted', params: ({ event }) => ({ counted: event.output }) },
              description: 'The numbers have arrived.',
            },
            onError: {
              target: 'uncounted',
              actions: { type: 'setProblem', ...failure },
              description: 'The server did not answer, or there is nothing left to change.',
            },
          },
        },
        uncounted: {
          description: 'Nobody knows what the command would change, so it cannot be confirmed.',
          tags: ['failed', 'uncounted'],
          on: { 'question.retried': { target: 'counting', actions: 'clearProblem', description: 'The person presses Try again.' } },
        },
        confirming: {
          description: 'The question waits for yes or no, and for a text where it has a field.',
          initial: 'fresh',
          on: {
            'question.confirmed': [
              {
                guard: { type: 'isAnswered', params: ({ event }) => event },
                target: '#command.saving',
                actions: { type: 'setAnswer', params: ({ event }) => event },
                description: 'The person says yes, with the field filled in where there is one.',
              },
              { target: '.incomplete', actions: 'clearProblem', description: 'The person says yes with an empty field.' },
            ],
          },
          states: {
            fresh: { description: 'The question has just opened.' },
            edited: { description: 'The person corrects what was typed.' },
            incomplete: {
              description: 'The field says that it is empty.',
              tags: ['failed', 'incomplete'],
              meta: { focus: 'command-field' },
              on: { 'answer.edited': { target: 'edited', description: 'The person types.' } },
            },
            refused: {
              description: 'The server refused: nothing has changed, and the question says why.',
              tags: 'failed',
              meta: { focus: 'command-field' },
            },
            unreachable: {
              description: 'There was no usable answer: the question says so, and the same button tries again.',
              tags: 'failed',
              meta: { focus: 'command-field' },
            },
          },
        },
      },
    },
    saving: {
      description: 'The server carries out the command; a second press does nothing.',
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
            description: 'It is done, and can be taken back.',
          },
          {
            target: 'ready.done',
            actions: [
              { type: 'setResult', ...answered },
              { type: 'tellDone', ...answered },
            ],
            description: 'It is done.',
          },
        ],
        onError: {
          target: 'failing',
          actions: [
            { type: 'setProblem', ...failure },
            { type: 'tellFailed', ...failure },
          ],
          description: 'The server refuses, or there was no usable answer.',
        },
      },
    },
    failing: {
      description: 'The failure is shown in the question, where there was one.',
      always: [
        { guard: and(['isAsked', 'isRefused']), target: 'asking.confirming.refused', description: 'The question stays open and says why.' },
        { guard: 'isAsked', target: 'asking.confirming.unreachable', description: 'The question stays open and says so.' },
        { guard: 'isRefused', target: 'ready.refused', description: 'The screen says why.' },
        { target: 'ready.unreachable', description: 'The screen says so.' },
      ],
    },
    undoing: {
      description: 'The server takes the command back; a second press does nothing.',
      tags: ['busy', 'undoable', 'undoing'],
      invoke: {
        id: 'undo',
        src: 'undo',
        input: ({ context: { order, result } }) => ({ order, result }),
        onDone: {
          target: 'ready.undone',
          actions: { type: 'tellUndone', ...answered },
          description: 'Everything is as it was.',
        },
        onError: {
          target: 'ready.notUndone',
          actions: [
            { type: 'setProblem', ...failure },
            { type: 'tellFailed', ...failure },
          ],
          description: 'The server refuses, or there was no usable answer.',
        },
      },
    },
  },
});
