import { expect, it } from 'vitest';
import { messageProblems } from '../../scripts/messages.ts';

const pattern = 'plugin.inlang.messageFormat';
const settings = JSON.stringify({
  locales: ['en', 'es'],
  [pattern]: { pathPattern: ['./messages/{locale}/a.json', './messages/{locale}/b.json'] },
});

function problemsOf(catalogues: Record<string, object>): string[] {
  const texts: Record<string, string> = { 'project.inlang/settings.json': settings };
  for (const [file, catalogue] of Object.entries(catalogues)) texts[`messages/${file}.json`] = JSON.stringify(catalogue);
  const files = Object.keys(texts).filter((file) => file.startsWith('messages/'));
  return messageProblems((file) => texts[file] as string, files);
}

it('finds nothing wrong in whole catalogues', () => {
  const plural = [
    { declarations: ['input count', 'local form = count: plural'], selectors: ['form'], match: { 'form=other': '{count} of {total}' } },
  ];
  expect(
    problemsOf({
      'en/a': { hello: 'Hello {name}', many: plural },
      'es/a': { hello: 'Hola, {name}', many: plural },
      'en/b': { bye: 'Bye' },
      'es/b': { bye: 'Adiós' },
    }),
  ).toEqual([]);
});

it.each([
  ['a missing translation', { 'en/a': { hello: 'Hello' }, 'es/a': {} }, 'messages/es/a.json: "hello" is missing.'],
  ['a translation of nothing', { 'en/a': {}, 'es/a': { hello: 'Hola' } }, 'messages/en/a.json: "hello" is missing.'],
  ['a missing file', { 'en/a': { hello: 'Hello' } }, 'messages/es/a.json: "hello" is missing.'],
  ['an empty text', { 'en/a': { hello: 'Hello' }, 'es/a': { hello: '' } }, 'messages/es/a.json: "hello" is empty.'],
  [
    'other placeholders',
    { 'en/a': { hello: 'Hello {name}' }, 'es/a': { hello: 'Hola {nombre}' } },
    'messages/es/a.json: "hello" takes {nombre}, but en takes {name}.',
  ],
  [
    'a key in two files',
    { 'en/a': { hello: 'Hello' }, 'es/a': { hello: 'Hola' }, 'en/b': { hello: 'Hi' }, 'es/b': { hello: 'Hola' } },
    'messages/en/b.json: "hello" is also in a.json.',
  ],
  ['an unlisted file', { 'en/c': {} }, 'messages/en/c.json is not listed in project.inlang/settings.json.'],
])('names %s', (_, catalogues, problem) => {
  expect(problemsOf(catalogues as Record<string, object>)).toEqual([problem]);
});
