import type { Page } from 'playwright-core';
import { samplePassword } from '../../server/sample/accounts.ts';

/** Signs in to an account of the sample school, and waits for its first screen. */
export async function signIn(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.locator('input[name=username]').fill(name);
  await page.locator('input[name=password]').fill(samplePassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/authenticated\//);
}
