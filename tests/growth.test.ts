import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import * as v from 'valibot';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { readAiken } from '../common/authoring/formats/aiken.ts';
import { readGift } from '../common/authoring/formats/gift.ts';
import { calls } from '../contract/index.ts';
import type { Call } from '../contract/kit.ts';
import { instructions } from '../contract/workspace.ts';
import { filesUnder, root } from '../scripts/kit.ts';
import { looksLike, tidyName } from '../server/areas/library/files.ts';
import { scoreShare } from '../server/areas/quiz/score.ts';
import { cleanRichText } from '../server/content/richText.ts';
import { standardReader } from '../server/search/standards.ts';
import { wordsOf } from '../server/search/words.ts';

const sources = ['contract', 'common', 'server', 'src']
  .flatMap(filesUnder)
  .filter((file) => /\.tsx?$/.test(file) && !/^(src\/(paraglide|developer)|server\/sample)\//.test(file));

/**
 * Files with a regular expression that takes quadratic time on a long enough text, and why no text is long enough. Any other expression
 * must take linear time: no two adjacent parts match the same characters, and the first part cannot match within its own match.
 */
const bounded: Record<string, string> = {
  'server/areas/library/files.ts': 'the end of a file name, 255 characters',
  'server/areas/quiz/score.ts': 'an answer, 500 characters',
  'server/areas/quiz/units.ts': 'an answer, 500 characters',
  'server/roster/api/cleverService.ts': 'an address, 500 characters',
  'server/roster/api/oneRosterService.ts': 'an address, 500 characters, or the header Link, of which 4,000 are read',
};

interface Expression {
  file: string;
  source: string;
  flags: string;
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Each regular expression in a TypeScript source. */
function expressionsIn(file: string, code: string): Expression[] {
  const found: Expression[] = [];
  const look = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === 'Literal' && isNode(node.regex))
      found.push({ file, source: String(node.regex.pattern), flags: String(node.regex.flags) });
    else for (const part of Object.values(node)) look(part);
  };
  look(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}
const isSlow = ({ source, flags }: Pick<Expression, 'source' | 'flags'>) => analyse({ source, flags }).reports.length > 0;

describe('regular expressions', () => {
  const all = sources.flatMap((file) => expressionsIn(file, readFileSync(join(root, file), 'utf8')));

  it('are told apart by how their time grows', () => {
    const known = [/^[.\s]+|[.\s]+$/g, /^(a+)+$/, /<[^>]*>/g, /^a*b*a*c$/, /<[^<>]*>/g, /^\d+$/];
    expect(known.map(isSlow)).toEqual([true, true, true, true, false, false]);
    expect(expressionsIn('a.ts', 'const a = (b: string) => /x+$/u.test(b);')).toEqual([{ file: 'a.ts', source: 'x+$', flags: 'u' }]);
  });
  it('take linear time, or are asked about short texts alone', () => {
    expect(all.length).toBeGreaterThan(150);
    const slow = all.filter(isSlow);
    expect(slow.filter(({ file }) => !bounded[file]).map(({ file, source, flags }) => `${file}: /${source}/${flags}`)).toEqual([]);
    expect(Object.keys(bounded).filter((file) => !slow.some((one) => one.file === file))).toEqual([]);
  });
});

/** CPU time limit for reading a text of maximum length, ms. */
const most = 50;
const runs = 4;
/** CPU time of this thread, so that other load does not count. */
function millisecondsOf(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(start).user / 1000;
}
/** Whether one of a few runs takes at most this many ms. */
const isWithin = (limit: number, work: () => unknown) => Array.from({ length: runs }).some(() => millisecondsOf(work) <= limit);

type Text = (length: number) => string;
const of =
  (piece: string): Text =>
  (length) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const between =
  (piece: string): Text =>
  (length) =>
    `x${of(piece)(length - 2)}x`;
const halves =
  (one: string, other: string): Text =>
  (length) =>
    of(one)(length >> 1) + of(other)(length - (length >> 1));

/** A text made once for each length. */
const kept = (text: Text): Text => {
  const made: Record<number, string> = {};
  return (length) => (made[length] ??= text(length));
};

const pieces = [
  ...['.', ' ', '<', '>', '"', '&', '@', '-', '/', '\\', ',', '0', '1', 'a', 'A', '=', '\t', '\n', '\u00a0', 'é', 'e\u0301', '\u0301', '['],
  ...[
    'a@',
    'a.',
    'a ',
    '<a',
    '<a ',
    '<p>',
    '<b>',
    '<a href="',
    '<!--',
    '<svg>',
    '</',
    '&#1',
    '<ul><li>',
    'href=',
    '1,',
    '1 ',
    '../',
    '{"a":',
  ],
];
/** Texts that make a bad parser backtrack. */
const hostile: Text[] = [...pieces.flatMap((piece) => [of(piece), between(piece)]), halves('<b>', '</i>'), halves('<div>', '</div>')];

/**
 * Texts of this length that are slow and take more than eight times as long as a quarter of them. Linear work takes 4 times as long,
 * quadratic work 16 times. Where a quarter takes less than a 64th of the limit, not even cubic work reaches it, and the whole is not tried.
 */
const slowTexts = (length: number, work: (text: string) => unknown, texts = hostile) =>
  texts
    .filter((text) => {
      const quarter = text(length >> 2);
      if (isWithin(most / 64, () => work(quarter))) return false;
      const whole = text(length);
      const [times, quarters]: [number[], number[]] = [[], []];
      // By turns, since a processor that is throttled counts more CPU time for the same work.
      for (let run = 0; run < runs && (times.at(-1) ?? most + 1) > most; run++) {
        quarters.push(millisecondsOf(() => work(quarter)));
        times.push(millisecondsOf(() => work(whole)));
      }
      const time = Math.min(...times);
      return time > most && time > 8 * Math.min(...quarters);
    })
    .map((text) => text(20));
const expectQuick = (_: string, length: number, work: (text: string) => unknown) => expect(slowTexts(length, work)).toEqual([]);

it('what takes quadratic time is found', () => {
  const spaces = [of(' '), between(' ')];
  expect(slowTexts(16_000, (text) => /\s+$/.test(text), spaces)).toEqual([between(' ')(20)]);
  expect(slowTexts(16_000, (text) => /\s$/.test(text), spaces)).toEqual([]);
});

describe('text at its limit is read in no time', () => {
  const bytes = new TextEncoder().encode('words');
  const upload = 1024 * 1024;
  /** A tenth of the largest file that the editor reads, in the browser: enough to tell how the time grows. */
  const imported = 200_000;
  it.each<[name: string, length: number, work: (text: string) => unknown]>([
    ['the name of an upload, as long as a request', upload, (text) => tidyName(text, 'txt')],
    ['a file of questions in GIFT', imported, (text) => readGift(text, () => 'k')],
    ['a question in GIFT with open braces', imported, (text) => readGift(`x {${text}`, () => 'k')],
    ['a file of questions in Aiken', imported, (text) => readAiken(text, () => 'k')],
    ['the kind of an upload', upload, (text) => void looksLike(bytes, text).catch(() => {})],
    ['an answer in words', 10_000, (text) => scoreShare({ kind: 'text', accepted: ['x'] }, { answer_id: null, answer_text: text })],
    [
      'an answer in numbers',
      10_000,
      (text) => scoreShare({ kind: 'numeric', value: 1, tolerance: 0, unit: 'm', units: [] }, { answer_id: null, answer_text: text }),
    ],
    [
      'an answer of the longest number',
      500,
      (text) => scoreShare({ kind: 'numeric', value: 1, tolerance: 0, unit: 'm', units: [] }, { answer_id: null, answer_text: text }),
    ],
    ['words of a search', 200, (text) => wordsOf(text)],
    ['standards in a search', 200, standardReader(['MS-PS1-4', 'TEKS 6.6A']).read],
  ])('%s', expectQuick);
  it('formatted text, once the contract has let it through', () => {
    let passed = 0;
    expectQuick('', 50_000, (text) => {
      if (!v.is(instructions, text)) return;
      passed++;
      cleanRichText(text);
    });
    expect(passed).toBeGreaterThan(10);
    expect(v.safeParse(instructions, '<b>'.repeat(5_001)).success).toBe(false);
    expectQuick('', 30_000, (text) => v.is(instructions, text) && cleanRichText(text));
  });
});

describe('every text that the contract takes', () => {
  const texts = (name: string, call: Call) =>
    Object.entries({ ...call.query.entries, ...call.body.entries }).map(([field, schema]) => ({ name: `${name}.${field}`, call, schema }));
  const fields = (Object.entries(calls) as [string, Call][]).flatMap(([name, call]) => texts(name, call));
  it('is checked in no time, were it as long as the request', () => {
    expect(fields.length).toBeGreaterThan(200);
    const texts = ['.', ' ', '<', '@', 'a.', '0', '[', '1,'].flatMap((piece) => [kept(of(piece)), kept(between(piece))]);
    const seen = new Set<unknown>();
    const slow = fields.flatMap(({ name, schema }) => {
      if (seen.has(schema)) return [];
      seen.add(schema);
      return slowTexts(1024 * 1024, (text) => v.safeParse(schema, text), texts).map((text) => `${name}: ${text}`);
    });
    expect(slow).toEqual([]);
  });
});
