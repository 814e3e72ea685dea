import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson, type Resources } from './quizSchool.ts';

/** Every simulation of the sample course, every animation, and a film. */
const resources: Resources = [
  ...[
    'energy-and-waves/electric-circuits/circuit',
    'forces-and-motion/forces-and-newtons-laws/collision-carts',
    'matter/properties-of-matter/density-float',
    'energy-and-waves/energy/energy-track',
    'cells-and-body-systems/traits-and-food-webs/food-web-model',
    'matter/particles-and-states/gas-particles',
    'earth-systems-and-climate/climate/greenhouse-model',
    'solar-system-and-beyond/sun-earth-moon/moon-phases-model',
    'solar-system-and-beyond/the-solar-system/orrery-model',
    'cells-and-body-systems/cells/osmosis-model',
    'forces-and-motion/forces-at-a-distance/pendulum',
    'earth-systems-and-climate/moving-plates/plate-motion-model',
    'cells-and-body-systems/traits-and-food-webs/punnett-square-model',
    'solar-system-and-beyond/sun-earth-moon/seasons-model',
    'energy-and-waves/waves/wave-string',
  ].map((code) => [code, ResourceType.interactive] as const),
  ...[
    'energy-and-waves/waves/transverse-wave',
    'matter/particles-and-states/heating-ice',
    'forces-and-motion/forces-and-newtons-laws/balanced-forces',
    'cells-and-body-systems/body-systems/blood-flow-video',
    'earth-systems-and-climate/water-and-air/water-cycle-video',
    'solar-system-and-beyond/sun-earth-moon/eclipse-video',
    'solar-system-and-beyond/sun-earth-moon/day-of-shadows',
  ].map((code) => [code, ResourceType.video] as const),
];

/** Viewports, each with a separate student, since the player reopens where a student left off. */
const screens = [
  { width: 1366, height: 768, student: 'maya' },
  { width: 390, height: 844, student: 'leo' },
];

const picture = 'article section[lang] svg[role=img], article video, article div > svg[role=img]';
const play = (page: Page) => page.getByRole('button', { name: /^(Play|Pause|Reset)$/ }).first();

/** Whether each element is between the bars on the screen, uncut. */
const inView = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const top = document.querySelector('header')!.getBoundingClientRect().bottom;
    const bottom = document.querySelector('footer')!.getBoundingClientRect().top;
    return [...document.querySelectorAll(wanted)].map((element) => {
      const box = element.getBoundingClientRect();
      return box.height > 0 && box.top >= top - 1 && box.bottom <= bottom + 1;
    });
  }, selector);

it.each(screens)('picture and controls are in view together at $width × $height', async ({ width, height, student }) => {
  const { lesson_id, assignment_id } = await giveLesson(`Models on ${width}`, resources);
  const page = await newPage();
  await page.setViewportSize({ width, height });
  await signIn(page, student);
  await page.goto(paths.lesson(lesson_id, assignment_id));
  for (const [at, [code, type]] of resources.entries()) {
    await page.getByText(`${at + 1} of ${resources.length}`, { exact: true }).waitFor();
    await page.locator(picture).first().waitFor();
    expect(await inView(page, picture), code).toEqual([true]);
    expect(await page.evaluate(() => window.scrollY), code).toBe(0);
    if (type === ResourceType.interactive) {
      expect(await page.getByRole('navigation').getByRole('listitem').count(), 'the list is folded away').toBe(0);
      const box = (await play(page).boundingBox())!;
      const footer = (await page.locator('footer').boundingBox())!;
      expect(box.y + box.height, `${code}: the first button is above the footer`).toBeLessThanOrEqual(footer.y);
      // To the last control by keyboard: the picture stays.
      const controls = page.locator('article section[lang]').locator('input, select, button');
      for (const control of [controls.first(), controls.last()]) {
        await control.focus();
        await expect.poll(() => inView(page, picture), { message: `${code}: the picture stays with its controls` }).toEqual([true]);
        expect(await control.evaluate((element) => element.getBoundingClientRect().top > 0), code).toBe(true);
      }
      expect(await inView(page, 'article section[lang] :is(input, select, button):focus'), code).toEqual([true]);
      await page.evaluate(() => window.scrollTo(0, 0));
    } else {
      await page.getByRole('combobox', { name: 'Speed' }).waitFor();
      expect(await inView(page, 'article :is(select, input[type=range])'), code).not.toContain(false);
    }
    if (at + 1 < resources.length) await page.getByRole('button', { name: 'Next' }).click();
  }
  await expectAccessible(page);
});

it('a film plays faster, on the whole screen, and the list of resources folds away', async () => {
  const { lesson_id, assignment_id } = await giveLesson('Fast film', [
    ['energy-and-waves/waves/transverse-wave', ResourceType.video],
    ['solar-system-and-beyond/sun-earth-moon/day-of-shadows', ResourceType.video],
    ['solar-system-and-beyond/the-solar-system/two-families-of-planets', ResourceType.reading],
  ]);
  const page = await newPage();
  await signIn(page, 'maya');
  await page.goto(paths.lesson(lesson_id, assignment_id));
  const whole = page.getByRole('button', { name: m.player_full_screen() });
  await whole.click();
  await page.getByRole('button', { name: m.player_leave_full_screen() }).click();
  await whole.waitFor();

  await page.getByRole('button', { name: 'Next' }).click();
  const film = page.locator('video');
  await film.waitFor();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
  expect(await film.evaluate((video) => (video as HTMLVideoElement).playbackRate)).toBe(1.5);

  const items = page.getByRole('navigation', { name: m.player_resources() }).getByRole('listitem');
  expect(await items.count()).toBe(0);
  await page.getByText('Contents', { exact: true }).click();
  expect(await items.count()).toBe(3);
  await items.nth(2).getByRole('button').click();
  await page.getByRole('heading', { level: 1, name: /families of planets/ }).waitFor();
  expect(await items.count(), 'beside a reading the list stays open').toBe(3);
  await page.getByText('Contents', { exact: true }).click();
  expect(await items.count()).toBe(0);
});

it('Back in a lesson leads to the resource before, and then out of it', async () => {
  const { lesson_id, assignment_id } = await giveLesson('There and back', [
    ['solar-system-and-beyond/the-solar-system/two-families-of-planets', ResourceType.reading],
    ['solar-system-and-beyond/the-solar-system/falling-around-the-sun', ResourceType.reading],
    ['solar-system-and-beyond/the-solar-system/planets-data-lab', ResourceType.dataLab],
  ]);
  const page = await newPage();
  await signIn(page, 'maya');
  const home = page.url();
  await page.goto(paths.lesson(lesson_id, assignment_id));
  const at = (number: number) => page.getByText(`${number} of 3`, { exact: true }).waitFor();
  await at(1);
  await expect.poll(() => page.url()).toMatch(/\?resource=\d+$/);
  const [first, next] = [page.url(), page.getByRole('button', { name: 'Next' })];
  await next.click();
  await at(2);
  await next.click();
  await at(3);
  await page.goBack();
  await at(2);
  await page.goForward();
  await at(3);
  await page.reload();
  await at(3);
  await page.goBack();
  await at(2);
  await page.goBack();
  await at(1);
  expect(page.url()).toBe(first);
  await page.goBack();
  await expect.poll(() => page.url()).toBe(home);
});
