import { assign, setup } from 'xstate';
import type { LessonLink } from '../../../contract/lessonLink.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import * as copying from './copying.ts';

/** When the link expires: at the end of a day (YYYY-MM-DD) in the school's time zone, or never. */
export interface LinkEnd {
  day: string;
  isPerpetual: boolean;
}

export interface LinkOrder extends LinkEnd {
  lessonId: number;
  /** IANA time zone of the school. */
  timeZone: string;
}

export const linkSharingReasons: Reasons<'isLink' | 'hasEnd'> = {
  isLink: 'There is no active link yet.',
  hasEnd: 'Choose today or a later day, or let the link never expire.',
};

/** A teacher's link that lets students assign themselves a lesson (specification, sections 3, 7 and 9). */
export const linkSharingMachine = setup({
  types: {
    input: {} as { lessonId: number; timeZone: string; today: string },
    context: {} as {
      lessonId: number;
      timeZone: string;
      today: string;
      end: LinkEnd;
      link: LessonLink | null;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'end.changed'; end: LinkEnd }
      | { type: 'link.requested' }
      | { type: 'link.retried' }
      | copying.Event
      | { type: 'link.replaceAsked' }
      | { type: 'link.revokeAsked' }
      | { type: 'revoke.confirmed' }
      | { type: 'revoke.cancelled' },
    tags: {} as
      | 'busy'
      | 'failed'
      | 'looking'
      | 'unavailable'
      | 'asking'
      | 'endless'
      | 'refused'
      | 'making'
      | 'showing'
      | 'copied'
      | 'uncopied'
      | 'confirming'
      | 'revoking',
    meta: {} as ChartMeta,
  },
  actors: {
    findLink: actorSlot<LessonLink | null, { lessonId: number }>('findLink', 'POST get lesson link id'),
    makeLink: actorSlot<LessonLink, LinkOrder>('makeLink', 'POST create lesson link'),
    revokeLink: actorSlot<null, { linkId: string }>('revokeLink', 'POST revoke lesson link'),
  },
  actions: {
    setEnd: assign({ end: (_, { end }: { end: LinkEnd }) => end }),
    setLink: assign({ link: (_, { link }: { link: LessonLink }) => link }),
    forgetLink: assign({ link: null, problem: null }),
    setProblem,
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isLink: (_, { link }: { link: LessonLink | null }) => link !== null,
    hasEnd: ({ context }) => context.end.isPerpetual || context.end.day >= context.today,
  },
}).createMachine({
  id: 'linkSharing',
  description: 'A teacher creates a link to a lesson, shares it as text or as a QR code, and can revoke it.',
  meta: { reasons: linkSharingReasons },
  context: ({ input }) => ({ ...input, end: { day: '', isPerpetual: false }, link: null, problem: null }),
  initial: 'looking',
  states: {
    looking: {
      description: 'Checking whether the teacher has an active link to the lesson.',
      tags: ['busy', 'looking'],
      invoke: {
        id: 'findLink',
        src: 'findLink',
        input: ({ context }) => ({ lessonId: context.lessonId }),
        onDone: [
          {
            guard: { type: 'isLink', params: ({ event }) => ({ link: event.output }) },
            target: 'showing',
            actions: { type: 'setLink', params: ({ event }) => ({ link: event.output as LessonLink }) },
            description: 'There is an active link.',
          },
          { target: 'asking', actions: 'forgetLink', description: 'There is no link, or it has expired.' },
        ],
        onError: { target: 'unavailable', ...withProblem, description: 'The lesson no longer exists, or the server did not answer.' },
      },
    },
    unavailable: {
      description: 'It is unknown whether there is a link. The screen says why and offers Try again.',
      ...failed({ focus: 'link-problem' }, 'unavailable'),
      on: { 'link.retried': { target: 'looking', actions: 'clearProblem', description: 'The teacher presses Try again.' } },
    },
    asking: {
      description: 'The form asks when the link expires.',
      tags: 'asking',
      initial: 'fresh',
      on: {
        'end.changed': {
          target: '.fresh',
          actions: { type: 'setEnd', params: ({ event }) => event },
          description: 'The teacher picks another day or no expiry.',
        },
        'link.requested': [
          {
            guard: 'hasEnd',
            target: 'making',
            actions: 'clearProblem',
            description: 'The teacher presses Make a link, with a valid expiry.',
          },
          { target: '.endless', description: 'The day is missing or has passed. The field says so.' },
        ],
      },
      states: {
        fresh: { description: 'The teacher is choosing an expiry. No error is shown.' },
        endless: {
          description: 'The button was pressed with no day or one that has passed. The field says so.',
          ...failed({ announce: 'sharing_link_end_wrong' }, 'endless'),
        },
        refused: {
          description: 'The server refused or did not answer. The chosen expiry is kept.',
          ...failed({ focus: 'link-problem' }, 'refused'),
        },
      },
    },
    making: {
      description: 'Waiting for the server to create the link. Any earlier link stops working.',
      tags: ['busy', 'asking', 'making'],
      invoke: {
        id: 'makeLink',
        src: 'makeLink',
        input: ({ context: { lessonId, timeZone, end } }) => ({ lessonId, timeZone, ...end }),
        onDone: {
          target: 'showing',
          actions: { type: 'setLink', params: ({ event }) => ({ link: event.output }) },
          description: 'The new link works from now on.',
        },
        onError: { target: 'asking.refused', ...withProblem, description: 'The server created no link. The teacher can try again.' },
      },
    },
    showing: {
      description: 'The link is on the screen as text and as a QR code.',
      tags: 'showing',
      meta: { focus: 'lesson-link' },
      initial: 'made',
      on: {
        ...copying.on,
        'link.replaceAsked': { target: 'asking', description: 'The teacher wants a different expiry, which requires a new link.' },
        'link.revokeAsked': { target: 'confirming', description: 'The teacher wants to revoke the link.' },
      },
      states: {
        ...copying.states,
        uncopied: { ...copying.states.uncopied, tags: ['failed', 'uncopied'] },
      },
    },
    confirming: {
      description: 'A dialog asks for confirmation. Students who opened the link keep the lesson, but nobody else gets it.',
      tags: ['showing', 'confirming'],
      on: {
        'revoke.confirmed': {
          target: 'revoking',
          actions: 'clearProblem',
          description: 'The teacher confirms the revocation.',
        },
        'revoke.cancelled': { target: 'showing', actions: 'clearProblem', description: 'The teacher keeps the link.' },
      },
    },
    revoking: {
      description: 'Waiting for the server to revoke the link.',
      tags: ['busy', 'showing', 'confirming', 'revoking'],
      invoke: {
        id: 'revokeLink',
        src: 'revokeLink',
        input: ({ context }) => ({ linkId: context.link?.link_id ?? '' }),
        onDone: { target: 'asking', actions: 'forgetLink', description: 'The link no longer works.' },
        onError: { target: 'confirming', ...withProblem, description: 'The link could not be revoked. The dialog says why.' },
      },
    },
  },
});
