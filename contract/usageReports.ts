import * as v from 'valibot';
import { call, day, id, smallId, staff } from './kit.ts';
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
  /** Name of the district, school, class or student; null: a state, which names nobody. */
  name: v.nullable(v.string()),
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
};
