import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible, newPage, screenshot } from './browser.ts';
import { signIn } from './gates.ts';
import { excess, unseen } from './layout.ts';

/** What a quiz of five questions may take (issue 17). */
const mostClicks = 25;

const lookAt = (page: Page, viewport: string) => async (name: string) => {
  expect((await excess(page))[0], `${name} fits its width`).toBeLessThanOrEqual(unseen);
  await expectAccessible(page);
  await screenshot(page, `writeQuiz-${name}-${viewport}`);
};

it.each(['desktop', 'phone'] as const)(
  'a teacher writes a quiz of five questions in few clicks, plays it, and puts it into a lesson (%s)',
  async (viewport) => {
    const page = await newPage({ viewport });
    const look = lookAt(page, viewport);
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
  },
);
