import { assign, emit, not, setup } from 'xstate';
import type { TeacherGroup } from '../../../contract/assignments.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { type Problem, toProblem } from '../problem.ts';

/** A class or group, with the assignment that it has of this lesson already. */
export type AssignableGroup = TeacherGroup & { group_assignment_id: number | null };

/** Days as typed: YYYY-MM-DD in the school's zone; an empty end means no due date. */
export interface AssignDates {
  from: string;
  to: string;
}

export interface AssignInput {
  userPuid: number;
  lessonId: number;
  /** Prebuilt lessons skip the workspace refresh (specification, section 4). */
  isPrebuilt: boolean;
  /** IANA zone of the school, in which the dates are meant. */
  timeZone: string;
  /** Today in that zone. */
  today: string;
}

export interface AssignOrder {
  lessonId: number;
  groupPuids: number[];
  dates: AssignDates;
  timeZone: string;
}

export const assignReasons: Reasons<'hasGroups' | 'isPossible' | 'areDatesInOrder' | 'isPrebuilt'> = {
  hasGroups: 'Choose at least one class.',
  isPossible: 'This class has the lesson already.',
  areDatesInOrder: 'The due date must not be before the start.',
  isPrebuilt: 'The lesson is in the workspace, which must be loaded again.',
};

/** Assigns a lesson to classes with dates (specification, sections 3, 4 and 7). */
export const assignMachine = setup({
  types: {
    input: {} as AssignInput,
    context: {} as {
      input: AssignInput;
      groups: AssignableGroup[];
      chosen: number[];
      dates: AssignDates;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'groups.retried' }
      | { type: 'group.toggled'; groupPuid: number }
      | { type: 'dates.changed'; dates: AssignDates }
      | { type: 'assign.submitted' },
    emitted: {} as { type: 'lesson.assigned'; count: number } | { type: 'workspace.outdated' },
    tags: {} as 'busy' | 'failed' | 'done',
    meta: {} as ChartMeta,
  },
  actors: {
    loadGroups: actorSlot<AssignableGroup[], AssignInput>('loadGroups', 'GET classes for lesson'),
    assignLesson: actorSlot<null, AssignOrder>('assignLesson', 'POST assign assignment'),
  },
  actions: {
    setGroups: assign({ groups: (_, { groups }: { groups: AssignableGroup[] }) => groups, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    toggleGroup: assign({
      chosen: ({ context }, { groupPuid }: { groupPuid: number }) =>
        context.chosen.includes(groupPuid) ? context.chosen.filter((puid) => puid !== groupPuid) : [...context.chosen, groupPuid],
    }),
    setDates: assign({ dates: (_, { dates }: { dates: AssignDates }) => dates }),
    announceAssigned: emit(({ context }) => ({ type: 'lesson.assigned' as const, count: context.chosen.length })),
    announceOutdated: emit({ type: 'workspace.outdated' }),
  },
  guards: {
    isPossible: ({ context }, { groupPuid }: { groupPuid: number }) =>
      context.groups.some((group) => group.group_puid === groupPuid && group.group_assignment_id === null),
    hasGroups: ({ context }) => context.chosen.length > 0,
    areDatesInOrder: ({ context }) => context.dates.from !== '' && (context.dates.to === '' || context.dates.to >= context.dates.from),
    isPrebuilt: ({ context }) => context.input.isPrebuilt,
  },
}).createMachine({
  id: 'assign',
  description: 'A teacher gives a lesson to one or more classes, from a day and until a day.',
  meta: { reasons: assignReasons },
  context: ({ input }) => ({ input, groups: [], chosen: [], dates: { from: input.today, to: '' }, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: "The teacher's classes are fetched, with those that have the lesson already.",
      tags: 'busy',
      invoke: {
        id: 'loadGroups',
        src: 'loadGroups',
        input: ({ context }) => context.input,
        onDone: {
          target: 'choosing',
          actions: { type: 'setGroups', params: ({ event }) => ({ groups: event.output }) },
          description: 'The classes are there.',
        },
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) },
          description: 'There was no answer, or the lesson is gone.',
        },
      },
    },
    unavailable: {
      description: 'The classes could not be loaded.',
      tags: 'failed',
      meta: { focus: 'assign-problem' },
      on: { 'groups.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
    },
    choosing: {
      description: 'Classes and dates are chosen.',
      initial: 'ready',
      on: {
        'group.toggled': {
          guard: { type: 'isPossible', params: ({ event }) => event },
          actions: { type: 'toggleGroup', params: ({ event }) => event },
          description: 'The teacher ticks or unticks a class.',
        },
        'dates.changed': {
          actions: { type: 'setDates', params: ({ event }) => event },
          description: 'The teacher changes the start or the due date.',
        },
        'assign.submitted': [
          { guard: not('hasGroups'), target: '.withoutClass', description: 'No class is chosen: the dialog says so.' },
          { guard: 'areDatesInOrder', target: 'assigning', actions: 'clearProblem', description: 'The teacher presses Assign.' },
          { target: '.datesInverted', description: 'The due date is before the start: the field says so.' },
        ],
      },
      states: {
        ready: { description: 'Nothing is wrong so far.' },
        withoutClass: {
          description: 'Assign was pressed with no class chosen.',
          tags: 'failed',
          meta: { announce: 'teacher_choose_class' },
        },
        datesInverted: {
          description: 'Assign was pressed with dates in the wrong order.',
          tags: 'failed',
          meta: { announce: 'teacher_dates_inverted' },
        },
        refused: {
          description: 'The server refused, or did not answer; everything that was chosen is still here.',
          tags: 'failed',
          meta: { focus: 'assign-problem' },
        },
      },
    },
    assigning: {
      description: 'The classes get the lesson, one call each; a class that has it already stays as it is.',
      tags: 'busy',
      invoke: {
        id: 'assignLesson',
        src: 'assignLesson',
        input: ({ context }) => ({
          lessonId: context.input.lessonId,
          groupPuids: context.chosen,
          dates: context.dates,
          timeZone: context.input.timeZone,
        }),
        onDone: [
          {
            guard: 'isPrebuilt',
            target: 'assigned',
            actions: 'announceAssigned',
            description: 'A prebuilt lesson: the workspace is as it was.',
          },
          { target: 'assigned', actions: ['announceAssigned', 'announceOutdated'], description: 'The workspace must be loaded again.' },
        ],
        onError: {
          target: 'choosing.refused',
          actions: { type: 'setProblem', params: ({ event }) => ({ error: event.error }) },
          description: '"Assign Assignment Error", with the reason of the server.',
        },
      },
    },
    assigned: { type: 'final', description: 'The students see it from its first day on.' },
  },
});
