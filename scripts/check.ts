import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Counts, capture, closingLine, compileMessages, keepFailures, root } from './kit.ts';
import { messageProblems } from './messages.ts';

type Outcome = { code: number; output: string };

const node = (script: string, ...args: string[]) => capture('node', [script, ...args]);
const checks: Record<string, () => Promise<Outcome>> = {
  'format, lint, layers': () => capture('biome', ['check', '--error-on-warnings', '--colors=off']),
  // Several checkers would each recompute the shared types, on cores that the other checks need.
  types: () => capture('tsc', ['--noEmit', '-p', 'tsconfig.json', '--checkers', '1']),
  'dead code': () => capture('knip', ['--no-progress']),
  messages: async () => {
    const problems = messageProblems();
    return { code: problems.length > 0 ? 1 : 0, output: problems.join('\n') };
  },
  ...(existsSync(join(root, 'scripts/docs-statecharts.ts')) && {
    'statechart pages': () => node('scripts/docs-statecharts.ts', '--check'),
  }),
};

/**
 * Needs the compiled messages. Runs all checks in parallel and prints failures, also to a report in Vitest's format. Each check counts as
 * one.
 */
export async function check(): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: { name: string; output: string }[] = [];
  const running = Object.entries(checks).map(([name, run]) => [name, run()] as const);
  for (const [name, outcome] of running) {
    const { code, output } = await outcome;
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
    if (code === 0) counts.passed++;
    else {
      counts.failed++;
      console.log(output);
      failures.push({ name, output });
    }
  }
  keepFailures('check', import.meta.filename, failures);
  return counts;
}

if (import.meta.main) {
  await compileMessages();
  const counts = await check();
  console.log(closingLine(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
}
