import type { Page, Request, Response } from 'playwright-core';
import { expect } from 'vitest';
import type { QuestionType, QuizAnswer, StartedQuiz } from '../../contract/quiz.ts';
import { m } from '../../src/paraglide/messages.js';
import { percent } from '../../src/ui/numbers.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot, type Theme } from './browser.ts';
import { type Hands, pointer } from './hands.ts';

const password = 'science-rocks';
const className = 'Science 6, Period 2';

/** A lesson of the sample school that no class has yet. Each test assigns a different one. */
interface Lesson {
  name: string;
  resources: number;
}

interface Visit {
  page: Page;
  hands: Hands;
  locale: 'en' | 'es';
  /** Called on every screen, with its name. */
  look: (screen: string) => Promise<void>;
}

/** All messages in the language of the visit. */
type Words = { [Key in keyof typeof m]: (inputs?: Record<string, unknown>) => string };
const wordsIn = (locale: 'en' | 'es'): Words =>
  new Proxy({} as Words, {
    get:
      (_, key) =>
      (inputs: Record<string, unknown> = {}) =>
        (m as unknown as Record<string, (inputs: object, options: object) => string>)[String(key)]!(inputs, { locale }),
  });

async function fitsWidth(page: Page): Promise<void> {
  const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(width as number);
}

/** Checks a screen's width, runs axe unless another run has covered the screen, and takes a screenshot. */
const lookAt = (page: Page, name: string, isNew: boolean) => async (screen: string) => {
  await fitsWidth(page);
  if (isNew) await expectAccessible(page);
  await screenshot(page, `${name}-${screen}`);
};

async function signIn({ page, hands, look }: Visit, name: string): Promise<void> {
  await page.goto('/');
  await page.locator('input[name=username]').waitFor();
  await look('sign-in');
  await hands.type(page.locator('input[name=username]'), name);
  await hands.type(page.locator('input[name=password]'), password);
  await hands.press(page.locator('button[type=submit]'));
  await page.waitForURL(/\/authenticated\//);
}

/** The teacher views the assignments, assigns a prebuilt lesson to a class with one week to do it, and opens its result. */
async function assign(visit: Visit, lesson: Lesson): Promise<void> {
  const { page, hands, locale, look } = visit;
  const t = wordsIn(locale);
  await signIn(visit, 'rivera');
  await hands.press(page.getByRole('link', { name: t.common_nav_assignments() }).first());
  await page.getByRole('heading', { level: 1, name: t.teacher_assignments() }).waitFor();
  await page.getByRole('row').nth(3).waitFor();
  await look('assignments');
  await hands.press(page.getByRole('link', { name: t.teacher_assign_lesson() }));
  await hands.press(page.getByRole('tab', { name: t.library_tab_lessons() }));
  const card = page.getByRole('article', { name: lesson.name, exact: true });
  await card.waitFor();
  await look('library');
  await hands.press(card.getByRole('button', { name: t.teacher_assign(), exact: true }));
  const dialog = page.getByRole('dialog');
  await hands.tick(dialog.getByRole('checkbox', { name: new RegExp(`^${className}`) }));
  const from = await dialog.getByLabel(t.teacher_from()).inputValue();
  const to = new Date(Date.parse(from) + 7 * 24 * 3_600_000).toISOString().slice(0, 10);
  await dialog.getByLabel(t.teacher_to()).fill(to);
  await look('assign');
  const order = page.waitForRequest(/assign_assignment/);
  await hands.press(dialog.getByRole('button', { name: t.teacher_assign(), exact: true }));
  expect((await order).postDataJSON()).toMatchObject({ assignment_no: 1, assignment_details: expect.stringContaining('"category":1') });
  await page.getByText(t.teacher_assigned({ count: 1 })).waitFor();
  await hands.press(page.getByRole('link', { name: t.common_nav_assignments() }).first());
  await hands.press(page.getByRole('link', { name: lesson.name, exact: true }));
  await page.getByRole('heading', { level: 1, name: lesson.name }).waitFor();
  await page.getByRole('row', { name: /Castillo, Maya/ }).waitFor();
  await look('result-before');
}

/** A tracking call. */
interface Tracked {
  path: string;
  input: Record<string, string>;
  response: Response;
}

function watchTracking(page: Page): Tracked[] {
  const tracked: Tracked[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    const path = /\/(track_lesson|track_lesson_resource)$/.exec(pathname)?.[1];
    if (path && response.ok()) tracked.push({ path, input: Object.fromEntries(searchParams), response });
  });
  return tracked;
}

