import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { accounts, bounds, type MessageKey, type Picture, type PictureTools, pictures } from './helpPictureList.ts';
import { filesUnder, root } from './kit.ts';

const { m } = await import('../src/paraglide/messages.js');

type Locale = 'en' | 'es';
type Text = (input: Record<string, never>, options: { locale: Locale }) => string;

const folder = join(root, 'src/views/help/pictures');
const sizesFile = join(root, 'server/help/pictures.json');
/** Wide enough for the frame of a computer, narrow enough for letters that can be read in an article. */
const viewport = { width: 800, height: 1400 };
/** Room around what is shown, in pixels. */
const room = 16;

/** Width and height of a picture, in pixels of the page. */
type Sizes = Record<string, Record<Locale, readonly [number, number]>>;

/** Articles that show a picture, first that whose name it has. */
const articlesOf = (name: string): string[] =>
  filesUnder('server/help/en')
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(`(picture:${name})`))
    .map((file) => file.slice('server/help/en/'.length, -'.md'.length))
    .sort((one, other) => Number(name.startsWith(other)) - Number(name.startsWith(one)) || other.length - one.length);

/** How long a button may take to appear, in milliseconds. */
const patience = 8_000;

/** In the order of being looked for: an element that a person would name by this text. */
const roles = [
  'button',
  'link',
  'tab',
  'menuitem',
  'menuitemradio',
  'option',
  'radio',
  'checkbox',
  'switch',
  'combobox',
  'searchbox',
  'textbox',
  'columnheader',
  'heading',
] as const;

function toolsOf(page: Page, locale: Locale): PictureTools & { find: (key: MessageKey, within?: Locator) => Promise<Locator> } {
  const say = (key: MessageKey) => (m[key] as unknown as Text)({}, { locale });
  const seen = (found: Locator) => found.filter({ visible: true }).first();
  const settled = async () => {
    await page.waitForLoadState('networkidle');
    // After the first load, only a page that stays the same for a while is known to be complete.
    await page.waitForFunction(() => {
      const state = window as unknown as { seen?: string; since?: number };
      const moves =
        document.querySelector('[class*=skeleton], [class*=bone], [class*=spinner], [aria-busy=true]') !== null ||
        document.getAnimations().some(({ playState }) => playState === 'running');
      const pictures = [...document.images].filter(({ complete, loading }) => !complete && loading !== 'lazy').length;
      const seen = `${location.href} ${document.body.textContent} ${document.querySelectorAll('*').length} ${performance.getEntriesByType('resource').length} ${pictures}`;
      if (moves || pictures > 0 || seen !== state.seen) Object.assign(state, { seen, since: performance.now() });
      return performance.now() - (state.since ?? 0) > 400;
    });
  };
  const find = async (key: MessageKey, within: Page | Locator = page) => {
    const name = say(key);
    const byRole = (exact: boolean) => roles.map((role) => within.getByRole(role, { name, exact }));
    const all = [
      ...byRole(true),
      ...[
        within.getByLabel(name, { exact: true }).and(page.locator('input, select, textarea, [role=textbox]')),
        within.getByText(name, { exact: true }),
      ],
      ...byRole(false),
      within.getByText(name),
    ];
    for (const end = Date.now() + patience; Date.now() < end; await page.waitForTimeout(100))
      for (const one of all) if (await seen(one).isVisible()) return seen(one);
    throw new Error(`“${name}” (${key}) is not on the page`);
  };
  return {
    say,
    find,
    page,
    settled,
    press: async (...keys) => {
      for (const key of keys) {
        await settled();
        await (await find(key)).click();
      }
      await settled();
    },
    open: async (...selectors) => {
      for (const selector of selectors) {
        await settled();
        await page.locator(selector).filter({ visible: true }).first().click();
      }
      await settled();
    },
  };
}

