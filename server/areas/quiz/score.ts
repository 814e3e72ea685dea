import { counts } from '../../../common/answered.ts';
import type { Drawing } from '../../../common/authoring/drawing.ts';
import type { Idea } from '../../../contract/scoring.ts';
import { scienceTerms } from './scienceTerms.ts';
import { foldSigns, isSameUnit, isUnitWord, readUnit } from './units.ts';

/** Pure scoring: maps a key and an answer to a share of the points. Only the server scores. */

/** The key by question kind. Stored with the question as JSON and never sent before release. */
export type AnswerKey =
  /** `also`: further right options. */
  | { kind: 'one'; option: number; also?: readonly number[] }
  /** `also`: options that may be chosen or not. */
  | { kind: 'many'; options: number[]; also?: readonly number[] }
  | { kind: 'text'; accepted: string[] }
  /** A person gives the points. `example`: a good answer. `ideas`: what it may contain, which suggests the points. */
  | { kind: 'open'; example: string; ideas?: readonly Idea[] }
  | NumericKey
  | { kind: 'order'; options: number[] }
  /** Target id → option id. */
  | { kind: 'places'; places: Record<string, number> };

export interface NumericKey {
  kind: 'numeric';
  value: number;
  tolerance: number;
  unit: string;
  /** A value in `unit` times `factor` is in the question's own unit. */
  units: { unit: string; factor: number }[];
  /** Nobody has listed units: those of the same quantity are converted, and without a unit the number alone decides. */
  takesAnyUnit?: boolean;
  /** How many significant figures the answer has, and which share of the points others cost. */
  figures?: { digits: number; cost: number };
  /** Further right answers, with units. */
  also?: readonly string[];
  /** Each student has numbers of his own. Value and tolerance are then those of an example. */
  drawing?: Drawing;
  /** Value and tolerance are those of the numbers that one student had. */
  is_drawn?: true;
}

/** An answer in wire format: see contract QuizAnswer. */
export interface Answer {
  answer_id: number | null;
  answer_text: string;
}

/** Whether an answer counts. */
export const isAnswered = ({ answer_id, answer_text }: Answer): boolean => counts(answer_id, answer_text);

/** Longer texts are not scored: the student's field takes 500 characters. */
const longestText = 500;

/** Normalizes letters and digits: no case, accents or punctuation. "−5" and "2.5" keep their signs. */
export const normaliseText = (text: string): string =>
  foldSigns(text)
    .toLowerCase()
    .replace(/((?<=\d)[.,](?=\d)|(?<![\p{L}\p{N}])-(?=\d))|[^\p{L}\p{N}]/gu, (_, sign?: string) => sign ?? ' ')
    .replace(/ +/g, ' ')
    .trim();

/** Strips a lead-in before a term: "it is the mitochondrion", "es la subducción". */
export const withoutLead = (text: string) =>
  text.replace(/^(?:(?:it|this|is|its|s|a|an|the|es|son|se llama|el|la|los|las|un|una) )+(?=.)/, '');

/** Minimum word length at which one wrong letter counts as a typo. */
const longWord = 7;

