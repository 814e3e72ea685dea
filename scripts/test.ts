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
  rmSync(join(root, 'test-results'), { recursive: true, force: true });
  await compileMessages();
  return sum(
    await Promise.all([
      check(quickChecks),
      // One file needs one server.
      inBrowser('mainJob', [mainJob, '--maxWorkers', '1']),
      runVitest('code', ['--project', 'code', '--project', 'screens']),
    ]),
  );
}

/** What `npm test` leaves out, or the named files alone. */
async function othersInBrowser(args: readonly string[]): Promise<Counts> {
  const checked = args.length === 0 ? [await check(slowChecks, 'slowChecks')] : [];
  return sum([...checked, await inBrowser('browser', ['--exclude', mainJob, ...args])]);
}

const [wanted, ...args] = process.argv.slice(2);
const total = wanted === 'browser' ? await othersInBrowser(args) : await everything();
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
