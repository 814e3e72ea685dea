import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesUnder, root } from './kit.ts';

type Catalogue = Record<string, unknown>;

/** Names that a message uses: `{name}` in a text, or `input name` in a message with variants. */
function placeholdersOf(message: unknown): string[] {
  const text = JSON.stringify(message);
  const names = [...text.matchAll(/\{\s*([\w$]+)\s*\}/g), ...text.matchAll(/"input (\w+)/g)].map((match) => match[1] as string);
  const locals = new Set([...text.matchAll(/"local (\w+)/g)].map((match) => match[1]));
  return [...new Set(names)].filter((name) => !locals.has(name)).sort();
}

/**
 * Inconsistencies between the languages of the message catalogs, one line each: a key missing in one language, an empty text, different
 * placeholders, a key in two files of one language, a file not listed in the project settings.
 */
export function messageProblems(read = (file: string) => readFileSync(join(root, file), 'utf8'), files = filesUnder('messages')): string[] {
  const settings = JSON.parse(read('project.inlang/settings.json'));
  const locales: string[] = settings.locales;
  const patterns: string[] = settings['plugin.inlang.messageFormat'].pathPattern;
  const problems = files
    .filter((file) => !patterns.some((pattern) => locales.some((locale) => join(pattern.replace('{locale}', locale)) === file)))
    .map((file) => `${file} is not listed in project.inlang/settings.json.`);
  const names = [...new Set(patterns.map((pattern) => basename(pattern)))];
  const catalogueOf = (locale: string, name: string): Catalogue => {
    const file = `messages/${locale}/${name}`;
    return files.includes(file) ? JSON.parse(read(file)) : {};
  };
  const base = locales[0] as string;
  const homes = new Map<string, string>();
  for (const name of names) {
    const catalogues = locales.map((locale) => [locale, catalogueOf(locale, name)] as const);
    for (const key of Object.keys(catalogues[0]?.[1] ?? {})) {
      if (homes.has(key)) problems.push(`messages/${base}/${name}: "${key}" is also in ${homes.get(key)}.`);
      homes.set(key, name);
    }
    const keys = new Set(catalogues.flatMap(([, catalogue]) => Object.keys(catalogue)).filter((key) => key !== '$schema'));
    for (const key of keys) {
      const wanted = placeholdersOf(catalogues[0]?.[1][key] ?? '').join(', ');
      for (const [locale, catalogue] of catalogues) {
        const message = catalogue[key];
        const where = `messages/${locale}/${name}: "${key}"`;
        if (message === undefined) problems.push(`${where} is missing.`);
        else if (message === '') problems.push(`${where} is empty.`);
        else if (placeholdersOf(message).join(', ') !== wanted)
          problems.push(`${where} takes {${placeholdersOf(message).join(', ')}}, but ${base} takes {${wanted}}.`);
      }
    }
  }
  return problems;
}
