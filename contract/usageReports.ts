import * as v from 'valibot';
import { StudentResult } from './assignments.ts';
import { administrators, call, day, id, line, lineOrNothing, smallId, staff } from './kit.ts';
import { Question } from './quiz.ts';
import { ItemStatistics } from './reports.ts';

/** Whose answers an item analysis counts. `student`: one student against those who had the same assignment. */
export const itemLevels = ['state', 'district', 'school', 'group', 'student'] as const;
export type ItemLevel = (typeof itemLevels)[number];

/** What a question's figures suggest to check; rules in `common/itemFlags.ts`. */
export const itemFlags = ['key', 'negative', 'distractor', 'hard', 'skipped', 'misconception', 'weak', 'easy', 'unused'] as const;

/** Insufficient data, or too few students to show without pointing at one: null. */
const figure = v.nullable(v.number());

const { question_id, question_text, points, standards, options } = ItemStatistics.entries;

/** A question of an item analysis. Figures are shares, 0 to 1, and correlations, −1 to 1. */
export const AnalysedItem = v.object({
  ...{ question_id, question_text, points, standards },
  asked: v.number(),
  answered: figure,
  correct: figure,
  facility: figure,
  /** Of the facility. */
  standard_error: figure,
  discrimination: figure,
  efficiency: figure,
  effective_weight: figure,
  /** Empty if too few students were asked. */
  options,
  /** Most urgent first. `option`: place in `options`; `share` of the students who chose it, or skipped the question. */
  flags: v.array(v.object({ flag: v.picklist(itemFlags), option: v.nullable(v.number()), share: figure })),
  /** With its key, beside a student's answer; null at the other levels. */
  question: v.nullable(Question),
  /** The student's answer; null at the other levels, and if there is none. */
  own: v.nullable(
    v.object({
      answer_text: v.string(),
      answer_id: v.nullable(v.number()),
      is_correct: v.nullable(v.boolean()),
      points: v.nullable(v.number()),
    }),
  ),
});
export type AnalysedItem = v.InferOutput<typeof AnalysedItem>;

const place = { level: v.picklist(itemLevels), id: v.number(), name: v.string() };

/** The answers to one quiz, question by question. */
export const ItemAnalysis = v.object({
  level: v.picklist(itemLevels),
  id: v.number(),
  /** Name of the state, district, school, class or student. */
  name: v.string(),
  /** Districts to choose from, if it is one and the reader sees several; else empty. */
  districts: v.array(v.object({ district_id: v.number(), name: v.string() })),
  /** What contains it, if the reader may open that; from the top. */
  within: v.array(v.object(place)),
  /** Quizzes that were submitted: most students first, checks in other resources last. */
  quizzes: v.array(v.object({ quiz_id: v.number(), item_type_id: v.number(), title: v.string(), students: v.number() })),
  /** The chosen quiz, or the first. null: nothing was submitted. */
  quiz: v.nullable(
    v.object({
      quiz_id: v.number(),
      item_type_id: v.number(),
      title: v.string(),
      max_score: v.number(),
      students: v.number(),
      /** More than the students if some had it in two assignments. */
      submissions: v.number(),
      /** Fewer students than may be shown. */
      is_small: v.boolean(),
      mean: figure,
      sd: figure,
      alpha: figure,
      /** Of measurement. */
      standard_error: figure,
    }),
  ),
  items: v.array(AnalysedItem),
  /** Schools of a district, or classes of a school, that took the quiz. Mean in points. */
  parts: v.array(v.object({ ...place, students: v.number(), mean: figure })),
  /** Students of a class who took the quiz, or the student. Points. */
  people: v.array(v.object({ user_puid: v.number(), first_name: v.string(), last_name: v.string(), score: figure })),
});
export type ItemAnalysis = v.InferOutput<typeof ItemAnalysis>;

/** How many days the overview compares with as many before them. */
export const overviewDays = 30;

/** What usage reports count. Null: too few people to show without pointing at one. */
const useCounts = {
  sign_ins: figure,
  /** Lessons opened: by a student for the first time, or by a teacher for a class. */
  lessons: figure,
  /** Lessons assigned to a class or group. */
  assignments: figure,
  quizzes: figure,
  items: figure,
  /** On content. */
  seconds: figure,
};

