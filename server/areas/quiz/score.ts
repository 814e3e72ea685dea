/**
 * Scoring, pure: a key and an answer in, a share of the points out. The server is the only one who scores.
 */

/** What is right, by kind; stored with the question as JSON and never sent before release. */
export type AnswerKey =
  | { kind: 'one'; option: number }
  | { kind: 'many'; options: number[] }
  | { kind: 'text'; accepted: string[] }
  /** `units`: a value in `unit` times `factor` is in the question's own unit. */
  | { kind: 'numeric'; value: number; tolerance: number; unit: string; units: { unit: string; factor: number }[] }
  | { kind: 'order'; options: number[] }
  /** Target id → option id. */
  | { kind: 'places'; places: Record<string, number> };

/** An answer as it travels: see contract QuizAnswer. */
export interface Answer {
  answer_id: number | null;
  answer_text: string;
}

/** An answer counts when its option is set and truthy or at least 0 (specification section 5), or when something was written. */
export const isAnswered = ({ answer_id, answer_text }: Answer): boolean =>
  (answer_id !== null && (Boolean(answer_id) || answer_id >= 0)) || !['', '[]', '{}'].includes(answer_text.trim());

/** Trimmed, case-folded, without accents and double spaces. */
export const normaliseText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Reads a number as a student writes it, with an optional unit: "150 kPa", "−18", "1,000", "2.5", "3 x 10^8 m/s", "3/4". Undefined when it is none.
 * A comma is a decimal comma unless groups of three digits follow it.
 */
export function readQuantity(text: string): { value: number; unit: string } | undefined {
  const plain = text.normalize('NFKC').trim().replace(/[−–‒]/g, '-').replace(/\s+/g, ' ');
  const match =
    /^([+-]?)\s?(\d[\d,]*(?:\.\d+)?|\.\d+)(?:\s?(?:[x×*·]\s?10\s?\^?\s?|e)([+-]?\d{1,3}))?(?:\s?\/\s?(\d+(?:\.\d+)?))?\s?(.*)$/i.exec(
      plain,
    );
  if (!match) return undefined;
  const [, sign, digits = '', exponent, divisor, unit = ''] = match;
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits);
  if (digits.includes(',') && !grouped && !/^\d+,\d+$/.test(digits)) return undefined;
  const magnitude = Number(grouped ? digits.replaceAll(',', '') : digits.replace(',', '.'));
  const value = ((sign === '-' ? -1 : 1) * magnitude * 10 ** Number(exponent ?? 0)) / Number(divisor ?? 1);
  return Number.isFinite(value) ? { value, unit: unit.trim() } : undefined;
}

const foldUnit = (unit: string) =>
  unit
    .normalize('NFKC')
    .replace(/[\s.^*·]/g, '')
    .replaceAll('μ', 'u');

function scoreNumeric(key: Extract<AnswerKey, { kind: 'numeric' }>, text: string): number {
  const given = readQuantity(text);
  if (!given) return 0;
  const units = [{ unit: key.unit, factor: 1 }, ...key.units].map((one) => ({ ...one, unit: foldUnit(one.unit) }));
  const wanted = foldUnit(given.unit);
  const sameButCase = units.filter((one) => one.unit.toLowerCase() === wanted.toLowerCase());
  const unit =
    wanted === '' ? units[0] : (units.find((one) => one.unit === wanted) ?? (sameButCase.length === 1 ? sameButCase[0] : undefined));
  // A hair of slack, so that a value just at the tolerance is not lost to binary fractions.
  const slack = 1e-9 * Math.max(1, Math.abs(key.value));
  return unit && Math.abs(given.value * unit.factor - key.value) <= key.tolerance + slack ? 1 : 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The share of the points that an answer earns, 0 to 1. Nothing written scores 0; hostile text scores 0. */
export function scoreShare(key: AnswerKey, answer: Answer): number {
  switch (key.kind) {
    case 'one':
      return answer.answer_id === key.option ? 1 : 0;
    case 'text':
      return key.accepted.some((accepted) => normaliseText(accepted) === normaliseText(answer.answer_text)) ? 1 : 0;
    case 'numeric':
      return scoreNumeric(key, answer.answer_text);
    case 'many': {
      const given = parseJson(answer.answer_text);
      const chosen = new Set(Array.isArray(given) ? given : []);
      const right = key.options.filter((option) => chosen.has(option)).length;
      return Math.max(0, (right - (chosen.size - right)) / key.options.length);
    }
    case 'order': {
      const given = parseJson(answer.answer_text);
      const list: unknown[] = Array.isArray(given) ? given : [];
      return key.options.filter((option, place) => list[place] === option).length / key.options.length;
    }
    case 'places': {
      const given = parseJson(answer.answer_text);
      const placed = new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
      const places = Object.entries(key.places);
      return places.filter(([target, option]) => placed.get(target) === option).length / places.length;
    }
  }
}

/** Points for an answer, to two decimals, and whether they are all of them. */
export function score(key: AnswerKey, points: number, answer: Answer): { points: number; is_correct: boolean } {
  const share = isAnswered(answer) ? scoreShare(key, answer) : 0;
  return { points: Math.round(share * points * 100) / 100, is_correct: share === 1 };
}
