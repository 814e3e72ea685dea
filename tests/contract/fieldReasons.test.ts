import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { reasonText } from '../../common/refusalText.ts';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { reasons } from '../../contract/refusals.ts';
import { mostLinkRows } from '../../contract/saml.ts';
import english from '../../messages/en/refusals.json' with { type: 'json' };
import spanish from '../../messages/es/refusals.json' with { type: 'json' };
import { filesUnder, root } from '../../scripts/kit.ts';
import { reasonOf } from '../../server/kit/fieldReasons.ts';
import { type Part, partsOf } from './schemaParts.ts';

type Schema = v.GenericSchema;

/** All schemas and actions in a schema, including itself. */
function everyPart(schema: Part): Part[] {
  const inPipe = (schema.pipe as Part[] | undefined)?.flatMap((part) =>
    part === (schema.pipe as Part[])[0] ? own(part) : everyPart(part),
  );
  return inPipe ? [schema, ...inPipe] : own(schema);
}
const own = (schema: Part): Part[] => [schema, ...partsOf(schema).flatMap(({ schema: inner }) => everyPart(inner as Part))];

const inputs = Object.entries(calls as Record<string, Call>).flatMap(([name, { query, body }]) =>
  [query, body].flatMap((schema) => everyPart(schema as unknown as Part).map((part) => ({ name, part }))),
);
const schemas = inputs.filter(({ part }) => part.kind === 'schema').map(({ name, part }) => ({ name, schema: part as unknown as Schema }));
const checks = inputs.filter(({ part }) => part.kind === 'validation');

/** Wrong values of every kind. Each is rejected somewhere. */
const wrong: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  ' x ',
  '☃{}',
  'null',
  '[]',
  '[{}]',
  '{}',
  '{"from_date":1}',
  '2030-02-31',
  'ftp://example.org',
  'a/b',
  '<p>'.repeat(20_000),
  'x'.repeat(1_000_001),
  '99999999999999999',
  '9'.repeat(16),
  -2,
  -1,
  0,
  1.5,
  1e300,
  -1e300,
  Number.NaN,
  true,
  [],
  [{}],
  Array.from({ length: 2_000 }, () => 1),
  Array.from({ length: 9 }, () => 'x'),
  Array.from({ length: 9 }, () => 'students'),
  Array.from({ length: 30 }, () => ({ key: 'glossary', show: true })),
  Array.from({ length: 13 }, () => ({ name: 'x', points: 1, ways: [] })),
  Array.from({ length: 31 }, () => ({ name: 'x', note: 'x' })),
  Array.from({ length: mostLinkRows + 1 }, () => ({ row: 2, provider: '', subject: 'x', person: 'x' })),
  {},
  { x: 1 },
  { kind: 'teapot' },
];
const issuesOf = (schema: Schema) => wrong.flatMap((value) => v.safeParse(schema, value).issues ?? []);
const found = schemas.flatMap(({ name, schema }) => issuesOf(schema).map((issue) => ({ name, issue, told: reasonOf(issue) })));
const say = ({ reason, params }: ReturnType<typeof reasonOf>) => [
  reasonText(english, 'en', reason, params),
  reasonText(spanish, 'es', reason, params),
];

/** Days and instants that a call takes. */
const dates = schemas.filter(({ schema }) =>
  (schema as unknown as { pipe?: Part[] }).pipe?.some(({ type }) => type === 'iso_date' || type === 'iso_timestamp'),
);

describe('a day that is not on the calendar', () => {
  it.each(['2030-02-30', '2030-02-29', '2030-04-31', '2030-13-01', '2030-00-10'])('is refused everywhere, with its reason: %s', (day) => {
    expect(dates.length).toBeGreaterThan(20);
    for (const { name, schema } of dates)
      for (const value of [day, `${day}T10:00:00Z`, `${day}T10:00:00+02:00`]) {
        const issues = v.safeParse(schema, value).issues ?? [];
        expect(issues.length, `${name}: ${value}`).toBeGreaterThan(0);
        for (const issue of issues) expect(reasonOf(issue).reason, name).toBe('mustBe');
      }
  });
  it('is no leap day of a leap year', () => {
    for (const { name, schema } of dates)
      expect(
        ['2028-02-29', '2028-02-29T10:00:00Z'].some((value) => v.is(schema, value)),
        name,
      ).toBe(true);
  });
});

