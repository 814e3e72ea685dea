import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { viewReport } from '../../src/views/classReports/viewReport.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { screens } from '../kit/screens.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { broken, crowded, excess, openScreen, unseen } from './layout.ts';

/** A phone, and the narrowest width at which WCAG 2.2 (1.4.10) requires reading without scrolling in two dimensions, px. */
const widths = [390, 320];

/** Whether a tab is within the visible part of the tab list, which scrolls if there are many. */
const isWithinRow = (tab: Element) => {
  const [inner, outer] = [tab.getBoundingClientRect(), (tab.parentElement as Element).getBoundingClientRect()];
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
};

/** A user's screens without an id in the address. */
async function screensOf(username: string): Promise<string[]> {
  const { userData } = await ask(calls.login, { username, password: 'science-rocks' });
  const own = screens.filter(({ path, roles }) => roles.some((role) => role === userData.role) && !path.includes(':'));
  expect(own.length).toBeGreaterThan(5);
  return own.map(({ path }) => path);
}

const people = ['maya', 'rivera', 'lindqvist'];

it.each(people)('every screen of %s fits a phone in Spanish, with its words in one piece', async (name) => {
  const page = await newPage({ viewport: 'phone', locale: 'es-MX' });
  await signIn(page, name);
  const faults: string[] = [];
  const look = async (path: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const found = [...(await excess(page)).filter((pixels) => pixels > unseen).map((pixels) => `${pixels} px`), ...(await broken(page))];
      if (found.length > 0) faults.push(`${path} at ${width}: ${found.join(', ')}`);
    }
  };
  await page.locator('main article').first().waitFor();
  await page.waitForLoadState('networkidle');
  await look('start');
  for (const path of await screensOf(name)) {
    await openScreen(page, path);
    await look(path);
  }
  expect(faults).toEqual([]);
});

/** Paths of the reports on a class: their files are named as their paths. */
const classReports = Object.keys(import.meta.glob('../../src/views/*/*.report.tsx'))
  .map((file) => `mygroups/${file.replace(/.*\/|\.report\.tsx$/g, '')}/:value`)
  .filter((path) => screens.some((screen) => screen.path === path));
/** Not reached from a class of the sample: its tests are not of an outside provider, and it has no classroom service. */
const unreached = ['mygroups/studentLearnoReportView/:value', 'mygroups/classroomWork/:value'];

it('every report on a class is reached from its questions and fits a phone in Spanish', async () => {
  const { token, userData } = await ask(calls.login, { username: 'rivera', password: 'science-rocks' });
  // By its name: other walks make classes that come before it.
  const groups = await ask(calls.myGroups, { user_puid: userData.userPuid }, token);
  const first = groups.find(({ group_name }) => group_name === 'Science 6, Period 2');
  const page = await newPage({ viewport: 'phone', locale: 'es-MX' });
  await signIn(page, 'rivera');
  const faults: string[] = [];
  const start = addressOf(viewReport, first?.group_puid as number);
  const addresses = new Map([[viewReport.path as string, start]]);
  // Grows while it is read: each report leads to others.
  for (const [path, address] of addresses) {
    await openScreen(page, address.replace('/authenticated/', ''));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const found = [...(await excess(page)).filter((pixels) => pixels > unseen).map((pixels) => `${pixels} px`), ...(await broken(page))];
      if (found.length > 0) faults.push(`${path} at ${width}: ${found.join(', ')}`);
    }
    const links = await page.locator('main a[href*="/mygroups/"]').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    for (const href of links) {
      const [pathname = ''] = href.split(/[?#]/);
      const report = matchRoutes([...screens], pathname.replace('/authenticated', ''))?.[0]?.route.path;
      if (report && classReports.includes(report) && !addresses.has(report)) addresses.set(report, href);
    }
  }
  expect(faults).toEqual([]);
  expect([...addresses.keys()].sort()).toEqual(classReports.filter((path) => !unreached.includes(path)).sort());
});

/** An administrator has too many screens for one test. */
const halves = people.flatMap((name) => [0, 1].map((half) => ({ name, half })));

it.each(halves)('every screen of $name fits a phone, and axe finds nothing on it (half $half)', async ({ name, half }) => {
  const page = await newPage({ viewport: 'phone' });
  await signIn(page, name);
  const misfits: unknown[] = [];
  for (const path of (await screensOf(name)).filter((_, index) => index % 2 === half)) {
    await openScreen(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const more = await excess(page);
      if (more.some((pixels) => pixels > unseen)) misfits.push([path, width, ...more]);
      misfits.push(...(await broken(page)).map((words) => [path, width, words]));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await crowded(page), `headings too close to what is above them on ${path}`).toEqual([]);
    await expectAccessible(page);
    for (const tab of await page.getByRole('main').getByRole('tab').all()) {
      await tab.click();
      await expect.poll(() => page.locator('main [class*=skeleton]').count(), { message: path }).toBe(0);
      expect(await tab.evaluate(isWithinRow), `a tab that is shown is in sight on ${path}`).toBe(true);
      expect(await crowded(page), `headings too close to what is above them on ${path}`).toEqual([]);
    }
  }
  expect(misfits, 'screen, width, how much wider and higher it is, or which word is broken').toEqual([]);
});
