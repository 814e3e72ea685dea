import { assign, setup } from 'xstate';
import type { PlayerLesson, PlayerResource } from '../../../contract/player.ts';
import * as attention from '../attention.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as connection from '../connection.ts';
import * as delivery from '../delivery.ts';
import { failed, setProblem, withProblem } from '../problem.ts';
import { canOpen, complete, isComplete, type KeptLesson, resume, withChange } from './lessonProgress.ts';
import * as tracking from './lessonTracking.ts';

export interface LessonPlayerInput {
  userPuid: number;
  /** 0 when previewing a single item. */
  lessonId: number;
  /** Item to preview; 0 for a lesson. */
  itemId: number;
  /** 0 in a preview. */
  assignmentId: number;
  /** Group the lesson came through, when there are two; 0 if not given. */
  groupAssignmentId: number;
  /** `PlayerResource.id` to open first. If omitted, the player resumes where the student left off. */
  resourceId?: number;
  /** A preview saves nothing: teachers see what students will see. */
  mode: 'play' | 'preview';
  /** Progress cached on this device, which may be ahead of the server if the tab closed before reporting. Null if nothing is cached. */
  kept: KeptLesson | null;
  /** Between 0 and 1: spreads out retries from many devices. Default 0. */
  chance?: number;
}

/** Asks the server whether the resource the student just left is finished. */
export interface CompletionCheck {
  userPuid: number;
  lessonId: number;
  groupAssignmentId: number;
  resource: PlayerResource;
}

interface Context extends tracking.Context {
  input: LessonPlayerInput;
  /** Indexes of the resource the student left last and of the one being checked with the server. */
  left: number;
  asked: number;
}

export const lessonPlayerReasons: Reasons<
  | 'canOpen'
  | 'isOpen'
  | 'leavesUndecided'
  | 'isFinishedThere'
  | 'hasMoreToShow'
  | 'isFinished'
  | 'wasFinished'
  | 'hasNoResources'
  | keyof typeof delivery.reasons
  | keyof typeof tracking.reasons
> = {
  ...delivery.reasons,
  ...tracking.reasons,
  canOpen: 'This lesson must be done in order: finish the earlier resources first.',
  isOpen: 'Another resource is open.',
  leavesUndecided: 'No check is needed: the open resource is finished or not one to submit, or the student is not leaving it.',
  isFinishedThere: 'The server does not have this resource as finished.',
  hasMoreToShow: 'The resource has nothing more to show after finishing.',
  isFinished: 'Some resources are not finished yet.',
  wasFinished: 'The lesson was not finished when it was opened.',
  hasNoResources: 'The lesson contains resources.',
};

/**
 * Plays a lesson: resources in order, lesson tracking followed by resource tracking, and time that excludes idle periods (specification,
 * sections 3, 4 and 7).
 */
