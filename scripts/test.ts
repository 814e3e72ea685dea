import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { check, quickChecks, slowChecks } from './check.ts';
import { type Counts, closingLine, compileMessages, root, runVitest } from './kit.ts';

// Usage: npm test; npm run test:browser [-- arguments of vitest] for the tests that it leaves out, all of them in Chromium.

/** The build counts only if it fails. The browser tests need it. */
async function inBrowser(name: string, args: readonly string[]): Promise<Counts> {
  try {
    await build();
  } catch (error) {
    console.error((error as Error).message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return runVitest(name, ['--project', 'browser', ...args]);
}

const mainJob = 'tests/e2e/mainJob.e2e.ts';
const sum = (all: readonly Counts[]): Counts => {
  const of = (key: keyof Counts) => all.reduce((so, counts) => so + counts[key], 0);
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
};

/** The checks and the main job leave a core idle most of the time, so the other tests begin in the gaps. */
async function everything(): Promise<Counts> {
  await compileMessages();
  const tests = runVitest('code', ['--project', 'code', '--project', 'screens']);
  // One file needs one server.
  return sum(await Promise.all([check(quickChecks), inBrowser('mainJob', [mainJob, '--maxWorkers', '1']), tests]));
}

const [wanted, ...args] = process.argv.slice(2);
const parts =
  wanted === 'browser'
    ? [...(args.length === 0 ? [() => check(slowChecks, 'slowChecks')] : []), () => inBrowser('browser', ['--exclude', mainJob, ...args])]
    : [everything];
if (wanted === undefined) rmSync(join(root, 'test-results'), { recursive: true, force: true });

const counted: Counts[] = [];
for (const part of parts) counted.push(await part());
const total = sum(counted);
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
