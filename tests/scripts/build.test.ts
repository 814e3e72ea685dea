import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { keepAssetsOf } from '../../scripts/build.ts';

let folder: string | undefined;
afterEach(() => folder && rmSync(folder, { recursive: true }));

it('keeps the assets of earlier builds for a week, and no longer', () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-build-'));
  const old = join(folder, 'old/assets');
  const next = join(folder, 'next/assets');
  for (const path of [old, next]) mkdirSync(path, { recursive: true });
  const day = 24 * 3600;
  const now = Date.now() / 1000;
  const files = { 'same-1.js': 0, 'yesterday-2.js': day, 'yesterday-2.js.br': day, 'lastMonth-3.js': 30 * day };
  for (const [name, age] of Object.entries(files)) {
    writeFileSync(join(old, name), `old ${name}`);
    utimesSync(join(old, name), now - age, now - age);
  }
  writeFileSync(join(next, 'same-1.js'), 'new');
  keepAssetsOf(join(folder, 'old'), join(folder, 'next'));
  expect(readFileSync(join(next, 'same-1.js'), 'utf8')).toBe('new');
  expect(readFileSync(join(next, 'yesterday-2.js'), 'utf8')).toBe('old yesterday-2.js');
  expect(existsSync(join(next, 'yesterday-2.js.br'))).toBe(true);
  expect(existsSync(join(next, 'lastMonth-3.js'))).toBe(false);
  // Keeps its modification time, so that it eventually expires.
  expect(statSync(join(next, 'yesterday-2.js')).mtimeMs).toBeCloseTo((now - day) * 1000, -4);
});

it('has nothing to keep at the first build', () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-build-'));
  expect(() => keepAssetsOf(join(folder as string, 'nowhere'), folder as string)).not.toThrow();
});