/** Marks what is shown, hides everything else, draws a frame around what is pointed at, and returns the part of the page to take. */
function compose({ shown, framed, most, room }: { shown: Element[]; framed: [Element, string][]; most: number; room: number }) {
  for (let one of shown)
    for (; one.parentElement && one !== document.documentElement; one = one.parentElement)
      for (const other of one.parentElement.children)
        if (other instanceof HTMLElement && !shown.some((part) => other.contains(part) || part.contains(other)))
          other.style.visibility = 'hidden';
  type Box = { left: number; top: number; right: number; bottom: number };
  const around = (boxes: Box[]): Box => ({
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  });
  const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** What must not be cut: lines of text, and small things that belong together. */
  const whole: Box[] = [];
  const ink: Box[] = [];
  const isInside = (element: Element, box: Box) => {
    for (let parent: Element | null = element; parent; parent = parent.parentElement) {
      const style = getComputedStyle(parent);
      if (style.clipPath !== 'none' || style.clip !== 'auto') return false;
      if (style.overflowX === 'visible') continue;
      const edge = parent.getBoundingClientRect();
      if (box.right <= edge.left || box.left >= edge.right || box.bottom <= edge.top || box.top >= edge.bottom) return false;
    }
    return true;
  };
  /** Whether a line leaves what scrolls it, without an ellipsis that says so. */
  const isCutAside = (element: Element, box: Box) => {
    for (let parent: Element | null = element; parent && parent !== document.body; parent = parent.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(parent);
      if (overflowX === 'visible' || textOverflow === 'ellipsis') continue;
      const edge = parent.getBoundingClientRect();
      if (box.right > edge.right + 2 || box.left < edge.left - 2) return true;
    }
    return false;
  };
  const asideOf: { text: string; top: number }[] = [];
  for (const part of shown) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || !isSeen(element)) continue;
      if (node instanceof Text) {
        if (!node.data.trim() || element.closest('select')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1 && isInside(element, box));
        const hidden = lines.find((box) => isCutAside(element, box));
        if (hidden) asideOf.push({ text: node.data.trim(), top: hidden.top });
        whole.push(...lines);
        ink.push(...lines);
        continue;
      }
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || (element.parentElement && !isInside(element.parentElement, box))) continue;
      const { borderTopWidth, borderBottomWidth, backgroundColor, opacity } = getComputedStyle(element);
      if (opacity === '0') continue;
      const isDrawn = element.matches('img, svg, video, canvas, input, textarea, select, button');
      const isBox =
        Number.parseFloat(borderTopWidth) + Number.parseFloat(borderBottomWidth) > 0 || !/, 0\)|transparent/.test(backgroundColor);
      if (isDrawn || (isBox && !element.matches('main, body, [class*=page]'))) ink.push(box);
      if (isDrawn && box.height < 160) whole.push(box);
    }
  }
  if (ink.length === 0) return null;
  const edge = around(ink);
  /** Of a heading or a text, only its words. */
  const boxOf = (element: Element) => {
    if (element.matches('button, a, input, select, textarea, label, [role]')) return element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const boxes = framed.map(([element, step]) => {
    const isChoice = element.matches('[type=radio], [type=checkbox], [role=switch], [role=radio]');
    const label = isChoice ? element.closest('label') : null;
    // With its description, if that belongs to this choice alone.
    const withMore = label?.parentElement;
    const control = (withMore?.querySelectorAll('input').length === 1 ? withMore : label) ?? element;
    const labels = element instanceof HTMLInputElement && control === element ? [...(element.labels ?? [])] : [];
    return { step, ...around([control, ...labels].map(boxOf)) };
  });
  if (boxes.length > 0) {
    const all = around([edge, ...boxes.map((box) => ({ ...box, left: box.left - 6, right: box.right + 6 }))]);
    Object.assign(edge, { left: all.left, right: all.right });
  }
  const isCut = (y: number) => whole.some(({ top, bottom }) => top < y + 2 && bottom > y - 2);
  const first = Math.min(...boxes.map(({ top }) => top - 16));
  const last = Math.max(...boxes.map(({ bottom }) => bottom + 16));
  let start = edge.top - room;
  // What is pointed at is far below: with a little of what is above it.
  if (last - start > most) {
    start = Math.max(start, Math.min(first, Math.max(first - 220, last - most)));
    while (start < first && isCut(start)) start++;
  }
  let end = edge.bottom + room;
  if (end - start > most) {
    const least = Math.max(start + most * 0.4, last);
    end = start + most;
    while (end > least && isCut(end)) end--;
    if (last - start > most || isCut(end))
      return { problem: `what is pointed at is between ${first - edge.top} and ${last - edge.top}, with nowhere to cut` };
  }
  // A wide table begins below what matters: the picture ends above it.
  const aside = asideOf.filter(({ top }) => top > start && top < end).sort((one, other) => one.top - other.top)[0];
  if (aside) {
    end = aside.top - 2;
    while (end > start + 110 && isCut(end)) end--;
    if (end < last || isCut(end)) return { problem: `“${aside.text}” is cut at a side; make the picture wider` };
  }
  const layer = document.createElement('div');
  layer.style.cssText = 'position:fixed;inset:0;z-index:2147483647;pointer-events:none';
  for (const box of boxes) {
    const { step, left, top, right, bottom } = box;
    // Frames of neighbors in a list would overlap.
    const isTight = boxes.some(
      (other) =>
        other !== box && other.left < right && other.right > left && (Math.abs(other.top - bottom) < 9 || Math.abs(top - other.bottom) < 9),
    );
    const space = isTight ? 0 : 5;
    const frame = document.createElement('div');
    frame.style.cssText = `position:absolute;left:${left - space}px;top:${top - space}px;width:${right - left + 2 * space}px;height:${bottom - top + 2 * space}px;box-sizing:border-box;border:3px solid #c2185b;border-radius:10px;box-shadow:0 0 0 1.5px #fff,inset 0 0 0 1.5px #fff`;
    layer.append(frame);
    if (!step) continue;
    const number = document.createElement('div');
    number.textContent = step;
    number.style.cssText = `position:absolute;left:${left - 20}px;top:${Math.max(top - 15, Math.max(0, start) + 2)}px;width:22px;height:22px;border-radius:50%;background:#c2185b;color:#fff;font:700 14px/22px system-ui,sans-serif;text-align:center;box-shadow:0 0 0 1.5px #fff`;
    layer.append(number);
  }
  document.body.append(layer);
  const x = Math.max(0, edge.left - room);
  const y = Math.max(0, start);
  return {
    x: x + scrollX,
    y: y + scrollY,
    width: Math.round(Math.min(innerWidth, edge.right + room) - x),
    height: Math.round(Math.min(innerHeight, end) - y),
  };
}

