import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { check } from './check.ts';
import { type Counts, closingLine, root, runVitest } from './kit.ts';

rmSync(join(root, 'test-results'), { recursive: true, force: true });

/** The build counts as a failure only; the browser tests need it. */
async function browserTests(): Promise<Counts> {
  try {
    await build();
  } catch (error) {
    console.error((error as Error).message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return runVitest('browser', ['--project', 'browser']);
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const part of [check, () => runVitest('code', ['--project', 'code', '--project', 'screens']), browserTests]) {
  const counts = await part();
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
}
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
