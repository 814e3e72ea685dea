import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, root } from './kit.ts';

/** A test file in Vitest's JSON report; times in milliseconds. */
interface Timed {
  name: string;
  startTime: number;
  endTime: number;
  assertionResults: unknown[];
}

const mostFiles = 25;

/** Prints the slowest test files of the reports in `test-results`, so that it is known where a long run spends its time. */
const files = filesUnder('test-results')
  .filter((file) => file.endsWith('.json'))
  .flatMap((report) => {
    const { testResults = [] } = JSON.parse(readFileSync(join(root, report), 'utf8')) as { testResults?: Timed[] };
    // Checks have no times.
    return testResults
      .filter(({ startTime }) => startTime !== undefined)
      .map(({ name, startTime, endTime, assertionResults }) => ({
        name: name.slice(root.length + 1),
        seconds: (endTime - startTime) / 1000,
        tests: assertionResults.length,
      }));
  })
  .sort((one, other) => other.seconds - one.seconds);

console.log(`\nThe ${Math.min(mostFiles, files.length)} slowest of ${files.length} test files, in seconds:`);
for (const { name, seconds, tests } of files.slice(0, mostFiles))
  console.log(`${seconds.toFixed(1).padStart(7)}  ${name} (${tests} tests)`);
