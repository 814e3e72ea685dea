import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/kit.ts';
import { dashboardFiles, mostMore, mostOf, mostOnDashboard, readManifest, screensBeyond, sizeOf } from '../../scripts/sizes.ts';
import { outboxMachine } from '../../src/machines/quiz/outboxMachine.ts';

const sourceOf = (file: string) => readFileSync(join(root, 'dist', file), 'utf8');

/** Limits for the built pages, kB after gzip. If one is too large, see docs/decisions/011-what-a-screen-loads.md. */
describe('what a screen loads', () => {
  const manifest = readManifest();
  const dashboard = dashboardFiles(manifest);

  it(`is at most ${mostOnDashboard} kB for the student dashboard`, () => {
    expect(sizeOf(dashboard)).toBeLessThanOrEqual(mostOnDashboard);
  });

  it('has the sentences of charts where they are read, and nowhere else', () => {
    const sentence = String(outboxMachine.config.description);
    expect(sentence.length).toBeGreaterThan(40);
    const files = Object.entries(manifest).filter(([, { file }]) => file.endsWith('.js') && sourceOf(file).includes(sentence));
    expect(files.map(([key]) => key)).toEqual(['src/machines/quiz/outboxMachine.ts?described']);
  });

  it(`is at most ${mostMore} kB more for any other screen, or part of a screen`, () => {
    const screens = screensBeyond(manifest, dashboard);
    expect(screens.length).toBeGreaterThan(20);
    expect(screens.filter(({ name, more }) => more > mostOf(name))).toEqual([]);
  });
});
