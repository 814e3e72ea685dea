import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PageStage } from '../kit/describeBrowser.ts';

/** A part of the page to search in. */
type Part = (page: Page) => Locator;
export const dialog: Part = (page) => page.getByRole('dialog');
export const question: Part = (page) => page.getByRole('alertdialog');
export const everywhere: Part = (page) => page.locator('body');

type Named = string | RegExp;
type Stage = Pick<PageStage, 'page'>;
const button = (part: Part, page: Page, name: Named) => part(page).getByRole('button', { name, exact: true });

/** Visible text. Announced text may be left over from an earlier step. */
export const shownText =
  (text: Named, part: Part = everywhere): Part =>
  (page) =>
    part(page).getByText(text).and(page.locator(':not([aria-live], [aria-live] *)'));

/** Presses a button. */
export const press =
  (name: Named, part: Part = dialog) =>
  (_event: unknown, { page }: Stage) =>
    button(part, page, name).first().click();

/** Waits for a text. */
export const says =
  (text: Named, part: Part = dialog) =>
  (_snapshot: unknown, { page }: Stage) =>
    shownText(text, part)(page).first().waitFor();

/** Checks that a button is disabled. */
export const isHeld =
  (name: Named, part: Part = dialog) =>
  (_snapshot: unknown, { page }: Stage) =>
    expect.poll(() => button(part, page, name).getAttribute('aria-disabled')).toBe('true');

/** Waits until a part of the page, such as a dialog, is gone. */
export const isGone =
  (part: Part) =>
  (_snapshot: unknown, { page }: Stage) =>
    part(page).waitFor({ state: 'detached' });
