import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readMutants } from './coverageFigures.ts';
import { closingLine, compileMessages, keepFailures, root } from './kit.ts';
import { type Kind, kinds, type Mutant, mutantsOf } from './mutants/operators.ts';
import { drawn, problemsOf, type Result, type Sampled } from './mutants/report.ts';
import type { Outcome, Trial } from './mutants/runner.ts';
import { eventsOf, testsOf } from './mutants/tests.ts';
import { refusedByTypes } from './mutants/types.ts';

// Usage: npm run test:mutants -- [--kind charts] [--only pattern] [--count 40] [--seed 1] [--jobs 2] [--tests 4]
//   --only    mutants whose name matches: file, operator, place, and change, as a run prints it
//   --sample  runs the fixed sample, each with the one group of tests that kills it (CI)
//   --draw    keeps the killed ones of this run in the sample, in the place of those of their kinds
//   --minutes the time after which no further mutant is begun
//   --quick   asks the tests without a screen only, if there are any
//   --save    adds the totals to the docs' table

const { values: options } = parseArgs({
  options: {
    kind: { type: 'string' },
    only: { type: 'string', default: '' },
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    tests: { type: 'string', default: '4' },
    sample: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '600' },
    save: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

/** A mutant that takes longer counts as killed: its tests would hang. A busy machine needs minutes to load the first screen. */
const LIMIT = 300_000;
const folder = join(root, 'scripts/mutants');
const sources: Record<Kind, string> = {
  charts: 'src/machines/**/*.ts',
  views: 'src/views/**/*.{ts,tsx}',
  services: 'src/services/**/*.ts',
  handlers: 'server/areas/**/*.ts',
};

const readJson = <Value>(name: string, otherwise: Value): Value =>
  existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : otherwise;
const writeJson = (path: string, value: unknown) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Mutants that change nothing that anybody could see, by key, each with the reason. */
const equivalent = readJson<Record<string, string>>('equivalent.json', {});
const keptSample = readJson<Sampled[]>('sample.json', []);
const sample = options.sample ? keptSample : [];

const all = kinds.flatMap((kind) =>
  globSync(sources[kind], { cwd: root })
    .sort()
    .flatMap((file) => mutantsOf(kind, file, readFileSync(join(root, file), 'utf8'), eventsOf)),
);
const byKey = new Map(all.map((mutant) => [mutant.key, mutant]));

/** The same numbers for the same seed, from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function chosen(): Mutant[] {
  if (options.sample) return sample.flatMap(({ key }) => byKey.get(key) ?? []);
  const next = random(Number(options.seed));
  const wanted = new RegExp(options.only);
  return all
    .filter(({ kind, key }) => (options.kind ?? kind) === kind && wanted.test(key))
    .map((mutant) => ({ mutant, order: next() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, Number(options.count))
    .map(({ mutant }) => mutant);
}

/** A process that runs tests over mutants, started again after one that never ended. */
class Runner {
  #child: ChildProcess | undefined;

  async #started(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const child = fork(join(folder, 'runner.ts'), {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Tests over a mutant wait for what never comes.
      env: { ...process.env, TEST_PATIENCE: '8000' },
    });
    this.#child = child;
    await new Promise((resolve) => child.once('message', resolve));
    return child;
  }

  /** The outcome; undefined after the time limit. */
  async run(trial: Trial): Promise<Outcome | undefined> {
    const child = await this.#started();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.close();
        resolve(undefined);
      }, LIMIT);
      const ended = () => reject(new Error('The tests ended without an outcome.'));
      child.once('exit', ended);
      child.once('message', (outcome: Outcome) => {
        clearTimeout(timer);
        child.off('exit', ended);
        resolve(outcome);
      });
      child.send(trial);
    });
  }

  /** Ends the process and all that it started. */
  close(): void {
    const pid = this.#child?.pid;
    this.#child?.removeAllListeners();
    this.#child = undefined;
    if (pid) process.kill(-pid, 'SIGKILL');
  }
}

