import type { StoredQuestion } from '../areas/quiz/questions.ts';
import { type Answer, scoreShare } from '../areas/quiz/score.ts';
import type { Chance } from './chance.ts';

/** Discrimination of an item in the two-parameter logistic model, 0.8 to 1.8: fixed per question, spread over questions. */
const discrimination = (question: StoredQuestion) => 0.8 + (question.question_id % 101) / 101;

/** Probability that a student of this ability answers correctly: the two-parameter logistic model (Birnbaum, 1968). */
export const probability = (ability: number, question: StoredQuestion): number =>
  1 / (1 + Math.exp(-discrimination(question) * (ability - question.difficulty)));

/** Swaps two entries of a list. */
function swap<T>(list: readonly T[], chance: Chance): T[] {
  const swapped = [...list];
  const from = chance.below(swapped.length);
  const to = (from + 1 + chance.below(swapped.length - 1)) % swapped.length;
  [swapped[from], swapped[to]] = [swapped[to] as T, swapped[from] as T];
  return swapped;
}

function rightAnswer(question: StoredQuestion, chance: Chance): Answer {
  const { key } = question;
  switch (key.kind) {
    case 'one':
      return { answer_id: key.option, answer_text: '' };
    case 'many':
    case 'order':
      return { answer_id: null, answer_text: JSON.stringify(key.options) };
    case 'places':
      return { answer_id: null, answer_text: JSON.stringify(key.places) };
    case 'open':
      return { answer_id: null, answer_text: key.example };
    case 'text': {
      const text = chance.pick(key.accepted);
      return { answer_id: null, answer_text: chance.uniform() < 0.4 ? text.charAt(0).toUpperCase() + text.slice(1) : text };
    }
    case 'numeric':
      return { answer_id: null, answer_text: chance.uniform() < 0.6 ? `${key.value} ${key.unit}`.trim() : String(key.value) };
  }
}

function wrongAnswer(question: StoredQuestion, chance: Chance, otherWords: readonly string[]): Answer {
  const { key, options } = question;
  switch (key.kind) {
    case 'one': {
      // Some distractors attract more students than others, consistently.
      const wrong = options
        .filter((option) => option.option_id !== key.option)
        .flatMap((option) => Array(1 + (option.option_id % 4)).fill(option.option_id));
      return { answer_id: chance.pick(wrong) as number, answer_text: '' };
    }
    case 'many': {
      const chosen = options.map((option) => option.option_id).filter((id) => chance.uniform() < (key.options.includes(id) ? 0.6 : 0.35));
      return { answer_id: null, answer_text: JSON.stringify(chosen.length > 0 ? chosen : [chance.pick(options).option_id]) };
    }
    case 'order':
      return {
        answer_id: null,
        answer_text: JSON.stringify(swap(chance.uniform() < 0.5 ? swap(key.options, chance) : key.options, chance)),
      };
    case 'places': {
      const targets = Object.keys(key.places);
      const placed = swap(Object.values(key.places), chance);
      return { answer_id: null, answer_text: JSON.stringify(Object.fromEntries(targets.map((target, index) => [target, placed[index]]))) };
    }
    case 'open':
    case 'text':
      return { answer_id: null, answer_text: chance.pick(otherWords) };
    case 'numeric': {
      const slip = chance.pick([
        key.value * 10,
        key.value / 10,
        key.value * 2,
        key.value / 2,
        -key.value,
        key.value + 3 * (key.tolerance || 1),
      ]);
      return { answer_id: null, answer_text: String(Number(slip.toPrecision(3))) };
    }
  }
}

/**
 * A simulated answer by a student of this ability; undefined if they skip the question. `otherWords` replace terms the student does not
 * know.
 */
export function answerOf(question: StoredQuestion, ability: number, chance: Chance, otherWords: readonly string[]): Answer | undefined {
  if (chance.uniform() < 0.03 / (1 + Math.exp(ability))) return undefined;
  if (chance.uniform() < probability(ability, question)) return rightAnswer(question, chance);
  for (let attempt = 0; attempt < 5; attempt++) {
    const answer = wrongAnswer(question, chance, otherWords);
    if (scoreShare(question.key, answer) < 1) return answer;
  }
  return undefined;
}
