import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RefusalWords, reasonText, refusalText } from '../../common/refusalText.ts';
import { type ParamKind, type RefusalKind, reasons, refusals } from '../../contract/refusals.ts';
import english from '../../messages/en/refusals.json' with { type: 'json' };
import spanish from '../../messages/es/refusals.json' with { type: 'json' };
import { filesUnder, root } from '../../scripts/kit.ts';
import { refuse } from '../../server/kit/handler.ts';

const languages: readonly (readonly ['en' | 'es', RefusalWords])[] = [
  ['en', english],
  ['es', spanish],
];
const kinds = Object.entries<RefusalKind>(refusals);
const reasonKinds = Object.entries<Pick<RefusalKind, 'params'>>(reasons);
const server = filesUnder('server')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** Values that the message must be able to render for a kind: for numbers one and several, for names all. */
function valuesOf(kind: ParamKind): unknown[] {
  if (kind === 'number') return [1, 2, 1_000];
  if (kind === 'text') return ['Rocks'];
  if (kind === 'moment') return [{ at: '2030-01-17T14:00:00.000Z', time_zone: 'America/Chicago' }];
  if (kind === 'fields')
    return [
      [{ field: 'name', reason: 'missing', params: {} }],
      [
        { field: 'name', reason: 'tooLong', params: { most: 60 } },
        { field: '', reason: 'mustBe', params: { what: 'object' } },
      ],
    ];
  if (kind === 'all' || kind === 'any') return [['Ana'], ['Ana', 'Ben', 'Kim']];
  return [...kind];
}
const everyParams = (params: NonNullable<RefusalKind['params']> = {}) =>
  Object.entries(params).reduce<Record<string, unknown>[]>(
    (all, [name, kind]) => all.flatMap((given) => valuesOf(kind).map((value) => ({ ...given, [name]: value }))),
    [{}],
  );

/** Names that a message uses: placeholders, and variant selectors. */
function namesIn(words: RefusalWords[string] | undefined): string[] {
  const text = JSON.stringify(words ?? '');
  const locals = [...text.matchAll(/"local (\w+) = (\w+): plural"/g)];
  const chosenBy = [...text.matchAll(/"selectors":\["(.*?)"\]/g)].flatMap(([, names = '']) => names.split('","'));
  const used = [...[...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string), ...chosenBy];
  return [...new Set(used.map((name) => locals.find((local) => local[1] === name)?.[2] ?? name))].sort();
}

describe('each refusal', () => {
  it.each(kinds)('%s is thrown somewhere', (code) => {
    // The throw site may choose between two codes.
    expect(server).toMatch(new RegExp(`\\brefuse\\([^;]*?'${code}'`));
  });

  it.each(kinds)('%s says all that it is given, in both languages', (code, { params }) => {
    for (const [language, words] of languages) {
      expect(namesIn(words[`refusal_${code}`]), language).toEqual(Object.keys(params ?? {}).sort());
      for (const given of everyParams(params)) expect(refusalText(words, language, code, given), language).toMatch(/^[^{}]+$/);
    }
  });

  it('has all words that there are, with the reasons beside fields', () => {
    const keys = [...kinds.map(([code]) => `refusal_${code}`), ...reasonKinds.map(([code]) => `reason_${code}`)];
    for (const [, words] of languages) expect(Object.keys(words).sort()).toEqual(keys.sort());
  });
});

it.each(reasonKinds)('the reason %s says all that it is given, in both languages', (code, { params }) => {
  for (const [language, words] of languages) {
    expect(namesIn(words[`reason_${code}`]), language).toEqual(Object.keys(params ?? {}).sort());
    for (const given of everyParams(params)) expect(reasonText(words, language, code, given), language).toMatch(/^[^{}]+\.$/);
  }
});

