import { assign, setup } from 'xstate';
import type { PlayerLesson, PlayerResource } from '../../../contract/lessonTracking.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

export interface LessonPlayerInput {
  userPuid: number;
  /** 0 where one item is previewed. */
  lessonId: number;
  /** The one item of a preview; 0: a lesson. */
  itemId: number;
  /** 0 in a preview. */
  assignmentId: number;
  /** Which one, for a lesson that came through two groups; 0: not said. */
  groupAssignmentId: number;
  /** `PlayerResource.id` of the resource that was asked for; without one, where the student was. */
  resourceId?: number;
  /** A preview writes nothing: teachers look at what students will see. */
  mode: 'play' | 'preview';
  /** How far this device knows the student to be: what a closed tab could not tell the server. Null: nothing is kept. */
  kept: KeptLesson | null;
}

/** How far a lesson is, as a device keeps it. */
export interface KeptLesson {
  seconds: number;
  /** `PlayerResource.id` of the open resource. */
  resourceId: number;
  /** By `PlayerResource.id`. */
  resources: Readonly<Record<number, Progress>>;
}

/** Asks whether a resource that was left is finished by what the server knows. */
export interface CompletionCheck {
  userPuid: number;
  lessonId: number;
  groupAssignmentId: number;
  resource: PlayerResource;
}

/** How far one resource is. */
export interface Progress {
  /** Seconds so far, over all sittings. */
  seconds: number;
  /** 0 to 100; never goes down. */
  percentage: number;
  /** Page or second, for exact resume. */
  position: number;
}

/** One thing to tell the server: first the lesson's tracking, then the resource's with the id that the first gave. */
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

interface Context {
  input: LessonPlayerInput;
  lesson: PlayerLesson | null;
  /** Index of the open resource. */
  index: number;
  progress: Progress[];
  /** Seconds in the lesson so far. */
  seconds: number;
  lessonTrackingId: number;
  /** Of the open resource; 0 until the server has been told of it. */
  resourceTrackingId: number;
  /** What waits to be told, oldest first. */
  reports: TrackingReport[];
  /** Index of the resource that was left last, and of the one that the server is asked about. */
  left: number;
  asked: number;
  problem: Problem | null;
}

const complete = 100;

const isComplete = ({ percentage }: Progress) => percentage >= complete;

const isInOrder = (lesson: PlayerLesson | null, progress: readonly Progress[], index: number) =>
  !lesson?.enforce_order || progress.slice(0, index).every(isComplete);

const canOpen = ({ lesson, progress }: Context, index: number) =>
  index >= 0 && index < progress.length && isInOrder(lesson, progress, index);

/** The resource that was asked for, or that was open last, unless that one is finished or either is out of order; then the first that is not finished. */
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

/** The further of two: a device may know of seconds that the server was never told, and the server of another device's. */
const further = (known: Progress, kept: Progress | undefined): Progress =>
  kept === undefined || kept.seconds < known.seconds
    ? known
    : { seconds: kept.seconds, percentage: Math.max(known.percentage, kept.percentage), position: kept.position };

const withReport = (context: Context, report: TrackingReport): TrackingReport[] => {
  // An update of the same resource that has not been sent yet says the same, since reports are made up from the newest progress.
  const last = context.reports.at(-1);
  if (last && context.reports.length > 1 && last.index === report.index && report.mode === 'update') return context.reports;
  return [...context.reports, report];
};

