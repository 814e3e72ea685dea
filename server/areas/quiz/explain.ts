import type { ScoredBy, ScoreReason } from '../../../contract/scoring.ts';
import type { StoredQuestion } from './questions.ts';
import { type Answer, chosenOf, isAnswered, placedOf, readNumber, scoreShare } from './score.ts';
import { type ClassScoring, keyIn, rubricIn, scorerIn } from './settings.ts';

type Values = ScoreReason['values'];
const because = (code: ScoreReason['code'], values: Values = {}): ScoreReason => ({ code, values });

/** Binary rounding, such as 0.30000000000000004, is not shown. */
const tidy = (value: number) => Number(value.toPrecision(10));

type Question = Pick<StoredQuestion, 'question_id' | 'points' | 'key' | 'options'>;

/** What a response has. */
export interface Scored extends Answer {
  points: number | null;
  scored_by: ScoredBy;
  is_dropped: number;
}

function byKey(question: Question, { settings }: ClassScoring, answer: Answer): ScoreReason[] {
  const key = keyIn(question, settings);
  const textOf = (option_id: number | null) => question.options.find((option) => option.option_id === option_id)?.answer_text ?? '';
  switch (key.kind) {
    case 'one':
      return [because(scoreShare(key, answer) === 1 ? 'optionRight' : 'optionWrong', { wanted: textOf(key.option) })];
    case 'many':
      return [because('optionsChosen', { ...chosenOf(key, answer), of: key.options.length })];
    case 'text':
      return [because(scoreShare(key, answer) === 1 ? 'textRight' : 'textWrong', { wanted: key.accepted[0] ?? '' })];
    case 'order':
    case 'places':
      return [because('inPlace', { ...placedOf(key, answer) })];
    case 'open':
      return [];
    case 'numeric': {
      const { given, value, isRight, figures } = readNumber(key, answer.answer_text);
      const { unit, tolerance } = key;
      if (!given) return [because('numberUnreadable')];
      if (value === undefined) return [because('unitWrong', { given: given.unit, wanted: unit })];
      const converted =
        given.value === value
          ? []
          : [because('numberConverted', { given: `${tidy(given.value)} ${given.unit}`.trim(), value: tidy(value), unit })];
      const judged = isRight
        ? because('numberRight', { wanted: key.value, unit })
        : because('outsideTolerance', { given: tidy(value), wanted: key.value, tolerance, unit });
      const wrong = isRight && figures !== undefined ? [because('figures', { given: figures, wanted: key.figures?.digits ?? 0 })] : [];
      return [...converted, judged, ...wrong];
    }
  }
}

/**
 * Why an answer has its points: codes with values. Made once for the answers of a class to a question. Empty if the points are not those of
 * the key any more, because the course has changed since.
 */
export function explainer(question: Question, scoring: ClassScoring): (answer: Scored | null) => ScoreReason[] {
  const rubric = rubricIn(question, scoring);
  const mark = scorerIn(question, scoring);
  return (answer) => {
    if (answer?.is_dropped === 1 || (!answer && scoring.settings.outcome === 'dropped')) return [because('dropped')];
    if (answer?.scored_by === 'person') return [because('person')];
    if (answer && answer.scored_by === 'rule' && scoring.settings.outcome === 'full') return [because('full')];
    if (!answer || !isAnswered(answer)) return [because('unanswered')];
    if (answer.points === null) return [because('waiting')];
    if (mark(answer).points !== answer.points) return [];
    if (answer.scored_by === 'rule' && rubric)
      return rubric(answer.answer_text).ideas.map(({ name, points, outcome }) =>
        because(outcome === 'found' ? 'ideaFound' : outcome === 'negated' ? 'ideaNegated' : 'ideaMissing', { name, points }),
      );
    return byKey(question, scoring, answer);
  };
}
