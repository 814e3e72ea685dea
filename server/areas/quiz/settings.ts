import type { ScoredBy, ScoringSettings } from '../../../contract/scoring.ts';
import { compiled } from '../../db/compiled.ts';
import type { Db } from '../../kit/access.ts';
import { hasNumbers } from './drawing.ts';
import type { Layout, StoredQuestion } from './questions.ts';
import { type RubricResult, rubricOf } from './rubric.ts';
import { type Answer, type AnswerKey, isAnswered, score } from './score.ts';

/** How a class's answers to a question are scored. */
export interface ClassScoring {
  settings: ScoringSettings;
  /** The ideas give points by themselves. */
  is_rule: boolean;
  /** Counts the changes; 0: none. */
  version: number;
}

/** What holds without a word of the class's teachers. */
export const courseScoring: ClassScoring = { settings: {}, is_rule: false, version: 0 };

type Question = Pick<StoredQuestion, 'question_id' | 'points' | 'key'>;

const numbers = (all: readonly (number | string)[]) => all.filter((one) => typeof one === 'number');
const texts = (all: readonly (number | string)[]) => all.filter((one) => typeof one === 'string');

/** The key of a question in a class. Settings for another kind of question are left out. */
export function keyIn({ key: own }: Pick<Question, 'key'>, { key: changed, also_right = [], ideas }: ScoringSettings): AnswerKey {
  // With numbers of each student's own, one answer cannot be right for all.
  if (hasNumbers(own)) return own;
  const key = (changed?.kind === own.kind ? { ...own, ...changed } : own) as AnswerKey;
  switch (key.kind) {
    case 'one':
    case 'many':
      return also_right.length === 0 ? key : { ...key, also: numbers(also_right) };
    case 'text':
      return also_right.length === 0 ? key : { ...key, accepted: [...key.accepted, ...texts(also_right)] };
    case 'numeric':
      return also_right.length === 0 ? key : { ...key, also: texts(also_right) };
    case 'open':
      return ideas === undefined ? key : { ...key, ideas };
    default:
      return key;
  }
}

/** A question with the key that a class gave it in place of the course's. */
export function questionIn(question: StoredQuestion, { settings }: ClassScoring): StoredQuestion {
  if (settings.key === undefined) return question;
  const key = keyIn(question, { key: settings.key });
  const right = key.kind === 'one' ? [key.option] : key.kind === 'many' ? key.options : undefined;
  const options = right
    ? question.options.map((option) => ({ ...option, is_answer: Number(right.includes(option.option_id)) }))
    : question.options;
  return { ...question, key, options };
}

/** What an answer earns in a class, as stored. */
export interface ClassMark {
  points: number | null;
  is_correct: boolean | null;
  scored_by: ScoredBy;
  is_dropped: boolean;
}

/** Reads a text by the ideas of a question in a class; undefined if there are none. Made once for many answers. */
export function rubricIn(question: Question, { settings }: ClassScoring): ((text: string) => RubricResult) | undefined {
  const key = keyIn(question, settings);
  return key.kind === 'open' && key.ideas && key.ideas.length > 0 ? rubricOf(key.ideas, question.points) : undefined;
}

/**
 * Scores answers to a question in a class, without what a person decided. Null: no answer was given, in an attempt that is submitted.
 */
export function scorerIn(question: Question, scoring: ClassScoring): (answer: Answer | null) => ClassMark {
  const { settings, is_rule } = scoring;
  const key = keyIn(question, settings);
  const rubric = is_rule ? rubricIn(question, scoring) : undefined;
  const is_dropped = settings.outcome === 'dropped';
  return (answer) => {
    if (settings.outcome === 'full') return { points: question.points, is_correct: true, scored_by: 'rule', is_dropped };
    if (answer === null || !isAnswered(answer)) return { points: 0, is_correct: false, scored_by: null, is_dropped };
    if (rubric) {
      const { points } = rubric(answer.answer_text);
      return { points, is_correct: points === question.points, scored_by: 'rule', is_dropped };
    }
    const mark = score(key, question.points, answer);
    return { ...mark, scored_by: mark.points === null ? null : 'key', is_dropped };
  };
}

const settingsOfAssignment = compiled((db, named: { district_id: number; group_assignment_id: number; quiz_id: number }) =>
  db
    .selectFrom('question_scoring as s')
    .innerJoin('group_assignment as ga', 'ga.group_puid', 's.group_puid')
    .select(['s.question_id', 's.settings', 's.is_rule', 's.version'])
    .where('ga.group_assignment_id', '=', named.group_assignment_id)
    .where('s.quiz_id', '=', named.quiz_id),
);

const parse = ({ settings, is_rule, version }: { settings: string; is_rule: number; version: number }): ClassScoring => ({
  settings: JSON.parse(settings),
  is_rule: is_rule === 1,
  version,
});

/** How a class scores a quiz, by question: one indexed read for an attempt that is submitted. */
export async function scoringOfAttempt(
  db: Db,
  { district_id, group_assignment_id, quiz_id }: { district_id: number; group_assignment_id: number; quiz_id: number },
): Promise<(question_id: number) => ClassScoring> {
  const rows = await settingsOfAssignment(db, { district_id, group_assignment_id, quiz_id });
  const of = new Map(rows.map((row) => [row.question_id, parse(row)]));
  return (question_id) => of.get(question_id) ?? courseScoring;
}

/** How classes score a quiz, by class and question. */
export async function scoringOfClasses(
  db: Db,
  quiz_id: number,
  group_puids: readonly number[],
): Promise<(group_puid: number, question_id: number) => ClassScoring> {
  const rows =
    group_puids.length === 0
      ? []
      : await db
          .selectFrom('question_scoring')
          .select(['group_puid', 'question_id', 'settings', 'is_rule', 'version'])
          .where('quiz_id', '=', quiz_id)
          .where('group_puid', 'in', group_puids)
          .execute();
  const of = new Map(rows.map((row) => [`${row.group_puid} ${row.question_id}`, parse(row)]));
  return (group_puid, question_id) => of.get(`${group_puid} ${question_id}`) ?? courseScoring;
}

/** A layout without the dropped questions. `shown` keeps what the student saw. */
export function withoutDropped({ questions, shown = questions, ...rest }: Layout, dropped: ReadonlySet<number>): Layout {
  const left = shown.filter((question_id) => !dropped.has(question_id));
  return { questions: left, ...rest, ...(left.length < shown.length ? { shown } : {}) };
}
