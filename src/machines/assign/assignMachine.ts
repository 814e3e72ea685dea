import { assign, emit, not, setup } from 'xstate';
import type { TeacherGroup } from '../../../contract/assignments.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** A class or group, with the assignment that it, or some of its students, has of this lesson already. */
export type AssignableGroup = TeacherGroup & {
  group_assignment_id: number | null;
  is_individual: boolean;
  to_date: string | null;
  /** Whether the lesson holds a timed assessment. */
  has_timed_assessment?: boolean | undefined;
};

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
  /** The due date that the lesson has in its form, YYYY-MM-DD; null: none. */
  dueDate: string | null;
}

/** Whether a lesson's own due date is over, so that nobody can get it. */
export const isDuePast = ({ dueDate, today }: Pick<AssignInput, 'dueDate' | 'today'>): boolean => dueDate !== null && dueDate < today;

/** The dates that the dialog starts with: from today until the lesson's own due date, unless that is over. */
const firstDates = (input: Pick<AssignInput, 'dueDate' | 'today'>): AssignDates => ({
  from: input.today,
  to: isDuePast(input) ? '' : (input.dueDate ?? ''),
});

/** A class or group and when it gets the lesson; with `userPuids`, only these students of it. */
export interface AssignTarget {
  groupPuid: number;
  userPuids: number[] | null;
  dates: AssignDates;
}

export interface AssignOrder {
  lessonId: number;
  /** Under which the assignment is stored: 1 (specification, section 9). */
  category: number;
  targets: AssignTarget[];
  timeZone: string;
  /** Content stays open during timed assessments. */
  isReadingOpen: boolean;
}

/** The lists of a class's students: without the lesson, with it and not begun, with it and begun. */
export const categories = { unassigned: 1, assigned: 2, assignedTaken: 3 } as const;
export type Category = (typeof categories)[keyof typeof categories];

interface Context {
  input: AssignInput;
  groups: AssignableGroup[];
  /** Classes and groups that get it as a whole. */
  chosen: number[];
  /** Students who get it by themselves, by class. */
  students: Record<number, number[]>;
  /** The class whose students are looked at. */
  selected: number | null;
  /** Which of its lists. */
  category: Category;
  dates: AssignDates;
  /** Dates of single classes, by class. */
  ownDates: Record<number, AssignDates>;
  /** Content stays open during timed assessments. */
  isReadingOpen: boolean;
  problem: Problem | null;
}

/** What `Assign` would send, class by class. */
export const targetsOf = ({
  chosen,
  students,
  dates,
  ownDates,
}: Pick<Context, 'chosen' | 'students' | 'dates' | 'ownDates'>): AssignTarget[] => [
  ...chosen.map((groupPuid) => ({ groupPuid, userPuids: null, dates: ownDates[groupPuid] ?? dates })),
  ...Object.entries(students).map(([puid, userPuids]) => ({
    groupPuid: Number(puid),
    userPuids,
    dates: ownDates[Number(puid)] ?? dates,
  })),
];

/** Whether there is a start, and no due date before it. */
export const isOrdered = ({ from, to }: AssignDates) => from !== '' && (to === '' || to >= from);
const without = <Value>(record: Record<number, Value>, key: number): Record<number, Value> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => Number(one) !== key));

export const assignReasons: Reasons<'hasTarget' | 'isPossible' | 'isKnown' | 'areDatesInOrder' | 'isPrebuilt'> = {
  hasTarget: 'Choose at least one class or student.',
  isPossible: 'This class has the lesson already.',
  isKnown: 'The class is not in the list.',
  areDatesInOrder: 'The due date must not be before the start.',
  isPrebuilt: 'The lesson is in the workspace, which must be loaded again.',
};

