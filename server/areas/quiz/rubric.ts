import { wordForm } from '../../../common/wordForm.ts';
import { type FoundIdea, type Idea, mostWayLetters } from '../../../contract/scoring.ts';
import { isOneLetterOff, isTerm, readQuantity } from './score.ts';
import { foldSigns, readUnit } from './units.ts';

/**
 * Scoring of written answers by ideas, each with its points and the ways in which students say it. Pure and linear in the length of an
 * answer: what a teacher writes is never a regular expression.
 *
 * A way is made of words: `tilted axis` side by side in this order, `tilt*` with any ending, `hot … rises` later in the same sentence,
 * `axis & tilt*` both in one sentence in any order.
 */

/** What the ideas in an answer earn together. */
export interface RubricResult {
  points: number;
  ideas: FoundIdea[];
}

type Place = FoundIdea['places'][number];

interface Word extends Place {
  /** Without accents, in small letters. */
  plain: string;
  /** The same in the singular. */
  form: string;
  sentence: number;
  clause: number;
  isNegator: boolean;
}

const negators = new Set(
  `no not never without neither nor cannot none aint
  nunca jamas sin ni tampoco ningun ninguno ninguna`.split(/\s+/),
);
/** Words that `n't` is added to. The apostrophe is often left out. */
const contracted =
  /^(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should|need|might|must)nt$|^(?:do|does|did|is|are|was|were|has|have|had|could|would|should)n?ot$/;
const isNegation = (plain: string) => negators.has(plain) || contracted.test(plain);

/** "Not only" adds something. */
const only = new Set(['only', 'just', 'merely', 'solo', 'solamente', 'unicamente']);
/** Words that begin a clause. */
const joints = new Set(['but', 'because', 'so', 'pero', 'sino', 'porque']);
/** Those that a negation may be about: "it is not because …". */
const reasons = new Set(['because', 'so', 'porque']);
/** What may stand between: "no es porque …". */
const copulas = new Set(['is', 'it', 'es', 'fue']);
/** How many words after a negation it reaches. */
const reach = 4;