/** Answers the open question with the controls that its type must have. */
async function answer({ page, hands, locale }: Visit, type: QuestionType): Promise<void> {
  const question = page.locator('[data-focus=question]');
  const pickAll = async () => {
    await question.locator('select').first().waitFor();
    for (const select of await question.locator('select').all()) await hands.pickFirst(select);
  };
  const ways: Record<QuestionType, () => Promise<void>> = {
    single_choice: () => hands.tick(question.locator('input[type=radio]').first()),
    true_false: () => hands.tick(question.locator('input[type=radio]').first()),
    multiple_choice: async () => {
      await question.locator('input[type=checkbox]').nth(1).waitFor();
      for (const box of (await question.locator('input[type=checkbox]').all()).slice(0, 2)) await hands.tick(box);
    },
    short_text: () => hands.type(question.locator('input[type=text]'), 'condensation'),
    numeric: async () => {
      await question.getByText(wordsIn(locale).quiz_number_help()).waitFor();
      await hands.type(question.locator('input[type=text]'), '0');
    },
    ordering: () => hands.press(question.locator('ol li').first().getByRole('button').last()),
    matching: pickAll,
    label_diagram: async () => {
      await question.locator('svg[viewBox] title, figure').first().waitFor({ state: 'attached' });
      await pickAll();
    },
  };
  await question.waitFor();
  await ways[type]();
}

async function takeQuiz(visit: Visit): Promise<Set<QuestionType>> {
  const { page, hands, locale, look } = visit;
  const t = wordsIn(locale);
  const start = page.getByRole('button', { name: t.quiz_start() });
  await start.waitFor();
  await look('quiz-overview');
  const [response] = await Promise.all([page.waitForResponse(/start_(quiz|assessment)(\?|$)/), hands.press(start)]);
  const { questions } = ((await response.json()) as { data: StartedQuiz }).data.quiz_details;
  const count = questions.length;
  const types = new Set<QuestionType>();
  await page.locator('[data-focus=question]').waitFor();
  expect(await page.getByRole('navigation', { name: t.quiz_palette() }).getByRole('button').count()).toBe(count);
  for (const [index, { question_type }] of questions.entries()) {
    await page.getByRole('heading', { name: t.quiz_question_of({ at: index + 1, of: count }) }).waitFor();
    await answer(visit, question_type);
    if (!types.has(question_type)) await look(`quiz-${question_type}`);
    types.add(question_type);
    if (index < count - 1) await hands.press(page.getByRole('button', { name: t.quiz_next() }));
  }
  await hands.press(page.getByRole('button', { name: t.quiz_look_over() }));
  await page.getByText(t.quiz_all_answered()).waitFor();
  await look('quiz-review');
  const submission = page.waitForRequest(/submit_(quiz|assessment)_response/);
  await hands.press(page.getByRole('button', { name: t.quiz_hand_in() }));
  expectSubmission(await submission, count);
  await page.getByText(t.quiz_score_later()).waitFor();
  await page
    .locator('dd code')
    .filter({ hasText: /^[0-9a-f]{8}$/ })
    .waitFor();
  await look('quiz-receipt');
  return types;
}

function expectSubmission(request: Request, questions: number): void {
  const { submit_type, time_spent, quizResponse } = request.postDataJSON();
  expect({ submit_type, time_spent }).toEqual({ submit_type: 'save', time_spent: 40 });
  const answers = quizResponse as QuizAnswer[];
  expect(new Set(answers.map(({ question_id }) => question_id)).size).toBe(questions);
  for (const given of answers) {
    expect(given.answer_text !== '' || given.answer_id !== null, `an answer to ${given.question_id}`).toBe(true);
    expect(given.time_spent).toBeGreaterThanOrEqual(0);
  }
}

