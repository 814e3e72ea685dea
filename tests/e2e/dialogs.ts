import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PageStage } from '../kit/describeBrowser.ts';

/** A part of the page in which something is looked for. */
type Part = (page: Page) => Locator;
export const dialog: Part = (page) => page.getByRole('dialog');
export const question: Part = (page) => page.getByRole('alertdialog');
export const everywhere: Part = (page) => page.locator('body');

type Named = string | RegExp;
type Stage = Pick<PageStage, 'page'>;
const button = (part: Part, page: Page, name: Named) => part(page).getByRole('button', { name, exact: true });

/** A text that can be seen: what was only announced may be of a step before. */
export const shownText =
  (text: Named, part: Part = everywhere): Part =>
  (page) =>
    part(page).getByText(text).and(page.locator(':not([aria-live], [aria-live] *)'));

/** Presses a button. */
export const press =
  (name: Named, part: Part = dialog) =>
  (_event: unknown, { page }: Stage) =>
    button(part, page, name).first().click();

/** Sees a text. */
export const says =
  (text: Named, part: Part = dialog) =>
  (_snapshot: unknown, { page }: Stage) =>
    shownText(text, part)(page).first().waitFor();

/** Sees that a button does nothing for now. */
export const isHeld =
  (name: Named, part: Part = dialog) =>
  (_snapshot: unknown, { page }: Stage) =>
    expect.poll(() => button(part, page, name).getAttribute('aria-disabled')).toBe('true');

/** Sees that a part of the page, such as a dialog, is not there any more. */
export const isGone =
  (part: Part) =>
  (_snapshot: unknown, { page }: Stage) =>
    part(page).waitFor({ state: 'detached' });
