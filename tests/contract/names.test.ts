import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { plainLine, straightLine } from '../../contract/plainLine.ts';
import { any, type Part, partsOf } from './schemaParts.ts';

interface Found {
  /** The last field name on the path to it. */
  field: string;
  schema: v.GenericSchema<unknown, unknown>;
}

const noTexts = new Set(['object', 'strict_object', 'number', 'boolean', 'literal', 'picklist', 'instance']);

/** Every text in a schema, with its validation. */
function textsIn(given: unknown, field: string): Found[] {
  const schema = given as Part;
  const parts = (schema.pipe ?? []) as Part[];
  const json = parts.findIndex((part) => part.type === 'parse_json');
  if (json >= 0) return parts.slice(json).flatMap((part) => (part.kind === 'schema' ? textsIn(part, field) : []));
  const inner = partsOf(schema);
  if (inner.length > 0) return inner.flatMap((one) => textsIn(one.schema, typeof one.at === 'string' && one.at !== any ? one.at : field));
  return noTexts.has(schema.type) ? [] : [{ field, schema: schema as unknown as Found['schema'] }];
}

/** Texts that are not names, and why characters that reverse or hide text do no harm there. */
const noNames: Record<string, readonly string[]> = {
  'is compared, and neither kept nor shown': [
    ...['password', 'current_password', 'challenge', 'Id', 'request_id', 'emailid', 'confirmation'],
    ...['enrollPasskey: transports', 'itemBreakout: url', 'readSamlMetadata: metadata'],
    // Base64 that a parser reads.
    ...['addSamlProvider: certificates', 'updateSamlProvider: certificates'],
  ],
  'is looked for, and not kept': ['search', 'query', 'standard_name', 'search: grades', 'search: standards'],
  'is looked for in an upload, whose own names are held to it': [
    ...['file', 'column', 'from', 'to', 'mapping'].map((field) => `validateFile: ${field}`),
    'rosterFilePart: file_name',
  ],
  'is written in lines, and stands in a place of its own': [
    'answer_text',
    'response_text',
    'feedback_text',
    'user_feedback',
    'request_text',
    ...['text_en', 'text_es'],
    'feedback_translation',
    'note',
    'remarks',
    'lesson_objective',
    'description',
    'instructions',
    // Of a quiz that the user writes.
    ...['intro', 'text', 'explanation', 'example', 'ways'].flatMap((field) => [
      `createQuiz: ${field}`,
      `saveQuiz: ${field}`,
      `saveBankDraft: ${field}`,
    ]),
    // Of an item of the catalog.
    ...['html', 'pages', 'why', 'text_alternative', 'task', 'csv', 'en', 'es'].map((field) => `saveItem: ${field}`),
  ],
};
const isNoName = ({ call, field }: { call: string; field: string }) =>
  Object.values(noNames).some((fields) => fields.includes(field) || fields.includes(`${call}: ${field}`));

const hiding = [
  ...['\u061C', '\u200E', '\u200F', '\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\u0000', '\u0001', '\u0007', '\u0008', '\t', '\n', '\r', '\u001B', '\u007F', '\u0085', '\u009F', '\u2028', '\u2029'],
];
const all = (Object.entries(calls) as [string, Call][]).flatMap(([call, { query, body }]) =>
  [query, body].flatMap((schema) => textsIn(schema, '')).map((found) => ({ call, ...found })),
);
/** What the field makes of `Ana<sign>Lee`; undefined if it refuses it. */
const taken = ({ schema }: Found, sign: string) => {
  const result = v.safeParse(schema, `Ana${sign}Lee`);
  return result.success ? result.output : undefined;
};

describe('every text that a call takes', () => {
  it('is a straight line, refuses what hides or turns text, or is said to be no name', () => {
    expect(all.length).toBeGreaterThan(80);
    const open = all.filter((found) => !isNoName(found) && hiding.some((sign) => taken(found, sign)?.toString().includes(sign)));
    expect(open.map(({ call, field }) => `${call}: ${field}`)).toEqual([]);
  });
  it('is said to be no name only where such texts are taken', () => {
    const used = new Set(
      all.filter((found) => taken(found, '\u202E') !== undefined).flatMap(({ call, field }) => [field, `${call}: ${field}`]),
    );
    expect(
      Object.values(noNames)
        .flat()
        .filter((field) => !used.has(field)),
    ).toEqual([]);
  });
  it.each([
    'registerUser',
    'updateUserDetail',
    'createStudent',
    'loginWithAssignmentCode',
    'addGroup',
    'createFolder',
    'createLesson',
    'addExternal',
  ])('%s has names', (call) => {
    const names = all.filter((found) => found.call === call && taken(found, '\u202E') === 'AnaLee');
    expect(names.length).toBeGreaterThan(0);
  });
});

describe('a line', () => {
  it.each([
    ['Ana\u202Eeel', 'Anaeel'],
    ['\u2067Lee\u2069', 'Lee'],
    ['Ana\tMaria\r\nLee', 'Ana Maria Lee'],
    ['\u200F \u0007', ''],
    ['Zoë 🧑‍🔬 O’Neill', 'Zoë 🧑‍🔬 O’Neill'],
    ['سارة', 'سارة'],
  ])('%j is %j', (text, line) => expect(plainLine(text)).toBe(line));
  it('of a roster keeps what a wrong encoding leaves, so that the check can tell', () =>
    expect(straightLine('A\u0001\u202Eb\u0085')).toBe('A\u0001b'));
});
