import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { lookAt } from './layout.ts';

/** What a quiz of five questions may take (issue 17). */
const mostClicks = 25;

const className = 'Science 6, Period 2';

/** A student answers the five questions, the second one wrong, and submits them. */
async function answer(page: Page): Promise<void> {
  await page.getByRole('button', { name: m.quiz_start() }).click();
  const answers = [
    (question: Locator) => question.getByRole('radio', { name: 'Steam' }).check(),
    (question: Locator) => question.getByRole('radio', { name: 'Wood' }).check(),
    (question: Locator) => question.getByRole('radio', { name: m.authoring_false() }).check(),
    (question: Locator) => question.getByRole('textbox').fill('evaporation'),
    (question: Locator) => question.getByRole('textbox').fill('100'),
  ];
  for (const [index, give] of answers.entries()) {
    await page.getByRole('heading', { name: m.quiz_question_of({ at: index + 1, of: answers.length }) }).waitFor();
    await give(page.locator('[data-focus=question]'));
    if (index < answers.length - 1) await page.getByRole('button', { name: m.quiz_next() }).click();
  }
  await page.getByRole('button', { name: m.quiz_look_over() }).click();
  await page.getByText(m.quiz_all_answered()).waitFor();
  await page.getByRole('button', { name: m.quiz_hand_in() }).click();
  await page.getByText(m.quiz_score_later()).waitFor();
}

it.each(['desktop', 'phone'] as const)(
  'a teacher writes a quiz of five questions in few clicks, plays it, assigns it in a lesson, and sees a student’s result (%s)',
  async (viewport) => {
    const page = await newPage({ viewport });
    const look = lookAt(page, 'writeQuiz', viewport);
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks++;
      await target.click();
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const type = (text: string) => page.keyboard.type(text);
    const text = page.getByRole('textbox', { name: m.authoring_text() });
    /** Waits for the cursor in the text of the question that was added, and types it. */
    const ask = async (number: number, words: string) => {
      await page.getByRole('heading', { name: m.authoring_question({ number }), exact: true }).waitFor();
      await expect.poll(() => text.last().evaluate((field) => field.contains(document.activeElement))).toBe(true);
      await type(words);
    };
    const option = (number: number) => page.getByRole('textbox', { name: m.authoring_option({ number }), exact: true });
    const fill = async (words: readonly string[]) => {
      await option(1).focus();
      for (const [index, word] of words.entries()) {
        await type(word);
        if (index < words.length - 1) await page.keyboard.press('Enter');
        if (index < words.length - 1)
          await expect.poll(() => option(index + 2).evaluate((field) => field === document.activeElement)).toBe(true);
      }
    };
    const title = `Heat and matter ${viewport}`;

    await signIn(page, 'rivera');
    await page.goto(paths.ownQuizzes);
    await click(page.getByRole('link', { name: m.authoring_new() }));
    await page.getByRole('textbox', { name: m.authoring_title() }).waitFor();
    await page.getByRole('textbox', { name: m.authoring_title() }).focus();
    await type(title);
    await text.focus();
    await ask(1, 'What does water become when it boils?');
    await fill(['Steam', 'Ice', 'Fog']);
    await look('first');
    await page.keyboard.press('Control+Enter');
    await ask(2, 'Which of these conducts heat best?');
    await fill(['Copper', 'Wood', 'Glass', 'Air']);
    await click(button(m.authoring_type_truth()));
    await ask(3, 'Ice is warmer than steam.');
    await click(page.getByRole('radio', { name: m.authoring_false() }));
    await click(button(m.authoring_type_text()));
    await ask(4, 'What is it called when water becomes a gas?');
    await page.getByRole('textbox', { name: m.authoring_accepted_number({ number: 1 }) }).focus();
    await type('Evaporation');
    await click(button(m.authoring_type_number()));
    await ask(5, 'At how many °C does water boil at sea level?');
    await page.getByRole('textbox', { name: m.authoring_value() }).focus();
    await type('100');
    await click(button(m.authoring_publish()));
    await page.getByText(m.authoring_published_text()).waitFor();
    await look('ready');
    expect(clicks).toBeLessThanOrEqual(mostClicks);

    await button(m.authoring_preview()).click();
    await page.getByRole('heading', { name: m.quiz_question_of({ at: 1, of: 5 }) }).waitFor();
    await page.getByRole('radio', { name: 'Steam' }).check();
    await button(m.check_button()).click();
    await page.getByText(m.check_right()).first().waitFor();
    await look('preview');
    await button(m.authoring_preview_back()).click();

    await page.getByRole('link', { name: m.authoring_to_list() }).click();
    await page.getByRole('button', { name: m.authoring_pick({ label: m.library_pick(), title }) }).click();
    await look('list');
    await page.getByRole('link', { name: m.library_create_lesson() }).click();
    await page.getByRole('link', { name: m.workspace_new_lesson() }).click();
    await page.getByRole('textbox', { name: m.builder_name(), exact: true }).fill(`With ${title}`);
    await page.getByRole('button', { name: /^Remove / }).waitFor();
    await button(m.builder_save()).click();
    await page
      .getByText(/^Saved at/)
      .first()
      .waitFor();

    await button(m.builder_assign()).click();
    // It has no due date.
    await button(m.builder_findings_go_on()).click();
    const classes = page.getByRole('dialog');
    await classes.getByRole('checkbox', { name: new RegExp(`^${className}`) }).check();
    await classes.getByRole('button', { name: m.teacher_assign(), exact: true }).click();
    await page.getByText(m.teacher_assigned({ count: 1 })).waitFor();

    const student = await newPage({ viewport });
    await signIn(student, 'maya');
    // The dashboard shows only what is due soonest, and other walks give her work, too.
    await student.goto(paths.studentAssignments);
    await student.getByRole('link', { name: `With ${title}`, exact: true }).click();
    await answer(student);
    await page.goto(paths.assignments);
    await page
      .getByRole('link', { name: `With ${title}`, exact: true })
      .first()
      .click();
    const result = page.getByRole('row', { name: /Castillo, Maya/ });
    await result.getByText(m.teacher_completed()).waitFor();
    expect((await result.getByRole('cell').allTextContents()).at(-1)).toMatch(/^4 \S+ 5/);
    await look('result');
  },
);
