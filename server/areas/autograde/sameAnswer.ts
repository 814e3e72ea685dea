import type { AnswerKey } from '../quiz/score.ts';
import { normaliseText, readQuantity } from '../quiz/score.ts';
import { isUnitWord, readUnit } from '../quiz/units.ts';

interface Given {
  answer_id: number | null;
  answer_text: string;
}

/** A number with its unit, the same for "0.5 N" and "500 mN"; undefined if the text is anything else. */
function quantityOf(text: string, unit: string): string | undefined {
  const read = readQuantity(text);
  if (!read) return undefined;
  const words = read.unit.split(' ').filter(Boolean);
  // "3 apples fell" is a sentence with a number in it.
  if (!words.every((word) => isUnitWord(word))) return undefined;
  const known = readUnit(read.unit === '' ? unit : read.unit, [unit]);
  // Binary rounding must not separate equal values.
  return known && `${Number((read.value * known.times * known.scale).toPrecision(12))} ${known.dims}`;
}

/** Option ids of a multiple choice, in no order. */
function setOf(text: string): string {
  try {
    const chosen: unknown = JSON.parse(text);
    return Array.isArray(chosen) ? JSON.stringify(chosen.toSorted()) : text;
  } catch {
    return text;
  }
}

/** What two answers to a question have in common if they are the same apart from case, spaces, accents, punctuation and units. */
export function sameAnswer(key: AnswerKey, unit: string | null, { answer_id, answer_text }: Given): string {
  switch (key.kind) {
    case 'one':
      return `option ${answer_id}`;
    case 'many':
      return setOf(answer_text);
    case 'order':
    case 'places':
      return answer_text;
    default:
      // Symbols alone, such as ">" and "<", are no words.
      return quantityOf(answer_text, unit ?? '') ?? (normaliseText(answer_text) || answer_text.trim());
  }
}