/** The number of the step in which an article names a button; empty if none does, or if several buttons of the picture are in no step. */
function stepsOf(name: string): (key: MessageKey) => string {
  const [article] = articlesOf(name);
  const text = article === undefined ? '' : readFileSync(join(root, `server/help/en/${article}.md`), 'utf8');
  return (key) => [...text.matchAll(/^(\d+)\. (.*)$/gm)].find(([, , line]) => line?.includes(`{{${key}}}`))?.[1] ?? '';
}

async function take(page: Page, devtools: CDPSession, name: string, picture: Picture, locale: Locale): Promise<[number, number]> {
  const { settled, find, ...tools } = toolsOf(page, locale);
  await page.setViewportSize({ width: picture.width ?? viewport.width, height: picture.screen ?? viewport.height });
  await page.goto(picture.address);
  await settled();
  await picture.before?.({ settled, ...tools });
  const parts = picture.of ?? ['main'];
  const places = parts.map((part) => page.locator(part).filter({ visible: true }));
  for (const place of places) await place.first().waitFor();
  // The page's heading has the focus after each visit.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const stepOf = stepsOf(name);
  const within = page.locator(parts.join(','));
  const framed: (readonly [unknown, string])[] = [];
  for (const one of picture.outline ?? []) {
    const [key, step] = typeof one === 'string' ? [one, stepOf(one)] : [one[0], String(one[1])];
    framed.push([await (await find(key, within)).elementHandle(), step]);
  }
  const shown = await Promise.all(places.map((place) => place.first().elementHandle()));
  await page.evaluate(() => window.scrollTo(0, 0));
  const [first] = framed;
  if (first)
    await (first[0] as NonNullable<(typeof shown)[number]>).evaluate((element) => {
      if (element.getBoundingClientRect().bottom > window.innerHeight - 200)
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
    });
  else await shown[0]?.scrollIntoViewIfNeeded();
  await settled();
  const most = picture.height ?? 440;
  const clip = (await page.evaluate<unknown, unknown>(compose as (input: unknown) => unknown, { shown, framed, most, room })) as ReturnType<
    typeof compose
  >;
  if (!clip) throw new Error('nothing is shown');
  if ('problem' in clip) throw new Error(clip.problem);
  for (const quality of [70, 55, 40]) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality, clip: { ...clip, scale: 1 } as never });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > bounds.bytes) continue;
    writeFileSync(join(folder, `${name}.${locale}.webp`), bytes);
    return [clip.width as number, clip.height as number];
  }
  throw new Error(`it has more than ${bounds.bytes} bytes`);
}

