import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture, root } from '../kit.ts';
import type { Mutant } from './operators.ts';

/**
 * Mutants that do not compile, each with the first error. One run of the type checker for all: each mutated file lies in a folder of its
 * own, and `rootDirs` finds everything else in the working tree.
 */
export async function refusedByTypes<Changed extends Pick<Mutant, 'file' | 'start' | 'end' | 'replacement'>>(
  mutants: readonly Changed[],
): Promise<Map<Changed, string>> {
  if (mutants.length === 0) return new Map();
  // Two runs at a time share nothing.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/mutants-'));
  const files = mutants.map(({ file, start, end, replacement }, index) => {
    const path = join(folder, String(index), file);
    const text = readFileSync(join(root, file), 'utf8');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.slice(0, start) + replacement + text.slice(end));
    return path;
  });
  const rootDirs = [root, ...mutants.map((_, index) => join(folder, String(index)))];
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: { rootDirs }, files, include: [] }));
  const { output } = await capture('tsc', ['--pretty', 'false', '-p', project]);
  const found = new Map<Changed, string>();
  for (const [, index, error = ''] of output.matchAll(/^\.cache\/mutants-\w+\/(\d+)\/.*?: error (.*)$/gm)) {
    const mutant = mutants[Number(index)];
    if (mutant && !found.has(mutant)) found.set(mutant, `the type checker: ${error}`);
  }
  rmSync(folder, { recursive: true });
  return found;
}