/** Outcomes without any mutant, by the tests asked. */
const unchanged = new Map<string, Promise<Outcome | undefined>>();

async function tried(runner: Runner, mutant: Mutant): Promise<Result> {
  const ofSample = sample.find(({ key }) => key === mutant.key)?.tests;
  for (const tests of ofSample ? [ofSample] : testsOf(mutant, Number(options.tests)).slice(0, options.quick ? 1 : undefined)) {
    const outcome = await runner.run({ change: mutant, tests });
    if (outcome && !outcome.failure) continue;
    const killer = outcome?.failure ?? 'the time limit';
    // Tests that fail without any mutant would kill them all.
    const failed = tests.findIndex((name) => killer.startsWith(name));
    const asked = failed < 0 ? tests : tests.slice(0, failed + 1);
    const name = asked.join(' ');
    if (!unchanged.has(name)) unchanged.set(name, runner.run({ tests: asked }));
    const before = await unchanged.get(name);
    if (!before || before.failure) return { mutant, unsound: `${before?.failure ?? 'the time limit'} (${name})`, tests };
    return { mutant, killer, tests };
  }
  return { mutant, tests: [] };
}

await compileMessages();
const todo = chosen().filter(({ key }) => !(key in equivalent));
// A mutant that does not compile could never land, so no test is asked. All are checked at once.
const uncompiled = options.sample ? new Map<Mutant, string>() : await refusedByTypes(todo);
const waiting = todo.filter((mutant) => !uncompiled.has(mutant));
const isOver = () => performance.now() > Number(options.minutes) * 60_000;
const results: Result[] = [...uncompiled].map(([mutant, killer]) => ({ mutant, killer, tests: [] }));
for (const { mutant } of results) console.log(`killed by types ${mutant.key}`);
await Promise.all(
  Array.from({ length: Math.min(Number(options.jobs), todo.length) }, async () => {
    const runner = new Runner();
    try {
      for (let mutant = waiting.shift(); mutant && !isOver(); mutant = waiting.shift()) {
        const result = await tried(runner, mutant);
        results.push(result);
        console.log(`${result.unsound ? 'UNSOUND ' : result.killer ? 'killed  ' : 'SURVIVED'} ${mutant.key}`);
      }
    } finally {
      runner.close();
    }
  }),
);

const rows = [
  ...Map.groupBy(
    results.filter(({ unsound }) => !unsound),
    ({ mutant: { kind, operator } }) => `${kind}: ${operator}`,
  ),
]
  .sort()
  .map(([name, group]) => ({
    name,
    made: group.length,
    killed: group.filter(({ killer }) => killer).length,
  }));
console.table(rows);
const passed = results.filter(({ killer }) => killer);
const problems = problemsOf(results, { all, sample, equivalent });
console.log(problems.join('\n'));
if (options.draw)
  writeJson(
    join(folder, 'sample.json'),
    drawn(keptSample, results, (key) => byKey.get(key)?.kind),
  );
if (options.save) {
  const file = join(root, 'docs/statecharts/mutants.json');
  const kept: ReturnType<typeof readMutants> = readMutants();
  for (const { name, ...figures } of rows) {
    const listed = Object.keys(equivalent).filter(
      (key) => byKey.get(key) && `${byKey.get(key)?.kind}: ${byKey.get(key)?.operator}` === name,
    ).length;
    kept[name] = { ...figures, survived: figures.made - figures.killed, equivalent: listed };
  }
  writeJson(file, Object.fromEntries(Object.entries(kept).sort()));
}
keepFailures(
  'mutants',
  import.meta.filename,
  problems.map((output) => ({ name: 'mutant', output })),
);
console.log(closingLine({ passed: passed.length, failed: problems.length, skipped: 0 }));
process.exitCode = problems.length > 0 ? 1 : 0;
