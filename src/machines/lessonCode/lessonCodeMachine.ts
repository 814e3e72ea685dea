import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** A code that opens one lesson to guests. */
export interface LessonCode {
  code: string;
  /** ISO 8601. */
  expiresAt: string;
  /** ISO 8601. */
  createdAt: string;
  /** Who made it; null: the person who looks. */
  createdBy: string | null;
  /** Guests who came with it and are signed in. */
  guests: number;
}

export const lessonCodeReasons: Reasons<'hasCodes' | 'isAnyThere' | 'isAnyLeft'> = {
  hasCodes: 'No code opens the lesson now.',
  isAnyThere: 'No code opens the lesson now.',
  isAnyLeft: 'It was the last code of the lesson.',
};

/** Codes of a lesson: made, seen again, revoked (specification, sections 1 and 7: generate_code). */
export const lessonCodeMachine = setup({
  types: {
    context: {} as {
      until: string;
      codes: readonly LessonCode[];
      made: LessonCode | null;
      /** The one that is to be revoked. */
      doomed: LessonCode | null;
      endGuests: boolean;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'codes.retried' }
      | { type: 'codes.wanted' }
      | { type: 'code.requested'; until: string }
      | { type: 'code.copied' }
      | { type: 'copy.failed' }
      | { type: 'code.wantedAnew' }
      | { type: 'code.chosen'; code: LessonCode }
      | { type: 'revocation.asked'; code: LessonCode }
      | { type: 'revocation.confirmed'; endGuests: boolean }
      | { type: 'revocation.cancelled' },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: {
    loadCodes: actorSlot<LessonCode[]>('loadCodes', 'GET /v2/content/get_codes'),
    generateCode: actorSlot<LessonCode, { until: string }>('generateCode', 'POST /v2/content/generate_code'),
    revokeCode: actorSlot<null, { code: string; endGuests: boolean }>('revokeCode', 'POST /v2/content/revoke_code'),
  },
  actions: {
    setUntil: assign({ until: (_, { until }: { until: string }) => until, problem: null }),
    setCodes: assign({ codes: (_, { codes }: { codes: readonly LessonCode[] }) => codes, problem: null }),
    setCode: assign({
      made: (_, { made }: { made: LessonCode }) => made,
      codes: ({ context }, { made }) => [made, ...context.codes.filter(({ code }) => code !== made.code)],
    }),
    choose: assign({ made: (_, { code }: { code: LessonCode }) => code, problem: null }),
    forgetCode: assign({ made: null, problem: null }),
    doom: assign({ doomed: (_, { code }: { code: LessonCode }) => code, problem: null }),
    setEnd: assign({ endGuests: (_, { endGuests }: { endGuests: boolean }) => endGuests, problem: null }),
    removeCode: assign({ codes: ({ context }) => context.codes.filter(({ code }) => code !== context.doomed?.code) }),
    spare: assign({ doomed: null, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
  },
  guards: {
    hasCodes: ({ context }) => context.codes.length > 0,
    isAnyThere: (_, { codes }: { codes: readonly LessonCode[] }) => codes.length > 0,
    isAnyLeft: ({ context }) => context.codes.length > 1,
  },
}).createMachine({
  id: 'lessonCode',
  description:
    'Codes of a lesson: a teacher makes one and shows it to the class, sees it again later, and revokes it. Whoever types it is let in, without an account.',
  meta: { reasons: lessonCodeReasons },
  context: { until: '', codes: [], made: null, doomed: null, endGuests: false, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Which codes open the lesson now is looked up.',
      tags: 'busy',
      invoke: {
        id: 'loadCodes',
        src: 'loadCodes',
        onDone: [
          {
            guard: { type: 'isAnyThere', params: ({ event }) => ({ codes: event.output }) },
            target: 'listing',
            actions: { type: 'setCodes', params: ({ event }) => ({ codes: event.output }) },
            description: 'There are some.',
          },
          {
            target: 'asking',
            actions: { type: 'setCodes', params: ({ event }) => ({ codes: event.output }) },
            description: 'There is none: one can be made.',
          },
        ],
        onError: {
          target: 'unknown',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    unknown: {
      description: 'Which codes there are is not known.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'codes.retried': { target: 'loading', description: 'Try again was pressed.' } },
    },
    listing: {
      description: 'The codes that open the lesson now, each with its end, its maker and its guests.',
      meta: { focus: 'lesson-codes' },
      on: {
        'code.chosen': {
          target: 'showing',
          actions: { type: 'choose', params: ({ event }) => event },
          description: 'It is shown again, for the room.',
        },
        'code.wantedAnew': { target: 'asking', actions: 'forgetCode', description: 'Another one, with another day; these stay good.' },
        'revocation.asked': {
          target: 'revoking',
          actions: { type: 'doom', params: ({ event }) => event },
          description: 'It shall open nothing any more.',
        },
      },
    },
    asking: {
      description: 'Until which day the code is good can be chosen.',
      initial: 'fresh',
      on: {
        'code.requested': {
          target: 'making',
          actions: { type: 'setUntil', params: ({ event }) => event },
          description: 'The button, with a day or without: two weeks.',
        },
        'codes.wanted': { guard: 'hasCodes', target: 'listing', actions: 'forgetCode', description: 'Back to the codes that there are.' },
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
        'codes.wanted': { target: 'listing', actions: 'forgetCode', description: 'All codes, to see or to revoke them.' },
      },
      states: {
        made: { description: 'It stands there.' },
        copied: { description: 'The button says so.', meta: { announce: 'teacher_code_copied' } },
        uncopied: { description: 'The address is shown, to be copied by hand.', tags: 'failed' },
      },
    },
    revoking: {
      description: 'A code is about to be revoked.',
      initial: 'question',
      states: {
        question: {
          description: 'The question: nobody comes in with it any more; whether its guests go on can be chosen.',
          meta: { focus: 'revocation' },
          on: {
            'revocation.confirmed': {
              target: 'sending',
              actions: { type: 'setEnd', params: ({ event }) => event },
              description: 'Revoke was pressed.',
            },
            'revocation.cancelled': { target: '#lessonCode.listing', actions: 'spare', description: 'It stays good.' },
          },
        },
        sending: {
          description: 'The server revokes it.',
          tags: 'busy',
          invoke: {
            id: 'revokeCode',
            src: 'revokeCode',
            input: ({ context }) => ({ code: context.doomed?.code ?? '', endGuests: context.endGuests }),
            onDone: [
              {
                guard: 'isAnyLeft',
                target: '#lessonCode.listing',
                actions: ['removeCode', 'spare'],
                description: 'It opens nothing any more; others do.',
              },
              {
                target: '#lessonCode.asking',
                actions: ['removeCode', 'spare'],
                description: 'It opens nothing any more, and it was the last.',
              },
            ],
            onError: {
              target: 'question',
              actions: { type: 'setProblem', ...failure },
              description: 'It may still be good; the message says why.',
            },
          },
        },
      },
    },
  },
});
