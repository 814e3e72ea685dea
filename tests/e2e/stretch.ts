import type { Page } from 'playwright-core';

/** Factor of a stretched delay. */
const times = 20;

/** Stretches one delay of a page so that its effect can be checked. Call it before the page opens. */
export async function stretch(page: Page, delay: number): Promise<void> {
  await page.addInitScript(
    ([wanted, factor]) => {
      const set = window.setTimeout;
      window.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) =>
        set(work, ms === wanted ? ms * factor : ms, ...rest)) as typeof setTimeout;
    },
    [delay, times] as const,
  );
}

/** Lets a stretched delay pass by the page's clock. */
export const passStretched = (page: Page, delay: number): Promise<void> => page.clock.runFor(delay * times);
