import type { Page } from 'playwright-core';
import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { readersSubjects } from '../../contract/glossary.ts';
import { calls } from '../../contract/index.ts';
import { screens } from '../kit/screens.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { astray, excess, openScreen, overlaps, unseen } from './layout.ts';

const laptop = { width: 1366, height: 768 };
const phone = { width: 390, height: 844 };

/** Names of people and things, with the maximum length of each. */
const longest: Record<string, number> = {
  first_name: 100,
  last_name: 100,
  user_name: 60,
  email: 120,
  group_name: 150,
  school_name: 150,
  lesson_name: 200,
  unit_name: 200,
  product_name: 200,
  title: 200,
  folder_name: 100,
  subject: 200,
};

/** The subjects of the glossary are keys, not names. */
const isKey = (value: string) => readersSubjects.some((subject) => subject === value);

/** Text to extend names with: words, or one unbreakable word. */
const fillings = { words: ' Hubert Blaine', 'one word': 'Wolfeschlegelsteinhausenbergerdorff' };

/** The value with all names at maximum length. */
function stretched(value: unknown, filling: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => stretched(one, filling, key));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, stretched(one, filling, name)]));
  const most = longest[key];
  if (typeof value !== 'string' || value === '' || most === undefined || isKey(value)) return value;
  return (value + filling.repeat(most)).slice(0, most);
}

async function stretchNames(page: Page, filling: string): Promise<void> {
  await page.route('**/api/**', async (route) => {
    try {
      const response = await route.fetch();
      const body = (await response.json()) as { data: unknown };
      await route.fulfill({ response, json: { ...body, data: stretched(body.data, filling) } });
    } catch {
      // The page has been left, or the response is not JSON.
      await route.continue().catch(() => {});
    }
  });
}

/** Targets of the page's links, below `/authenticated`. */
const linked = async (page: Page): Promise<string[]> =>
  (await page.locator('main a[href^="/authenticated/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))).map(
    (href) => href.slice('/authenticated/'.length),
  );

const walks = ['maya', 'rivera', 'lindqvist'].flatMap((name) =>
  Object.entries(fillings).map(([kind, filling]) => ({ name, kind, filling })),
);

it.each(walks)('the longest names, of $kind, overlap nothing on any screen of $name', async ({ name, filling }) => {
  const { userData } = await ask(calls.login, { username: name, password: 'science-rocks' });
  const page = await newPage();
  await signIn(page, name);
  await stretchNames(page, filling);
  const own = screens.filter(({ roles }) => roles.some((role) => role === userData.role));
  const waiting = own.map(({ path }) => path).filter((path) => !path.includes(':'));
  // For screens that need an id, the first one linked.
  const withId = new Set(own.map(({ path }) => path).filter((path) => path.includes(':')));
  const faults: string[] = [];
  let seen = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    await openScreen(page, path);
    for (const href of await linked(page)) {
      const screen = matchRoutes(
        [...withId].map((one) => ({ path: one })),
        `/${href.split(/[?#]/)[0]}`,
      )?.[0]?.route.path;
      if (screen && withId.delete(screen)) waiting.push(href);
    }
    for (const size of [laptop, phone]) {
      await page.setViewportSize(size);
      // An address may lead into the page, and what is fixed above its beginning counts as over it.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const look = async () => {
        const [wider = 0] = await excess(page);
        return [
          ...(wider > unseen ? [`${wider} px wider than the screen`] : []),
          ...(await overlaps(page)),
          // On a phone, a row is a card.
          ...(size === laptop ? await astray(page) : []),
        ];
      };
      // Long lists measure their rows again when the width changes.
      await expect
        .poll(look, { timeout: 20_000 })
        .toEqual([])
        .catch(async () => faults.push(`${path} at ${size.width}: ${(await look()).join(', ')}`));
    }
    seen += 1;
  }
  expect(seen).toBeGreaterThan(10);
  expect(faults.join('\n')).toBe('');
});