describe('what a refusal is given', () => {
  const say = (code: string, params: unknown) => languages.map(([language, words]) => refusalText(words, language, code, params));

  it('is written as the language writes it', () => {
    expect(say('folderFull', { most: 1_000 }).map((text) => text?.includes('1,000'))).toEqual([true, true]);
    expect(say('tooManyAttempts', { minutes: 1 })).toEqual([
      'Too many failed attempts. Try again in 1 minute, or ask your teacher for help.',
      'Demasiados intentos fallidos. Inténtalo de nuevo en 1 minuto o pide ayuda a tu docente.',
    ]);
    const opens = { at: '2030-01-17T14:00:00.000Z', time_zone: 'America/Chicago' };
    expect(say('quizNotOpen', { opens })[0]).toMatch(/^This quiz opens on Jan 17, 2030, 8:00\sAM\. Come back then\.$/);
    expect(say('quizNotOpen', { opens })[1]).toMatch(/^Este cuestionario se abre el 17 ene 2030, 8:00\sa\.m\.; vuelve entonces\.$/);
    const fields = [
      { field: 'first_name', reason: 'missing', params: {} },
      { field: 'email', reason: 'tooLong', params: { most: 1_000 } },
      { field: '', reason: 'mustBe', params: { what: 'object' } },
    ];
    expect(say('invalidParameters', { fields })).toEqual([
      'Check these values. first_name: Fill this in. email: Use at most 1,000 characters. This must be an object.',
      'Revisa estos datos. first_name: Completa este dato. email: Usa 1,000 caracteres como máximo. Debe ser un objeto.',
    ]);
    const roster = { who: 'few', count: 2, names: ['Ana', 'Ben'], helpers: 'teachers', teachers: ['Tess', 'Tim'], place: 'Hill' };
    expect(say('notOnRoster', roster)).toEqual([
      'Ana and Ben are not on your class roster, so you cannot change the accounts or make login codes. Ask Tess or Tim, or an administrator at Hill.',
      'Ana y Ben no están en tus listas de clase, así que no puedes cambiar sus cuentas ni crear códigos de acceso. Pide ayuda a Tess o Tim o a la administración de Hill.',
    ]);
  });

  it('stays as it is, whatever signs are in it', () => {
    expect(say('folderNameTaken', { name: '$& {name} <b>' })[0]).toBe(
      'There is a folder “$& {name} <b>” here already. Choose another name.',
    );
  });

  it.each([
    ['a code that nobody knows', 'teapot', {}],
    ['a name that every object has', 'toString', {}],
    ['no values where some are needed', 'folderNameTaken', undefined],
    ['a value of another kind', 'tooManyAttempts', { minutes: 'soon' }],
    ['a list of something else', 'notOnRoster', { who: 'one', count: 1, names: [1], helpers: 'none', teachers: [], place: 'Hill' }],
    ['a name that is none of these', 'notFound', { what: 'unicorn' }],
    ['no instant', 'quizNotOpen', { opens: { at: 'soon', time_zone: 'America/Chicago' } }],
    ['a field whose reason nobody knows', 'invalidParameters', { fields: [{ field: 'name', reason: 'teapot', params: {} }] }],
    ['fields that are no list', 'invalidParameters', { fields: 'name' }],
    ['no time zone', 'quizNotOpen', { opens: { at: '2030-01-17T14:00:00.000Z', time_zone: 'Moon/Base' } }],
  ])('is not said: %s', (_, code, params) => {
    expect(say(code, params)).toEqual([undefined, undefined]);
  });
});

it('a refusal carries the message in English, and beside its own data the code with its values', () => {
  const refusal = refuse('folderNameTaken', { name: 'Week 1' }, { fields: [] });
  expect(refusal).toMatchObject({ httpStatus: 409, message: 'There is a folder “Week 1” here already. Choose another name.' });
  expect(refusal.data).toEqual({ reason: 'folderNameTaken', params: { name: 'Week 1' }, fields: [] });
});

it.each([
  ['loginFailed', 'Failed to Login'],
  ['invalidCredentials', 'Invalid Credentials'],
  ['incorrectCode', 'Incorrect code'],
  ['codeExpired', 'Code has expired'],
  ['emailTaken', 'User with this email already exists'],
  ['lessonExists', 'Unable to Duplicate. Live lesson already exists'],
  ['assignmentExists', 'Unable to Duplicate. Assignment already exists'],
] as const)('%s has the words of the specification, letter for letter', (code, message) => {
  expect(refuse(code).message).toBe(message);
});
