import type { Page } from 'playwright-core';

/** Scrolls an element down from its top, frame by frame. `of`: its selector; default: the page. Returns the mean time per frame, ms. */
export async function frameOfScrolling(page: Page, of = 'html'): Promise<number> {
  const frames = await page.locator(of).evaluate(
    (element) =>
      new Promise<number[]>((done) => {
        element.scrollTo(0, 0);
        const times: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          times.push(now - last);
          last = now;
          element.scrollBy(0, 120);
          if (times.length < 60) requestAnimationFrame(step);
          else done(times.slice(5));
        };
        requestAnimationFrame(step);
      }),
  );
  return frames.reduce((sum, one) => sum + one, 0) / frames.length;
}
