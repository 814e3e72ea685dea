import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** A lesson of an assignment, and what it is called. */
export interface LessonName {
  lessonId: number;
  assignmentId: number;
  name: string;
}

/** A lesson that this device keeps. */
export interface SavedLesson extends LessonName {
  /** Bytes, with pictures, films and files. */
  size: number;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** Code of the problem of a device that has no room left, as HTTP has it. */
export const noRoom = 507;

export const offlineLessonsReasons: Reasons<'isFull' | 'isRemoving'> = {
  isFull: 'The device has room; something else went wrong.',
  isRemoving: 'What failed was not a removal.',
};

/** Lessons that a student keeps on this device, for times without a connection. */
export const offlineLessonsMachine = setup({
  types: {
    context: {} as { lessons: readonly SavedLesson[]; target: LessonName | null; task: 'save' | 'remove'; problem: Problem | null },
    events: {} as
      | { type: 'lesson.chosen'; lesson: LessonName }
      | { type: 'lesson.dropped'; lesson: LessonName }
      | { type: 'saving.cancelled' }
      | { type: 'lessons.retried' },
    tags: {} as 'busy' | 'saving' | 'removing' | 'failed' | 'full' | 'unavailable',
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
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
  },
  guards: {
    isFull: (_, { error }: { error: unknown }) => toProblem(error).code === noRoom,
    isRemoving: ({ context }) => context.task === 'remove',
  },
}).createMachine({
  id: 'offlineLessons',
  description: 'A student saves lessons on this device, sees how large they are, and removes them.',
  meta: { reasons: offlineLessonsReasons },
  context: { lessons: [], target: null, task: 'save', problem: null },
  initial: 'opening',
  states: {
    opening: {
      description: 'What the device keeps is looked up.',
      tags: 'busy',
      invoke: {
        id: 'list',
        src: 'list',
        onDone: {
          target: 'ready',
          actions: { type: 'setLessons', params: ({ event }) => ({ lessons: event.output }) },
          description: 'It is known.',
        },
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', ...failure },
          description: 'This browser keeps nothing.',
        },
      },
    },
    unavailable: {
      description: 'This browser keeps nothing on the device, so lessons need a connection.',
      tags: 'unavailable',
      on: { 'lessons.retried': { target: 'opening', actions: 'clearProblem', description: 'The student presses Try again.' } },
    },
    ready: {
      description: 'The list can be changed, one lesson at a time.',
      initial: 'idle',
      on: {
        'lesson.chosen': {
          target: 'saving',
          actions: { type: 'setTarget', params: ({ event }) => ({ lesson: event.lesson, task: 'save' }) },
          description: 'The student saves a lesson, or saves it anew.',
        },
        'lesson.dropped': {
          target: 'removing',
          actions: { type: 'setTarget', params: ({ event }) => ({ lesson: event.lesson, task: 'remove' }) },
          description: 'The student removes a lesson from the device.',
        },
      },
      states: {
        idle: { description: 'Nothing is wrong.' },
        saved: { description: 'A lesson was saved.', meta: { announce: 'student_offline_saved' } },
        removed: {
          description: 'A lesson was removed; its place in the list is where the student goes on.',
          meta: { announce: 'student_offline_removed' },
        },
        failed: {
          description: 'A lesson could not be saved or removed; the device keeps what it kept before.',
          tags: 'failed',
          meta: { announce: 'student_offline_failed', focus: 'offline-problem' },
          on: {
            'lessons.retried': [
              {
                guard: 'isRemoving',
                target: '#offlineLessons.removing',
                actions: 'clearProblem',
                description: 'The removal is tried again.',
              },
              { target: '#offlineLessons.saving', actions: 'clearProblem', description: 'The saving is tried again.' },
            ],
          },
        },
        full: {
          description: 'The device has no room for the lesson; nothing of it stays. Removing another one makes room.',
          tags: ['failed', 'full'],
          meta: { announce: 'student_offline_full', focus: 'offline-problem' },
          on: {
            'lessons.retried': {
              target: '#offlineLessons.saving',
              actions: 'clearProblem',
              description: 'The student has made room elsewhere.',
            },
          },
        },
      },
    },
    saving: {
      description:
        'The lesson, its content with pictures, films and files, and its quizzes without their keys are fetched and kept, all or nothing.',
      tags: ['busy', 'saving'],
      meta: { announce: 'student_offline_saving' },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => context.target as LessonName,
        onDone: {
          target: 'ready.saved',
          actions: { type: 'setLessons', params: ({ event }) => ({ lessons: event.output }) },
          description: 'It is on the device.',
        },
        onError: [
          {
            guard: { type: 'isFull', ...failure },
            target: 'ready.full',
            actions: { type: 'setProblem', ...failure },
            description: 'The device has no room left.',
          },
          {
            target: 'ready.failed',
            actions: { type: 'setProblem', ...failure },
            description: 'A part could not be fetched or kept.',
          },
        ],
      },
      on: { 'saving.cancelled': { target: 'ready.idle', description: 'The student thinks better of it.' } },
    },
    removing: {
      description: 'The lesson is removed from the device.',
      tags: ['busy', 'removing'],
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context }) => context.target as LessonName,
        onDone: {
          target: 'ready.removed',
          actions: { type: 'setLessons', params: ({ event }) => ({ lessons: event.output }) },
          description: 'It is gone from the device.',
        },
        onError: {
          target: 'ready.failed',
          actions: { type: 'setProblem', ...failure },
          description: 'The device did not let go of it.',
        },
      },
    },
  },
});
