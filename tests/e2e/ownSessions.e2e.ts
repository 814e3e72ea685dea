import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, searchList } from './browser.ts';
import { goWithin, signIn } from './gates.ts';
import { giveQuiz, goOnWithQuiz, question } from './quizSchool.ts';

const password = 'science-rocks';
/** The browser's own console line about the 401 after a remote sign-out. */
const signedOut = { expected: [/status of 401/] };
const popupOf = (page: Page) => page.getByRole('alertdialog', { name: m.common_session_expired() });

it('who signs out elsewhere ends that session alone; an answer given there waits, and is sent after the next sign-in', async () => {
  const quiz = await giveQuiz('leo', 'Energy for Leo, signed out');
  const { quiz_details } = await quiz.started();
  const { id, answer_options } = quiz_details.questions.find(({ question_type }) => /single_choice/.test(question_type))!;
  const there = await newPage({ ...signedOut, viewport: 'phone' });
  await signIn(there, 'leo');
  await there.goto(quiz.path);
  await goOnWithQuiz(there);
  await there.getByRole('combobox', { name: m.quiz_layout() }).selectOption('all');

  const here = await newPage({ expected: [/status of 400/] });
  await signIn(here, 'leo');
  await goWithin(here, `${paths.profile}/sessions`);
  const rows = here.getByRole('listitem').filter({ hasText: 'Chrome on Linux' });
  await rows.filter({ hasText: m.account_sessions_this() }).waitFor();
  await expectAccessible(here);
  const before = await here.getByRole('button', { name: /^Sign out of / }).count();
  await rows
    .getByRole('button', { name: /^Sign out of / })
    .first()
    .click();
  const dialog = here.getByRole('dialog');
  await dialog.getByLabel(m.account_sessions_password()).fill('wrong');
  await here.keyboard.press('Enter');
  await dialog.getByText('Your current password is not right.').waitFor();
  await expectAccessible(here);
  await dialog.getByLabel(m.account_sessions_password()).fill(password);
  await here.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => here.getByRole('button', { name: /^Sign out of / }).count()).toBe(before - 1);

  await question(there, id).getByRole('radio').nth(1).check();
  await popupOf(there).waitFor();
  await there.getByText('Nothing on this page is lost').waitFor();
  await there.getByLabel('Password', { exact: true }).fill(password);
  await there.keyboard.press('Enter');
  await popupOf(there).waitFor({ state: 'detached' });
  await question(there, id).getByRole('radio', { checked: true }).waitFor();
  const stored = async () => (await quiz.started()).responses.find((one) => one.question_id === id)?.answer_id;
  await expect.poll(stored).toBe(answer_options[1]?.id);
  // This session was never asked to sign in again.
  await here.reload();
  await here.getByRole('heading', { name: m.account_sessions_title() }).waitFor();
});

it('an administrator ends all sessions of a student, who is then asked to sign in again', async () => {
  const there = await newPage(signedOut);
  await signIn(there, 'leo');
  await there.getByRole('heading', { name: /^Hello, / }).waitFor();
  const here = await newPage();
  await signIn(here, 'lindqvist');
  await goWithin(here, '/authenticated/admin/manageUsers/search');
  await searchList(here, 'leo');
  await here
    .getByRole('button', { name: /^Actions for Leo / })
    .first()
    .click();
  await expectAccessible(here);
  await here.getByRole('menuitem', { name: m.account_end_sessions() }).click();
  await here.getByRole('alertdialog').getByRole('button', { name: m.account_end_sessions() }).click();
  await here.getByText(/^Leo .* is signed out: \d+ sessions? ha/).waitFor();
  await expectAccessible(here);
  await there.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await popupOf(there).waitFor();
});