describe('what the contract’s schemas find wrong', () => {
  it('is met here: schemas and checks of every sort complain', () => {
    const complained = new Set(found.map(({ issue }) => `${issue.kind} ${issue.type} ${issue.requirement}`));
    const silent = checks.filter(({ part }) => !complained.has(`${part.kind} ${part.type} ${part.requirement}`));
    expect(silent.map(({ name, part }) => `${name}: ${part.type} ${part.requirement}`)).toEqual([]);
    expect(found.length).toBeGreaterThan(5_000);
  });

  it('has a code of its own, and words for it in both languages', () => {
    const untold = found.filter(({ told }) => told.reason === 'notAccepted');
    expect([...new Set(untold.map(({ name, issue }) => `${name}: ${issue.type} ${issue.message}`))]).toEqual([]);
    const all = new Map(found.map(({ told }) => [JSON.stringify(told), told]));
    expect([...all].filter(([, told]) => say(told).includes(undefined)).map(([name]) => name)).toEqual([]);
  });

  it.each([
    ['a field that is missing', v.object({ name: v.string() }), {}, 'missing', {}],
    ['an empty text', v.pipe(v.string(), v.minLength(1)), '', 'missing', {}],
    ['a text that is too short', v.pipe(v.string(), v.minLength(8)), 'x', 'tooShort', { least: 8 }],
    ['a text that is too long', v.pipe(v.string(), v.maxLength(2)), 'xxx', 'tooLong', { most: 2 }],
    ['a list that is too short', v.pipe(v.array(v.number()), v.minLength(1)), [], 'tooFew', { least: 1 }],
    ['a list that is too long', v.pipe(v.array(v.number()), v.maxLength(1)), [1, 2], 'tooMany', { most: 1 }],
    ['a number that is too small', v.pipe(v.number(), v.minValue(1)), 0, 'tooSmall', { least: 1 }],
    ['a number that is too large', v.pipe(v.number(), v.maxValue(1)), 2, 'tooLarge', { most: 1 }],
    ['no e-mail address', v.pipe(v.string(), v.email()), 'x', 'mustBe', { what: 'email' }],
    ['no number', v.number(), 'x', 'mustBe', { what: 'number' }],
    ['a fraction', v.pipe(v.number(), v.integer()), 1.5, 'mustBe', { what: 'wholeNumber' }],
    ['neither number nor its text', v.union([v.number(), v.string()]), [], 'mustBe', { what: 'number' }],
    ['none of the names', v.picklist(['yes', 'no']), 'maybe', 'notOneOf', { options: ['yes', 'no'] }],
    [
      'none of the names or "null"',
      v.union([v.literal('null'), v.picklist(['yes', 'no'])]),
      'x',
      'notOneOf',
      { options: ['null', 'yes', 'no'] },
    ],
    ['no truth value', v.union([v.boolean(), v.picklist(['true', 'false'])]), 'x', 'mustBe', { what: 'truthValue' }],
    ['a check that says its code', v.pipe(v.string(), v.regex(/^a/, 'outerSpaces')), 'x', 'outerSpaces', {}],
    ['a check that says a form', v.pipe(v.string(), v.regex(/^a/, 'base64')), 'x', 'mustBe', { what: 'base64' }],
    ['a check that says nothing known', v.pipe(v.string(), v.regex(/^a/, 'must begin with a')), 'x', 'notAccepted', {}],
  ] as const)('is told as what it is: %s', (_, schema, value, reason, params) => {
    const [issue] = v.safeParse(schema as Schema, value).issues ?? [];
    expect(issue && reasonOf(issue)).toEqual({ reason, params });
  });
});

it('every reason is given somewhere', () => {
  const handlers = filesUnder('server').filter((file) => file.endsWith('.ts') && !file.endsWith('kit/fieldReasons.ts'));
  const server = handlers.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const given = new Set<string>(found.map(({ told }) => told.reason));
  const unused = Object.keys(reasons).filter((code) => !given.has(code) && !server.match(`fieldReason\\([^;]*'${code}'`));
  expect(unused).toEqual([]);
});
