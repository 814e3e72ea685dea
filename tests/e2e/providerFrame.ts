import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type FrameMessage, providerProtocol } from '../../src/services/provider.ts';
import type { PageStage } from '../kit/describeBrowser.ts';

/** Runs in the frame before any other script: holds the setup that the page sends until the test continues. */
export function holdSetup(): void {
  if (window === window.top) return;
  const listen = window.addEventListener.bind(window) as (type: string, listener: (event: Event) => void) => void;
  window.addEventListener = ((type: string, listener: (event: Event) => void) =>
    listen(type, type === 'message' ? (event) => Object.assign(globalThis, { show: () => listener(event) }) : listener)) as never;
}

/** The open frame, once the page has sent its setup. */
async function theFrame(page: Page): Promise<Frame> {
  let found: Frame | null = null;
  const isReady = async () => {
    const element = await page.locator('iframe').elementHandle();
    found = (await element?.contentFrame()) ?? null;
    return (await found?.evaluate(() => 'show' in globalThis)) ?? false;
  };
  // A navigating frame cannot be queried.
  await expect.poll(() => isReady().catch(() => false), { message: 'no frame is open' }).toBe(true);
  return found as unknown as Frame;
}
/** Sends a message from inside the frame, the way its program does. */
export const sayInFrame = async (page: Page, message: FrameMessage): Promise<void> =>
  (await theFrame(page)).evaluate(
    ([protocol, said]) => parent.postMessage({ protocol, nonce: location.hash.slice(1), ...said }, location.origin),
    [providerProtocol, message] as const,
  );

/** Lets the setup that is held through, so that the frame shows the questions. */
export const showSetup = async (page: Page): Promise<void> =>
  (await theFrame(page)).evaluate(() => (globalThis as unknown as { show: () => void }).show());
/** Claims to be the frame, from another window. */
export const speakFromElsewhere = (page: Page): Promise<void> =>
  page.evaluate((protocol) => postMessage({ protocol, nonce: '', type: 'handedIn', answers: [] }, '*'), providerProtocol);

export const main = (page: Page) => page.getByRole('main');
export const press =
  (name: string | RegExp) =>
  (_event: unknown, { page }: PageStage) =>
    main(page).getByRole('button', { name }).click();
export const says =
  (text: string | RegExp) =>
  (_snapshot: unknown, { page }: PageStage) =>
    main(page).getByText(text).first().waitFor();
