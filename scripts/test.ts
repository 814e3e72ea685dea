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

/** The checks leave a core idle most of the time, so the build that the tests need runs in parallel. */
async function checkAndBuild(): Promise<Counts> {
  await compileMessages();
  // A failed build is reported, and counted, where it is needed.
  const [counts] = await Promise.all([check(quickChecks), build().catch(() => undefined)]);
  return counts;
}

const mainJob = 'tests/e2e/mainJob.e2e.ts';
const [wanted, ...args] = process.argv.slice(2);
const parts =
  wanted === 'browser'
    ? [...(args.length === 0 ? [() => check(slowChecks, 'slowChecks')] : []), () => inBrowser('browser', ['--exclude', mainJob, ...args])]
    : [
        checkAndBuild,
        () => runVitest('code', ['--project', 'code', '--project', 'screens']),
        // One file needs one server.
        () => inBrowser('mainJob', [mainJob, '--maxWorkers', '1']),
      ];
if (wanted === undefined) rmSync(join(root, 'test-results'), { recursive: true, force: true });

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const part of parts) {
  const counts = await part();
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
}
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