/** Assigns a lesson to classes, groups and single students, with dates (specification, sections 3, 4 and 7). */
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
      | { type: 'lesson.unassigned' }
      | { type: 'assign.submitted' },
    emitted: {} as { type: 'lesson.assigned'; classes: number; students: number } | { type: 'workspace.outdated' },
    tags: {} as 'busy' | 'failed' | 'done',
    meta: {} as ChartMeta,
  },
  actors: {
    loadGroups: actorSlot<AssignableGroup[], AssignInput>('loadGroups', 'GET classes for lesson'),
    assignLesson: actorSlot<null, AssignOrder>('assignLesson', 'POST assign assignment, assign to multiple classes'),
  },
  actions: {
    setGroups: assign({
      groups: (_, { groups }: { groups: AssignableGroup[] }) => groups,
      // What has the lesson meanwhile is not to be given it again.
      chosen: ({ context }, { groups }) =>
        context.chosen.filter((puid) => groups.some((group) => group.group_puid === puid && group.group_assignment_id === null)),
      problem: null,
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    toggleGroup: assign({
      chosen: ({ context }, { groupPuid }: { groupPuid: number }) =>
        context.chosen.includes(groupPuid) ? context.chosen.filter((puid) => puid !== groupPuid) : [...context.chosen, groupPuid],
      students: ({ context }, { groupPuid }) => without(context.students, groupPuid),
    }),
    selectGroup: assign({ selected: (_, { groupPuid }: { groupPuid: number | null }) => groupPuid }),
    setCategory: assign({ category: (_, { category }: { category: Category }) => category }),
    toggleStudent: assign({
      chosen: ({ context }, { groupPuid }: { groupPuid: number; userPuid: number }) => context.chosen.filter((puid) => puid !== groupPuid),
      students: ({ context }, { groupPuid, userPuid }) => {
        const now = context.students[groupPuid] ?? [];
        const next = now.includes(userPuid) ? now.filter((puid) => puid !== userPuid) : [...now, userPuid];
        const others = without(context.students, groupPuid);
        return next.length === 0 ? others : { ...others, [groupPuid]: next };
      },
    }),
    forgetStudents: assign({ students: {} }),
    setDates: assign({ dates: (_, { dates }: { dates: AssignDates }) => dates }),
    setOwnDates: assign({
      ownDates: ({ context }, { groupPuid, dates }: { groupPuid: number; dates: AssignDates | null }) => {
        const others = without(context.ownDates, groupPuid);
        return dates === null ? others : { ...others, [groupPuid]: dates };
      },
    }),
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
  },
}).createMachine({
  id: 'assign',
  description: 'A teacher gives a lesson to classes, groups and single students, from a day and until a day.',
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
    problem: null,
  }),
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
          actions: { type: 'setProblem', ...failure },
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
      description: 'Classes, students and dates are chosen.',
      initial: 'ready',
      on: {
        'group.toggled': {
          guard: { type: 'isPossible', params: ({ event }) => event },
          actions: { type: 'toggleGroup', params: ({ event }) => event },
          description: 'The teacher ticks or unticks a class; single students of it are not meant any more.',
        },
        'group.selected': {
          actions: { type: 'selectGroup', params: ({ event }) => event },
          description: 'The teacher looks at the students of a class, or closes the list.',
        },
        'category.chosen': {
          actions: { type: 'setCategory', params: ({ event }) => event },
          description: 'The teacher looks at those without the lesson, those who have it, or those who have begun it.',
        },
        'student.toggled': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          actions: { type: 'toggleStudent', params: ({ event }) => event },
          description: 'The teacher ticks or unticks a student: of this class, only those ticked are meant.',
        },
        'dates.changed': {
          actions: { type: 'setDates', params: ({ event }) => event },
          description: 'The teacher changes the start or the due date of all.',
        },
        'ownDates.changed': {
          actions: { type: 'setOwnDates', params: ({ event }) => event },
          description: 'A class gets dates of its own, or goes back to those of all.',
        },
        'readings.switched': {
          actions: { type: 'setReadings', params: ({ event }) => event },
          description: 'The teacher lets content stay open during timed assessments, or not.',
        },
        'lesson.unassigned': [
          {
            guard: 'isPrebuilt',
            target: 'loading',
            actions: 'forgetStudents',
            description: 'The lesson was taken from a class or students: who has it is asked anew. The workspace is as it was.',
          },
          {
            target: 'loading',
            actions: ['forgetStudents', 'announceOutdated'],
            description: 'The same for a lesson of the workspace, which must be loaded again.',
          },
        ],
        'assign.submitted': [
          { guard: not('hasTarget'), target: '.withoutClass', description: 'Nobody is chosen: the dialog says so.' },
          { guard: 'areDatesInOrder', target: 'assigning', actions: 'clearProblem', description: 'The teacher presses Assign.' },
          { target: '.datesInverted', description: 'A due date is before its start: the field says so.' },
        ],
      },
      states: {
        ready: { description: 'Nothing is wrong so far.' },
        withoutClass: {
          description: 'Assign was pressed with nobody chosen.',
          tags: 'failed',
          meta: { announce: 'sharing_choose_somebody' },
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
      description: 'One class by one call, several by another, all or none; a class that has the lesson already stays as it is.',
      tags: 'busy',
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
            description: 'A prebuilt lesson: the workspace is as it was.',
          },
          { target: 'assigned', actions: ['announceAssigned', 'announceOutdated'], description: 'The workspace must be loaded again.' },
        ],
        onError: {
          target: 'choosing.refused',
          actions: { type: 'setProblem', ...failure },
          description: '"Assign Assignment Error", with the reason of the server.',
        },
      },
    },
    assigned: { type: 'final', description: 'The students see it from its first day on.' },
  },
});