/** The place in a resource that is left half done is told first: another device goes on there. */
const withLeft = (context: Context): TrackingReport[] => {
  const left = context.progress[context.index];
  const isHalfDone = left !== undefined && left.percentage > 0 && !isComplete(left);
  return isHalfDone ? withReport(context, { mode: 'update', index: context.index, previousResourceId: 0 }) : context.reports;
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
> = {
  canOpen: 'This lesson is done in order: finish the resources before this one first.',
  isOpen: 'Another resource is open.',
  leavesUndecided: 'Whether the open resource is finished is known here, or it is not left.',
  isFinishedThere: 'The server does not know the resource as finished.',
  hasMoreToShow: 'The resource has nothing more to show.',
  isPreview: 'This is not a preview.',
  hasReport: 'Everything has been told to the server.',
  isFinished: 'There are resources left to finish.',
  wasFinished: 'The lesson was not finished when it was opened.',
  hasNoResources: 'The lesson has resources.',
};

/** Plays a lesson: resources in order, lesson tracking then resource tracking, idle-aware time (specification, sections 3, 4 and 7). */
export const lessonPlayerMachine = setup({
  types: {
    input: {} as LessonPlayerInput,
    context: {} as Context,
    events: {} as
      | { type: 'lesson.retried' }
      | { type: 'resource.opened'; index: number }
      | { type: 'resource.progressed'; percentage: number; position: number }
      /** `hasMoreToShow`: the resource itself tells how it went, and stays on the screen. */
      | { type: 'resource.finished'; hasMoreToShow: boolean }
      | { type: 'summary.opened' }
      | { type: 'summary.closed' }
      | { type: 'attention.lost' }
      | { type: 'attention.regained' }
      | { type: 'tracking.retried' },
    tags: {} as 'busy' | 'failed' | 'unavailable' | 'empty' | 'playing' | 'finished' | 'saving' | 'unsaved' | 'counting',
    meta: {} as ChartMeta,
  },
  actors: {
    loadLesson: actorSlot<PlayerLesson, LessonPlayerInput>('loadLesson', 'GET /v2/studentDashboard/lesson_player'),
    trackLesson: actorSlot<number, LessonTracking>('trackLesson', 'POST /Assignment/track_lesson'),
    trackResource: actorSlot<number, ResourceTracking>('trackResource', 'POST /Assignment/track_lesson_resource'),
    checkCompletion: actorSlot<boolean, CompletionCheck>('checkCompletion', 'POST /lesson/check_resource_completion'),
  },
  actions: {
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
        // What was finished here and never told, is told now.
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
      reports: withReport(
        { ...context, reports: withLeft(context) },
        { mode: 'start', index, previousResourceId: context.lesson?.lesson_resources[context.index]?.id ?? 0 },
      ),
    })),
    // Told in whole percent: less than one is none.
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
    reportStart: assign({ reports: ({ context }) => withReport(context, { mode: 'start', index: context.index, previousResourceId: 0 }) }),
    reportUpdate: assign({
      reports: ({ context }) => withReport(context, { mode: 'update', index: context.index, previousResourceId: 0 }),
    }),
    reportFinish: assign({
      reports: ({ context }) =>
        withReport(context, {
          mode: context.progress.every(isComplete) ? 'complete' : 'update',
          index: context.index,
          previousResourceId: 0,
        }),
    }),
    countSecond: assign({
      seconds: ({ context }) => context.seconds + 1,
      progress: ({ context }) =>
        context.progress.map((known, at) => (at === context.index ? { ...known, seconds: known.seconds + 1 } : known)),
    }),
    setLessonTracking: assign({ lessonTrackingId: (_, { trackingId }: { trackingId: number }) => trackingId, resourceTrackingId: 0 }),
    // A report may be about the resource that was open before; its id is not the open one's.
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
  delays: { second: 1_000, betweenUpdates: 30_000, untilRetry: 10_000 },
}).createMachine({
  id: 'lessonPlayer',
  description:
    'A student plays a lesson, resource by resource; what is done and how long it took is told to the server in strict sequence.',
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
    problem: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The lesson is fetched, as the student left it.',
      tags: 'busy',
      invoke: {
        id: 'loadLesson',
        src: 'loadLesson',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'hasNoResources', params: ({ event }) => ({ lesson: event.output }) },
            target: 'empty',
            description: 'There is nothing in the lesson.',
          },
          {
            guard: { type: 'wasFinished', params: ({ event }) => ({ lesson: event.output }) },
            target: 'playing',
            actions: { type: 'setLesson', params: ({ event }) => event.output },
            description: 'A lesson that was finished before: it opens without a report.',
          },
          {
            target: 'playing',
            actions: [{ type: 'setLesson', params: ({ event }) => event.output }, 'reportStart'],
            description: 'The lesson opens at the first resource that is not finished.',
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setProblem', ...failure },
          description: 'The lesson is not there for this student, or there was no answer.',
        },
      },
    },
    failed: {
      description: 'The lesson could not be opened; the screen says why and what to press.',
      tags: ['failed', 'unavailable'],
      meta: { announce: 'player_failed', focus: 'player-problem' },
      on: { 'lesson.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    empty: { description: 'The teacher has taken everything out of this lesson.', tags: ['failed', 'empty'] },
    playing: {
      description: 'The lesson is open.',
      tags: 'playing',
      type: 'parallel',
      states: {
        place: {
          description: 'What is on the screen.',
          initial: 'resource',
          states: {
            resource: {
              description: 'One resource is open.',
              meta: { focus: 'resource-title' },
              on: {
                'resource.opened': [
                  { guard: { type: 'isOpen', params: ({ event }) => event }, description: 'It is open already.' },
                  {
                    guard: { type: 'canOpen', params: ({ event }) => event },
                    target: 'resource',
                    reenter: true,
                    actions: { type: 'openResource', params: ({ event }) => event },
                    description:
                      'The student goes to another resource: how far the one before is, if half done, then the start of this one are reported.',
                  },
                ],
                'resource.progressed': {
                  actions: { type: 'advance', params: ({ event }) => event },
                  description: 'The resource says how far the student is: a page, a second of a video.',
                },
                'resource.finished': [
                  {
                    guard: { type: 'hasMoreToShow', params: ({ event }) => event },
                    actions: ['finishResource', 'reportFinish'],
                    description: 'A quiz is handed in: its receipt stays on the screen.',
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
                  description: 'Every resource is done and the student presses Finish.',
                },
              },
            },
            checking: {
              description: 'A resource was just finished: was it the last?',
              always: [
                { guard: 'isFinished', target: 'summary', description: 'Every resource is done.' },
                { target: 'resource', description: 'There are more.' },
              ],
            },
            summary: {
              description: 'The lesson is finished: what was done, how long it took, where to go next.',
              tags: 'finished',
              meta: { announce: 'player_finished', focus: 'summary-title' },
              on: {
                'summary.closed': { target: 'resource', description: 'The student looks at the resources again.' },
                'resource.progressed': { description: 'A resource that was just closed still speaks.' },
              },
            },
          },
        },
        attention: {
          description: 'Time counts only while the page is visible, focused and in use.',
          initial: 'present',
          states: {
            present: {
              description: 'The student is here: seconds count.',
              tags: 'counting',
              on: {
                'attention.lost': {
                  target: 'away',
                  actions: 'reportUpdate',
                  description:
                    'The page is hidden or unfocused, nothing was touched for 30 s, or the lesson is left: the seconds so far are told, it may be the end.',
                },
              },
              after: { second: { target: 'present', reenter: true, actions: 'countSecond', description: 'One second of attention.' } },
            },
            away: {
              description: 'The student is not looking: no second counts.',
              on: { 'attention.regained': { target: 'present', description: 'The page is in use again.' } },
            },
          },
        },
        completion: {
          description: 'Whether a resource is finished that is not finished by marking it: its quiz may have been handed in elsewhere.',
          initial: 'known',
          states: {
            known: {
              description: 'Nothing has to be asked.',
              on: {
                'resource.opened': {
                  guard: { type: 'leavesUndecided', params: ({ event }) => event },
                  target: 'checking',
                  actions: 'askAboutLeft',
                  description: 'A quiz, a printed sheet or a provider’s assessment is left that is not known as handed in.',
                },
              },
            },
            checking: {
              description: 'The server is asked about the resource that was left; the student goes on meanwhile.',
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
                    description: 'It is handed in.',
                  },
                  { target: 'known', description: 'It is not handed in yet.' },
                ],
                onError: { target: 'known', description: 'No answer: it is asked again the next time, and nothing is said.' },
              },
            },
          },
        },
        tracking: {
          description:
            'What the server knows: lesson tracking first, its id feeds the resource tracking. Failures raise no notice; the save state speaks.',
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Is there anybody to tell?',
              always: [
                { guard: 'isPreview', target: 'off', description: 'A preview writes nothing.' },
                { target: 'settled', description: 'A student plays.' },
              ],
            },
            off: { description: 'Nothing of a preview is told to the server.' },
            settled: {
              description: 'Everything that happened has been told.',
              always: { guard: 'hasReport', target: 'trackingLesson', description: 'Something new happened.' },
              after: {
                betweenUpdates: {
                  target: 'settled',
                  reenter: true,
                  actions: 'reportUpdate',
                  description: 'Every 30 s: the seconds so far.',
                },
              },
            },
            trackingLesson: {
              description: 'The lesson is tracked; the resource tracking id goes back to 0.',
              tags: 'saving',
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
                  description: 'The lesson tracking id is known.',
                },
                onError: { target: 'waiting', description: 'It did not get through; it is kept and tried again.' },
              },
            },
            trackingResource: {
              description: 'The resource is tracked under the id that the lesson tracking gave.',
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
                  actions: [{ type: 'setResourceTracking', params: ({ event }) => ({ trackingId: event.output }) }, 'removeReport'],
                  description: 'The resource tracking id is known; the next report can go.',
                },
                onError: { target: 'waiting', description: 'It did not get through; it is kept and tried again.' },
              },
            },
            waiting: {
              description: 'The server could not be told. Nothing is lost: the report waits and play goes on.',
              tags: 'unsaved',
              after: { untilRetry: { target: 'trackingLesson', description: 'Try again after a while.' } },
              on: {
                'tracking.retried': { target: 'trackingLesson', description: 'The connection is back, or the student presses Try again.' },
              },
            },
          },
        },
      },
    },
  },
});
