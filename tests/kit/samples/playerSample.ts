import { and, assign, not, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../../../src/machines/chart.ts';
import { defineModel } from '../modelKit.ts';

const reasons: Reasons = {
  isUnsaved: 'Everything is saved already.',
  canLeave: 'Something is not saved yet, or the picture is still loading.',
  isLoaded: 'The picture is still loading.',
};

/** Parallel regions, deep history, a repeating delay, a completion, guards combined by name. */
export const playerSample = setup({
  types: {
    context: {} as { unsaved: number; loaded: boolean },
    events: {} as
      | { type: 'answer.chosen' }
      | { type: 'page.turned' }
      | { type: 'picture.zoomed' }
      | { type: 'lesson.paused' }
      | { type: 'lesson.resumed' }
      | { type: 'lesson.left' },
    tags: {} as 'busy',
    meta: {} as ChartMeta,
  },
  actors: { save: actorSlot<void, number>('save', 'POST /quiz/submit_quiz_response'), load: actorSlot<void>('load', 'GET the picture') },
  actions: {
    countAnswer: assign({ unsaved: ({ context }) => context.unsaved + 1 }),
    clearUnsaved: assign({ unsaved: 0 }),
    setLoaded: assign({ loaded: true }),
  },
  guards: {
    isUnsaved: ({ context }) => context.unsaved > 0,
    isLoaded: ({ context }) => context.loaded,
    canLeave: and([not('isUnsaved'), 'isLoaded']),
  },
  delays: { saveQuiet: 500, idle: 60_000 },
}).createMachine({
  id: 'playerSample',
  description: 'A lesson in play: pages on one axis, saving on the other.',
  meta: { reasons },
  context: { unsaved: 0, loaded: false },
  initial: 'playing',
  states: {
    playing: {
      description: 'The lesson is on screen.',
      type: 'parallel',
      on: {
        'lesson.paused': { description: 'The pause button.', target: 'paused' },
        'lesson.left': { description: 'The way out.', guard: 'canLeave', target: 'left' },
      },
      after: { idle: 'paused' },
      states: {
        before: { type: 'history', history: 'deep' },
        pages: {
          description: 'Where the student reads.',
          initial: 'first',
          states: {
            first: { description: 'The first page.', on: { 'page.turned': { description: 'Next.', target: 'second' } } },
            second: {
              description: 'The second page, with a picture.',
              initial: 'whole',
              on: { 'page.turned': { description: 'Back.', target: 'first' } },
              invoke: { id: 'load', src: 'load', onDone: { actions: 'setLoaded' }, onError: { target: 'first' } },
              states: {
                whole: {
                  description: 'All of the picture.',
                  on: { 'picture.zoomed': { description: 'Pinch or plus.', target: 'zoomed' } },
                },
                zoomed: {
                  description: 'A part of the picture.',
                  on: { 'picture.zoomed': { description: 'Minus.', target: 'whole' } },
                },
              },
            },
          },
        },
        saving: {
          description: 'What is chosen reaches the server.',
          initial: 'idle',
          states: {
            idle: {
              description: 'Nothing to do, or a moment of quiet before saving.',
              on: { 'answer.chosen': { description: 'A choice.', actions: 'countAnswer', target: 'idle', reenter: true } },
              after: { saveQuiet: { guard: 'isUnsaved', target: 'sending' } },
            },
            sending: {
              description: 'The answers are on their way.',
              tags: 'busy',
              invoke: {
                id: 'save',
                src: 'save',
                input: ({ context }) => context.unsaved,
                onDone: { actions: 'clearUnsaved', target: 'idle' },
                onError: { target: 'idle' },
              },
            },
          },
        },
      },
    },
    paused: {
      description: 'The lesson waits.',
      on: { 'lesson.resumed': { description: 'Back to where the student was.', target: 'playing.before' } },
    },
    left: { description: 'Over.', type: 'final' },
  },
});

export const playerSampleModel = defineModel({
  machine: playerSample,
  noScreen: 'a sample of the kit’s own tests',
  events: [
    { type: 'answer.chosen' },
    { type: 'page.turned' },
    { type: 'picture.zoomed' },
    { type: 'lesson.paused' },
    { type: 'lesson.resumed' },
    { type: 'lesson.left' },
    { type: 'xstate.done.actor.save' },
    { type: 'xstate.error.actor.save', error: { code: 500, message: 'no' } },
    { type: 'xstate.done.actor.load' },
    { type: 'xstate.error.actor.load', error: { code: 500, message: 'no' } },
  ],
  delays: { saveQuiet: 500, idle: 60_000 },
  leads: {
    'answer.chosen': ['playing.saving.idle'],
    'page.turned': ['playing.pages.first', 'playing.pages.second'],
    'picture.zoomed': ['playing.pages.second.whole', 'playing.pages.second.zoomed'],
    'lesson.paused': ['paused'],
    idle: ['paused'],
    'xstate.error.actor.load': ['playing.pages.first'],
    'xstate.done.actor.save': ['playing.saving.idle'],
    'xstate.error.actor.save': ['playing.saving.idle'],
  },
  takes: {
    'page.turned': ['playing.pages.first', 'playing.pages.second'],
    'picture.zoomed': ['playing.pages.second.whole', 'playing.pages.second.zoomed'],
  },
  project: ({ unsaved, loaded }) => ({ unsaved: unsaved > 0, loaded }),
  tags: { busy: 'save' },
  failures: { save: 'nowhere', load: 'nowhere' },
  invariants: {
    'no answer is lost by leaving': ({ value, context }) => value !== 'left' || context.unsaved === 0,
  },
});
