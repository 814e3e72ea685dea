import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** A code that opens one lesson to guests. */
export interface LessonCode {
  code: string;
  /** ISO 8601. */
  expiresAt: string;
}

export const lessonCodeReasons: Reasons<never> = {};

/** A teacher makes an assignment code (specification, sections 1 and 7: generate_code). */
export const lessonCodeMachine = setup({
  types: {
    context: {} as { until: string; made: LessonCode | null; problem: Problem | null },
    events: {} as
      | { type: 'code.requested'; until: string }
      | { type: 'code.copied' }
      | { type: 'copy.failed' }
      | { type: 'code.wantedAnew' },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: { generateCode: actorSlot<LessonCode, { until: string }>('generateCode', 'POST /v2/content/generate_code') },
  actions: {
    setUntil: assign({ until: (_, { until }: { until: string }) => until, problem: null }),
    setCode: assign({ made: (_, { made }: { made: LessonCode }) => made }),
    forgetCode: assign({ made: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
  },
}).createMachine({
  id: 'lessonCode',
  description: 'A teacher makes a code for a lesson and shows it to the class: whoever types it is let in, without an account.',
  meta: { reasons: lessonCodeReasons },
  context: { until: '', made: null, problem: null },
  initial: 'asking',
  states: {
    asking: {
      description: 'Until which day the code is good can be chosen.',
      initial: 'fresh',
      on: {
        'code.requested': {
          target: 'making',
          actions: { type: 'setUntil', params: ({ event }) => event },
          description: 'The button, with a day or without: two weeks.',
        },
      },
      states: {
        fresh: { description: 'Nothing has happened yet.' },
        failed: {
          description: 'No code was made; the message says why, and the same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    making: {
      description: 'The server makes the code; a second press does nothing.',
      tags: 'busy',
      invoke: {
        id: 'generateCode',
        src: 'generateCode',
        input: ({ context }) => ({ until: context.until }),
        onDone: {
          target: 'showing',
          actions: { type: 'setCode', params: ({ event }) => ({ made: event.output }) },
          description: 'It opens the lesson from now on.',
        },
        onError: {
          target: 'asking.failed',
          actions: { type: 'setProblem', ...failure },
          description: 'The day is over, the lesson is not the own one, or there was no usable answer.',
        },
      },
    },
    showing: {
      description: 'The code stands there, large enough for a whole room, beside a picture that telephones and tablets read.',
      meta: { focus: 'lesson-code' },
      initial: 'made',
      on: {
        'code.copied': { target: '.copied', description: 'The address with the code is on the clipboard.' },
        'copy.failed': { target: '.uncopied', description: 'The browser lets no page write to the clipboard.' },
        'code.wantedAnew': { target: 'asking', actions: 'forgetCode', description: 'Another one, with another day; this one stays good.' },
      },
      states: {
        made: { description: 'It has just been made.' },
        copied: { description: 'The button says so.', meta: { announce: 'teacher_code_copied' } },
        uncopied: { description: 'The address is shown, to be copied by hand.', tags: 'failed' },
      },
    },
  },
});
