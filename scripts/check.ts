import { type Counts, capture, closingLine, compileMessages, keepFailures } from './kit.ts';
import { messageProblems } from './messages.ts';

type Outcome = { code: number; output: string };

const node = (script: string, ...args: string[]) => capture('node', [script, ...args]);
const checks: Record<string, () => Promise<Outcome>> = {
  'format, lint, layers': () => capture('biome', ['check', '--error-on-warnings', '--colors=off']),
  // Several checkers would each recompute the shared types, on cores that the other checks need.
  types: () => capture('tsc', ['--noEmit', '-p', 'tsconfig.json', '--checkers', '1']),
  'dead code': () => capture('knip', ['--no-progress']),
  // Biome finds them too, in fifteen times the time.
  'import cycles': () => capture('knip', ['--no-progress', '--include', 'cycles']),
  messages: async () => {
    const problems = messageProblems();
    return { code: problems.length > 0 ? 1 : 0, output: problems.join('\n') };
  },
  /** Lays every chart out again, which costs as much as all other checks. */
  'statechart pages': () => node('scripts/docs-statecharts.ts', '--check'),
};
/** The checks that CI alone repeats (decision 024), and the others. */
export const slowChecks: readonly string[] = ['statechart pages'];
export const quickChecks: readonly string[] = Object.keys(checks).filter((name) => !slowChecks.includes(name));

/**
 * Needs the compiled messages. Runs the named checks in parallel and prints failures, also to a report in Vitest's format. Each check
 * counts as one.
 */
export async function check(names: readonly string[] = Object.keys(checks), report = 'check'): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: { name: string; output: string }[] = [];
  const running = names.map((name) => [name, checks[name]?.() ?? Promise.resolve({ code: 1, output: 'There is no such check.' })] as const);
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
  keepFailures(report, import.meta.filename, failures);
  return counts;
}

if (import.meta.main) {
  await compileMessages();
  const counts = await check();
  console.log(closingLine(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
}