/** A district, school or state to read about, and what the reader may choose from. */
const scope = {
  level: v.picklist(['state', 'district', 'school']),
  id: v.number(),
  name: v.string(),
  /** null: several districts. */
  district_id: v.nullable(v.number()),
  /** Empty unless there is a choice. */
  districts: v.array(v.object({ district_id: v.number(), name: v.string() })),
  /** Of the chosen district, for who sees more than one school. */
  schools: v.array(v.object({ school_id: v.number(), name: v.string() })),
};
/** Default: all that the reader sees. A school may be of any district that the reader sees. */
const scopeQuery = { district_id: v.optional(id), school_id: v.optional(id) };

const weeks = { from_date: day, to_date: day };
/** Weeks are counted whole, because people are counted once a week: the Monday of the first and the Sunday of the last week. */
const wholeWeeks = { first_day: v.string(), last_day: v.string() };

const part = { level: v.picklist(['district', 'school']), id: v.number(), name: v.string() };
/** People who did anything that is counted, on average of the weeks. */
const mean = { active_per_week: figure };

const Overview = v.object({ active_students: figure, active_staff: figure, ...useCounts });

export const UsageHome = v.object({
  ...scope,
  from_date: v.string(),
  to_date: v.string(),
  /** Accounts that are active now. */
  students: v.number(),
  staff: v.number(),
  now: Overview,
  before: Overview,
});
export type UsageHome = v.InferOutput<typeof UsageHome>;

export const Summary = v.object({
  ...scope,
  ...wholeWeeks,
  /** `week`: its Monday. `active`: people who did anything that is counted. */
  weeks: v.array(v.object({ week: v.string(), active: figure, ...useCounts })),
  /** Districts of a state, or schools of a district. */
  parts: v.array(v.object({ ...part, ...mean, ...useCounts })),
});
export type Summary = v.InferOutput<typeof Summary>;

const person = { user_puid: v.number(), first_name: v.string(), last_name: v.string() };

export const UsageSummary = v.object({
  ...scope,
  ...wholeWeeks,
  /** `people`: accounts that are active now. */
  roles: v.array(v.object({ role_id: v.number(), people: v.number(), ...mean, ...useCounts })),
  parts: v.array(v.object({ ...part, people: v.number(), ...mean, ...useCounts })),
  /** Of a school: all who work there now, and those who did then. `last_day`: of any use in these weeks. */
  teachers: v.array(v.object({ ...person, ...useCounts, last_day: v.nullable(v.string()) })),
  /** Classes of a school: what the students who are in them now did at the school in these weeks. */
  groups: v.array(v.object({ group_puid: v.number(), name: v.string(), people: v.number(), active_students: figure, ...useCounts })),
});
export type UsageSummary = v.InferOutput<typeof UsageSummary>;

/** Students of assignments, one for each assignment they have. The states are null if there are too few. */
const given = {
  assignments: v.number(),
  assigned: v.number(),
  not_started: figure,
  in_progress: figure,
  completed: figure,
  /** Handed in a quiz. */
  submitted: figure,
  /** See a result. */
  released: figure,
};

export const AssignmentSummary = v.object({
  ...scope,
  units: v.array(v.object({ unit_id: v.number(), name: v.string() })),
  total: v.object(given),
  parts: v.array(v.object({ ...part, ...given })),
  /** Teachers who assigned, and classes, of a school. */
  teachers: v.array(v.object({ ...person, ...given })),
  groups: v.array(v.object({ group_puid: v.number(), name: v.string(), ...given })),
});
export type AssignmentSummary = v.InferOutput<typeof AssignmentSummary>;

const { assignments: _, ...states } = given;
/** An assignment and where its students are. */
export const UsageAssignment = v.object({
  group_assignment_id: v.number(),
  lesson_id: v.number(),
  lesson_name: v.string(),
  group_puid: v.number(),
  group_name: v.string(),
  school_id: v.number(),
  school_name: v.string(),
  teacher: v.object(person),
  from_date: v.string(),
  to_date: v.nullable(v.string()),
  ...states,
});
export type UsageAssignment = v.InferOutput<typeof UsageAssignment>;

/** Most assignments in one response. */
export const mostAssignments = 1000;

export const UsageAssignmentReport = v.object({
  ...scope,
  units: v.array(v.object({ unit_id: v.number(), name: v.string() })),
  /** Who assigned any of them, and which classes have them, to choose from. */
  teachers: v.array(v.object(person)),
  groups: v.array(v.object({ group_puid: v.number(), name: v.string() })),
  /** How many there are; the newest are in `assignments`. */
  total: v.number(),
  assignments: v.array(UsageAssignment),
  /** Of the one that was asked for, by name. `score`: percent of the points of all quizzes whose answers have their points. */
  students: v.array(
    v.object({
      ...person,
      ...v.pick(StudentResult, ['state', 'percentage_completed', 'time_spent']).entries,
      score: figure,
      is_submitted: v.boolean(),
      is_released: v.boolean(),
      is_late: v.boolean(),
      is_missing: v.boolean(),
    }),
  ),
});
export type UsageAssignmentReport = v.InferOutput<typeof UsageAssignmentReport>;

