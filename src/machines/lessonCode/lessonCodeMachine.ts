import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';

/** A code that lets guests open one lesson. */
export interface LessonCode {
  code: string;
  /** ISO 8601. */
  expiresAt: string;
  /** ISO 8601. */
  createdAt: string;
  /** Name of the creator; null: the current user. */
  createdBy: string | null;
  /** Guests who used the code and are signed in. */
  guests: number;
}

export const lessonCodeReasons: Reasons<'hasCodes' | 'isAnyThere' | 'isAnyLeft'> = {
  hasCodes: 'No active code exists for the lesson.',
  isAnyThere: 'No active code exists for the lesson.',
  isAnyLeft: 'It is the last code of the lesson.',
};

/** Lesson codes: create, show again, revoke (specification, sections 1 and 7: generate_code). */
export const lessonCodeMachine = setup({
  types: {
    context: {} as {
      /** The chosen last day of a new code, YYYY-MM-DD; empty if none is chosen. */
      until: string;
      codes: readonly LessonCode[];
      made: LessonCode | null;
      /** The code to revoke. */
      doomed: LessonCode | null;
      /** Whether revoking it also ends the sessions of its guests. */
      endGuests: boolean;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'codes.retried' }
      | { type: 'codes.wanted' }
      | { type: 'day.changed'; until: string }
      | { type: 'code.requested' }
      | { type: 'code.copied' }
      | { type: 'copy.failed' }
      | { type: 'code.wantedAnew' }
      | { type: 'code.chosen'; code: LessonCode }
      | { type: 'revocation.asked'; code: LessonCode }
      | { type: 'guests.changed'; endGuests: boolean }
      | { type: 'revocation.confirmed' }
      | { type: 'revocation.cancelled' },
    tags: {} as 'busy' | 'failed' | 'loading' | 'listing' | 'form' | 'shown' | 'copied' | 'revoking',
    meta: {} as ChartMeta,
  },
  actors: {
    loadCodes: actorSlot<LessonCode[]>('loadCodes', 'GET /v2/content/get_codes'),
    generateCode: actorSlot<LessonCode, { until: string }>('generateCode', 'POST /v2/content/generate_code'),
    revokeCode: actorSlot<null, { code: string; endGuests: boolean }>('revokeCode', 'POST /v2/content/revoke_code'),
  },
  actions: {
    setUntil: assign({ until: (_, { until }: { until: string }) => until }),
    clearProblem: assign({ problem: null }),
    setCodes: assign({ codes: (_, { codes }: { codes: readonly LessonCode[] }) => codes, problem: null }),
    setCode: assign({
      made: (_, { made }: { made: LessonCode }) => made,
      codes: ({ context }, { made }) => [made, ...context.codes.filter(({ code }) => code !== made.code)],
    }),
    choose: assign({ made: (_, { code }: { code: LessonCode }) => code }),
    forgetCode: assign({ made: null, problem: null }),
    doom: assign({ doomed: (_, { code }: { code: LessonCode }) => code, endGuests: false }),
    setEnd: assign({ endGuests: (_, { endGuests }: { endGuests: boolean }) => endGuests }),
    removeCode: assign({ codes: ({ context }) => context.codes.filter(({ code }) => code !== context.doomed?.code) }),
    spare: assign({ doomed: null, problem: null }),
    setProblem,
  },
  guards: {
    hasCodes: ({ context }) => context.codes.length > 0,
    isAnyThere: (_, { codes }: { codes: readonly LessonCode[] }) => codes.length > 0,
    isAnyLeft: ({ context }) => context.codes.length > 1,
  },
}).createMachine({
  id: 'lessonCode',
  description:
    'A teacher creates a lesson code, shows it to the class, and revokes it later. Anyone who enters the code can open the lesson without an account.',
  meta: { reasons: lessonCodeReasons },
  context: { until: '', codes: [], made: null, doomed: null, endGuests: false, problem: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the active codes of the lesson.',
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadCodes',
        src: 'loadCodes',
        onDone: [
          {
            guard: { type: 'isAnyThere', params: ({ event }) => ({ codes: event.output }) },
            target: 'listing',
            actions: { type: 'setCodes', params: ({ event }) => ({ codes: event.output }) },
            description: 'The lesson has active codes.',
          },
          {
            target: 'asking',
            actions: { type: 'setCodes', params: ({ event }) => ({ codes: event.output }) },
            description: 'The lesson has no active code: offer to create one.',
          },
        ],
        onError: { target: 'unknown', ...withProblem, description: 'There was no usable answer.' },
      },
    },
    unknown: {
      description: 'The codes could not be loaded. The dialog shows the reason and offers Try again.',
      ...failed({ focus: 'problem' }),
      on: { 'codes.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
    },
    listing: {
      description: 'The dialog lists the active codes, each with its expiry, its creator and its guests.',
      tags: 'listing',
      meta: { focus: 'lesson-codes' },
      on: {
        'code.chosen': {
          target: 'showing',
          actions: { type: 'choose', params: ({ event }) => event },
          description: 'The teacher shows a code to the class again.',
        },
        'code.wantedAnew': { target: 'asking', description: 'The teacher creates another code. The existing ones stay active.' },
        'revocation.asked': {
          target: 'revoking',
          actions: { type: 'doom', params: ({ event }) => event },
          description: 'The teacher wants to revoke a code.',
        },
      },
    },
    asking: {
      description: 'The teacher can choose the last day of the new code.',
      tags: 'form',
      initial: 'fresh',
      on: {
        'day.changed': {
          actions: { type: 'setUntil', params: ({ event }) => event },
          description: 'The teacher chooses the last day, or clears it.',
        },
        'code.requested': {
          target: 'making',
          actions: 'clearProblem',
          description: 'The teacher creates the code. Without a date it expires after two weeks.',
        },
        'codes.wanted': {
          guard: 'hasCodes',
          target: 'listing',
          actions: 'forgetCode',
          description: 'The teacher goes back to the list of codes.',
        },
      },
      states: {
        fresh: { description: 'The form shows no error.' },
        failed: {
          description: 'No code was created. The dialog shows the reason, and the same button tries again.',
          ...failed({ focus: 'problem' }),
        },
      },
    },
    making: {
      description: 'Waiting for the server to create the code. The button is locked.',
      tags: ['busy', 'form'],
      invoke: {
        id: 'generateCode',
        src: 'generateCode',
        input: ({ context }) => ({ until: context.until }),
        onDone: {
          target: 'showing',
          actions: { type: 'setCode', params: ({ event }) => ({ made: event.output }) },
          description: 'The code is active.',
        },
        onError: {
          target: 'asking.failed',
          ...withProblem,
          description: 'The date has passed, the lesson belongs to somebody else, or there was no usable answer.',
        },
      },
    },
    showing: {
      description: 'The code is shown large enough for a whole room, next to a QR code for phones and tablets.',
      tags: 'shown',
      meta: { focus: 'lesson-code' },
      initial: 'made',
      on: {
        'code.copied': { target: '.copied', description: 'The address with the code is on the clipboard.' },
        'copy.failed': { target: '.uncopied', description: 'The browser does not allow writing to the clipboard.' },
        'code.wantedAnew': {
          target: 'asking',
          actions: 'forgetCode',
          description: 'The teacher creates another code. This one stays active.',
        },
        'codes.wanted': { target: 'listing', actions: 'forgetCode', description: 'The teacher goes to the list to see or revoke codes.' },
      },
      states: {
        made: { description: 'The code and its address are on the screen. Nothing has been copied.' },
        copied: {
          description: 'The address has been copied, and the button says so.',
          tags: 'copied',
          meta: { announce: 'teacher_code_copied' },
        },
        uncopied: { description: 'Copying failed. The address is shown so that it can be copied by hand.', tags: 'failed' },
      },
    },
    revoking: {
      description: 'The teacher is revoking a code.',
      tags: 'revoking',
      initial: 'question',
      states: {
        question: {
          description:
            'Asks the teacher to confirm. After that nobody can use the code, and the teacher can also end the sessions of its guests.',
          meta: { focus: 'revocation' },
          on: {
            'guests.changed': {
              actions: { type: 'setEnd', params: ({ event }) => event },
              description: 'The teacher decides whether the sessions of guests end, too.',
            },
            'revocation.confirmed': {
              target: 'sending',
              actions: 'clearProblem',
              description: 'The teacher presses Revoke.',
            },
            'revocation.cancelled': {
              target: '#lessonCode.listing',
              actions: 'spare',
              description: 'The teacher cancels and the code stays active.',
            },
          },
        },
        sending: {
          description: 'Waiting for the server to revoke the code.',
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
                description: 'The code is revoked. Others are still active.',
              },
              {
                target: '#lessonCode.asking',
                actions: ['removeCode', 'spare'],
                description: 'The code is revoked, and it was the last one.',
              },
            ],
            onError: { target: 'question', ...withProblem, description: 'The code may still be active: show the reason.' },
          },
        },
      },
    },
  },
});
