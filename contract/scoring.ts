import * as v from 'valibot';
import { id, line, lineOrNothing } from './kit.ts';

/** How the answers of a class to a question are scored, and why an answer has its points. */

export const mostIdeas = 12;
/** Most ways to say one idea. */
export const mostWays = 20;
/** Longest way, in letters. */
export const mostWayLetters = 120;
export const mostIdeaNameLetters = 80;

const points = v.pipe(v.number(), v.minValue(0), v.maxValue(1_000));
/** An answer as text: at most as long as the student's field. */
const answer = line(500);
/** A value of a numeric key, in its unit: no quantity of a course is larger. */
const amount = v.pipe(v.number(), v.minValue(-1e12), v.maxValue(1e12));
const options = v.pipe(v.array(id), v.minLength(1), v.maxLength(50));

/** An idea that a written answer may contain, what it earns, and how students say it: see `server/areas/quiz/rubric.ts`. */
export const Idea = v.object({
  name: lineOrNothing(mostIdeaNameLetters),
  points,
  ways: v.pipe(v.array(lineOrNothing(mostWayLetters)), v.maxLength(mostWays)),
});
export type Idea = v.InferOutput<typeof Idea>;

/** A key that takes the place of the course's, by kind of question. `places`: target id → option id. */
export const ChangedKey = v.variant('kind', [
  v.object({ kind: v.literal('one'), option: id }),
  v.object({ kind: v.literal('many'), options }),
  v.object({ kind: v.literal('text'), accepted: v.pipe(v.array(answer), v.minLength(1), v.maxLength(20)) }),
  v.object({ kind: v.literal('numeric'), value: amount, tolerance: v.pipe(amount, v.minValue(0)) }),
  v.object({ kind: v.literal('order'), options }),
  v.object({ kind: v.literal('places'), places: v.record(lineOrNothing(40), id) }),
]);
export type ChangedKey = v.InferOutput<typeof ChangedKey>;

/** `dropped`: the question counts for nobody. `full`: whoever has submitted gets all its points. */
export const outcomes = ['dropped', 'full'] as const;

/** What a class does otherwise than the course. Strict: a setting that is misspelled would be taken back without a word. */
export const ScoringSettings = v.strictObject({
  ideas: v.optional(v.pipe(v.array(Idea), v.maxLength(mostIdeas))),
  /** Further right answers: option ids, texts, or quantities with units. */
  also_right: v.optional(v.pipe(v.array(v.union([id, answer])), v.maxLength(20))),
  key: v.optional(ChangedKey),
  outcome: v.optional(v.picklist(outcomes)),
});
export type ScoringSettings = v.InferOutput<typeof ScoringSettings>;

/** Who gave a response its points; null: nobody yet, or there is no answer. */
const scorers = ['key', 'rule', 'person'] as const;
export const ScoredBy = v.nullable(v.picklist(scorers));
export type ScoredBy = v.InferOutput<typeof ScoredBy>;

/** Part of a text, in UTF-16 units. */
const Place = v.object({ start: v.number(), end: v.number() });

/** What became of an idea in an answer. `negated`: it is there, but denied. */
export const FoundIdea = v.object({
  name: v.string(),
  points: v.number(),
  outcome: v.picklist(['found', 'negated', 'missing']),
  places: v.array(Place),
});
export type FoundIdea = v.InferOutput<typeof FoundIdea>;

/** What the ideas in an answer would earn. It is no score. */
export const Suggestion = v.object({
  points: v.number(),
  ideas: v.array(FoundIdea),
  /** Whether enough scored answers say that the suggestions agree with people. */
  is_checked: v.boolean(),
});
export type Suggestion = v.InferOutput<typeof Suggestion>;

/** Why an answer has its points. Every code has a text in both languages. */
export const scoreReasons = [
  'unanswered',
  'waiting',
  'person',
  'dropped',
  'full',
  /** The chosen option is right, right too by the teacher's word, or wrong. */
  'optionRight',
  'optionWrong',
  /** `right` of `of`, and `wrong` ones. */
  'optionsChosen',
  'textRight',
  'textWrong',
  'numberRight',
  /** `value` in `unit` is what was given in another unit. */
  'numberConverted',
  'numberUnreadable',
  'unitWrong',
  /** `given`, `wanted`, `tolerance`. */
  'outsideTolerance',
  /** `given` figures, `wanted` figures. */
  'figures',
  /** `right` of `of` in place. */
  'inPlace',
  'ideaFound',
  'ideaNegated',
  'ideaMissing',
] as const;
export const ScoreReason = v.object({
  code: v.picklist(scoreReasons),
  values: v.record(v.string(), v.union([v.string(), v.number()])),
});
export type ScoreReason = v.InferOutput<typeof ScoreReason>;
