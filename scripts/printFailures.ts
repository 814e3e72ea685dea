import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { filesUnder, root } from './kit.ts';

/** A test file in Vitest's JSON report. */
interface Tested {
  name: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
}

/** Number of lines of a failure to show at the end of a long log. */
const mostLines = 40;

const shortened = (message: string) => stripVTControlCharacters(message).split('\n').slice(0, mostLines).join('\n    ');

/** Prints each failed test of the reports in `test-results` at the end of a long log, where it is easy to find. */
for (const report of filesUnder('test-results').filter((file) => file.endsWith('.json'))) {
  const { testResults = [] } = JSON.parse(readFileSync(join(root, report), 'utf8')) as { testResults?: Tested[] };
  for (const { name, message, assertionResults } of testResults) {
    const file = name.slice(root.length + 1);
    // The file failed before its first test.
    if (message && assertionResults.length === 0) console.log(`\nFAILED ${file}\n    ${shortened(message)}`);
    for (const { status, fullName, failureMessages = [] } of assertionResults)
      if (status === 'failed') console.log(`\nFAILED ${file} ${fullName}\n    ${failureMessages.map(shortened).join('\n    ')}`);
  }
}