const token = /\d+(?:[.,]\d+)*|[\p{L}\p{M}\p{N}]+(?:['’ʼ‘`´][\p{L}\p{M}]+)*|[.!?…\n]+|[,;:]/gu;

/** Letters without accents, in small letters; what follows an apostrophe is left out ("Earth's") or joined ("don't"). */
function plainOf(word: string): string {
  const folded = foldSigns(word).toLowerCase();
  return folded.replace(/['’ʼ‘`´]s$/, '').replace(/['’ʼ‘`´]/g, '');
}

/** Words of a text with their places, sentences and clauses. */
function readWords(text: string): Word[] {
  const words: Word[] = [];
  let [sentence, clause] = [0, 0];
  for (const { 0: found, index } of text.matchAll(token)) {
    if (/^[.!?…\n]/.test(found)) {
      sentence++;
      clause++;
      continue;
    }
    if (/^[,;:]/.test(found)) {
      clause++;
      continue;
    }
    const plain = plainOf(found);
    // Marks that stand alone, such as an accent after a space.
    if (plain === '') continue;
    const last = words.at(-1);
    const isNegated = (back: number) => {
      const before = words.at(-back);
      return before !== undefined && before.clause === clause && before.isNegator;
    };
    const isReason = reasons.has(plain) && (isNegated(1) || (isNegated(2) && copulas.has(last?.plain ?? '')));
    if (joints.has(plain) && !isReason && last?.clause === clause) clause++;
    if (only.has(plain) && last?.isNegator) last.isNegator = false;
    words.push({
      ...{ start: index, end: index + found.length, plain, form: wordForm(plain), sentence, clause },
      isNegator: isReason || isNegation(plain),
    });
  }
  return words;
}

/** A number with its unit, comparable with others. `dims` is empty for a bare number. */
interface Quantity {
  value: number;
  dims: string;
}

/** One word of a way. */
type Part =
  | { kind: 'word'; plain: string; form: string }
  | { kind: 'beginning'; plain: string }
  | { kind: 'negation' }
  | { kind: 'quantity'; quantity: Quantity };
/** Words side by side. */
type Run = Part[];
/** Runs that follow one another in a sentence; a way has several of these in any order. */
type Chain = Run[];
interface Way {
  chains: Chain[];
  hasNegation: boolean;
}

/** A number, alone or with a unit that is known; undefined for anything else. */
function quantityOf(text: string): Quantity | undefined {
  const read = readQuantity(text);
  if (!read) return undefined;
  if (read.unit === '') return { value: read.value, dims: '' };
  const unit = readUnit(read.unit);
  // "3 apples" is a number and a word.
  return unit && !unit.dims.includes('counted') ? { value: read.value * unit.times * unit.scale, dims: unit.dims } : undefined;
}
const isSameQuantity = (a: Quantity, b: Quantity) =>
  a.dims === b.dims && Math.abs(a.value - b.value) <= 1e-9 * Math.max(Math.abs(a.value), Math.abs(b.value), 1e-12);

/** Longest number with a unit, in words: "15 kilometers per hour". */
const mostUnitWords = 4;
/** Longest of these words, in letters: longer ones are no unit. */
const mostUnitLetters = 24;

/** A text without the punctuation at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '.,;:!?)'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The parts of words side by side. A number takes the unit after it. */
function readRun(text: string): Run {
  const chunks = text.split(/\s+/).filter(Boolean);
  const run: Run = [];
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] as string;
    if (/^[-+−]?[.,]?\d/.test(chunk)) {
      let taken = 0;
      let quantity: Quantity | undefined;
      for (let count = Math.min(mostUnitWords, chunks.length - at); count > 0 && !quantity; count--) {
        quantity = quantityOf(chunks.slice(at, at + count).join(' '));
        taken = count;
      }
      if (quantity) {
        run.push({ kind: 'quantity', quantity });
        at += taken - 1;
        continue;
      }
    }
    const isBeginning = chunk.endsWith('*');
    const words = readWords(chunk);
    for (const [place, { plain, form }] of words.entries())
      if (isBeginning && place === words.length - 1) run.push({ kind: 'beginning', plain });
      else run.push(isNegation(plain) ? { kind: 'negation' } : { kind: 'word', plain, form });
  }
  return run;
}

/** Why a way cannot be read. `loose`: `&` or `…` without words on both sides. */
export type WayProblem = 'empty' | 'long' | 'loose' | 'wordless';

function readWay(text: string): Way | WayProblem {
  if (text.trim() === '') return 'empty';
  if (text.length > mostWayLetters) return 'long';
  const chains = text.split('&').map((chain) => chain.split(/…|\.{3}/).map(readRun));
  const runs = chains.flat();
  if (runs.every((run) => run.length === 0)) return 'wordless';
  if (runs.some((run) => run.length === 0)) return 'loose';
  return { chains, hasNegation: runs.some((run) => run.some(({ kind }) => kind === 'negation')) };
}

/** Why a way cannot be used; undefined if it can. */
export function wayProblem(text: string): WayProblem | undefined {
  const way = readWay(text);
  return typeof way === 'string' ? way : undefined;
}

const partKey = (part: Part) => (part.kind === 'word' ? part.form : part.kind === 'quantity' ? part.quantity : part);

/** Two ways with the same key find the same. */
export function wayKey(text: string): string {
  const way = readWay(text);
  return typeof way === 'string' ? text.trim() : JSON.stringify(way.chains.map((chain) => chain.map((run) => run.map(partKey))));
}

/** Fewest letters of a word in which one wrong letter counts as a slip. */
const longWord = 5;

/** The same without a Spanish plural: "metales". */
const stem = ({ plain, form }: { plain: string; form: string }) => (form !== plain && plain.endsWith('es') ? plain.slice(0, -2) : form);

function isWord(part: Part & { kind: 'word' }, word: Word): boolean {
  if (part.form === word.form || stem(part) === word.form || part.form === stem(word)) return true;
  return part.form.length >= longWord && !isTerm(word.plain) && isOneLetterOff(part.form, word.form);
}

function begins({ plain }: Part & { kind: 'beginning' }, word: Word): boolean {
  if (word.plain.startsWith(plain)) return true;
  if (plain.length < longWord || isTerm(word.plain)) return false;
  const { length } = plain;
  return [length, length - 1, length + 1].some((size) => size <= word.plain.length && isOneLetterOff(plain, word.plain.slice(0, size)));
}

/** A text as it is searched. */
class Reading {
  readonly words: readonly Word[];
  readonly #text: string;
  readonly #quantities = new Map<number, { quantity: Quantity; after: number }[]>();

  constructor(text: string) {
    this.#text = text;
    this.words = readWords(text);
  }

  /** The numbers that begin at a word: alone, and with each unit that may follow. */
  #quantitiesAt(at: number): { quantity: Quantity; after: number }[] {
    const known = this.#quantities.get(at);
    if (known) return known;
    const first = this.words[at] as Word;
    const found: { quantity: Quantity; after: number }[] = [];
    if (/^\d/.test(first.plain)) {
      const signed = /[-−+]/.test(this.#text[first.start - 1] ?? '') && !/[\p{L}\p{N}]/u.test(this.#text[first.start - 2] ?? ' ');
      const start = signed ? first.start - 1 : first.start;
      const rest = this.#text.slice(start, first.end + mostUnitWords * mostUnitLetters);
      let length = first.end - start;
      const bare = quantityOf(rest.slice(0, length));
      if (bare) found.push({ quantity: bare, after: at + 1 });
      for (let count = 0; count < mostUnitWords; count++) {
        const chunk = /^\s?\S+/.exec(rest.slice(length))?.[0];
        if (chunk === undefined || chunk.length > mostUnitLetters) break;
        length += chunk.length;
        const quantity = quantityOf(withoutEnd(rest.slice(0, length)));
        let after = at;
        while (after < this.words.length && (this.words[after] as Word).start < start + length) after++;
        if (quantity && quantity.dims !== '') found.push({ quantity, after });
      }
    }
    this.#quantities.set(at, found);
    return found;
  }

  /** The word after a run that begins at a word; undefined if it does not begin there. */
  #after(run: Run, at: number): number | undefined {
    let next = at;
    const sentence = this.words[at]?.sentence;
    for (const part of run) {
      const word = this.words[next];
      if (!word || word.sentence !== sentence) return undefined;
      if (part.kind === 'quantity') {
        const same = this.#quantitiesAt(next).find(({ quantity }) => isSameQuantity(quantity, part.quantity));
        if (!same) return undefined;
        next = same.after;
        continue;
      }
      const fits = part.kind === 'negation' ? isNegation(word.plain) : part.kind === 'word' ? isWord(part, word) : begins(part, word);
      if (!fits) return undefined;
      next++;
    }
    return next;
  }

  #isNegated(at: number): boolean {
    const { clause } = this.words[at] as Word;
    for (let back = at - 1; back >= 0 && back >= at - reach; back--) {
      const word = this.words[back] as Word;
      if (word.clause !== clause) return false;
      if (word.isNegator) return true;
    }
    return false;
  }

  /** Where a run is, sentence by sentence, as numbers of words. */
  #places(run: Run, hasNegation: boolean): Map<number, Occurrence[]> {
    const found = new Map<number, Occurrence[]>();
    const isNegation = run.at(-1)?.kind === 'negation';
    for (let at = 0; at < this.words.length; at++) {
      const after = this.#after(run, at);
      if (after === undefined) continue;
      const { sentence, clause } = this.words[at] as Word;
      const one = { at, after, clause, isNegated: !hasNegation && this.#isNegated(at), isNegation };
      const known = found.get(sentence);
      if (known) known.push(one);
      else found.set(sentence, [one]);
    }
    return found;
  }

  /** Where a way is said first, without negation if there is such a place. */
  find({ chains, hasNegation }: Way): { isNegated: boolean; places: Place[] } | undefined {
    const placed = chains.map((chain) => chain.map((run) => this.#places(run, hasNegation)));
    const [first] = placed.flat();
    let negated: Occurrence[] | undefined;
    for (const sentence of first?.keys() ?? []) {
      const of = placed.map((chain) => chain.map((run) => run.get(sentence) ?? []));
      const said = inOrder(of.map((chain) => chain.map((run) => run.filter(({ isNegated }) => !isNegated))));
      if (said) return { isNegated: false, places: this.#marks(said) };
      negated ??= inOrder(of);
    }
    return negated && { isNegated: true, places: this.#marks(negated) };
  }

  #marks(occurrences: readonly Occurrence[]): Place[] {
    return occurrences
      .map(({ at, after }) => ({ start: (this.words[at] as Word).start, end: (this.words[after - 1] as Word).end }))
      .toSorted((a, b) => a.start - b.start);
  }
}

/** Where a run is, as numbers of words. */
interface Occurrence {
  at: number;
  after: number;
  clause: number;
  isNegated: boolean;
  /** It ends with a negation, which is about its own clause only. */
  isNegation: boolean;
}

/** One occurrence of every run, those of a chain one after the other; undefined if there is none. */
function inOrder(chains: readonly (readonly (readonly Occurrence[])[])[]): Occurrence[] | undefined {
  const all: Occurrence[] = [];
  for (const chain of chains) {
    let from = 0;
    for (const run of chain) {
      const before = all.at(-1);
      const next = run.find(({ at, clause }) => at >= from && (from === 0 || !before?.isNegation || clause === before.clause));
      if (!next) return undefined;
      all.push(next);
      from = next.after;
    }
  }
  return all;
}

/** Ways that cannot be read find nothing. */
const readWays = (ways: readonly string[]): Way[] => ways.map(readWay).filter((way) => typeof way !== 'string');

/** Ideas, read once for many answers. The points found add up to `most` at the most. */
export function rubricOf(ideas: readonly Idea[], most: number): (text: string) => RubricResult {
  const read = ideas.map(({ name, points, ways }) => ({ name, points, ways: readWays(ways) }));
  return (text) => {
    const reading = new Reading(text);
    const found = read.map(({ name, points, ways }): FoundIdea => {
      let negated: Place[] | undefined;
      for (const way of ways) {
        const said = reading.find(way);
        if (said && !said.isNegated) return { name, points, outcome: 'found', places: said.places };
        negated ??= said?.places;
      }
      return negated ? { name, points, outcome: 'negated', places: negated } : { name, points, outcome: 'missing', places: [] };
    });
    const earned = found.reduce((sum, { outcome, points }) => sum + (outcome === 'found' ? points : 0), 0);
    return { points: Math.round(Math.min(most, earned) * 100) / 100, ideas: found };
  };
}

/** What is wrong with ideas, and with which: `way` is absent if it is about the whole idea. */
export interface IdeaProblem {
  problem: 'nameMissing' | 'nameTwice' | 'pointsTooMany' | 'wayMissing' | 'wayTwice' | 'wayUnreadable';
  idea: number;
  way?: number;
}

/** Everything that is wrong with ideas for a question; empty if they can be used. */
export function ideaProblems(ideas: readonly Idea[], most: number): IdeaProblem[] {
  const names = ideas.map(({ name }) => plainOf(name.trim()));
  return ideas.flatMap(({ name, points, ways }, idea): IdeaProblem[] => {
    const keys = ways.map(wayKey);
    return [
      ...(name.trim() === '' ? [{ problem: 'nameMissing' as const, idea }] : []),
      ...(name.trim() !== '' && names.indexOf(names[idea] as string) !== idea ? [{ problem: 'nameTwice' as const, idea }] : []),
      ...(points > most ? [{ problem: 'pointsTooMany' as const, idea }] : []),
      ...(ways.length === 0 ? [{ problem: 'wayMissing' as const, idea }] : []),
      ...ways.flatMap((one, way): IdeaProblem[] => {
        if (wayProblem(one)) return [{ problem: 'wayUnreadable', idea, way }];
        return keys.indexOf(keys[way] as string) === way ? [] : [{ problem: 'wayTwice', idea, way }];
      }),
    ];
  });
}
