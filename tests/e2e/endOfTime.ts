import type { Page } from 'playwright-core';

/** How often the end of the time is looked for, ms. */
const lookAgain = 15_000;
const time = 10 * 60_000;

/**
 * Runs in the page before anything of it: no answer tells the server's time. The page's clock is the test's, and an answer would set it
 * right.
 */
export function keepOwnTime(): void {
  const headers = XMLHttpRequest.prototype.getAllResponseHeaders;
  XMLHttpRequest.prototype.getAllResponseHeaders = function () {
    return headers.call(this).replace(/^date:.*(?:\r\n|$)/im, '');
  };
}

/** When the time of an assessment is over that begins now, by the page's clock: ISO instant. */
export const endOfTime = async (page: Page): Promise<string> => new Date((await page.evaluate(() => Date.now())) + time).toISOString();

/** Lets the time of an assessment pass. */
export async function letTheTimePass(page: Page): Promise<void> {
  await page.clock.fastForward(time);
  await page.clock.runFor(lookAgain);
}

/** The device has no timer left for the end of the time. */
export async function breakTheClock(page: Page): Promise<void> {
  await page.evaluate((refused) => {
    const set = window.setTimeout;
    window.setTimeout = ((work: () => void, delay?: number) => {
      // Of all that look again so often, the one that reads the end of the time.
      if (delay === refused && String(work).includes('Date.parse')) throw new Error('No timer');
      return set(work, delay);
    }) as typeof setTimeout;
  }, lookAgain);
  await page.clock.runFor(lookAgain);
}
