import { type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** The project folder. */
export const root = join(import.meta.dirname, '..');

const bin = join(root, 'node_modules/.bin');
/**
 * Environment for child processes: the project's own Node and tools take precedence over the machine's, and Node keeps what it compiled,
 * which halves the start of a script.
 */
export const environment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
};

/** Runs a command of `node_modules/.bin`, or `node`, in the project folder. Resolves with its exit code (128 if a signal ended it). */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options, env: { ...environment, ...options.env } });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 128));
  });
}

/** Like `run`, but captures the output. */
export async function capture(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 128, output }));
  });
}

/** Files under a path of the project (or the path itself), sorted; empty if it does not exist. */
export function filesUnder(path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/** SHA-256 over names and contents of the files. */
export function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Compiles the message catalogs to `src/paraglide`, which type check, lint, tests and build need. Does nothing if they have not changed. */
export async function compileMessages(): Promise<void> {
  const { code, output } = await capture('node', ['scripts/compileMessages.ts']);
  if (code !== 0) throw new Error(`The message catalogues do not compile.\n${output}`);
}

/** Passed, failed and skipped tests of a run. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs Vitest with the arguments and counts its tests. An error outside of any test counts as one failure. */
export async function runVitest(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const report = join(root, 'test-results', `${name}.json`);
  const reporters = ['default', 'json', './scripts/outsideErrors.ts'].map((reporter) => `--reporter=${reporter}`);
  const code = await run('vitest', ['run', ...reporters, `--outputFile.json=${report}`, ...args], {
    // Each test file loads its own modules. The compile cache saves compiling them for each.
    env: { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...env },
  });
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
    Object.assign(counts, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests });
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** Writes the failures of a run outside Vitest to a report in Vitest's format, where `test:failures` finds it. */
export function keepFailures(run: string, file: string, failures: readonly { name: string; output: string }[]): void {
  const assertionResults = failures.map(({ name, output }) => ({ status: 'failed', fullName: name, failureMessages: [output] }));
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(join(root, `test-results/${run}.json`), JSON.stringify({ testResults: [{ name: file, assertionResults }] }));
}

/** The closing line of a test run. */
export const closingLine = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A port on loopback that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
