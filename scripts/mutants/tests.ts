import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../kit.ts';
import type { Mutant } from './operators.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Files of the product and its tests, with the files that each imports. */
const imports = new Map(
  globSync('{src,server,common,contract,tests}/**/*.{ts,tsx}', { cwd: root }).map((file) => {
    const found = [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
    return [file, found.map(([, path = '']) => join(dirname(file), path))] as const;
  }),
);

/** Files that import `file`, with the number of imports between. */
function importersOf(file: string): Map<string, number> {
  const found = new Map([[file, 0]]);
  for (const [at, distance] of found) {
    for (const [one, all] of imports) if (!found.has(one) && all.includes(at)) found.set(one, distance + 1);
  }
  return found;
}

const known = new Map<string, ReadonlySet<string>>();
const wordsOf = (file: string): ReadonlySet<string> => {
  const words = known.get(file) ?? new Set(read(file).match(/[A-Za-z]{4,}/g) ?? []);
  known.set(file, words);
  return words;
};

/** Tests of handlers of all areas. */
const ofAllAreas = 'tests/server/bystanders.test.ts';

/**
 * Tests that import a file, at most `most` in each group: those of the chart or the server, then those of the screens. The nearest are first,
 * and those of all areas are the last of the server's.
 */
export function testsOf({ file }: Pick<Mutant, 'file'>, most: number): string[][] {
  const about = wordsOf(file);
  const importers = importersOf(file);
  // A chart's own tests have its name, and so have those of its parts and of its screen. They reach it through its model.
  const charts = [...importers.keys(), ...(imports.get(file) ?? [])].filter((name) => name.endsWith('Machine.ts'));
  const own = [file, ...charts].map((name) => `/${basename(name).replace(/(Machine)?\.tsx?$/, '')}.`);
  // A test of the server has to do with a screen only if it imports it itself, not by way of the list of all screens.
  const isOfBrowser = /^src\/(views|services)\//.test(file);
  const tests = [...importers].filter(
    ([name, distance]) =>
      /\.test\.tsx?$/.test(name) && !name.startsWith('tests/e2e/') && !(isOfBrowser && distance > 1 && name.startsWith('tests/server/')),
  );
  const ranked = tests
    .map(([name, distance]) => {
      const words = wordsOf(name);
      return {
        name,
        distance: own.some((one) => name.includes(one)) ? 0 : distance,
        common: [...words].filter((word) => about.has(word)).length / Math.sqrt(words.size + 1),
      };
    })
    .sort((one, other) => Math.min(one.distance, 3) - Math.min(other.distance, 3) || other.common - one.common)
    .map(({ name }) => name);
  const nearest = (ending: string) => ranked.filter((name) => name.endsWith(ending) && name !== ofAllAreas).slice(0, most);
  const further = ranked.includes(ofAllAreas) ? [ofAllAreas] : [];
  return [[...nearest('.ts'), ...further], nearest('.tsx')].filter((group) => group.length > 0);
}

/** The events of the charts' own types, by file. */
const events = globSync('src/machines/**/*.ts', { cwd: root }).map((file) => [
  ...new Set([...read(file).matchAll(/\{\s*type: '(\w+\.[\w.]+)'/g)].map(([, type = '']) => type)),
]);

/** The events of the first chart that has this one. */
export const eventsOf = (event: string): readonly string[] => events.find((all) => all.includes(event)) ?? [];
