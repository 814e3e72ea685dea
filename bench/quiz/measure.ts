import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { ResourceType } from '../../contract/content.ts';
import type { PlayerLesson } from '../../contract/player.ts';
import type { QuizResult, StartedQuiz } from '../../contract/quiz.ts';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { serveFloor } from '../first-screen/measure.ts';
import { counts } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';
import { signIn } from '../lib/signIn.ts';

const questions = 100;
const options = 50;
const { choices, secondsOfTyping } = counts.quiz;
const kB = 1000;
const quiz_id = 41;

const overview: { quiz_details: object } = {
  quiz_details: {
    quiz_id,
    title: 'Large',
    intro: '',
    question_count: questions,
    points: questions,
    minutes: 10,
    is_timed: false,
    result: null satisfies QuizResult | null,
  },
};
const started: StartedQuiz = {
  result_id: 91,
  start_time: new Date(0).toISOString(),
  end_time: null,
  quiz_details: {
    quiz_id,
    title: 'Large',
    questions: Array.from({ length: questions }, (_, at) => ({
      id: at + 1,
      question_type: at === 0 ? 'short_text' : 'single_choice',
      question_text: `Question ${at + 1}`,
      diagram: null,
      points: 1,
      unit: null,
      targets: [],
      answer_options:
        at === 0 ? [] : Array.from({ length: options }, (_, option) => ({ id: option + 1, answer_text: `Option ${option + 1}` })),
    })),
  },
  responses: [],
};
const envelope = (data: unknown) => ({ json: { status: 'success', message: '', data } });

/** Signs a student in. Returns the URL of the first lesson on the home page. */
async function toFirstLesson(page: Page): Promise<string> {
  await signIn(page, '/', 'maya');
  return (await page.locator('main article a[href*=studentLessonPlayer]').first().getAttribute('href')) as string;
}

/** Serves the large quiz in place of a lesson. Returns a function that counts the saves. */
async function serveLargeQuiz(page: Page): Promise<() => number> {
  let saves = 0;
  await page.route('**/studentDashboard/lesson_player*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: PlayerLesson };
    const [resource] = answer.data.lesson_resources;
    const quiz = { ...resource!, resource_type_id: ResourceType.quiz, quiz_id, is_handed_in: true, percentage_completed: 0 };
    await route.fulfill(envelope({ ...answer.data, lesson_resources: [quiz] }));
  });
  await page.route('**/quiz/get_quiz_details*', (route) => route.fulfill(envelope(overview)));
  await page.route('**/quiz/start_quiz*', (route) => route.fulfill(envelope(started)));
  await page.route('**/quiz/save_answers*', (route) => {
    saves += 1;
    const { answers } = route.request().postDataJSON() as { answers: { question_id: number; sequence: number }[] };
    return route.fulfill(envelope({ saved: answers.map(({ question_id, sequence }) => ({ question_id, sequence })), end_time: null }));
  });
  return () => saves;
}

/** Time from choosing an option to the next paint, ms. Each time a different option. */
async function inputToPaint(page: Page): Promise<number> {
  const times: number[] = [];
  for (let input = 0; input < choices; input++)
    times.push(
      await page.evaluate(
        (place) =>
          new Promise<number>((done) => {
            const began = performance.now();
            (document.querySelectorAll('input[type=radio]')[place] as HTMLInputElement).click();
            requestAnimationFrame(() => {
              const after = new MessageChannel();
              after.port1.onmessage = () => done(performance.now() - began);
              after.port2.postMessage(null);
            });
          }),
        input + 1,
      ),
    );
  return median(times);
}
const slowDown = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return session;
};

