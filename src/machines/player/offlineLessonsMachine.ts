import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, failure, type Problem, setProblem, toProblem, withProblem } from '../problem.ts';

/** A lesson of an assignment, with its name. */
export interface LessonName {
  lessonId: number;
  assignmentId: number;
  name: string;
}

/** A lesson saved on this device. */
export interface SavedLesson extends LessonName {
  /** Bytes, including pictures, videos, and files. */
  size: number;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** Problem code for a device without free space, borrowed from HTTP. */
export const noRoom = 507;

export const offlineLessonsReasons: Reasons<'isFull' | 'isRemoving'> = {
  isFull: 'The device has room; something else went wrong.',
  isRemoving: 'The failed task was not a removal.',
};

/** Lessons a student saves on this device for use without a connection. */
export const offlineLessonsMachine = setup({
  types: {
    context: {} as { lessons: readonly SavedLesson[]; target: LessonName | null; task: 'save' | 'remove'; problem: Problem | null },
    events: {} as
      | { type: 'lesson.chosen'; lesson: LessonName }
      | { type: 'lesson.dropped'; lesson: LessonName }
      | { type: 'saving.cancelled' }
      | { type: 'lessons.retried' },
    tags: {} as 'loading' | 'idle' | 'saved' | 'busy' | 'saving' | 'removing' | 'failed' | 'full' | 'unavailable',
    meta: {} as ChartMeta,
  },
  actors: {
    list: actorSlot<readonly SavedLesson[]>('list', 'reads what this device keeps'),
    save: actorSlot<readonly SavedLesson[], LessonName>(
      'save',
      'GET /v2/studentDashboard/lesson_player, POST /v2/content/get_content, overview and questions of each quiz, then keeps them on this device',
    ),
    remove: actorSlot<readonly SavedLesson[], LessonName>('remove', 'removes a lesson from this device'),
  },
  actions: {
    setLessons: assign({ lessons: (_, { lessons }: { lessons: readonly SavedLesson[] }) => lessons, problem: null }),
    setTarget: assign({
      target: (_, params: { lesson: LessonName; task: 'save' | 'remove' }) => params.lesson,
      task: (_, params: { lesson: LessonName; task: 'save' | 'remove' }) => params.task,
      problem: null,
    }),
    clearProblem: assign({ problem: null }),
    setProblem,
  },
  guards: {
    isFull: (_, { error }: { error: unknown }) => toProblem(error).code === noRoom,
    isRemoving: ({ context }) => context.task === 'remove',
  },
}).createMachine({
  id: 'offlineLessons',
  description: 'A student saves lessons on this device, sees how much space they take, and removes them.',
  meta: { reasons: offlineLessonsReasons },
  context: { lessons: [], target: null, task: 'save', problem: null },
  initial: 'opening',
  states: {
    opening: {
      description: 'Reading the list of saved lessons from the device.',
      tags: ['busy', 'loading'],
      invoke: {
        id: 'list',
        src: 'list',
        onDone: {
          target: 'ready',
          actions: { type: 'setLessons', params: ({ event }) => ({ lessons: event.output }) },
          description: 'The saved lessons are known.',
        },
        onError: { target: 'unavailable', ...withProblem, description: 'This browser cannot store lessons.' },
      },
    },
    unavailable: {
      description: 'This browser cannot store lessons, so they need a connection. The screen says so.',
      tags: 'unavailable',
      on: { 'lessons.retried': { target: 'opening', actions: 'clearProblem', description: 'The student presses Try again.' } },
    },
    ready: {
      description: 'The list is on the screen. Lessons can be saved or removed one at a time.',
      initial: 'idle',
      on: {
        'lesson.chosen': {
          target: 'saving',
          actions: { type: 'setTarget', params: ({ event }) => ({ lesson: event.lesson, task: 'save' }) },
          description: 'The student saves a lesson or updates a saved one.',
        },
        'lesson.dropped': {
          target: 'removing',
          actions: { type: 'setTarget', params: ({ event }) => ({ lesson: event.lesson, task: 'remove' }) },
          description: 'The student removes a lesson from the device.',
        },
      },
      states: {
        idle: { description: 'Nothing has gone wrong, and no lesson was just saved or removed.', tags: 'idle' },
        saved: {
          description: 'A lesson has just been saved on the device.',
          tags: 'saved',
          meta: { announce: 'student_offline_saved' },
        },
        removed: {
          description: 'A lesson was removed. The focus stays at its place in the list.',
          meta: { announce: 'student_offline_removed' },
        },
        failed: {
          description: 'A lesson could not be saved or removed. What was on the device before is still there.',
          ...failed({ announce: 'student_offline_failed', focus: 'offline-problem' }),
          on: {
            'lessons.retried': [
              {
                guard: 'isRemoving',
                target: '#offlineLessons.removing',
                actions: 'clearProblem',
                description: 'The student tries the removal again.',
              },
              { target: '#offlineLessons.saving', actions: 'clearProblem', description: 'The student tries to save the lesson again.' },
            ],
          },
        },
        full: {
          description: 'The device has no room for the lesson, and no part of it was kept. Removing another lesson makes room.',
          ...failed({ announce: 'student_offline_full', focus: 'offline-problem' }, 'full'),
          on: {
            'lessons.retried': {
              target: '#offlineLessons.saving',
              actions: 'clearProblem',
              description: 'The student made room and tries again.',
            },
          },
        },
      },
    },
    saving: {
      description:
        'Downloading the lesson with its pictures, videos, files, and quizzes without keys. It is saved completely or not at all.',
      tags: ['busy', 'saving'],
      meta: { announce: 'student_offline_saving' },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => context.target as LessonName,
        onDone: {
          target: 'ready.saved',
          actions: { type: 'setLessons', params: ({ event }) => ({ lessons: event.output }) },
          description: 'The lesson is on the device.',
        },
        onError: [
          {
            guard: { type: 'isFull', ...failure },
            target: 'ready.full',
            ...withProblem,
            description: 'The device has no room left.',
          },
          {
            target: 'ready.failed',
            ...withProblem,
            description: 'Part of the lesson could not be downloaded or stored.',
          },
        ],
      },
      on: { 'saving.cancelled': { target: 'ready.idle', description: 'The student cancels.' } },
    },
    removing: {
      description: 'Removing the lesson from the device.',
      tags: ['busy', 'removing'],
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => context.target as LessonName,
        onDone: {
          target: 'ready.removed',
          actions: { type: 'setLessons', params: ({ event }) => ({ lessons: event.output }) },
          description: 'The lesson is no longer on the device.',
        },
        onError: { target: 'ready.failed', ...withProblem, description: 'The lesson could not be removed.' },
      },
    },
  },
});
