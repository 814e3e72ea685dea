import type { Mutant } from './operators.ts';

/** A mutant of the sample, and the tests that kill it. */
export interface Sampled {
  key: string;
  tests: string[];
}

export interface Result {
  mutant: Mutant;
  /** What killed it, a test or the type checker; undefined if it lives. */
  killer?: string;
  /** What failed without any mutant, if something did: nothing is known of this one then. */
  unsound?: string;
  tests: string[];
}

const redraw = 'Draw its kind again: npm run test:mutants -- --draw --kind <its kind> --count 20 --seed <a number>';

/**
 * What fails a run: mutants that survive, and mutants that a list names although the code no longer allows them.
 * @param all every mutant that the code allows
 * @param equivalent mutants that change nothing that anybody could notice, by key, each with the reason
 */
export function problemsOf(
  results: readonly Result[],
  { all, sample, equivalent }: { all: readonly Mutant[]; sample: readonly Sampled[]; equivalent: Record<string, string> },
): string[] {
  const known = new Set(all.map(({ key }) => key));
  return [
    ...new Set(results.flatMap(({ unsound }) => (unsound ? [`Fails without a mutant: ${unsound}`] : []))),
    ...results
      .filter(({ killer, unsound }) => !killer && !unsound)
      .map(({ mutant: { file, line, key } }) => `No test fails any more if this changes: ${file}:${line}\n  ${key}`),
    ...sample
      .filter(({ key }) => !known.has(key))
      .map(({ key }) => `The sample has a mutant that the code no longer allows: ${key}\n  ${redraw}`),
    ...Object.keys(equivalent)
      .filter((key) => !known.has(key))
      .map((key) => `scripts/mutants/equivalent.json has a mutant that the code no longer allows: ${key}`),
    ...Object.entries(equivalent)
      .filter(([, reason]) => reason.trim() === '')
      .map(([key]) => `scripts/mutants/equivalent.json does not say why this changes nothing: ${key}`),
  ];
}

/**
 * The sample after another draw: the killed mutants of this run take the place of those of their kinds. The tests are the ones that failed
 * where known.
 */
export function drawn(sample: readonly Sampled[], results: readonly Result[], kindOf: (key: string) => string | undefined): Sampled[] {
  const kinds = new Set(results.map(({ mutant }) => mutant.kind as string | undefined));
  return [
    ...sample.filter(({ key }) => kindOf(key) !== undefined && !kinds.has(kindOf(key))),
    ...results.flatMap(({ mutant: { key }, tests, killer }) => {
      if (!killer || tests.length === 0) return [];
      const own = tests.filter((name) => killer.startsWith(name));
      return [{ key, tests: own.length > 0 ? own : tests }];
    }),
  ];
}
