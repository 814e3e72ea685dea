import * as v from 'valibot';
import { GroupAssignment } from './assignments.ts';
import { classPeriod, ofClass, person } from './classReports.ts';
import { countedGame } from './countedGame.ts';
import { call, day, id, staff } from './kit.ts';
import { Question } from './quiz.ts';

/** Whose trend: the class's, or one student's beside it. */
export const monitoringLevels = ['group', 'student'] as const;

/** Insufficient data: null. Percent unless said otherwise. */
const figure = v.nullable(v.number());

const { group_puid, group_name, other_district } = ofClass;

/** Percent points per week with the ends of the 95% confidence interval, to a tenth; formulas in `server/reports/trend.ts`. */
export const Trend = v.object({
  /** Results that it rests on. */
  results: v.number(),
  per_week: v.number(),
  lower: v.number(),
  upper: v.number(),
});
export type Trend = v.InferOutput<typeof Trend>;
/** null: too few results, or in too few days. */
const trend = v.nullable(Trend);

/** A standard that questions serve. `description`: null if the catalog does not know it. */
const standard = { standard: v.string(), description: v.nullable(v.string()) };

/** A quiz of an assignment, or a game that counts (decision 088). */
const asQuiz = { kind: v.literal('quiz'), quiz_id: v.number(), title: v.string() };
const asGame = { kind: v.literal('game'), ...v.pick(v.object(countedGame), ['game_id', 'title']).entries };

const measured = {
  /** When the student submitted it, or the game was opened. At level `group`: when half of the results had been submitted. */
  at: v.string(),
  /** Students with a result. Mean and quartiles need five. */
  students: v.number(),
  mean: figure,
  lower: figure,
  median: figure,
  upper: figure,
  /** The student's; null at level `group`. */
  score: figure,
  /** The trend line at this instant, with the ends of its 95% confidence interval. */
  line: v.nullable(v.object({ value: v.number(), lower: v.number(), upper: v.number() })),
};

/** The results of a class, or of one student beside it, as repeated measures over time. */
export const ProgressMonitoring = v.object({
  level: v.picklist(monitoringLevels),
  ...{ group_puid, group_name, other_district },
  /** Assessments and games with a result, oldest first: those of the class, or of the student. */
  measures: v.array(
    v.variant('kind', [
      v.object({ ...asQuiz, ...v.pick(GroupAssignment, ['group_assignment_id', 'lesson_name']).entries, ...measured }),
      v.object({ ...asGame, ...measured }),
    ]),
  ),
  /** Of the class's means. Only assessments and games with five results count. */
  class_trend: trend,
  /** Every student of the class, or the student. */
  students: v.array(
    v.object({
      ...person,
      results: v.number(),
      mean: figure,
      latest: figure,
      trend,
      /** Of the distance from the class's mean: growth against the class, whatever an assessment's difficulty. */
      gain: trend,
    }),
  ),
  /** By code. */
  standards: v.array(
    v.object({
      ...standard,
      /** Different questions, and assessments and games that ask them. */
      items: v.number(),
      measures: v.number(),
      /** Percent of all points: of the student (null at level `group`), and of the class. */
      score: figure,
      class_score: figure,
      /** Of the student, or of the class's means. */
      trend,
    }),
  ),
});
export type ProgressMonitoring = v.InferOutput<typeof ProgressMonitoring>;

/** What students have earned in the questions of each standard. Answers that wait for points count with their whole attempt, later. */
export const StandardsOfClass = v.object({
  /** Choices: assignments with questions that count. */
  ...ofClass,
  /** Standards that were asked, by code. */
  standards: v.array(
    v.object({
      ...standard,
      /** Different questions. */
      items: v.number(),
      /** Students who were given at least one of them. */
      students: v.number(),
      /** Percent of all points of the class. */
      score: figure,
    }),
  ),
  /** Every student of the class, by name. */
  students: v.array(
    v.object({
      ...person,
      /** Only standards that the student was asked. */
      standards: v.array(
        v.object({
          standard: v.string(),
          /** Questions given; one given twice counts twice. */
          items: v.number(),
          /** Percent of their points. */
          score: v.number(),
        }),
      ),
    }),
  ),
});
export type StandardsOfClass = v.InferOutput<typeof StandardsOfClass>;

const answered = {
  submitted_at: v.string(),
  /** With its key. */
  question: Question,
  standards: v.array(v.string()),
  /** null: skipped, which earns no points. */
  answer: v.nullable(v.object({ answer_id: v.nullable(v.number()), answer_text: v.string() })),
  points: v.number(),
  max_points: v.number(),
};

/** Every question that a student was given in scored attempts and counted games of a period, newest first. */
export const ItemsOfStudent = v.object({
  /** Choices: assignments with questions that count. */
  ...ofClass,
  student: v.object(person),
  standards: v.array(v.object(standard)),
  items: v.array(
    v.variant('kind', [v.object({ ...asQuiz, group_assignment_id: v.number(), ...answered }), v.object({ ...asGame, ...answered })]),
  ),
});
export type ItemsOfStudent = v.InferOutput<typeof ItemsOfStudent>;

export const progressMonitoring = {
  progressMonitoring: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_progress_monitoring',
    summary: 'Get the results of a class over time, or of one of its students, with trends and how sure they are, also by standard',
    access: staff,
    about: 'group_puid',
    query: v.object({
      level: v.picklist(monitoringLevels),
      group_puid: id,
      /** Needed at level `student`. */
      student_puid: v.optional(id),
      from_date: day,
      to_date: day,
    }),
    data: ProgressMonitoring,
    onFailure: 'state',
    origin: 'ours',
  }),
  standardsOfClass: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_standards_of_class',
    summary: 'Get what each student of a class has earned in the questions of each standard over a period',
    access: staff,
    about: 'group_puid',
    query: v.object(classPeriod),
    data: StandardsOfClass,
    onFailure: 'state',
    origin: 'ours',
  }),
  itemsOfStudent: call({
    backend: 'ngss',
    method: 'GET',
    path: '/NgssReporting/get_items_of_student',
    summary: 'List the questions that a student was given over a period with answers, points and standards',
    access: staff,
    about: 'group_puid',
    query: v.object({ ...classPeriod, student_puid: id }),
    data: ItemsOfStudent,
    onFailure: 'state',
    origin: 'ours',
  }),
};
