import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

describe('a test run over broken charts', () => {
  let report: { testResults: { assertionResults: { ancestorTitles: string[]; status: string; failureMessages: string[] }[] }[] };

  beforeAll(async () => {
    const root = join(import.meta.dirname, '../..');
    const folder = await mkdtemp(join(tmpdir(), 'broken-charts-'));
    const file = join(folder, 'report.json');
    const args = ['run', '--config', 'tests/kit/broken/vitest.config.ts', '--reporter', 'json', '--outputFile', file];
    await new Promise((resolve) => {
      execFile(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root }, resolve);
    });
    report = JSON.parse(await readFile(file, 'utf8'));
    await rm(folder, { recursive: true });
  });

  it.each([
    ['the droppedGuard chart', 'guard that is never asked: hasCredentials'],
    ['the unreachableState chart', 'unreachable state: unreachableState.lost'],
    ['the deadEvent chart', 'dead event, taken in no state: login.dreamt'],
    ['the screen of the missingDriver chart', 'no driver for login.retried'],
    ['the screen of the uncheckedState chart', 'no check for the state lockedOut'],
    [
      'the screen of the uncoveredTransition chart',
      'uncoveredTransition.routing --always [isTeacher]--> uncoveredTransition.signedIn.teacher',
    ],
  ])('%s fails and names what is wrong', (suite, culprit) => {
    const failed = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ ancestorTitles, status }) => ancestorTitles.includes(suite) && status === 'failed');
    expect(failed.flatMap(({ failureMessages }) => failureMessages).join('\n')).toContain(culprit);
  });
});
