import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { prebuiltAssignResource } from '../../src/views/prebuilt/prebuiltAssignResource.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { pageOf, signIn } from './gates.ts';
import { lookAt } from './layout.ts';

it.each(['desktop', 'phone'] as const)(
  'an administrator writes a lesson that teachers find, changes it, deletes it and brings it back: %s',
  async (viewport) => {
    const page = await newPage({ viewport, theme: viewport === 'phone' ? 'dark' : 'light' });
    const name = `Rocks and minerals of our state (${viewport})`;
    const look = lookAt(page, 'prebuilt', viewport);
    const list = addressOf(prebuiltAssignResource);
    await signIn(page, 'lindqvist');
    await page.goto(list);
    await page.getByRole('rowheader').first().waitFor();
    await look('list');

    await page.getByRole('button', { name: m.prebuilt_add() }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: m.builder_name() }).fill(name);
    await look('new');
    await form.getByRole('button', { name: m.records_save() }).click();

    await page.getByRole('heading', { level: 1, name: m.prebuilt_form_title() }).waitFor();
    const library = page.getByRole('region', { name: m.builder_library() });
    await library.getByRole('button', { name: /^Add / }).first().click();
    await look('contents');
    await page.getByRole('button', { name: m.builder_save(), exact: true }).click();
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();

    const teacher = await pageOf('rivera');
    const find = async () => {
      await teacher.goto('/authenticated/workspace/workspaceHome?tab=content');
      await teacher.getByRole('rowheader').first().waitFor();
      return teacher.getByRole('rowheader').filter({ hasText: name }).count();
    };
    expect(await find()).toBe(1);

    await page.goto(list);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: name }) });
    await row.waitFor();
    const act = async (action: string) => {
      await row.getByRole('button', { name: m.records_actions_of({ name }) }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await act(m.records_remove());
    await page.getByText(m.prebuilt_unused()).waitFor();
    await look('delete');
    await page.getByRole('alertdialog').getByRole('button', { name: m.workspace_delete() }).click();
    await row.waitFor({ state: 'detached' });
    expect(await find()).toBe(0);
    await page.getByRole('button', { name: m.workspace_undo() }).click();
    await row.waitFor();
    expect(await find()).toBe(1);
    // The next walk finds the list as this one did.
    await act(m.records_remove());
    await page.getByRole('alertdialog').getByRole('button', { name: m.workspace_delete() }).click();
    await row.waitFor({ state: 'detached' });
  },
);

it('the provider sees which districts have a lesson', async () => {
  const page = await newPage({ locale: 'es-MX' });
  await signIn(page, 'root');
  await page.goto(addressOf(prebuiltAssignResource));
  await page.getByRole('rowheader').first().waitFor();
  await page
    .getByRole('button', { name: /^(Acciones|Más)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: m.prebuilt_publish({}, { locale: 'es' }) }).click();
  await page.getByRole('dialog').waitFor();
  await screenshot(page, 'prebuilt-publish-es');
  await expectAccessible(page);
});