/** The student finds the lesson on the dashboard, plays it resource by resource, and takes its quiz. Returns the types of questions. */
async function play(visit: Visit, lesson: Lesson): Promise<Set<QuestionType>> {
  const { page, hands, locale, look } = visit;
  const t = wordsIn(locale);
  const tracked = watchTracking(page);
  await signIn(visit, 'maya');
  const link = page.getByRole('link', { name: lesson.name, exact: true });
  await link.waitFor();
  await look('dashboard');
  await hands.press(link);
  const items = page.getByRole('navigation', { name: t.player_resources() }).getByRole('listitem', { includeHidden: true });
  await items.first().waitFor({ state: 'attached' });
  expect(await items.count()).toBe(lesson.resources);
  let types = new Set<QuestionType>();
  for (let at = 0; at < lesson.resources; at++) {
    const item = items.nth(at);
    await page.getByRole('heading', { level: 1, name: ((await item.textContent()) ?? '').trim() }).waitFor();
    await page.locator('[class*=skeleton]').first().waitFor({ state: 'detached' });
    if (at === lesson.resources - 1) types = await takeQuiz(visit);
    else {
      const done = page.getByRole('button', { name: t.player_mark_done() });
      await done.waitFor();
      await look(`resource-${at + 1}`);
      await hands.press(done);
      await hands.press(page.getByRole('button', { name: t.player_next(), exact: true }));
    }
  }
  await hands.press(page.getByRole('button', { name: t.player_finish(), exact: true }));
  await page.getByRole('heading', { level: 1, name: t.player_finished() }).waitFor();
  await look('summary');
  await hands.press(page.getByRole('button', { name: t.player_to_home() }));
  await page.getByRole('heading', { name: t.student_done_title() }).waitFor();
  // The last report may still be in progress when the home page appears.
  await expect.poll(() => tracked.length % 2 === 0 && tracked.at(-2)?.input.mode).toBe('complete');
  await expectTracking(tracked, lesson);
  return types;
}

/** Lesson tracking, then resource tracking under the id from the response, in alternation. */
async function expectTracking(tracked: readonly Tracked[], { resources }: Lesson): Promise<void> {
  expect(tracked[0]).toMatchObject({ path: 'track_lesson', input: { mode: 'start', tracking_id: '0' } });
  expect(tracked[1]).toMatchObject({
    path: 'track_lesson_resource',
    input: { percentage_completed: '0', previous_resource_id: '0', tracking_id: '0' },
  });
  const pairs = tracked.filter((_, index) => index % 2 === 0).map((first, index) => [first, tracked[index * 2 + 1] as Tracked] as const);
  for (const [ofLesson, ofResource] of pairs) {
    expect([ofLesson.path, ofResource.path]).toEqual(['track_lesson', 'track_lesson_resource']);
    const { data: id } = (await ofLesson.response.json()) as { data: number };
    expect(Number(ofResource.input.lesson_tracking_id)).toBe(id);
  }
  const starts = pairs.filter(([{ input }]) => input.mode === 'start').map(([, { input }]) => input);
  expect(starts).toHaveLength(resources);
  expect(starts.map(({ percentage_completed }) => percentage_completed)).toEqual(starts.map(() => '0'));
  expect(
    starts.slice(1).map(({ previous_resource_id }) => previous_resource_id),
    'each start names the resource before',
  ).toEqual(starts.slice(0, -1).map(({ resource_id }) => resource_id));
  expect(pairs.at(-1)?.[0].input.mode, 'the last report completes the lesson').toBe('complete');
}

/** The teacher finds the student's result. */
async function review({ page, locale, look }: Visit, lesson: Lesson): Promise<void> {
  const t = wordsIn(locale);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: lesson.name }).waitFor();
  const results = page.getByRole('table', { name: t.teacher_by_student() });
  const row = results.getByRole('row', { name: /Castillo, Maya/ });
  await row.waitFor();
  const cells = await row.getByRole('cell').allTextContents();
  expect(cells).toContain(t.teacher_completed());
  expect(cells).toContain(percent(1, locale));
  const [score, state] = (cells.at(-1) ?? '').split(' · ');
  expect(score, 'a score').toMatch(/^\d+([.,]\d+)? \S+ \d+$/);
  expect(state).toBe(t.reports_state_graded());
  await look('result-after');
}

interface Run {
  lesson: Lesson;
  theme?: Theme;
  viewport?: 'phone';
  locale?: 'en' | 'es';
  hands?: (page: Page) => Hands;
}

/**
 * The product's main job, with axe and a width check on every screen: a teacher assigns a lesson to a class, a student plays it and takes
 * its quiz, the teacher sees the result. Returns the question types of the quiz.
 */
export async function mainJob(
  name: string,
  { lesson, theme = 'light', viewport, locale = 'en', hands = pointer }: Run,
): Promise<Set<QuestionType>> {
  const options = { theme, locale: locale === 'en' ? ('en-US' as const) : ('es-MX' as const), ...(viewport ? { viewport } : {}) };
  const [office, desk] = [await newPage(options), await newPage(options)];
  const visit = (page: Page, way: Hands): Visit => ({ page, hands: way, locale, look: lookAt(page, name, hands === pointer) });
  await assign(visit(office, pointer()), lesson);
  const types = await play(visit(desk, hands(desk)), lesson);
  await review(visit(office, pointer()), lesson);
  return types;
}
