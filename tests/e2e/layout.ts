import type { Page } from 'playwright-core';
import { matchRoutes } from 'react-router-dom';
import { expect } from 'vitest';
import { screens } from '../kit/screens.ts';
import { expectAccessible } from './accessible.ts';
import { screenshot } from './browser.ts';
import { goWithin } from './gates.ts';

/** The loader of the screen at a path below `/authenticated`. Screens may share one. */
const loaderOf = (path: string) => matchRoutes([...screens], `/${path.split(/[?#]/)[0]}`)?.[0]?.route.load;

/** Goes to a screen below `/authenticated`, and waits until it has fully loaded. The previous screen stays until then. */
export async function openScreen(page: Page, path: string): Promise<void> {
  const heading = page.locator('h1:not([data-left])').first();
  await heading.waitFor();
  if (loaderOf(new URL(page.url()).pathname.replace('/authenticated/', '')) !== loaderOf(path))
    await page.evaluate(() => {
      for (const left of document.querySelectorAll('h1')) left.setAttribute('data-left', '');
    });
  await goWithin(page, `/authenticated/${path}`);
  await page.waitForURL((url) => url.pathname.includes(path.split(/[?#]/)[0] as string));
  await expect.poll(() => heading.count(), { message: `a heading of ${path}` }).toBeGreaterThan(0);
  await expect.poll(() => page.locator('main :is([class*=skeleton], [aria-busy=true])').count(), { message: path }).toBe(0);
}

/** Text for screen readers only is one pixel large, and may be at the edge. */
export const unseen = 1;

/** Excess of the page's width and height over its content. Tables scroll in their own frame, with everything in them. */
export const excess = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const { bottom } = document.body.getBoundingClientRect();
    const seen = Math.ceil(Math.max(bottom + window.scrollY, window.innerHeight));
    return [scrollWidth - window.innerWidth, Math.max(scrollHeight - seen, 0)];
  });

/** Checks what a page shows now, named for the messages: that it fits the width, and is accessible. Takes a screenshot. */
export const lookAt = (page: Page, area: string, viewport: string) => async (name: string) => {
  expect((await excess(page))[0], `${name} fits its width`).toBeLessThanOrEqual(unseen);
  await expectAccessible(page);
  await screenshot(page, `${area}-${name}-${viewport}`);
};

/** Minimum space between a heading and what is above it, px. */
const leastAbove = 12;

/** Section headings too close to what is above them. The title of a card belongs to the line above it. */
export const crowded = (page: Page) =>
  page.evaluate((least) => {
    const main = document.querySelector('main');
    if (!main) return ['no main'];
    const boxes: { node: Node; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent?.trim()) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) boxes.push({ node, box });
    }
    for (const node of main.querySelectorAll('button, input, select, textarea, table, article, img, svg, [role=radiogroup]'))
      boxes.push({ node, box: node.getBoundingClientRect() });
    return [...main.querySelectorAll<HTMLElement>('h2, h3')]
      .filter((heading) => !heading.closest('article, [role=dialog], fieldset') && heading.getBoundingClientRect().width > 1)
      .flatMap((heading) => {
        const { top, left, right } = heading.getBoundingClientRect();
        const above = boxes
          .filter(
            ({ node, box }) =>
              !heading.contains(node) && !node.contains(heading) && box.left < right && box.right > left && box.bottom <= top + 4,
          )
          .reduce((lowest, { box }) => Math.max(lowest, box.bottom), Number.NEGATIVE_INFINITY);
        return top - above < least ? [`${heading.textContent}: ${Math.round(top - above)} px`] : [];
      });
  }, leastAbove);

/** Tolerated overlap of words, px: letters are smaller than their lines. */
const touching = 3;

/** Words that overlap others, or extend beyond their cell or control. Scrolled or clipped content is ignored. */
export const overlaps = (page: Page) =>
  page.evaluate((most) => {
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const both = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const isSeen = ({ left, top, right, bottom }: Box, least = 1) => right - left > least && bottom - top > least;
    const clips = new Map<Element | null, Box>([
      [null, { left: 0, top: Number.NEGATIVE_INFINITY, right: innerWidth, bottom: Number.POSITIVE_INFINITY }],
    ]);
    const clipOf = (element: Element | null): Box => {
      const known = clips.get(element);
      if (known || !element) return known as Box;
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const outer = clipOf(element.parentElement);
      const isCut = overflowX !== 'visible' || overflowY !== 'visible' || clipPath !== 'none';
      const clip = isCut ? both(outer, element.getBoundingClientRect()) : outer;
      clips.set(element, clip);
      return clip;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const words: { text: string; element: Element; layer: string; box: Box }[] = [];
    const faults: string[] = [];
    /**
     * Sticky elements and overlays cover content on purpose, and each dialog has a header of its own. So do the actions at the end of a wide
     * table's rows. Navigation within the page is content.
     */
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
    const layerOf = (element: Element) =>
      `${dialogs.findIndex((dialog) => dialog.contains(element))} ${element.closest('nav:not(main nav), header, thead, td[class*=actions]')?.tagName}`;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as Element;
      const text = node.textContent?.trim() ?? '';
      if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      const layer = layerOf(element);
      const frame = element.closest('td, th, button, [role=tab], [class*=badge]')?.getBoundingClientRect();
      const clip = clipOf(element);
      for (const rect of range.getClientRects()) {
        const box = both(rect, clip);
        if (!isSeen(box)) continue;
        words.push({ text, element, layer, box });
        if (frame && (box.right > frame.right + 1 || box.left < frame.left - 1)) faults.push(`“${text.slice(0, 40)}” leaves its frame`);
      }
    }
    words.sort((a, b) => a.box.top - b.box.top);
    words.forEach((one, index) => {
      for (const other of words.slice(index + 1)) {
        if (other.box.top > one.box.bottom) break;
        if (other.element === one.element || other.layer !== one.layer) continue;
        if (isSeen(both(one.box, other.box), most)) faults.push(`“${one.text.slice(0, 40)}” and “${other.text.slice(0, 40)}”`);
      }
    });
    return [...new Set(faults)];
  }, touching);

/** Words up to this length fit on any phone. */
const shortWord = 14;

/** Short words broken into letters because their container was squeezed. */
export const broken = (page: Page) =>
  page.evaluate((most) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const faults: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as Element;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.getBoundingClientRect().width <= 1)
        continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
        if (word.length > most) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`“${word}” of “${element.textContent?.slice(0, 40)}”`);
      }
    }
    return [...new Set(faults)];
  }, shortWord);

/** Table headings that are not above their columns: the rows of a long table are separate grids. */
export const astray = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table')].flatMap((table) => {
      const [headings, cells] = ['thead tr', 'tbody tr'].map((row) => [...(table.querySelector(row)?.children ?? [])]);
      return (cells?.length === headings?.length ? (headings ?? []) : []).flatMap((heading, at) => {
        const off = heading.getBoundingClientRect().left - (cells?.[at]?.getBoundingClientRect().left ?? 0);
        return Math.abs(off) > 1 ? [`“${heading.textContent}” is ${Math.round(off)} px off its column`] : [];
      });
    }),
  );
