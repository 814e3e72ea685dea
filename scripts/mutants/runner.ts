import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import config from '../../vite.config.ts';
import { root } from '../kit.ts';

// Runs tests over mutated modules. A process of its own, so that a mutant that never ends can be ended with it.

/** A change of one file, and the tests to run over it; no change: the tests as they are. */
export interface Trial {
  change?: { file: string; start: number; end: number; replacement: string };
  /** Paths below the root, in the order in which they run. The first failure ends the run. */
  tests: readonly string[];
}

export interface Outcome {
  /** The first test that failed, with its file, or what broke outside of any test. */
  failure?: string;
  ms: number;
}

let change: Trial['change'];
let order: readonly string[] = [];

/** Serves the mutated text instead of the file's. Nothing is written to the working tree. */
const mutantPlugin: Plugin = {
  name: 'orrery:mutant',
  enforce: 'pre',
  transform(code, id) {
    if (!change || id.split('?')[0] !== join(root, change.file)) return undefined;
    return { code: code.slice(0, change.start) + change.replacement + code.slice(change.end), map: null };
  },
};

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => order.findIndex((name) => moduleId === join(root, name));
    return files.sort((one, other) => place(one) - place(other));
  }
}

// Projects take their plugins from the config's file alone, so they are handed over with the plugin in them.
const projects = (
  (config.test?.projects ?? []) as Exclude<TestProjectConfiguration, string | ((...all: never[]) => unknown) | Promise<unknown>>[]
).filter(({ test }) => test?.name !== 'browser');
const vitest = await createVitest('test', {
  config: false,
  root,
  watch: false,
  bail: 1,
  // The cache on disk knows nothing of mutants.
  fsModuleCache: false,
  maxWorkers: 1,
  reporters: [{}],
  projects: projects.map(({ test }) => ({ extends: false, plugins: [mutantPlugin, config.plugins], test: test ?? {} })),
  sequence: { sequencer: InOrder },
  onConsoleLog: () => false,
});
await vitest.globTestSpecifications();

async function run({ change: wanted, tests }: Trial): Promise<Outcome> {
  const started = performance.now();
  if (change) vitest.invalidateFile(join(root, change.file));
  change = wanted;
  if (change) vitest.invalidateFile(join(root, change.file));
  order = tests;
  const specifications = tests.flatMap((name) => vitest.getModuleSpecifications(join(root, name)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  let failure: string | undefined;
  // The result has the modules of earlier runs, too.
  for (const testModule of testModules.filter(({ moduleId }) => tests.some((name) => moduleId === join(root, name)))) {
    const [failed] = testModule.children.allTests('failed');
    const [error] = [...testModule.errors(), ...[...testModule.children.allSuites()].flatMap((suite) => suite.errors())];
    if (failed) failure ??= `${testModule.relativeModuleId}: ${failed.fullName}`;
    else if (error) failure ??= `${testModule.relativeModuleId}: ${error.message}`;
  }
  if (unhandledErrors.length > 0) failure ??= String((unhandledErrors[0] as Error).message);
  return { ...(failure === undefined ? {} : { failure }), ms: Math.round(performance.now() - started) };
}

process.on('message', async (trial: Trial) => process.send?.(await run(trial)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
