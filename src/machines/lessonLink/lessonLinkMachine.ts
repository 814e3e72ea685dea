import { assign, emit, setup } from 'xstate';
import type { DataOf } from '../../../contract/kit.ts';
import type { PlayerLesson, player } from '../../../contract/player.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, isFinalRefusal, isRefusedAs, type Problem, setProblem, withProblem } from '../problem.ts';

/** A lesson in an assignment, as opened in the player. */
export interface OpenedLesson {
  lessonId: number;
  assignmentId: number;
}

/** `linkId`: id in a teacher's link. `lesson`: the lesson that an assignment code has already opened. */
export type LessonLinkInput = { userPuid: number } & ({ linkId: string; lesson: null } | { linkId: null; lesson: OpenedLesson });

/** Released results of the assignment. */
export type AssignmentResponses = DataOf<typeof player.assignmentResponses>;

export const lessonLinkReasons: Reasons<'isAssigned' | 'isExpired' | 'isRevoked' | 'isForOthers'> = {
  isAssigned: 'There is no assignment yet, so the link has to be opened first.',
  isExpired: 'The server did not report that the link has expired.',
  isRevoked: 'The server did not report that the link was revoked.',
  isForOthers: 'The server did not answer, or a retry may succeed.',
};

/**
 * Opens a lesson from a link or a code. The lesson becomes an assignment, its responses and tracking load, then the player opens
 * (specification, section 4).
 */
export const lessonLinkMachine = setup({
  types: {
    context: {} as {
      userPuid: number;
      linkId: string;
      lesson: OpenedLesson | null;
      responses: AssignmentResponses;
      tracking: PlayerLesson | null;
      problem: Problem | null;
    },
    input: {} as LessonLinkInput,
    events: {} as { type: 'link.retried' },
    emitted: {} as { type: 'lesson.opened'; lesson: OpenedLesson },
    tags: {} as 'busy' | 'failed' | 'expired' | 'revoked' | 'notForYou',
    meta: {} as ChartMeta,
  },
  actors: {
    assignFromLink: actorSlot<OpenedLesson, { userPuid: number; linkId: string }>(
      'assignFromLink',
      'POST /Assignment/assign_assignment_from_lessonUrl',
    ),
    loadResponses: actorSlot<AssignmentResponses, { userPuid: number } & OpenedLesson>(
      'loadResponses',
      'GET /Dashboard/get_assignment_responses',
    ),
    loadTracking: actorSlot<PlayerLesson, { userPuid: number } & OpenedLesson>('loadTracking', 'GET /v2/studentDashboard/lesson_player'),
  },
  actions: {
    setLesson: assign({ lesson: (_, lesson: OpenedLesson) => lesson }),
    setResponses: assign({ responses: (_, { responses }: { responses: AssignmentResponses }) => responses }),
    setTracking: assign({ tracking: (_, { tracking }: { tracking: PlayerLesson }) => tracking }),
    setProblem,
    clearProblem: assign({ problem: null }),
    announceLesson: emit(({ context }) => ({ type: 'lesson.opened' as const, lesson: context.lesson as OpenedLesson })),
  },
  guards: {
    isAssigned: ({ context }) => context.lesson !== null,
    isExpired: (_, { error }: { error: unknown }) => isRefusedAs(error, 'lessonLinkExpired'),
    isRevoked: (_, { error }: { error: unknown }) => isRefusedAs(error, 'lessonLinkRevoked'),
    isForOthers: (_, { error }: { error: unknown }) => isFinalRefusal(error),
  },
}).createMachine({
  id: 'lessonLink',
  description: 'A student follows a lesson link or uses a code and is taken to the lesson, with the work done so far.',
  meta: { reasons: lessonLinkReasons },
  context: ({ input: { userPuid, linkId, lesson } }) => ({
    userPuid,
    linkId: linkId ?? '',
    lesson,
    responses: [],
    tracking: null,
    problem: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'A code has already created the assignment. A link has not.',
      always: [{ guard: 'isAssigned', target: 'loadingResponses' }, { target: 'assigning' }],
    },
    assigning: {
      description:
        'Waiting for the server to turn the link into an assignment for the student. Opening a link twice returns the same assignment.',
      tags: 'busy',
      meta: { announce: 'student_link_opening' },
      invoke: {
        id: 'assignFromLink',
        src: 'assignFromLink',
        input: ({ context: { userPuid, linkId } }) => ({ userPuid, linkId }),
        onDone: {
          target: 'loadingResponses',
          actions: [{ type: 'setLesson', params: ({ event }) => event.output }, 'clearProblem'],
          description: 'The student has the assignment.',
        },
        onError: [
          {
            guard: { type: 'isExpired', ...failure },
            target: 'expired',
            description: 'The link has expired.',
          },
          {
            guard: { type: 'isRevoked', ...failure },
            target: 'revoked',
            description: 'The teacher revoked the link.',
          },
          {
            guard: { type: 'isForOthers', ...failure },
            target: 'notForYou',
            ...withProblem,
            description: 'The link does not exist or is meant for other students. The server does not say which.',
          },
          {
            target: 'failed',
            ...withProblem,
            description: 'There was no usable answer, so the link may still work.',
          },
        ],
      },
    },
    expired: {
      description: 'The link has expired. Students who opened it earlier still have the lesson on their home page.',
      ...failed({ announce: 'student_link_expired', focus: 'link-problem' }, 'expired'),
    },
    revoked: {
      description: 'The teacher revoked the link, and the page says so.',
      ...failed({ announce: 'student_link_revoked', focus: 'link-problem' }, 'revoked'),
    },
    notForYou: {
      description: 'The link is wrong or meant for somebody else, and the page says so.',
      ...failed({ announce: 'student_link_not_for_you', focus: 'link-problem' }, 'notForYou'),
    },
    failed: {
      description: 'The server did not answer. The student can safely try again.',
      ...failed({ announce: 'common_load_failed', focus: 'link-problem' }),
      on: { 'link.retried': { target: 'assigning', description: 'The student presses Try again.' } },
    },
    loadingResponses: {
      description: 'Loading the released results of the assignment. If that fails, they stay empty (specification, section 8).',
      tags: 'busy',
      invoke: {
        id: 'loadResponses',
        src: 'loadResponses',
        input: ({ context }) => ({ userPuid: context.userPuid, ...(context.lesson as OpenedLesson) }),
        onDone: {
          target: 'loadingTracking',
          actions: { type: 'setResponses', params: ({ event }) => ({ responses: event.output }) },
          description: 'The results have loaded.',
        },
        onError: { target: 'loadingTracking', description: 'The results could not be loaded. The lesson opens without them.' },
      },
    },
    loadingTracking: {
      description: "Loading the student's progress in the lesson.",
      tags: 'busy',
      invoke: {
        id: 'loadTracking',
        src: 'loadTracking',
        input: ({ context }) => ({ userPuid: context.userPuid, ...(context.lesson as OpenedLesson) }),
        onDone: {
          target: 'opened',
          actions: { type: 'setTracking', params: ({ event }) => ({ tracking: event.output }) },
          description: 'The progress has loaded.',
        },
        onError: { target: 'opened', description: 'The progress could not be loaded. The player loads it again and reports any failure.' },
      },
    },
    opened: { type: 'final', description: 'The lesson is ready, and the player takes over.', entry: 'announceLesson' },
  },
});
