import { assign, emit, not, setup } from 'xstate';
import type { TeacherGroup } from '../../../contract/assignments.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import {
  type AssignDates,
  type AssignTarget,
  type Choice,
  isOrdered,
  targetsOf,
  withGroup,
  withOwnDates,
  withStudent,
} from './assignTargets.ts';

/** A class or group, with the assignment of this lesson that it or some of its students already have. */
export type AssignableGroup = TeacherGroup & {
  group_assignment_id: number | null;
  is_individual: boolean;
  to_date: string | null;
  /** Whether the lesson contains a timed assessment. */
  has_timed_assessment?: boolean | undefined;
};

export interface AssignInput {
  userPuid: number;
  lessonId: number;
  /** Prebuilt lessons skip the workspace refresh (specification, section 4). */
  isPrebuilt: boolean;
  /** IANA time zone of the school. The dates are in this zone. */
  timeZone: string;
  /** Today in that time zone. */
  today: string;
  /** The due date set in the lesson's form, YYYY-MM-DD; null: none. */
  dueDate: string | null;
}

/** Whether the lesson's own due date has passed. The dialog then starts without a due date. */
export const isDuePast = ({ dueDate, today }: Pick<AssignInput, 'dueDate' | 'today'>): boolean => dueDate !== null && dueDate < today;

/** Initial dates of the dialog: from today to the lesson's own due date, unless that has passed. */
const firstDates = (input: Pick<AssignInput, 'dueDate' | 'today'>): AssignDates => ({
  from: input.today,
  to: isDuePast(input) ? '' : (input.dueDate ?? ''),
});

export interface AssignOrder {
  lessonId: number;
  /** Assignment category: always 1 (specification, section 9). */
  category: number;
  targets: AssignTarget[];
  timeZone: string;
  /** Content stays open during timed assessments. */
  isReadingOpen: boolean;
}

/** The lists of students in a class: without the lesson, assigned but not started, and started. */
export const categories = { unassigned: 1, assigned: 2, assignedTaken: 3 } as const;
export type Category = (typeof categories)[keyof typeof categories];

interface Context extends Choice {
  input: AssignInput;
  groups: AssignableGroup[];
  /** The class whose students are shown. */
  selected: number | null;
  /** The list that is shown for that class. */
  category: Category;
  /** Content stays open during timed assessments. */
  isReadingOpen: boolean;
  /** How often the lesson was unassigned, and the class last. Students shown before that are out of date. */
  unassigned: { times: number; groupPuid: number | null };
  problem: Problem | null;
}

export const assignReasons: Reasons<'hasTarget' | 'isPossible' | 'isKnown' | 'areDatesInOrder' | 'isPrebuilt' | 'wasUnassigned'> = {
  hasTarget: 'Choose at least one class or student.',
  isPossible: 'This class already has the lesson.',
  isKnown: 'The class is not in the list.',
  areDatesInOrder: 'The start is missing, or a due date is before its start.',
  wasUnassigned: 'The lesson was not unassigned in this dialog.',
  isPrebuilt: 'The lesson is not prebuilt, so the workspace has to be reloaded.',
};