async function inContext<T>(browser: Browser, baseURL: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block', reducedMotion: 'reduce' });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Time from a choice to its paint, once the last option of a question is there. */
async function choiceToPaint(page: Page): Promise<number> {
  await page
    .locator('input[type=radio]')
    .nth(options - 1)
    .waitFor();
  await slowDown(page);
  return inputToPaint(page);
}

/** Input to paint in a quiz of 100 questions with 50 options each, one of them on the page or all. */
const ours = (browser: Browser, url: string, layout: 'one' | 'all') =>
  inContext(browser, url, async (page) => {
    const lesson = await toFirstLesson(page);
    await serveLargeQuiz(page);
    await page.goto(lesson);
    await page.getByRole('button', { name: m.quiz_start() }).click();
    await page.getByRole('combobox', { name: m.quiz_layout() }).selectOption(layout);
    if (layout === 'one') await page.getByRole('navigation', { name: m.quiz_palette(), exact: true }).getByRole('button').nth(1).click();
    return choiceToPaint(page);
  });
const floorOf = (browser: Browser, url: string, layout: 'one' | 'all') =>
  inContext(browser, url, async (page) => {
    await page.goto(`${url}?layout=${layout}`);
    return choiceToPaint(page);
  });

/** Number of saves while a student types, five letters per second. */
const savesWhileTyping = (browser: Browser, url: string) =>
  inContext(browser, url, async (page) => {
    const lesson = await toFirstLesson(page);
    const saves = await serveLargeQuiz(page);
    await page.goto(lesson);
    await page.getByRole('button', { name: m.quiz_start() }).click();
    const field = page.locator('main input[type=text], main textarea').first();
    await field.focus();
    const began = Date.now();
    while (Date.now() - began < secondsOfTyping * 1000) await field.press('a', { delay: 200 });
    return saves();
  });

/** Cost of going from the home page through the player to an open quiz, on a slow laptop (4× CPU) with an empty cache. */
const wayToQuiz = (browser: Browser, url: string) =>
  inContext(browser, url, async (page) => {
    const lesson = await toFirstLesson(page);
    await serveLargeQuiz(page);
    const session = await slowDown(page);
    let transfer = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      transfer += encodedDataLength;
    });
    await session.send('Network.enable');
    await session.send('Network.clearBrowserCache');
    await session.send('Performance.enable');
    await page.goto(paths.studentDashboard);
    await page.locator('main article').first().waitFor();
    await page.locator(`main a[href="${lesson}"]`).first().click();
    await page.getByRole('button', { name: m.quiz_start() }).click();
    await page.getByRole('combobox', { name: m.quiz_layout() }).waitFor();
    await page.waitForLoadState('networkidle');
    const { metrics } = await session.send('Performance.getMetrics');
    return { transfer: transfer / kB, time: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000 };
  });

/** A large quiz: how soon a choice is shown, how often it is saved, and what it costs to get there. */
export async function measureQuiz(): Promise<Measure[]> {
  await build();
  const floor = await serveFloor(join(import.meta.dirname, 'floor'));
  const server = await spawnServer({}, builtServer);
  const browser = await launchChromium();
  try {
    const measures: Measure[] = [];
    for (const [layout, words, atMost] of [
      ['one', 'one question of 50 options on the page', 3],
      ['all', 'all 100 questions on the page', 2],
    ] as const)
      measures.push({
        name: `choice to paint, ${words}, 4× CPU`,
        unit: 'ms',
        ours: await ours(browser, server.url, layout),
        floor: await floorOf(browser, floor.url, layout),
        goal: { atMost },
      });
    measures.push({
      name: `saves in ${secondsOfTyping} s of typing`,
      unit: 'requests',
      ours: await savesWhileTyping(browser, server.url),
      goal: { atMost: 20 },
    });
    const way = await wayToQuiz(browser, server.url);
    measures.push({ name: 'home → player → quiz, transfer', unit: 'kB', ours: way.transfer, goal: { atMost: 600 } });
    measures.push({ name: 'home → player → quiz, main thread, 4× CPU', unit: 'ms', ours: way.time, goal: { atMost: 4_000 } });
    return measures;
  } finally {
    await browser.close();
    await server.stop();
    floor.stop();
  }
}
