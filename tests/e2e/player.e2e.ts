import axe from 'axe-core';
import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { framePath } from '../../server/provider/frame.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { having } from '../kit/words.ts';
import { expectAccessible } from './accessible.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { giveLesson, type Resources } from './quizSchool.ts';
import { said, silentVoice } from './voice.ts';

const resources: Resources = [
  ['matter/particles-and-states/popcorn-620', ResourceType.leveledReader],
  ['energy-and-waves/electric-circuits/circuits-quiz', ResourceType.printableQuiz],
  ['solar-system-and-beyond/stars-and-galaxies/stars-and-galaxies-quiz', ResourceType.providerAssessment],
];

/** Stores the last keepalive request, which nothing else can see. */
const hearLastWords = (page: Page) =>
  page.addInitScript(() => {
    const { fetch } = globalThis;
    globalThis.fetch = (address, request) => {
      if (request?.keepalive) sessionStorage.setItem('last words', JSON.stringify([String(address), request.body]));
      return fetch(address, request);
    };
  });

const resourceNamed = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: m.player_resources() }).getByRole('button', { name });

/** Runs axe inside the frame, which the check of the page does not cover. */
async function expectAccessibleFrame(page: Page): Promise<void> {
  const frame = page.frames().find((one) => one.url().includes(framePath))!;
  await frame.evaluate(axe.source);
  const violations = await frame.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      resultTypes: ['violations'],
    });
    return found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
  expect(violations).toEqual([]);
}

async function answerFirst(frame: FrameLocator): Promise<void> {
  await frame.getByRole('radio', { name: 'From hydrogen nuclei that join into helium' }).check();
  await frame
    .getByRole('group', { name: /Label the groups of stars/ })
    .getByRole('combobox')
    .first()
    .selectOption({ index: 1 });
}

it('a student reads and hears a reader, hands in a sheet, and takes an assessment of the provider', async () => {
  const { lesson_id, assignment_id, group_assignment_id } = await giveLesson('Three kinds', resources);
  const page = await newPage();
  await silentVoice(page);
  await hearLastWords(page);
  await signIn(page, 'maya');
  const tracked = page.waitForResponse((response) => response.url().includes(calls.startContentTracking.path));
  await page.goto(paths.lesson(lesson_id, assignment_id, group_assignment_id));

  // The reader: its voice, its levels, its page after a reload.
  await page.getByRole('button', { name: m.player_read_aloud() }).click();
  await expect.poll(async () => (await said(page)).length).toBeGreaterThan(1);
  expect((await said(page))[0]).toMatch(/^en-US: .+[.!?]$/);
  expect(await page.evaluate(() => CSS.highlights.has('spoken'))).toBe(true);
  await page.getByRole('button', { name: m.player_read_stop() }).click();
  expect(await page.evaluate(() => CSS.highlights.has('spoken'))).toBe(false);
  await expectAccessible(page);
  await page.getByRole('button', { name: m.player_page_next() }).click();
  await page.getByText(/^Page 2 of/).waitFor();
  // A brief glance at content is not reported.
  await tracked;
  await page.reload();
  await page.getByText(/^Page 2 of/).waitFor();
  // Time on content ends with the page, through a keepalive request.
  const [address, body] = await page.evaluate(() => JSON.parse(sessionStorage.getItem('last words') ?? '[]') as [string, string]);
  expect(address).toMatch(new RegExp(`${calls.endContentTracking.path}$`));
  expect(JSON.parse(body).time_spent).toBeGreaterThan(0);
  await page.getByRole('button', { name: having(m.player_level()) }).click();
  await page.getByRole('option', { name: 'Lexile 1020L' }).click();
  await page.getByText(/at its original level/).waitFor();

  // The sheet: nothing else is printed.
  await resourceNamed(page, /electric circuits/).click();
  await page.getByRole('textbox', { name: m.quiz_your_answers() }).fill('1. a switch');
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { level: 2, name: 'Quiz: electric circuits' }).waitFor();
  for (const hidden of [page.getByRole('navigation'), page.getByRole('textbox'), page.getByRole('button', { name: 'Leave' })])
    await expect.poll(() => hidden.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: m.quiz_hand_in() }).click();
  await page.getByRole('heading', { name: m.printable_handed_in() }).waitFor();
  await resourceNamed(page, /electric circuits \(done\)/).waitFor();

  // The provider: answers are saved, and messages from a wrong origin are ignored.
  await resourceNamed(page, /stars and galaxies/).click();
  await page.getByRole('button', { name: m.quiz_start() }).click();
  const frame = page.frameLocator('iframe');
  await answerFirst(frame);
  await page.locator('main').getByText('Saved', { exact: true }).first().waitFor();
  await expectAccessibleFrame(page);
  await page.evaluate(() => window.postMessage({ protocol: 'orrery-assessment/1', type: 'handedIn', answers: [] }, '*'));
  await page
    .getByText(/claimed to be the assessment/)
    .first()
    .waitFor();
  await expectAccessible(page);
  // A reopened frame has the answers.
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await frame.getByRole('radio', { name: 'From hydrogen nuclei that join into helium' }).waitFor();
  expect(await frame.getByRole('radio', { name: 'From hydrogen nuclei that join into helium' }).isChecked()).toBe(true);
  await frame.getByRole('button', { name: m.quiz_hand_in() }).click();
  await page.getByText('2 of 9 questions answered').waitFor();
  await resourceNamed(page, /stars and galaxies \(done\)/).waitFor();

  await resourceNamed(page, /popcorn/).click();
  await page.getByRole('button', { name: m.player_mark_done() }).click();
  await page.getByRole('heading', { name: m.player_finished() }).waitFor();
  await page.getByRole('link', { name: /^Next:/ }).waitFor();
});

it('the frame of the provider reads nothing of the page around it and calls nobody', async () => {
  const page = await newPage({ expected: [/Content Security Policy|connect-src|Failed to fetch/] });
  await page.goto('/');
  await page.evaluate((path) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = `${path}#secret`;
    document.body.append(frame);
  }, framePath);
  const find = () => page.frames().find((one) => one.url().includes(framePath));
  await expect.poll(find).toBeDefined();
  const inside = find()!;
  await inside.waitForLoadState();
  const reached = await inside.evaluate(async () => {
    const attempt = async (act: () => unknown) => {
      try {
        await act();
        return 'reached';
      } catch {
        return 'refused';
      }
    };
    return [
      self.origin,
      await attempt(() => parent.document.title),
      await attempt(() => localStorage.length),
      await attempt(() => document.cookie),
      await attempt(() => fetch('/api/health')),
    ];
  });
  expect(reached).toEqual(['null', 'refused', 'refused', 'refused', 'refused']);
});
