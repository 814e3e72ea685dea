import { expect, it } from 'vitest';
import { undoTime } from '../../src/machines/command/commandMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { contentSetup } from '../../src/views/contentSetup/contentSetup.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { drag, newPage } from './browser.ts';
import { signIn } from './gates.ts';
import { lookAt } from './layout.ts';

it.each(['desktop', 'phone', 'reflow'] as const)(
  'the provider adds a product with units, orders them by mouse and keyboard, and deletes them: %s',
  async (viewport) => {
    const page = await newPage({ viewport });
    const [product, first, second] = ['Physics', 'Waves', 'Light'].map((one) => `${one} ${viewport}`) as [string, string, string];
    const look = lookAt(page, 'content', viewport);
    const row = (name: string) => page.getByRole('treegrid').getByRole('row', { name, exact: true });
    const names = () =>
      page
        .getByRole('treegrid')
        .getByRole('row')
        .evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label')));
    const order = async () => (await names()).filter((name) => name === first || name === second);
    const act = async (name: string, action: string) => {
      await row(name)
        .getByRole('button', { name: m.ui_tree_actions({ name }) })
        .click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    const add = async (name: string) => {
      const field = page.getByRole('dialog').getByRole('textbox', { name: m.admin_subjects_name() });
      await field.fill(name);
      await field.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await row(name).waitFor();
    };
    await signIn(page, 'root');
    await page.goto(addressOf(contentSetup));
    await page.getByRole('treegrid').waitFor();
    await page.getByRole('rowheader').first().waitFor();
    await look('tree');

    await page.getByRole('button', { name: m.contentSetup_new_product() }).click();
    await page.getByRole('dialog').waitFor();
    await look('form');
    await add(product);
    for (const name of [first, second]) {
      await act(product, m.contentSetup_new_unit());
      await add(name);
    }
    await expect.poll(order).toEqual([first, second]);

    // By keyboard alone.
    await row(second).focus();
    // The first one opens the place, the second one goes to its menu.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: m.contentSetup_up() }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual([second, first]);
    await drag(row(first), row(second), { x: 60, y: 3 });
    await expect.poll(order).toEqual([first, second]);

    for (const name of [second, first, product]) {
      await act(name, m.records_remove());
      await row(name).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: m.workspace_undo(), exact: true }).waitFor();
      if (name === product) await look('deleted');
      // Or its ten seconds are over first.
      const dismiss = page.getByRole('button', { name: m.ui_dismiss() }).first();
      await dismiss.click({ timeout: undoTime }).catch(() => dismiss.waitFor({ state: 'detached' }));
    }
  },
);