/** Whether the words differ by one letter changed, omitted, added or swapped with its neighbor. The first letter must match. */
export function isOneLetterOff(right: string, given: string): boolean {
  if (right[0] !== given[0] || Math.abs(right.length - given.length) > 1) return false;
  let at = 0;
  while (at < right.length && right[at] === given[at]) at++;
  const [a, b] = [right.slice(at), given.slice(at)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

/** Whether a word, without accents and in small letters, is a science term that is easily confused with another one. */
export const isTerm = (word: string): boolean => scienceTerms.has(word) || scienceTerms.has(word.replace(/e?s$/, ''));

/** Whether one long word has one wrong letter and is not another science term. Both texts are normalized. */
function isSlip(right: string, given: string): boolean {
  const [words, others] = [right.split(' '), given.split(' ')];
  const wrong = words.flatMap((word, at) => (word === others[at] ? [] : [{ word, other: others[at] ?? '' }]));
  const [one] = wrong;
  return (
    words.length === others.length &&
    wrong.length === 1 &&
    one !== undefined &&
    one.word.length >= longWord &&
    /^\p{L}+$/u.test(one.word) &&
    !isTerm(one.other) &&
    isOneLetterOff(one.word, one.other)
  );
}

function scoreText(accepted: readonly string[], text: string): number {
  if (text.length > longestText) return 0;
  const given = withoutLead(normaliseText(text));
  const isRight = (one: string) => {
    const right = withoutLead(normaliseText(one));
    // A key of symbols only, such as ">", is compared literally.
    return right === '' ? one.trim() === text.trim() : right === given || isSlip(right, given);
  };
  return accepted.some(isRight) ? 1 : 0;
}

/** Text allowed before a number: "about 30", "v = 54", "≈ 2.7". */
const beforeNumber =
  /^(?:[\s"'“”«»(=~≈≃≅]|(?:about|approximately|approx|around|roughly|nearly|the answer is|it is|it's|is|unos|unas|aproximadamente|aprox|alrededor de|cerca de|mas o menos|casi|la respuesta es|es|son)(?=[\s.:~])[.:]?|[a-z]{1,3}\s?=|[x×]\s?(?=\d))+/i;

/**
 * Reads a number as a student writes it, with an optional unit: "150 kPa", "−18", "1,000", "2.5", "3 x 10^8 m/s", "3/4", "1 1/2", "about
 * 30.". A comma is a decimal comma unless groups of three digits follow it. Undefined if the text is not a number.
 */
export function readQuantity(text: string): { value: number; unit: string } | undefined {
  if (text.length > longestText) return undefined;
  const plain = foldSigns(text.replace(/(\d)([¼-¾⅐-⅞])/g, '$1 $2'))
    .replace(/\s+/g, ' ')
    .replace(beforeNumber, '')
    .replace(/[\s.,;:!?"'”»]+$/, '');
  const match =
    /^([+-]?)\s?(?:(\d{1,3})\s(?=\d+\s?\/\s?\d))?(\d{1,3}(?: \d{3})+(?:\.\d+)?|\d[\d,]*(?:\.\d+)?|\.\d+)(?:\s?(?:[x×*·]\s?10\s?\^?\s?|e)([+-]?\d{1,3}))?(?:\s?\/\s?(\d+(?:\.\d+)?))?\s?(.*)$/i.exec(
      plain,
    );
  if (!match) return undefined;
  const [, sign, whole = '0', spaced = '', exponent, divisor, unit = ''] = match;
  const digits = spaced.replaceAll(' ', '');
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits);
  if (digits.includes(',') && !grouped && !/^\d+,\d+$/.test(digits)) return undefined;
  const magnitude = Number(grouped ? digits.replaceAll(',', '') : digits.replace(',', '.'));
  const value = (sign === '-' ? -1 : 1) * (Number(whole) + (magnitude * 10 ** Number(exponent ?? 0)) / Number(divisor ?? 1));
  return Number.isFinite(value) ? { value, unit: unit.trim() } : undefined;
}

/** Strips words next to a unit: "cm taller" → "cm", "g of water" → "g". */
const unitAlone = (unit: string) =>
  unit
    .replace(/\(.*$/, '')
    .split(' ')
    .filter((word) => isUnitWord(word))
    .join(' ');

/** A number as the key reads it. */
export interface ReadNumber {
  /** undefined: no number. */
  given: { value: number; unit: string } | undefined;
  /** The value in the key's unit; undefined if the unit is another one. */
  value: number | undefined;
  isRight: boolean;
  /** Significant figures given, if they are too few or too many; else undefined. */
  figures: number | undefined;
}

/**
 * Fewest and most significant figures of a number as it is written: the zeros at the end of "1500" may be figures or not. Undefined for a
 * fraction.
 */
export function figuresOf(text: string): { least: number; most: number } | undefined {
  const digits = /^[^\d.,]*([\d.,]*)/.exec(foldSigns(text).replace(beforeNumber, ''))?.[1] ?? '';
  if (/\d\s?\/\s?\d/.test(text) || !/\d/.test(digits)) return undefined;
  const hasPoint = /[.,]\d*$/.test(digits) && !/^\d{1,3}(,\d{3})+$/.test(digits);
  const bare = digits.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  return { least: hasPoint ? bare.length : bare.replace(/0+$/, '').length || 1, most: bare.length };
}

/** Words that make one number two, or none: "30 or more", "5 to 6". */
const doubtful = /(?:^| )(?:or|to|and|not|more|less|o|u|y|e|no|mas|menos)(?: |$)/i;

/** Reads a number against its key. Without a unit it is in the key's. */
export function readNumber(key: NumericKey, text: string): ReadNumber {
  const given = readQuantity(text);
  if (!given) return { given, value: undefined, isRight: false, figures: undefined };
  const names = [key.unit, ...key.units.map(({ unit }) => unit)];
  const units = [{ unit: key.unit, factor: 1 }, ...key.units].map(({ unit, factor }) => ({ factor, unit: readUnit(unit, names) }));
  /** Conversion factor from the given unit to the key's unit. */
  const factorOf = (written: string): number | undefined => {
    const unit = written === '' ? undefined : readUnit(written, names);
    if (!unit) return undefined;
    const same =
      units.find((one) => one.unit && isSameUnit(one.unit, unit)) ??
      (key.takesAnyUnit ? units.find((one) => one.unit?.dims === unit.dims) : undefined);
    if (same?.unit) return (same.factor * unit.times * (unit.scale / same.unit.scale)) / same.unit.times;
    return key.takesAnyUnit && key.unit === '' && !doubtful.test(written) ? unit.times : undefined;
  };
  const inKeyUnit = ({ value, unit }: { value: number; unit: string }) => {
    const factor = unit === '' ? 1 : (factorOf(unit) ?? factorOf(unitAlone(unit)));
    return factor === undefined ? undefined : value * factor;
  };
  const value = inKeyUnit(given);
  // Slack for binary rounding, so that a value exactly at the tolerance passes.
  const isNear = (wanted: number) =>
    value !== undefined && Math.abs(value - wanted) <= key.tolerance + 1e-9 * Math.max(1, Math.abs(wanted));
  const others = (key.also ?? []).map(readQuantity).flatMap((one) => (one ? (inKeyUnit(one) ?? []) : []));
  const written = key.figures && figuresOf(text);
  const digits = key.figures?.digits ?? 0;
  const figures = written && (digits < written.least || digits > written.most) ? written.most : undefined;
  return { given, value, isRight: [key.value, ...others].some(isNear), figures };
}

function scoreNumeric(key: NumericKey, text: string): number {
  const { isRight, figures } = readNumber(key, text);
  if (!isRight) return 0;
  return figures === undefined ? 1 : 1 - (key.figures?.cost ?? 0);
}

function parseJson(text: string): unknown {
  // Most wrong answers of this kind are empty, and throwing is slow.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many of the chosen options are right, and how many wrong. */
export function chosenOf(key: Extract<AnswerKey, { kind: 'many' }>, { answer_text }: Answer): { right: number; wrong: number } {
  const given = parseJson(answer_text);
  const chosen = new Set<unknown>(Array.isArray(given) ? given : []);
  for (const option of key.also ?? []) chosen.delete(option);
  const right = key.options.filter((option) => chosen.has(option)).length;
  return { right, wrong: chosen.size - right };
}

/** How many parts are in their places. */
export function placedOf(key: Extract<AnswerKey, { kind: 'order' | 'places' }>, { answer_text }: Answer): { right: number; of: number } {
  const given = parseJson(answer_text);
  if (key.kind === 'order') {
    const list: unknown[] = Array.isArray(given) ? given : [];
    return { right: key.options.filter((option, place) => list[place] === option).length, of: key.options.length };
  }
  const placed = new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
  const places = Object.entries(key.places);
  return { right: places.filter(([target, option]) => placed.get(target) === option).length, of: places.length };
}

/** Share of the points an answer earns, 0 to 1. Empty and malicious answers score 0. */
export function scoreShare(key: AnswerKey, answer: Answer): number {
  switch (key.kind) {
    case 'one':
      return answer.answer_id !== null && [key.option, ...(key.also ?? [])].includes(answer.answer_id) ? 1 : 0;
    case 'open':
      return 0;
    case 'text':
      return scoreText(key.accepted, answer.answer_text);
    case 'numeric':
      return scoreNumeric(key, answer.answer_text);
    case 'many': {
      const { right, wrong } = chosenOf(key, answer);
      return Math.max(0, (right - wrong) / key.options.length);
    }
    case 'order':
    case 'places': {
      const { right, of } = placedOf(key, answer);
      return right / of;
    }
  }
}

/** What an answer earned. Both are null while it waits for a person to score it. */
export type Mark = { points: number; is_correct: boolean } | { points: null; is_correct: null };

/** Points in all, to two decimals. Answers that wait for their points add none. */
export const totalOf = (responses: readonly { points?: number | null | undefined }[]): number =>
  Math.round(responses.reduce((sum, { points }) => sum + (points ?? 0), 0) * 100) / 100;

/** Points for an answer, to two decimals, and whether it earned full points. */
export function score(key: AnswerKey, points: number, answer: Answer): Mark {
  if (key.kind === 'open' && isAnswered(answer)) return { points: null, is_correct: null };
  const share = isAnswered(answer) ? scoreShare(key, answer) : 0;
  return { points: Math.round(share * points * 100) / 100, is_correct: share === 1 };
}
