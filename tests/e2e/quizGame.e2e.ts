import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { guestPaths } from '../../src/views/quizGame/guestPaths.ts';
import { studentRegistration } from '../../src/views/quizGame/studentRegistration.screen.ts';
import { teacherGames } from '../../src/views/quizGame/teacherGames.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { signIn } from './gates.ts';
import { excess } from './layout.ts';

const es = { locale: 'es' } as const;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Chooses the first option with these words. */
async function choose(select: Locator, words: string): Promise<void> {
  const option = select.locator('option', { hasText: words }).first();
  await option.waitFor({ state: 'attached' });
  await select.selectOption(await option.getAttribute('value'));
}
const options = (page: Page) => page.locator('main ol button');

/** A teacher's laptop, and a projector. */
const boardSizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

/** What the room must see is on the board without scrolling, at both sizes. */
async function expectOnBoard(board: Page, name: string, ...seen: readonly Locator[]): Promise<void> {
  const before = board.viewportSize();
  for (const size of boardSizes) {
    await board.setViewportSize(size);
    for (const one of seen) {
      await one.waitFor();
      const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
      expect(y + height, `${name} at ${size.width} px`).toBeLessThanOrEqual(size.height);
    }
    await screenshot(board, `quiz-game-${name}-${size.width}`);
    expect((await excess(board))[0], `${name} at ${size.width} px`).toBe(0);
  }
  if (before) await board.setViewportSize(before);
}

it('a teacher leads a game, and two students play it: by keyboard in Spanish on a phone, and through a reload', async () => {
  const [teacher, maya, leo] = [
    await newPage(),
    await newPage({ viewport: 'phone', theme: 'dark', locale: 'es-MX' }),
    await newPage({ theme: 'contrast' }),
  ];
  await signIn(teacher, 'rivera');
  await signIn(maya, 'maya');
  await signIn(leo, 'leo');
  await teacher.goto(addressOf(teacherGames));
  const [group, quiz] = [teacher.getByLabel(m.quizGame_class()), teacher.getByLabel(m.quizGame_quiz(), { exact: true })];
  // By their names: other walks on the same server add classes and quizzes.
  await choose(group, 'Science 6, Period 2');
  await teacher.getByRole('searchbox').fill('Moon and eclipses');
  await teacher.keyboard.press('Enter');
  await choose(quiz, 'Moon and eclipses');
  await expectAccessible(teacher);
  await button(teacher, m.quizGame_open()).click();
  const code = teacher.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/);
  await code.waitFor();
  for (const page of [maya, leo]) {
    await page.goto(`${addressOf(studentRegistration)}?code=${encodeURIComponent((await code.textContent()) ?? '')}`);
    await page.locator('main form button[type=submit]').click();
  }
  await maya.getByRole('heading', { name: m.quizGame_waiting({}, es) }).waitFor();
  await expectAccessible(maya);
  await teacher.getByRole('heading', { name: m.quizGame_players({ count: 2 }) }).waitFor();
  await expectAccessible(teacher);
  await expectOnBoard(teacher, 'lobby', code, button(teacher, m.quizGame_start()));

  await button(teacher, m.quizGame_start()).click();
  await options(maya).first().waitFor();
  await expectAccessible(maya);
  await expectAccessible(teacher);
  const lastOption = teacher.locator('main ol > li').last();
  await expectOnBoard(teacher, 'question', lastOption, button(teacher, m.quizGame_close()));
  await expect.poll(() => maya.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.focus)).toBe('quiz-game');
  await maya.keyboard.press('1');
  await maya.getByText(m.quizGame_answered({}, es)).last().waitFor();
  await teacher.getByText(m.quizGame_answers_of({ count: 1, total: 2 })).waitFor();
  // A reload brings back name and answer.
  await maya.reload();
  await maya.getByText(m.quizGame_answered({}, es)).last().waitFor();
  expect(await options(maya).first().getAttribute('aria-pressed')).toBe('true');
  await options(leo).nth(1).click();
  await teacher.getByText(m.quizGame_right_answer()).waitFor();
  await maya.getByText(m.quizGame_right_answer({}, es)).waitFor();
  await leo.getByText(m.quizGame_right_answer()).waitFor();
  for (const page of [teacher, maya, leo]) await expectAccessible(page);
  await expectOnBoard(teacher, 'result', lastOption, button(teacher, m.quizGame_next()));

  // The teacher's reload takes the room up.
  await teacher.reload();
  await button(teacher, m.quizGame_next()).waitFor();
  await button(teacher, m.quizGame_end()).click();
  await teacher.getByRole('alertdialog').getByRole('button', { name: m.quizGame_end() }).click();
  await teacher.getByRole('heading', { name: m.quizGame_over() }).waitFor();
  await maya.getByRole('heading', { name: m.quizGame_over({}, es) }).waitFor();
  for (const page of [teacher, maya]) await expectAccessible(page);
  await expectOnBoard(teacher, 'winners', teacher.getByRole('heading', { name: m.quizGame_over() }));
  await maya.getByRole('link', { name: m.quizGame_report_own({}, es) }).click();
  await maya.getByRole('heading', { name: /^Pregunta 1 de/ }).waitFor();
  await expectAccessible(maya);
  await teacher.getByRole('link', { name: m.quizGame_report(), exact: true }).click();
  await teacher.getByRole('table', { name: m.quizGame_by_question() }).waitFor();
  await expectAccessible(teacher);

  // It counts only when the teacher says so, and until that is taken back.
  await maya.goto(paths.studentReport);
  await maya.getByRole('heading', { name: m.student_report_title({}, es) }).waitFor();
  const own = maya.getByText(m.student_game({}, es), { exact: true });
  expect(await own.count()).toBe(0);
  const confirm = async (name: string) => {
    await button(teacher, name).press('Enter');
    const question = teacher.getByRole('alertdialog');
    await question.waitFor();
    await expectAccessible(teacher);
    await question.getByRole('button', { name, exact: true }).press('Enter');
  };
  await confirm(m.quizGame_count());
  await teacher.getByText(m.quizGame_counts(), { exact: true }).waitFor();
  await expectAccessible(teacher);
  await maya.reload();
  await own.first().waitFor();
  await expectAccessible(maya);
  await confirm(m.quizGame_uncount());
  await teacher.getByText(m.quizGame_counts_not(), { exact: true }).waitFor();
  await maya.reload();
  await maya.getByRole('heading', { name: m.student_report_title({}, es) }).waitFor();
  expect(await own.count()).toBe(0);
});

