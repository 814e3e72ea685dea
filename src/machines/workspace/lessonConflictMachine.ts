import { assign, setup } from 'xstate';
import type { LessonDetail } from '../../../contract/workspace.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import type { LoadOrder, Saved, SaveOrder } from './lessonOrders.ts';
import { placeOfLesson } from './place.ts';

export interface LessonConflictInput {
  /** The save of the teacher's own version. */
  order: SaveOrder;
  /** The version that somebody else saved in the meantime; null: not fetched yet. */
  newer: LessonDetail | null;
}

/** How a conflict ended. */
export interface ConflictEnd {
  /** The version that the lesson has from now on. `both`: theirs, and the teacher's own is saved as a copy. */
  kind: 'mine' | 'theirs' | 'both';
  newer: LessonDetail;
  /** Name of the copy; empty if there is none. */
  copyName: string;
}

export const lessonConflictReasons: Reasons<'isFetched'> = {
  isFetched: 'The other version has not been fetched.',
};

/** Two versions of a lesson: the teacher's own, and the one that somebody else saved in the meantime (specification, section 7). */
export const lessonConflictMachine = setup({
  types: {
    input: {} as LessonConflictInput,
    context: {} as LessonConflictInput & Omit<ConflictEnd, 'newer'> & { problem: Problem | null },
    events: {} as
      | { type: 'conflict.mineChosen' }
      | { type: 'conflict.theirsChosen' }
      | { type: 'conflict.bothKept'; name: string }
      | { type: 'conflict.retried' },
    output: {} as ConflictEnd,
    tags: {} as 'busy' | 'failed' | 'compared',
    meta: {} as ChartMeta,
  },
  actors: {
    loadLesson: actorSlot<LessonDetail, LoadOrder>('loadLesson', 'GET lesson'),
    saveLesson: actorSlot<Saved, SaveOrder>('saveLesson', 'POST create lesson'),
  },
  actions: {
    setNewer: assign({ newer: (_, { lesson }: { lesson: LessonDetail }) => lesson, problem: null }),
    setKind: assign({ kind: (_, { kind }: Pick<ConflictEnd, 'kind'>) => kind }),
    setCopyName: assign({ kind: 'both', copyName: (_, { name }: { name: string }) => name, problem: null }),
    setProblem,
  },
  guards: { isFetched: ({ context }) => context.newer !== null },
}).createMachine({
  id: 'lessonConflict',
  description: 'Somebody else saved the lesson in the meantime. The teacher compares both versions, and picks one or keeps both.',
  meta: { reasons: lessonConflictReasons },
  context: ({ input }) => ({ ...input, kind: 'theirs', copyName: '', problem: null }),
  output: ({ context: { kind, newer, copyName } }) => ({ kind, newer: newer as LessonDetail, copyName }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Finds out whether the other version has to be fetched.',
      always: [
        { guard: 'isFetched', target: 'deciding', description: 'The lesson was opened with a draft of an older version.' },
        { target: 'comparing', description: 'The server refused a save because of the other version.' },
      ],
    },
    comparing: {
      description: 'Fetching the version that somebody else saved.',
      tags: 'busy',
      invoke: {
        id: 'loadNewer',
        src: 'loadLesson',
        input: ({ context: { order } }) => ({ lessonId: order.lessonId as number, isAssignment: order.isAssignment }),
        onDone: {
          target: 'deciding',
          actions: { type: 'setNewer', params: ({ event }) => ({ lesson: event.output }) },
          description: 'Both versions are available for comparison.',
        },
        onError: { target: 'incomparable', ...withProblem, description: 'The other version could not be fetched.' },
      },
    },
    incomparable: {
      description: "Somebody else changed the lesson, but their version could not be fetched. The teacher's version is kept.",
      ...failed({ focus: 'builder-problem' }),
      on: { 'conflict.retried': { target: 'comparing', description: 'The teacher presses Try again.' } },
    },
    deciding: {
      description: "Shows both versions: the teacher's own and the one saved in the meantime. The teacher picks one or keeps both.",
      tags: 'compared',
      meta: { announce: 'builder_conflict' },
      on: {
        'conflict.mineChosen': {
          target: 'ended',
          actions: { type: 'setKind', params: { kind: 'mine' } },
          description: "The teacher's version replaces the other one.",
        },
        'conflict.theirsChosen': {
          target: 'ended',
          actions: { type: 'setKind', params: { kind: 'theirs' } },
          description: 'The teacher takes the other version.',
        },
        'conflict.bothKept': {
          target: 'copying',
          actions: { type: 'setCopyName', params: ({ event }) => event },
          description: "The teacher's version becomes a separate lesson.",
        },
      },
    },
    copying: {
      description: "Saving the teacher's version as a copy.",
      tags: ['busy', 'compared'],
      invoke: {
        id: 'saveCopy',
        src: 'saveLesson',
        input: ({ context: { order, newer, copyName } }) => ({
          ...order,
          lessonId: null,
          version: null,
          place: placeOfLesson(newer as LessonDetail),
          draft: {
            ...order.draft,
            name: copyName,
            resources: order.draft.resources.map(({ id: _, ...resource }) => resource),
          },
          // The teacher has just chosen to keep both.
          sameName: 'keep' as const,
        }),
        onDone: { target: 'ended', description: 'The copy is saved.' },
        onError: { target: 'deciding', ...withProblem, description: 'The copy could not be saved. Both versions are still available.' },
      },
    },
    ended: { type: 'final', description: 'The teacher has decided.' },
  },
});
