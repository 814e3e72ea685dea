import { assign, setup } from 'xstate';
import type { PlayerLesson, PlayerResource } from '../../../contract/player.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as delivery from '../delivery.ts';
import { toProblem, withProblem } from '../problem.ts';

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

/** Progress in a lesson, as cached on a device. */
export interface KeptLesson {
  seconds: number;
  /** `PlayerResource.id` of the open resource. */
  resourceId: number;
  /** Keyed by `PlayerResource.id`. */
  resources: Readonly<Record<number, Progress>>;
}

/** Asks the server whether the resource the student just left is finished. */
export interface CompletionCheck {
  userPuid: number;
  lessonId: number;
  groupAssignmentId: number;
  resource: PlayerResource;
}

/** Progress in one resource. */
export interface Progress {
  /** Seconds so far, across all sessions. */
  seconds: number;
  /** 0 to 100; never decreases. */
  percentage: number;
  /** Page number or second, for resuming at the exact spot. */
  position: number;
}

/** One report to the server: the lesson's tracking first, then the resource's, under the id returned by the first. */
export interface TrackingReport {
  mode: 'start' | 'update' | 'complete';
  /** Index of the resource in the lesson. */
  index: number;
  previousResourceId: number;
}

export interface LessonTracking {
  userPuid: number;
  lessonId: number;
  assignmentId: number;
  groupAssignmentId: number;
  timeSpent: number;
  trackingId: number;
  mode: TrackingReport['mode'];
}

export interface ResourceTracking {
  userPuid: number;
  lessonId: number;
  assignmentId: number;
  lessonTrackingId: number;
  trackingId: number;
  resource: PlayerResource;
  previousResourceId: number;
  timeSpent: number;
  percentage: number;
  position: number;
}

interface Context extends delivery.Context {
  input: LessonPlayerInput;
  lesson: PlayerLesson | null;
  /** Index of the open resource. */
  index: number;
  progress: Progress[];
  /** Seconds in the lesson so far. */
  seconds: number;
  lessonTrackingId: number;
  /** Tracking id of the open resource; 0 until the server has been told about it. */
  resourceTrackingId: number;
  /** Reports not yet sent, oldest first. */
  reports: TrackingReport[];
  /** Indexes of the resource the student left last and of the one being checked with the server. */
  left: number;
  asked: number;
}

const complete = 100;

const isComplete = ({ percentage }: Progress) => percentage >= complete;

const isInOrder = (lesson: PlayerLesson | null, progress: readonly Progress[], index: number) =>
  !lesson?.enforce_order || progress.slice(0, index).every(isComplete);

const canOpen = ({ lesson, progress }: Context, index: number) =>
  index >= 0 && index < progress.length && isInOrder(lesson, progress, index);

/**
 * Picks the resource to open: the requested one, else the last one open, else the first unfinished one. Skips the last one if it is
 * finished, and either one if it is out of order.
 */
const whereToGoOn = (lesson: PlayerLesson, progress: readonly Progress[], lastId: number, askedId: number | undefined) => {
  const asked = lesson.lesson_resources.findIndex(({ id }) => id === askedId);
  if (asked >= 0 && isInOrder(lesson, progress, asked)) return asked;
  const last = lesson.lesson_resources.findIndex(({ id }) => id === lastId);
  const lastProgress = progress[last];
  if (lastProgress && !isComplete(lastProgress) && isInOrder(lesson, progress, last)) return last;
  return Math.max(
    0,
    progress.findIndex((one) => !isComplete(one)),
  );
};

/** The further of two. The device may have seconds the server never got, and the server may have seconds from another device. */
const further = (known: Progress, kept: Progress | undefined): Progress =>
  kept === undefined || kept.seconds < known.seconds
    ? known
    : { seconds: kept.seconds, percentage: Math.max(known.percentage, kept.percentage), position: kept.position };

const withReport = ({ reports }: Pick<Context, 'reports'>, report: TrackingReport): Pick<Context, 'reports' | 'hasNews'> => {
  // A queued update for the same resource is enough: reports are built from the latest progress when they are sent.
  const last = reports.at(-1);
  const isCovered = last && reports.length > 1 && last.index === report.index && report.mode === 'update';
  return { reports: isCovered ? reports : [...reports, report], hasNews: true };
};

/** Reports a half-finished resource before leaving it, so that another device can resume there. */
const withLeft = (context: Context): Pick<Context, 'reports'> => {
  const left = context.progress[context.index];
  const isHalfDone = left !== undefined && left.percentage > 0 && !isComplete(left);
  return isHalfDone ? withReport(context, { mode: 'update', index: context.index, previousResourceId: 0 }) : context;
};

