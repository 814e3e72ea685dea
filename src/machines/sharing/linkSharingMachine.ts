import { assign, setup } from 'xstate';
import type { LessonLink } from '../../../contract/lessonLink.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** Until when a link is to be good: the end of a day (YYYY-MM-DD) in the school's zone, or for ever. */
export interface LinkEnd {
  day: string;
  isPerpetual: boolean;
}

export interface LinkOrder extends LinkEnd {
  lessonId: number;
  /** IANA zone of the school. */
  timeZone: string;
}

export const linkSharingReasons: Reasons<'isLink' | 'hasEnd'> = {
  isLink: 'There is no live link yet.',
  hasEnd: 'Choose the day on which the link ends, today or later, or let it never end.',
};

/** A teacher's link by which students give themselves a lesson (specification, sections 3, 7 and 9). */
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
      | { type: 'link.copied' }
      | { type: 'copy.failed' }
      | { type: 'link.replaceAsked' }
      | { type: 'link.revokeAsked' }
      | { type: 'revoke.confirmed' }
      | { type: 'revoke.cancelled' },
    tags: {} as 'busy' | 'failed' | 'asking' | 'showing' | 'confirming',
    meta: {} as ChartMeta,
  },
  actors: {
    findLink: actorSlot<LessonLink | null, { lessonId: number }>('findLink', 'POST get lesson link id'),
    makeLink: actorSlot<LessonLink, LinkOrder>('makeLink', 'POST create lesson link'),
    revokeLink: actorSlot<null, { linkId: string }>('revokeLink', 'POST revoke lesson link'),
  },
  actions: {
    setEnd: assign({ end: (_, { end }: { end: LinkEnd }) => end }),
    setLink: assign({ link: (_, { link }: { link: LessonLink }) => link, problem: null }),
    forgetLink: assign({ link: null, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isLink: (_, { link }: { link: LessonLink | null }) => link !== null,
    hasEnd: ({ context }) => context.end.isPerpetual || context.end.day >= context.today,
  },
}).createMachine({
  id: 'linkSharing',
  description: 'A teacher makes a link to a lesson, hands it out as text and as a picture, and takes it back.',
  meta: { reasons: linkSharingReasons },
  context: ({ input }) => ({ ...input, end: { day: '', isPerpetual: false }, link: null, problem: null }),
  initial: 'looking',
  states: {
    looking: {
      description: 'Whether the teacher has a live link to the lesson is asked.',
      tags: 'busy',
      invoke: {
        id: 'findLink',
        src: 'findLink',
        input: ({ context }) => ({ lessonId: context.lessonId }),
        onDone: [
          {
            guard: { type: 'isLink', params: ({ event }) => ({ link: event.output }) },
            target: 'showing',
            actions: { type: 'setLink', params: ({ event }) => ({ link: event.output as LessonLink }) },
            description: 'There is one.',
          },
          { target: 'asking', actions: 'forgetLink', description: 'There is none, or it has ended.' },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no answer, or the lesson is gone.',
        },
      },
    },
    unavailable: {
      description: 'Nobody knows whether there is a link.',
      tags: 'failed',
      meta: { focus: 'link-problem' },
      on: { 'link.retried': { target: 'looking', actions: 'clearProblem', description: 'The teacher presses Try again.' } },
    },
    asking: {
      description: 'When the link ends is chosen.',
      tags: 'asking',
      initial: 'fresh',
      on: {
        'end.changed': {
          target: '.fresh',
          actions: { type: 'setEnd', params: ({ event }) => event },
          description: 'Another day, or no end at all.',
        },
        'link.requested': [
          { guard: 'hasEnd', target: 'making', actions: 'clearProblem', description: 'The teacher presses Make a link.' },
          { target: '.endless', description: 'There is no day, or it is over: the field says so.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.' },
        endless: {
          description: 'The button was pressed without an end that is still to come.',
          tags: 'failed',
          meta: { announce: 'sharing_link_end_wrong' },
        },
        refused: {
          description: 'The server refused, or did not answer; what was chosen is still here.',
          tags: 'failed',
          meta: { focus: 'link-problem' },
        },
      },
    },
    making: {
      description: 'The link is made; the one before it ends with that.',
      tags: ['busy', 'asking'],
      invoke: {
        id: 'makeLink',
        src: 'makeLink',
        input: ({ context: { lessonId, timeZone, end } }) => ({ lessonId, timeZone, ...end }),
        onDone: {
          target: 'showing',
          actions: { type: 'setLink', params: ({ event }) => ({ link: event.output }) },
          description: 'It opens the lesson from now on.',
        },
        onError: {
          target: 'asking.refused',
          actions: { type: 'setProblem', ...failure },
          description: 'No link was made.',
        },
      },
    },
    showing: {
      description: 'The link stands there as text and as a picture that telephones and tablets read.',
      tags: 'showing',
      meta: { focus: 'lesson-link' },
      initial: 'made',
      on: {
        'link.copied': { target: '.copied', description: 'It is on the clipboard.' },
        'copy.failed': { target: '.uncopied', description: 'The browser lets no page write to the clipboard.' },
        'link.replaceAsked': { target: 'asking', description: 'Another end is wanted: that makes another link.' },
        'link.revokeAsked': { target: 'confirming', description: 'The teacher wants to take it back.' },
      },
      states: {
        made: { description: 'It is there to be handed out.' },
        copied: { description: 'The button says so.', meta: { announce: 'teacher_code_copied' } },
        uncopied: { description: 'The address can be copied by hand.', tags: 'failed' },
      },
    },
    confirming: {
      description: 'The question: who has opened it keeps the lesson, nobody else gets it.',
      tags: ['showing', 'confirming'],
      on: {
        'revoke.confirmed': {
          target: 'revoking',
          actions: 'clearProblem',
          description: 'The teacher presses Take back.',
        },
        'revoke.cancelled': { target: 'showing', actions: 'clearProblem', description: 'The teacher thinks better of it.' },
      },
    },
    revoking: {
      description: 'The link is taken back.',
      tags: ['busy', 'showing', 'confirming'],
      invoke: {
        id: 'revokeLink',
        src: 'revokeLink',
        input: ({ context }) => ({ linkId: context.link?.link_id ?? '' }),
        onDone: { target: 'asking', actions: 'forgetLink', description: 'It opens nothing any more.' },
        onError: {
          target: 'confirming',
          actions: { type: 'setProblem', ...failure },
          description: 'It could not be taken back: the question says why.',
        },
      },
    },
  },
});