/** What the search of the usage reports finds. `item`: a quiz. */
export const foundKinds = ['district', 'school', 'group', 'teacher', 'student', 'item'] as const;
/** Most of each kind in one response. */
export const mostFound = 25;

export const Found = v.object({
  kind: v.picklist(foundKinds),
  id: v.number(),
  name: v.string(),
  /** Null for a quiz. */
  district_id: v.nullable(v.number()),
  /** The school of a class or person, the district of a school, the unit of a quiz; null if it has none. */
  within: v.nullable(v.string()),
  /** Of a person or class; null if it has none. */
  school_id: v.nullable(v.number()),
  /** A class of the student; null for others, and if there is none. */
  group_puid: v.nullable(v.number()),
});
export type Found = v.InferOutput<typeof Found>;

export const usageReports = {
  itemAnalysis: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/get_item_analysis',
    summary: 'Get the answers to a quiz in a state, district, school or class, or of a student, with item statistics',
    access: staff,
    query: v.object({
      level: v.picklist(itemLevels),
      /** Default: the reader's own state, district or school. */
      id: v.optional(id),
      /** Default: the quiz that most students took. */
      quiz_assessment_id: v.optional(id),
      item_type_id: v.optional(smallId),
      /** Days of submission. */
      from_date: v.optional(day),
      to_date: v.optional(day),
    }),
    data: ItemAnalysis,
    onFailure: 'state',
    origin: 'ours',
  }),
  usageHome: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/get_usage_home',
    summary: `Compare the use of the last ${overviewDays} days with the ${overviewDays} before, in a state, district or school`,
    access: administrators,
    query: v.object(scopeQuery),
    data: UsageHome,
    onFailure: 'state',
    origin: 'ours',
  }),
  usageSearch: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/search',
    summary: 'Find districts, schools, classes, teachers, students and quizzes that have usage reports',
    access: administrators,
    query: v.object({ query: v.optional(lineOrNothing(100), ''), kind: v.optional(v.picklist(foundKinds)) }),
    /** `is_partial`: there are more of some kind. */
    data: v.object({ query: v.string(), found: v.array(Found), is_partial: v.boolean() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  summary: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/get_summary',
    summary: 'Get the use of a state, district or school by week, and by district or school',
    access: administrators,
    query: v.object({ ...scopeQuery, ...weeks }),
    data: Summary,
    onFailure: 'state',
    origin: 'ours',
  }),
  usageSummary: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/get_usage_summary',
    summary: 'Get the use of a state, district or school by role, by district or school, by teacher and by class',
    access: administrators,
    query: v.object({ ...scopeQuery, ...weeks, role_id: v.optional(smallId) }),
    data: UsageSummary,
    onFailure: 'state',
    origin: 'ours',
  }),
  assignmentSummary: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/get_assignment_summary',
    summary: 'Get how far assignments are that are open in a period, by district or school, by teacher and by class',
    access: administrators,
    query: v.object({ ...scopeQuery, ...weeks, grade: v.optional(line(20)), unit_id: v.optional(id) }),
    data: AssignmentSummary,
    onFailure: 'state',
    origin: 'ours',
  }),
  usageAssignmentReport: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/get_usage_assignment_report',
    summary: 'List the assignments that are open in a period; with an id, also where each of its students is',
    access: administrators,
    query: v.object({
      ...scopeQuery,
      from_date: v.optional(day),
      to_date: v.optional(day),
      grade: v.optional(line(20)),
      unit_id: v.optional(id),
      group_puid: v.optional(id),
      /** Who assigned it. */
      teacher_puid: v.optional(id),
      /** One assignment, whatever its dates. */
      group_assignment_id: v.optional(id),
    }),
    data: UsageAssignmentReport,
    onFailure: 'state',
    origin: 'ours',
  }),
  gradesOfBoard: call({
    backend: 'lms',
    method: 'GET',
    path: '/ETLReport/get_grades',
    summary: 'List the grades of a board, youngest first. A board runs a district and has its id',
    access: administrators,
    query: v.object({ board_id: id }),
    data: v.array(v.object({ grade: v.string() })),
    onFailure: 'state',
  }),
};