export const lessonPlayerMachine = setup({
  types: {
    input: {} as LessonPlayerInput,
    context: {} as Context,
    events: {} as
      | { type: 'lesson.retried' }
      | { type: 'resource.opened'; index: number }
      | { type: 'resource.progressed'; percentage: number; position: number }
      /** `hasMoreToShow`: the resource shows its own outcome and stays on the screen. */
      | { type: 'resource.finished'; hasMoreToShow: boolean }
      | { type: 'summary.opened' }
      | { type: 'summary.closed' }
      | attention.Event
      | delivery.Event,
    children: {} as connection.Children,
    tags: {} as 'busy' | 'failed' | 'unavailable' | 'empty' | 'playing' | 'finished' | 'saving' | attention.Tag | delivery.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    ...connection.actors,
    loadLesson: actorSlot<PlayerLesson, LessonPlayerInput>('loadLesson', 'GET /v2/studentDashboard/lesson_player'),
    trackLesson: actorSlot<number, tracking.LessonTracking>('trackLesson', 'POST /Assignment/track_lesson'),
    trackResource: actorSlot<tracking.Tracked, tracking.ResourceTracking>('trackResource', 'POST /Assignment/track_lesson_resource'),
    checkCompletion: actorSlot<boolean, CompletionCheck>('checkCompletion', 'POST /lesson/check_resource_completion'),
  },
  actions: {
    ...delivery.actions,
    ...tracking.actions,
    setLesson: assign(({ context }, opened: PlayerLesson) => {
      const { unheard, ...resumed } = resume(opened, context.input);
      return {
        ...resumed,
        lessonTrackingId: opened.tracking_id,
        reports: unheard.map((index) => ({ mode: 'update', index, previousResourceId: 0 }) as const),
        problem: null,
      };
    }),
    setProblem,
    openResource: assign(({ context }, { index }: { index: number }) => ({
      index,
      left: context.index,
      resourceTrackingId: 0,
      ...tracking.withReport(tracking.withLeft(context), {
        mode: 'start',
        index,
        previousResourceId: context.lesson?.lesson_resources[context.index]?.id ?? 0,
      }),
    })),
    // Reported in whole percent, rounded down.
    advance: assign({
      progress: ({ context }, { percentage, position }: { percentage: number; position: number }) =>
        withChange(context.progress, context.index, (known) => ({
          percentage: Math.max(known.percentage, Math.min(Math.floor(percentage), complete)),
          position,
        })),
    }),
    finishResource: assign({ progress: ({ context }) => withChange(context.progress, context.index, () => ({ percentage: complete })) }),
    countSecond: assign({
      seconds: ({ context }) => context.seconds + 1,
      progress: ({ context }) => withChange(context.progress, context.index, ({ seconds }) => ({ seconds: seconds + 1 })),
    }),
    askAboutLeft: assign({ asked: ({ context }) => context.left }),
    finishAsked: assign({ progress: ({ context }) => withChange(context.progress, context.asked, () => ({ percentage: complete })) }),
  },
  guards: {
    ...delivery.guards,
    ...tracking.guards,
    canOpen: ({ context }, { index }: { index: number }) => canOpen(context, index),
    isOpen: ({ context }, { index }: { index: number }) => index === context.index,
    leavesUndecided: ({ context }, { index }: { index: number }) => {
      const resource = context.lesson?.lesson_resources[context.index];
      const progress = context.progress[context.index];
      const isUndecided = resource?.is_handed_in === true && progress !== undefined && !isComplete(progress);
      return context.input.mode === 'play' && isUndecided && index !== context.index && canOpen(context, index);
    },
    isFinishedThere: (_, { isFinished }: { isFinished: boolean }) => isFinished,
    hasMoreToShow: (_, { hasMoreToShow }: { hasMoreToShow: boolean }) => hasMoreToShow,
    isFinished: ({ context }) => context.progress.every(isComplete),
    wasFinished: (_, { lesson }: { lesson: PlayerLesson }) =>
      lesson.lesson_resources.every(({ percentage_completed }) => percentage_completed >= complete),
    hasNoResources: (_, { lesson }: { lesson: PlayerLesson }) => lesson.lesson_resources.length === 0,
  },
  delays: { ...delivery.delays, ...attention.delays, ...tracking.delays },
}).createMachine({
  id: 'lessonPlayer',
  description:
    'A student plays a lesson resource by resource. Progress and time spent are reported to the server one report at a time, in order.',
  meta: { reasons: lessonPlayerReasons },
  context: ({ input }) => ({
    input,
    lesson: null,
    index: 0,
    progress: [],
    seconds: 0,
    lessonTrackingId: 0,
    resourceTrackingId: 0,
    savedAt: null,
    reports: [],
    left: 0,
    asked: 0,
    ...delivery.none,
    chance: input.chance ?? 0,
    problem: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the lesson and the student’s progress. Nothing is shown yet.',
      tags: 'busy',
      invoke: {
        id: 'loadLesson',
        src: 'loadLesson',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'hasNoResources', params: ({ event }) => ({ lesson: event.output }) },
            target: 'empty',
            description: 'The lesson has no resources.',
          },
          {
            guard: { type: 'wasFinished', params: ({ event }) => ({ lesson: event.output }) },
            target: 'playing',
            actions: { type: 'setLesson', params: ({ event }) => event.output },
            description: 'The lesson was already finished, so opening it is not reported.',
          },
          {
            target: 'playing',
            actions: [{ type: 'setLesson', params: ({ event }) => event.output }, 'reportStart'],
            description: 'The lesson opens at the requested resource, where the student left off, or at the first unfinished one.',
          },
        ],
        onError: {
          target: 'failed',
          ...withProblem,
          description: 'The lesson is not available to this student, or the server did not answer.',
        },
      },
    },
    failed: {
      description: 'The lesson could not be opened. The screen says why and offers Try again.',
      ...failed({ announce: 'player_failed', focus: 'player-problem' }, 'unavailable'),
      on: { 'lesson.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    empty: { description: 'The teacher removed every resource from this lesson. The screen says so.', tags: ['failed', 'empty'] },
    playing: {
      description: 'The lesson is open, and progress is tracked while the student works.',
      tags: 'playing',
      type: 'parallel',
      states: {
        place: {
          description: 'Which part of the lesson is on the screen.',
          initial: 'resource',
          states: {
            resource: {
              description: 'One resource is open for the student to work on.',
              meta: { focus: 'resource-title' },
              on: {
                'resource.opened': [
                  {
                    guard: { type: 'isOpen', params: ({ event }) => event },
                    description: 'This resource is already open; nothing changes.',
                  },
                  {
                    guard: { type: 'canOpen', params: ({ event }) => event },
                    target: 'resource',
                    reenter: true,
                    actions: { type: 'openResource', params: ({ event }) => event },
                    description:
                      'The student opens another resource. Reports progress in the one left unfinished, then the start of the new one.',
                  },
                ],
                'resource.progressed': {
                  actions: { type: 'advance', params: ({ event }) => event },
                  description: 'The resource reports how far the student has got, such as a page or a second of video.',
                },
                'resource.finished': [
                  {
                    guard: { type: 'hasMoreToShow', params: ({ event }) => event },
                    actions: ['finishResource', 'reportFinish'],
                    description: 'The student submitted a quiz. Its receipt stays on the screen.',
                  },
                  {
                    target: 'checking',
                    actions: ['finishResource', 'reportFinish'],
                    description: 'The student marks the resource as done.',
                  },
                ],
                'summary.opened': {
                  guard: 'isFinished',
                  target: 'summary',
                  description: 'All resources are finished and the student presses Finish.',
                },
              },
            },
            checking: {
              description: 'A resource was just finished; checking whether it was the last one.',
              always: [
                { guard: 'isFinished', target: 'summary', description: 'All resources are finished: show the summary.' },
                { target: 'resource', description: 'More resources are left: stay in the lesson.' },
              ],
            },
            summary: {
              description: 'All resources are finished. The summary shows what was done, how long it took, and where to go next.',
              tags: 'finished',
              meta: { announce: 'player_finished', focus: 'summary-title' },
              on: {
                'summary.closed': { target: 'resource', description: 'The student goes back to the resources.' },
                'resource.progressed': { description: 'A late update from the resource that just closed; ignored.' },
              },
            },
          },
        },
        attention: {
          description: 'Whether the student is paying attention. Time counts only while the page is visible, focused, and in use.',
          initial: 'present',
          states: {
            ...attention.states,
            // This may be the last chance.
            away: { ...attention.states.away, entry: 'reportUpdate' },
          },
        },
        completion: {
          description:
            'Whether the server must be asked if a resource is finished. Quizzes, printed sheets, and provider assessments may have been submitted elsewhere.',
          initial: 'known',
          states: {
            known: {
              description: 'The server need not be asked about any resource.',
              on: {
                'resource.opened': {
                  guard: { type: 'leavesUndecided', params: ({ event }) => event },
                  target: 'checking',
                  actions: 'askAboutLeft',
                  description: 'The student leaves a quiz, printed sheet, or provider assessment that is not known to be submitted.',
                },
              },
            },
            checking: {
              description: 'Asking the server whether the resource just left has been submitted. The student keeps working.',
              invoke: {
                id: 'checkCompletion',
                src: 'checkCompletion',
                input: ({ context }) => ({
                  userPuid: context.input.userPuid,
                  lessonId: context.input.lessonId,
                  groupAssignmentId: context.lesson?.group_assignment_id ?? 0,
                  resource: context.lesson?.lesson_resources[context.asked] as PlayerResource,
                }),
                onDone: [
                  {
                    guard: { type: 'isFinishedThere', params: ({ event }) => ({ isFinished: event.output }) },
                    target: 'known',
                    actions: 'finishAsked',
                    description: 'It has been submitted: mark the resource as finished.',
                  },
                  { target: 'known', description: 'It has not been submitted yet.' },
                ],
                onError: {
                  target: 'known',
                  description: 'The check failed. No error is shown; it runs again the next time the student leaves the resource.',
                },
              },
            },
          },
        },
        tracking: {
          description:
            'Reporting progress to the server: lesson tracking first, then resource tracking under its id. Failures show only in the save status, not as a notice.',
          initial: 'deciding',
          states: tracking.states,
        },
      },
    },
  },
});
