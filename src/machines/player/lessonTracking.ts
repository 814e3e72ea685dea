import { assign } from 'xstate';
import type { PlayerLesson, PlayerResource } from '../../../contract/player.ts';
import { part } from '../chart.ts';
import * as connection from '../connection.ts';
import * as delivery from '../delivery.ts';
import { isComplete, type Progress } from './lessonProgress.ts';

// How the progress in a lesson reaches the server. The lesson player imports it as `tracking`.

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

/** A report that the server has. */
export interface Tracked {
  trackingId: number;
  /** ms since 1970. */
  at: number;
}

/** Context of the chart that reports. */
export interface Context extends delivery.Context {
  input: { userPuid: number; lessonId: number; assignmentId: number; mode: 'play' | 'preview' };
  lesson: PlayerLesson | null;
  /** Index of the open resource. */
  index: number;
  progress: Progress[];
  /** Seconds in the lesson so far. */
  seconds: number;
  lessonTrackingId: number;
  /** Tracking id of the open resource; 0 until the server has been told about it. */
  resourceTrackingId: number;
  /** When the server last got a report, ms since 1970; null before the first. */
  savedAt: number | null;
  /** Reports not yet sent, oldest first. */
  reports: TrackingReport[];
}

/** An action of a chart with this context. */
type Action<Params = undefined> = (args: { context: Context }, params: Params) => void;
type Given = { context: Context };

/** Adds a report. */
export const withReport = ({ reports }: Pick<Context, 'reports'>, report: TrackingReport): Pick<Context, 'reports' | 'hasNews'> => {
  // A queued update for the same resource is enough: reports are built from the latest progress when they are sent.
  const last = reports.at(-1);
  const isCovered = last && reports.length > 1 && last.index === report.index && report.mode === 'update';
  return { reports: isCovered ? reports : [...reports, report], hasNews: true };
};

/** Reports a half-finished resource before leaving it, so that another device can resume there. */
export const withLeft = (context: Context): Pick<Context, 'reports'> => {
  const left = context.progress[context.index];
  const isHalfDone = left !== undefined && left.percentage > 0 && !isComplete(left);
  return isHalfDone ? withReport(context, { mode: 'update', index: context.index, previousResourceId: 0 }) : context;
};

const report = (modeOf: (context: Context) => TrackingReport['mode']) =>
  assign(({ context }: Given) => withReport(context, { mode: modeOf(context), index: context.index, previousResourceId: 0 })) as Action;

/** Spread into `setup({ actions })`. */
export const actions = {
  ...connection.actions,
  reportStart: report(() => 'start'),
  reportUpdate: report(() => 'update'),
  reportFinish: report(({ progress }) => (progress.every(isComplete) ? 'complete' : 'update')),
  setLessonTracking: assign({
    lessonTrackingId: (_, { trackingId }: { trackingId: number }) => trackingId,
    resourceTrackingId: 0,
  }) as Action<{ trackingId: number }>,
  // The report may be about the previous resource, whose id does not belong to the open one.
  setResourceTracking: assign({
    resourceTrackingId: ({ context }: Given, { trackingId }: Tracked) => (context.reports[0]?.index === context.index ? trackingId : 0),
    savedAt: (_, { at }: Tracked) => at,
  }) as Action<Tracked>,
  removeReport: assign({ reports: ({ context }: Given) => context.reports.slice(1) }) as Action,
};

/** Spread into `setup({ guards })`. */
export const guards = {
  isPreview: ({ context }: Given) => context.input.mode === 'preview',
  hasReport: ({ context }: Given) => context.reports.length > 0,
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = {
  isPreview: 'This is not a preview.',
  hasReport: 'There is nothing left to report to the server.',
};

/** Spread into `setup({ delays })`. */
export const delays = { betweenUpdates: 30_000 };

/** States of what did not get through. */
const later = delivery.states('trackingLesson');

/** States of the region `tracking`, of which `deciding` is the first. The chart needs the actors `trackLesson` and `trackResource`. */
export const states = part({
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
      input: ({ context }: { context: Context }) => ({
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
        actions: { type: 'setLessonTracking', params: ({ event }: { event: { output: number } }) => ({ trackingId: event.output }) },
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
      input: ({ context }: { context: Context }) => {
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
          { type: 'setResourceTracking', params: ({ event }: { event: { output: Tracked } }) => event.output },
          'removeReport',
          'noteContact',
        ],
        description: 'The server returned the resource tracking id: drop this report and send the next.',
      },
      onError: delivery.failed,
    },
  },
  ...later,
  queued: { ...later.queued, ...connection.watching },
});