it('somebody without an account plays on a phone, through a reload, and is told apart on the board', async () => {
  const [teacher, guest] = [await newPage(), await newPage({ viewport: 'phone', locale: 'es-MX' })];
  await signIn(teacher, 'rivera');
  await teacher.goto(addressOf(teacherGames));
  await choose(teacher.getByLabel(m.quizGame_class()), m.quizGame_class_any());
  await teacher.getByRole('searchbox').fill('Moon and eclipses');
  await teacher.keyboard.press('Enter');
  await choose(teacher.getByLabel(m.quizGame_quiz(), { exact: true }), 'Moon and eclipses');
  await teacher.getByRole('switch', { name: m.quizGame_guests() }).click();
  await button(teacher, m.quizGame_open()).click();
  const code = teacher.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/);
  await code.waitFor();
  await teacher.getByText(m.quizGame_guests_welcome()).waitFor();
  await expectAccessible(teacher);

  await guest.goto(guestPaths.joinWith((await code.textContent()) ?? ''));
  await guest.getByLabel(m.quizGame_own_name({}, es)).fill('Robin');
  await expectAccessible(guest);
  await guest.keyboard.press('Enter');
  await guest.getByRole('heading', { name: m.quizGame_waiting({}, es) }).waitFor();
  await expectAccessible(guest);
  await teacher.getByText(m.quizGame_guest(), { exact: true }).waitFor();
  await button(teacher, m.quizGame_start()).click();
  await options(guest).first().click();
  await guest.getByText(m.quizGame_right_answer({}, es)).waitFor();
  await guest.reload();
  await guest.getByText(m.quizGame_right_answer({}, es)).waitFor();
  await guest.getByText('Robin').waitFor();
  await expectAccessible(guest);
  await button(teacher, m.quizGame_end()).click();
  await teacher.getByRole('alertdialog').getByRole('button', { name: m.quizGame_end() }).click();
  await guest.getByRole('heading', { name: m.quizGame_over({}, es) }).waitFor();
  await expectAccessible(guest);
  // The room does not know its guest any more.
  await guest.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('orrery.guest') ?? '');
    localStorage.setItem('orrery.guest', JSON.stringify({ ...kept, device_key: crypto.randomUUID() }));
  });
  await guest.reload();
  await guest.getByRole('main').getByText(m.quizGame_gone({}, es)).waitFor();
  await guest.getByRole('link', { name: m.quizGame_other_game({}, es) }).waitFor();
  await expectAccessible(guest);
});
