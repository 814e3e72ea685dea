import { assign, emit, setup } from 'xstate';
import type { DataOf } from '../../../contract/kit.ts';
import type { lessonTracking, PlayerLesson } from '../../../contract/lessonTracking.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isFinalRefusal, isRefusedAs, type Problem, toProblem } from '../problem.ts';

/** A lesson in an assignment, as the player opens it. */
export interface OpenedLesson {
  lessonId: number;
  assignmentId: number;
}

/** `linkId`: what a teacher's link says; `lesson`: what an assignment code has opened already. */
export type LessonLinkInput = { userPuid: number } & ({ linkId: string; lesson: null } | { linkId: null; lesson: OpenedLesson });

/** Results of the assignment so far, as far as they are released. */
export type AssignmentResponses = DataOf<typeof lessonTracking.assignmentResponses>;

export const lessonLinkReasons: Reasons<'isAssigned' | 'isExpired' | 'isRevoked' | 'isForOthers'> = {
  isAssigned: 'There is no assignment yet: the link has to be opened first.',
  isExpired: 'The server did not say that the link has expired.',
  isRevoked: 'The server did not say that the link was taken back.',
  isForOthers: 'The server knows the link, or did not answer.',
};

/**
 * A lesson that a student opens by a link or a code: it becomes an assignment, its responses and its tracking load, then the player opens
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
    tags: {} as 'busy' | 'failed',
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
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
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
  description: 'A student comes by a lesson link or a code and is led to the lesson, with what was done in it so far.',
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
      description: 'A code has made the assignment already; a link has not.',
      always: [{ guard: 'isAssigned', target: 'loadingResponses' }, { target: 'assigning' }],
    },
    assigning: {
      description: 'The lesson of the link becomes an assignment of the student. Opening a link twice gives the same one.',
      tags: 'busy',
      meta: { announce: 'student_link_opening' },
      invoke: {
        id: 'assignFromLink',
        src: 'assignFromLink',
        input: ({ context: { userPuid, linkId } }) => ({ userPuid, linkId }),
        onDone: {
          target: 'loadingResponses',
          actions: [{ type: 'setLesson', params: ({ event }) => event.output }, 'clearProblem'],
          description: 'The student has the lesson.',
        },
        onError: [
          {
            guard: { type: 'isExpired', ...failure },
            target: 'expired',
            description: 'The link was good until its end date.',
          },
          {
            guard: { type: 'isRevoked', ...failure },
            target: 'revoked',
            description: 'The teacher has taken the link back.',
          },
          {
            guard: { type: 'isForOthers', ...failure },
            target: 'notForYou',
            actions: { type: 'setProblem', ...failure },
            description: 'No link has this name, or it is for students elsewhere: the server says no more.',
          },
          {
            target: 'failed',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no usable answer: nobody knows yet.',
          },
        ],
      },
    },
    expired: {
      description: 'The link opens nothing any more; whoever had opened it before still has the lesson on the home page.',
      tags: 'failed',
      meta: { announce: 'student_link_expired', focus: 'link-problem' },
    },
    revoked: {
      description: 'The teacher has taken the link back.',
      tags: 'failed',
      meta: { announce: 'student_link_revoked', focus: 'link-problem' },
    },
    notForYou: {
      description: 'The link is wrong, or for somebody else.',
      tags: 'failed',
      meta: { announce: 'student_link_not_for_you', focus: 'link-problem' },
    },
    failed: {
      description: 'The server did not answer; nothing was changed that opening the link once more would not find.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'link-problem' },
      on: { 'link.retried': { target: 'assigning', description: 'The student presses Try again.' } },
    },
    loadingResponses: {
      description: 'The released results of the assignment load. A failure sets them to empty (specification, section 8).',
      tags: 'busy',
      invoke: {
        id: 'loadResponses',
        src: 'loadResponses',
        input: ({ context }) => ({ userPuid: context.userPuid, ...(context.lesson as OpenedLesson) }),
        onDone: {
          target: 'loadingTracking',
          actions: { type: 'setResponses', params: ({ event }) => ({ responses: event.output }) },
          description: 'They are there.',
        },
        onError: { target: 'loadingTracking', description: 'There are none to be had; the lesson opens all the same.' },
      },
    },
    loadingTracking: {
      description: 'How far the student is in the lesson loads: nothing yet, or where another visit ended.',
      tags: 'busy',
      invoke: {
        id: 'loadTracking',
        src: 'loadTracking',
        input: ({ context }) => ({ userPuid: context.userPuid, ...(context.lesson as OpenedLesson) }),
        onDone: {
          target: 'opened',
          actions: { type: 'setTracking', params: ({ event }) => ({ tracking: event.output }) },
          description: 'It is there.',
        },
        onError: { target: 'opened', description: 'The player will load it itself, and say what is the matter.' },
      },
    },
    opened: { type: 'final', description: 'The player takes over.', entry: 'announceLesson' },
  },
});
