import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CoverageRecord, coverageFolder, type Walker } from '../tests/kit/coverage.ts';
import { root } from './kit.ts';

/** Figures in the docs for the walks of each chart. */
export type Figures = Record<
  string,
  Partial<Record<Walker, Pick<CoverageRecord, 'covered' | 'transitions' | 'paths'> & Pick<Partial<CoverageRecord>, 'steps' | 'past'>>>
>;

/** The records left by test runs on this machine, for all charts and walkers. The screens of one chart are merged into one record. */
export function readRecords(): CoverageRecord[] {
  const files = existsSync(coverageFolder) ? readdirSync(coverageFolder).filter((name) => name.endsWith('.json')) : [];
  const all: CoverageRecord[] = files.sort().map((name) => JSON.parse(readFileSync(join(coverageFolder, name), 'utf8')));
  return [...Map.groupBy(all, ({ chart, walker }) => `${chart} ${walker}`).values()].map(together);
}

/** The combined coverage of several walks of a chart. */
function together(walks: CoverageRecord[]): CoverageRecord {
  const [first] = walks as [CoverageRecord];
  const missing = first.missing.filter((name) => walks.every((walk) => walk.missing.includes(name)));
  const sum = (figure: 'paths' | 'steps' | 'past' | 'ms') => walks.reduce((total, walk) => total + (walk[figure] ?? 0), 0);
  return {
    ...first,
    missing,
    covered: first.transitions - missing.length,
    paths: sum('paths'),
    steps: sum('steps'),
    past: sum('past'),
    ms: sum('ms'),
  };
}

/** The last committed figures, for existing charts. */
export function readFigures(): Figures {
  const file = join(root, 'docs/statecharts/coverage.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The figures, updated with those of new walks. */
export function withRecords(figures: Figures, records: readonly CoverageRecord[], charts: readonly string[]): Figures {
  const all: Figures = {};
  for (const chart of charts) {
    const walks = { ...figures[chart] };
    for (const { walker, covered, transitions, paths, steps, past } of records.filter((record) => record.chart === chart)) {
      walks[walker] = { covered, transitions, paths, steps, ...(past ? { past } : {}) };
    }
    all[chart] = walks;
  }
  return all;
}

/** Figures of the last saved runs of `npm run test:mutants`, by kind and operator. */
export function readMutants(): Record<string, Record<'made' | 'killed' | 'survived' | 'equivalent', number>> {
  const file = join(root, 'docs/statecharts/mutants.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
