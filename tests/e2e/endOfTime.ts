import type { Page } from 'playwright-core';

/** Interval of the checks for the end of the time, ms. */
const lookAgain = 15_000;
const time = 10 * 60_000;

/**
 * Runs in the page before any other script: hides the server's time in responses. The test controls the page's clock, and a response would
 * correct it.
 */
export function keepOwnTime(): void {
  const headers = XMLHttpRequest.prototype.getAllResponseHeaders;
  XMLHttpRequest.prototype.getAllResponseHeaders = function () {
    return headers.call(this).replace(/^date:.*(?:\r\n|$)/im, '');
  };
}

/** End of an assessment that starts now by the page's clock; ISO instant. */
export const endOfTime = async (page: Page): Promise<string> => new Date((await page.evaluate(() => Date.now())) + time).toISOString();

/** Lets the time of an assessment run out. */
export async function letTheTimePass(page: Page): Promise<void> {
  await page.clock.fastForward(time);
  await page.clock.runFor(lookAgain);
}

/** Makes the device fail to set a timer for the end of the time. */
export async function breakTheClock(page: Page): Promise<void> {
  await page.evaluate((refused) => {
    const set = window.setTimeout;
    window.setTimeout = ((work: () => void, delay?: number) => {
      // Of all timers with this interval, the one that parses the end of the time.
      if (delay === refused && String(work).includes('Date.parse')) throw new Error('No timer');
      return set(work, delay);
    }) as typeof setTimeout;
  }, lookAgain);
  await page.clock.runFor(lookAgain);
}