export const lessonPlayerReasons: Reasons<
  | 'canOpen'
  | 'isOpen'
  | 'leavesUndecided'
  | 'isFinishedThere'
  | 'hasMoreToShow'
  | 'isPreview'
  | 'hasReport'
  | 'isFinished'
  | 'wasFinished'
  | 'hasNoResources'
  | keyof typeof delivery.reasons
> = {
  ...delivery.reasons,
  canOpen: 'This lesson must be done in order: finish the earlier resources first.',
  isOpen: 'Another resource is open.',
  leavesUndecided: 'No check is needed: the open resource is finished or not one to submit, or the student is not leaving it.',
  isFinishedThere: 'The server does not have this resource as finished.',
  hasMoreToShow: 'The resource has nothing more to show after finishing.',
  isPreview: 'This is not a preview.',
  hasReport: 'There is nothing left to report to the server.',
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
      | { type: 'attention.lost' }
      | { type: 'attention.regained' }
      | delivery.Event,
    tags: {} as 'busy' | 'failed' | 'unavailable' | 'empty' | 'playing' | 'finished' | 'saving' | 'counting' | delivery.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    loadLesson: actorSlot<PlayerLesson, LessonPlayerInput>('loadLesson', 'GET /v2/studentDashboard/lesson_player'),
    trackLesson: actorSlot<number, LessonTracking>('trackLesson', 'POST /Assignment/track_lesson'),
    trackResource: actorSlot<number, ResourceTracking>('trackResource', 'POST /Assignment/track_lesson_resource'),
    checkCompletion: actorSlot<boolean, CompletionCheck>('checkCompletion', 'POST /lesson/check_resource_completion'),
  },
  actions: {
    ...delivery.actions,
    setLesson: assign(({ context }, lesson: PlayerLesson) => {
      const sorted = { ...lesson, lesson_resources: lesson.lesson_resources.toSorted((a, b) => a.sort_order - b.sort_order) };
      const { kept, resourceId } = context.input;
      const known = sorted.lesson_resources.map(({ time_spent, percentage_completed, position }) => ({
        seconds: time_spent,
        percentage: percentage_completed,
        position,
      }));
      const progress = known.map((one, at) => further(one, kept?.resources[sorted.lesson_resources[at]?.id ?? 0]));
      const isKeptFurther = kept !== null && kept.seconds > lesson.time_spent;
      return {
        lesson: sorted,
        progress,
        index: whereToGoOn(sorted, progress, isKeptFurther ? kept.resourceId : lesson.last_resource_id, resourceId),
        seconds: isKeptFurther ? kept.seconds : lesson.time_spent,
        lessonTrackingId: lesson.tracking_id,
        // Reports resources finished on this device that the server never heard about.
        reports: progress.flatMap((one, index): TrackingReport[] =>
          isComplete(one) && !isComplete(known[index] as Progress) ? [{ mode: 'update', index, previousResourceId: 0 }] : [],
        ),
        problem: null,
      };
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    openResource: assign(({ context }, { index }: { index: number }) => ({
      index,
      left: context.index,
      resourceTrackingId: 0,
      ...withReport(withLeft(context), {
        mode: 'start',
        index,
        previousResourceId: context.lesson?.lesson_resources[context.index]?.id ?? 0,
      }),
    })),
    // Reported in whole percent, rounded down.
    advance: assign({
      progress: ({ context }, { percentage, position }: { percentage: number; position: number }) =>
        context.progress.map((known, at) =>
          at === context.index
            ? { ...known, percentage: Math.max(known.percentage, Math.min(Math.floor(percentage), complete)), position }
            : known,
        ),
    }),
    finishResource: assign({
      progress: ({ context }) => context.progress.map((known, at) => (at === context.index ? { ...known, percentage: complete } : known)),
    }),
    reportStart: assign(({ context }) => withReport(context, { mode: 'start', index: context.index, previousResourceId: 0 })),
    reportUpdate: assign(({ context }) => withReport(context, { mode: 'update', index: context.index, previousResourceId: 0 })),
    reportFinish: assign(({ context }) =>
      withReport(context, {
        mode: context.progress.every(isComplete) ? 'complete' : 'update',
        index: context.index,
        previousResourceId: 0,
      }),
    ),
    countSecond: assign({
      seconds: ({ context }) => context.seconds + 1,
      progress: ({ context }) =>
        context.progress.map((known, at) => (at === context.index ? { ...known, seconds: known.seconds + 1 } : known)),
    }),
    setLessonTracking: assign({ lessonTrackingId: (_, { trackingId }: { trackingId: number }) => trackingId, resourceTrackingId: 0 }),
    // The report may be about the previous resource, whose id does not belong to the open one.
    setResourceTracking: assign({
      resourceTrackingId: ({ context }, { trackingId }: { trackingId: number }) =>
        context.reports[0]?.index === context.index ? trackingId : 0,
    }),
    askAboutLeft: assign({ asked: ({ context }) => context.left }),
    finishAsked: assign({
      progress: ({ context }) => context.progress.map((known, at) => (at === context.asked ? { ...known, percentage: complete } : known)),
    }),
    removeReport: assign({ reports: ({ context }) => context.reports.slice(1) }),
  },
  guards: {
    ...delivery.guards,
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
    isPreview: ({ context }) => context.input.mode === 'preview',
    hasReport: ({ context }) => context.reports.length > 0,
    isFinished: ({ context }) => context.progress.every(isComplete),
    wasFinished: (_, { lesson }: { lesson: PlayerLesson }) =>
      lesson.lesson_resources.every(({ percentage_completed }) => percentage_completed >= complete),
    hasNoResources: (_, { lesson }: { lesson: PlayerLesson }) => lesson.lesson_resources.length === 0,
  },
  delays: { ...delivery.delays, second: 1_000, betweenUpdates: 30_000 },
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
      tags: ['failed', 'unavailable'],
      meta: { announce: 'player_failed', focus: 'player-problem' },
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
            present: {
              description: 'The student is active, so seconds are counted.',
              tags: 'counting',
              on: {
                'attention.lost': {
                  target: 'away',
                  actions: 'reportUpdate',
                  description:
                    'The page was hidden or lost focus, nothing was touched for 30 s, or the student is leaving. Reports the time so far, since this may be the last chance.',
                },
              },
              after: { second: { target: 'present', reenter: true, actions: 'countSecond', description: 'Adds one second of attention.' } },
            },
            away: {
              description: 'The student is not active. No time is counted.',
              on: { 'attention.regained': { target: 'present', description: 'The student is back on the page.' } },
            },
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
          states: {
            deciding: {
              description: 'Deciding whether progress is reported at all.',
              always: [
                { guard: 'isPreview', target: 'off', description: 'This is a preview, so nothing is saved.' },
                { target: 'settled', description: 'A student is playing, so progress is reported.' },
              ],
            },
            off: { description: 'This is a preview. Nothing is reported to the server.' },
            settled: {
              description: 'Every report has been sent.',
              always: { guard: 'hasReport', target: 'trackingLesson', description: 'There is a new report to send.' },
              after: {
                betweenUpdates: {
                  target: 'settled',
                  reenter: true,
                  actions: 'reportUpdate',
                  description: 'Reports the time so far every 30 s.',
                },
              },
            },
            trackingLesson: {
              description: 'Sending the lesson’s progress. The save status says that it is saving.',
              tags: 'saving',
              entry: 'noteSending',
              invoke: {
                id: 'trackLesson',
                src: 'trackLesson',
                input: ({ context }) => ({
                  userPuid: context.input.userPuid,
                  lessonId: context.input.lessonId,
                  assignmentId: context.input.assignmentId,
                  groupAssignmentId: context.lesson?.group_assignment_id ?? 0,
                  timeSpent: context.seconds,
                  trackingId: context.lessonTrackingId,
                  mode: context.reports[0]?.mode ?? 'update',
                }),
                onDone: {
                  target: 'trackingResource',
                  actions: { type: 'setLessonTracking', params: ({ event }) => ({ trackingId: event.output }) },
                  description: 'The server returned the lesson tracking id, which the resource report needs.',
                },
                onError: delivery.failed,
              },
            },
            trackingResource: {
              description: 'Sending the resource’s progress under the lesson tracking id.',
              tags: 'saving',
              invoke: {
                id: 'trackResource',
                src: 'trackResource',
                input: ({ context }) => {
                  const report = context.reports[0] as TrackingReport;
                  const resource = context.lesson?.lesson_resources[report.index] as PlayerResource;
                  const progress = context.progress[report.index] as Progress;
                  return {
                    userPuid: context.input.userPuid,
                    lessonId: context.input.lessonId,
                    assignmentId: context.input.assignmentId,
                    lessonTrackingId: context.lessonTrackingId,
                    trackingId: context.resourceTrackingId,
                    resource,
                    previousResourceId: report.previousResourceId,
                    timeSpent: progress.seconds,
                    percentage: report.mode === 'start' ? 0 : progress.percentage,
                    position: progress.position,
                  };
                },
                onDone: {
                  target: 'settled',
                  actions: [
                    { type: 'setResourceTracking', params: ({ event }) => ({ trackingId: event.output }) },
                    'removeReport',
                    'noteContact',
                  ],
                  description: 'The server returned the resource tracking id: drop this report and send the next.',
                },
                onError: delivery.failed,
              },
            },
            ...delivery.states('trackingLesson'),
          },
        },
      },
    },
  },
});
