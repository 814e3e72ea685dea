import { basename } from 'node:path';
import type { Reporter, Vitest } from 'vitest/node';
import { keepFailures } from './kit.ts';

/**
 * Vitest's reporter of errors outside of any test, such as a rejection that nobody handled. They fail a run, but are not in the JSON report:
 * this one writes them to a report beside it, where `test:failures` finds them.
 */
export default class OutsideErrors implements Reporter {
  #run = '';

  onInit({ config: { outputFile } }: Vitest): void {
    this.#run = basename(typeof outputFile === 'object' ? (outputFile.json ?? '') : (outputFile ?? ''), '.json');
  }

  readonly onTestRunEnd: Reporter['onTestRunEnd'] = (_modules, errors) => {
    const failures = errors.map(({ message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) => ({
      name: `an error outside of any test, during ${JSON.stringify({ file, test })}`,
      output: stack ?? message,
    }));
    keepFailures(`${this.#run}-outside`, import.meta.filename, failures);
  };
}