/** Assigns a lesson to classes, groups and individual students, with dates (specification, sections 3, 4 and 7). */
export const assignMachine = setup({
  types: {
    input: {} as AssignInput,
    context: {} as Context,
    events: {} as
      | { type: 'groups.retried' }
      | { type: 'group.toggled'; groupPuid: number }
      | { type: 'group.selected'; groupPuid: number | null }
      | { type: 'category.chosen'; category: Category }
      | { type: 'student.toggled'; groupPuid: number; userPuid: number }
      | { type: 'dates.changed'; dates: AssignDates }
      | { type: 'ownDates.changed'; groupPuid: number; dates: AssignDates | null }
      | { type: 'readings.switched'; isOpen: boolean }
      | { type: 'lesson.unassigned'; groupPuid: number }
      | { type: 'assign.submitted' },
    emitted: {} as { type: 'lesson.assigned'; classes: number; students: number } | { type: 'workspace.outdated' },
    tags: {} as 'busy' | 'failed' | 'loading' | 'unavailable' | 'choosing' | 'nobody' | 'inverted' | 'refused' | 'assigning',
    meta: {} as ChartMeta,
  },
  actors: {
    loadGroups: actorSlot<AssignableGroup[], AssignInput>('loadGroups', 'GET classes for lesson'),
    assignLesson: actorSlot<null, AssignOrder>('assignLesson', 'POST assign assignment, assign to multiple classes'),
  },
  actions: {
    setGroups: assign({
      groups: (_, { groups }: { groups: AssignableGroup[] }) => groups,
      // Deselects classes that got the lesson in the meantime.
      chosen: ({ context }, { groups }) =>
        context.chosen.filter((puid) => groups.some((group) => group.group_puid === puid && group.group_assignment_id === null)),
      problem: null,
    }),
    setProblem,
    clearProblem: assign({ problem: null }),
    toggleGroup: assign(({ context }, { groupPuid }: { groupPuid: number }) => withGroup(context, groupPuid)),
    selectGroup: assign({ selected: (_, { groupPuid }: { groupPuid: number | null }) => groupPuid }),
    setCategory: assign({ category: (_, { category }: { category: Category }) => category }),
    toggleStudent: assign(({ context }, { groupPuid, userPuid }: { groupPuid: number; userPuid: number }) =>
      withStudent(context, groupPuid, userPuid),
    ),
    forgetStudents: assign(({ context }, { groupPuid }: { groupPuid: number }) => ({
      students: {},
      unassigned: { times: context.unassigned.times + 1, groupPuid },
    })),
    setDates: assign({ dates: (_, { dates }: { dates: AssignDates }) => dates }),
    setOwnDates: assign(({ context }, { groupPuid, dates }: { groupPuid: number; dates: AssignDates | null }) =>
      withOwnDates(context, groupPuid, dates),
    ),
    setReadings: assign({ isReadingOpen: (_, { isOpen }: { isOpen: boolean }) => isOpen }),
    announceAssigned: emit(({ context }) => ({
      type: 'lesson.assigned' as const,
      classes: context.chosen.length,
      students: Object.values(context.students).flat().length,
    })),
    announceOutdated: emit({ type: 'workspace.outdated' }),
  },
  guards: {
    isPossible: ({ context }, { groupPuid }: { groupPuid: number }) =>
      context.groups.some((group) => group.group_puid === groupPuid && group.group_assignment_id === null),
    isKnown: ({ context }, { groupPuid }: { groupPuid: number }) => context.groups.some((group) => group.group_puid === groupPuid),
    hasTarget: ({ context }) => targetsOf(context).length > 0,
    areDatesInOrder: ({ context }) => targetsOf(context).every(({ dates }) => isOrdered(dates)),
    isPrebuilt: ({ context }) => context.input.isPrebuilt,
    wasUnassigned: ({ context }) => context.unassigned.times > 0,
  },
}).createMachine({
  id: 'assign',
  description: 'A teacher assigns a lesson to classes, groups and individual students, with start and due dates.',
  meta: { reasons: assignReasons },
  context: ({ input }) => ({
    input,
    groups: [],
    chosen: [],
    students: {},
    selected: null,
    category: categories.unassigned,
    dates: firstDates(input),
    ownDates: {},
    isReadingOpen: false,
    unassigned: { times: 0, groupPuid: null },
    problem: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: "Loading the teacher's classes and which of them already have the lesson.",
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadGroups',
        src: 'loadGroups',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: 'wasUnassigned',
            target: 'choosing.unassigned',
            actions: { type: 'setGroups', params: ({ event }) => ({ groups: event.output }) },
            description: 'The classes have loaded again after the lesson was unassigned.',
          },
          {
            target: 'choosing',
            actions: { type: 'setGroups', params: ({ event }) => ({ groups: event.output }) },
            description: 'The classes have loaded.',
          },
        ],
        onError: { target: 'unavailable', ...withProblem, description: 'There was no answer, or the lesson no longer exists.' },
      },
    },
    unavailable: {
      description: 'The classes could not be loaded. The dialog offers Try again.',
      ...failed({ focus: 'assign-problem' }, 'unavailable'),
      on: { 'groups.retried': { target: 'loading', description: 'The teacher presses Try again.' } },
    },
    choosing: {
      description: 'The teacher chooses classes, students and dates.',
      tags: 'choosing',
      initial: 'ready',
      on: {
        'group.toggled': {
          guard: { type: 'isPossible', params: ({ event }) => event },
          actions: { type: 'toggleGroup', params: ({ event }) => event },
          description: 'The teacher selects or clears a whole class. Individual students chosen in it are cleared.',
        },
        'group.selected': {
          actions: { type: 'selectGroup', params: ({ event }) => event },
          description: 'The teacher opens or closes the student list of a class.',
        },
        'category.chosen': {
          actions: { type: 'setCategory', params: ({ event }) => event },
          description: 'The teacher switches between students without the lesson, with it, and those who have started it.',
        },
        'student.toggled': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          actions: { type: 'toggleStudent', params: ({ event }) => event },
          description: 'The teacher selects or clears a student. Only the selected students of that class get the lesson.',
        },
        'dates.changed': {
          target: '.ready',
          actions: { type: 'setDates', params: ({ event }) => event },
          description: 'The teacher changes the common start or due date.',
        },
        'ownDates.changed': {
          target: '.ready',
          actions: { type: 'setOwnDates', params: ({ event }) => event },
          description: 'The teacher sets separate dates for a class or goes back to the common ones.',
        },
        'readings.switched': {
          actions: { type: 'setReadings', params: ({ event }) => event },
          description: 'The teacher sets whether content stays open during timed assessments.',
        },
        'lesson.unassigned': [
          {
            guard: 'isPrebuilt',
            target: 'loading',
            actions: { type: 'forgetStudents', params: ({ event }) => event },
            description:
              'The lesson was unassigned from a class or from students: reload the classes. A prebuilt lesson does not affect the workspace.',
          },
          {
            target: 'loading',
            actions: [{ type: 'forgetStudents', params: ({ event }) => event }, 'announceOutdated'],
            description: 'The lesson was unassigned: reload the classes, and tell the workspace to reload too.',
          },
        ],
        'assign.submitted': [
          { guard: not('hasTarget'), target: '.withoutClass', description: 'Nobody is selected: the dialog says so.' },
          { guard: 'areDatesInOrder', target: 'assigning', actions: 'clearProblem', description: 'The teacher presses Assign.' },
          { target: '.datesInverted', description: 'The start is missing or a due date is before its start: the field says so.' },
        ],
      },
      states: {
        ready: { description: 'The form has no errors. The teacher can keep choosing or press Assign.' },
        unassigned: {
          description: 'The lesson was unassigned. Its Unassign button may be gone, so the checkbox of the class takes the focus.',
          meta: { focus: 'unassigned-class' },
        },
        withoutClass: {
          description: 'The teacher pressed Assign with nobody selected.',
          ...failed({ announce: 'sharing_choose_somebody' }, 'nobody'),
          on: {
            'group.toggled': {
              guard: { type: 'isPossible', params: ({ event }) => event },
              target: 'ready',
              actions: { type: 'toggleGroup', params: ({ event }) => event },
              description: 'The teacher selects a class, so the message goes away.',
            },
            'student.toggled': {
              guard: { type: 'isKnown', params: ({ event }) => event },
              target: 'ready',
              actions: { type: 'toggleStudent', params: ({ event }) => event },
              description: 'The teacher selects a student, so the message goes away.',
            },
          },
        },
        datesInverted: {
          description: 'The teacher pressed Assign with a missing start, or with a due date before its start.',
          ...failed({ announce: 'teacher_dates_inverted' }, 'inverted'),
        },
        refused: {
          description: 'The server refused or did not answer. The dialog shows the reason and keeps everything that was selected.',
          ...failed({ focus: 'assign-problem' }, 'refused'),
        },
      },
    },
    assigning: {
      description: 'Waiting for the server to assign the lesson to all targets or to none. Classes that already have it are not changed.',
      tags: ['busy', 'assigning'],
      invoke: {
        id: 'assignLesson',
        src: 'assignLesson',
        input: ({ context }) => ({
          lessonId: context.input.lessonId,
          category: 1,
          targets: targetsOf(context),
          timeZone: context.input.timeZone,
          isReadingOpen: context.isReadingOpen,
        }),
        onDone: [
          {
            guard: 'isPrebuilt',
            target: 'assigned',
            actions: 'announceAssigned',
            description: 'A prebuilt lesson does not affect the workspace.',
          },
          {
            target: 'assigned',
            actions: ['announceAssigned', 'announceOutdated'],
            description: 'The lesson is in the workspace, which has to reload.',
          },
        ],
        onError: {
          target: 'choosing.refused',
          ...withProblem,
          description: 'The server refused or did not answer: show "Assign Assignment Error" with the reason.',
        },
      },
    },
    assigned: { type: 'final', description: 'The lesson is assigned. Students can open it from its start date.' },
  },
});
