import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A way to use the product: by pointer, or by keyboard alone. */
export interface Hands {
  /** Buttons and links. */
  press: (target: Locator) => Promise<void>;
  /** Checkboxes, and the first radio button of a group. */
  tick: (target: Locator) => Promise<void>;
  type: (target: Locator, text: string) => Promise<void>;
  /** Selects the first option of a native select. */
  pickFirst: (select: Locator) => Promise<void>;
}

export const pointer = (): Hands => ({
  press: (target) => target.click(),
  tick: (target) => target.check(),
  type: (target, text) => target.fill(text),
  pickFirst: async (select) => {
    // Index 0 is the empty choice.
    await select.selectOption({ index: 1 });
  },
});

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has focus. Fails if it never does, or if the focus is not visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 150 && !(await isFocused(target)); presses++) await page.keyboard.press('Tab');
  expect(await isFocused(target), `Tab reaches ${target}`).toBe(true);
  const outline = await target.evaluate((element) => {
    const isOutlined = (one: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    };
    // A card that is a link as a whole shows the focus of its link, and a label shows that of its radio button.
    const around = element.closest('article, label');
    return isOutlined(element) || (around !== null && isOutlined(around));
  });
  expect(outline, `the focus on ${target} can be seen`).toBe(true);
}

export const keyboard = (page: Page): Hands => ({
  press: async (target) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  },
  tick: async (target) => {
    await tabTo(page, target);
    await page.keyboard.press('Space');
  },
  type: async (target, text) => {
    await tabTo(page, target);
    await page.keyboard.type(text);
  },
  pickFirst: async (select) => {
    await tabTo(page, select);
    await page.keyboard.press('ArrowDown');
  },
});
