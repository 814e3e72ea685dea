import { describe, expect, it } from 'vitest';
import { dashboardFiles, editor, mostForEditor, mostMore, mostOnDashboard, readManifest, screensBeyond, sizeOf } from '../../scripts/sizes.ts';

/** Of the built pages, in kB after gzip. What to do when one is too large: docs/decisions/011-what-a-screen-loads.md. */
describe('what a screen loads', () => {
  const manifest = readManifest();
  const dashboard = dashboardFiles(manifest);

  it(`is at most ${mostOnDashboard} kB for the student dashboard`, () => {
    expect(sizeOf(dashboard)).toBeLessThanOrEqual(mostOnDashboard);
  });

  it(`is at most ${mostMore} kB more for any other screen, or part of a screen`, () => {
    const screens = screensBeyond(manifest, dashboard);
    expect(screens.length).toBeGreaterThan(20);
    // The gallery shows together what no screen has together, a section at a time.
    const most = (name: string) => (name === editor ? mostForEditor : mostMore);
    expect(screens.filter(({ name, more }) => more > most(name) && !name.startsWith('developer/gallery/'))).toEqual([]);
  });
});