/**
 * Takes the pictures of the help from the product at `baseURL`, in both languages, into `src/views/help/pictures`, and writes their sizes
 * beside the articles. `only`: the names of some; by default all. Throws with the articles whose screens or buttons are gone.
 */
export async function takeHelpPictures(browser: Browser, baseURL: string, only: readonly string[] = []): Promise<void> {
  if (only.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sizes: Sizes = only.length === 0 ? {} : JSON.parse(readFileSync(sizesFile, 'utf8'));
  const failures: string[] = [];
  const inLanguage = async (locale: Locale) => {
    for (const [as, username] of Object.entries(accounts[locale])) {
      const wanted = Object.entries(pictures).filter(([name, one]) => one.as === as && (only.length === 0 || only.includes(name)));
      if (wanted.length === 0) continue;
      const context = await browser.newContext({
        baseURL,
        viewport,
        locale: locale === 'es' ? 'es-MX' : 'en-US',
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      if (username) {
        const { press, say, settled } = toolsOf(page, locale);
        await page.goto('/');
        await page.locator('input[name=username]').fill(username);
        await page.locator('input[type=password]').fill('science-rocks');
        await press('login_submit');
        await page.waitForURL(/\/authenticated\//);
        // What to know on the first visit.
        const hint = page.getByRole('button', { name: say('account_hint_done') });
        await settled();
        if (await hint.isVisible()) await hint.click();
        await settled();
      }
      const devtools = await context.newCDPSession(page);
      for (const [name, picture] of wanted)
        try {
          const size = await take(page, devtools, name, picture, locale);
          sizes[name] = { ...(sizes[name] as Sizes[string]), [locale]: size };
        } catch (error) {
          failures.push(`${name}.${locale} (${articlesOf(name).join(', ') || 'no article'}): ${(error as Error).message}`);
        }
      await context.close();
    }
  };
  await Promise.all([inLanguage('en'), inLanguage('es')]);
  const sorted = Object.entries(sizes).sort(([one], [other]) => (one < other ? -1 : 1));
  const sides = ([width, height]: readonly [number, number]) => `[${width}, ${height}]`;
  const lines = sorted
    .filter(([, { en, es }]) => en && es)
    .map(([name, { en, es }]) => `  "${name}": { "en": ${sides(en)}, "es": ${sides(es)} }`);
  writeFileSync(sizesFile, `{\n${lines.join(',\n')}\n}\n`);
  if (failures.length > 0) throw new Error(`These pictures could not be taken:\n${failures.sort().join('\n')}`);
}
