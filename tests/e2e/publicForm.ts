import type { Locator, Page } from 'playwright-core';

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

export const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();

/** The error above the form. */
export const problem = (page: Page): Locator => page.getByRole('alert').first();

export const alertText = (page: Page): Promise<string | null> => problem(page).textContent();
