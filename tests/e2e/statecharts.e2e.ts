import type { Page, Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { expectAccessible } from './accessible.ts';
import { newPage } from './browser.ts';

const address = '/developer/statecharts';
/** Records from the start of the page. */
const recorded = `${address}?inspect`;
const tree = (page: Page, chart: string) => page.getByRole('tree', { name: `The ${chart} chart` });
/**
 * The link to a running actor. Its chart has a link of the same name and appears sooner, since actors in another window must respond first.
 */
const actor = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: m.developer_running() }) }).getByRole('link', { name });
const isLit = (page: Page, state: string) =>
  expect.poll(() => page.locator(`[role="treeitem"][data-node="${state}"]`).getAttribute('aria-current')).toBe('true');

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel(m.login_username()).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('science-rocks');
  await page.getByRole('button', { name: m.login_submit() }).click();
  // Back to the requested page, if there is one.
  await page.waitForURL(/\/(authenticated|developer)\//);
}

/** Opens the visualizer as an administrator, since a built product allows no one else. */
async function openCharts(page: Page, path: string): Promise<void> {
  await signIn(page, 'okafor');
  await page.goto(path);
}

describe('the statechart visualizer', () => {
  it('is for administrators in a built product, and asks whoever is signed out to sign in first', async () => {
    const page = await newPage();
    await page.goto(address);
    await page.getByRole('heading', { name: m.login_submit() }).waitFor();
    await signIn(page, 'rivera');
    await page.goto(address);
    await page.getByText(m.common_forbidden()).waitFor();
  });

  it('costs other screens nothing', async () => {
    const page = await newPage();
    const loaded: Response[] = [];
    page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) loaded.push(response);
    });
    await signIn(page, 'maya');
    await page.waitForLoadState('networkidle');
    expect(loaded.length).toBeGreaterThan(1);
    const scripts = await Promise.all(loaded.map((response) => response.text()));
    expect(scripts.filter((script) => script.includes('orrery.inspection'))).toEqual([]);
  });

  it('opens with the map, whose boxes and list lead to the charts', async () => {
    for (const viewport of ['desktop', 'phone', 'reflow'] as const) {
      const page = await newPage({ viewport });
      await openCharts(page, recorded);
      const map = page.getByRole('img', { name: m.developer_map_picture() });
      await map.waitFor();
      await expectAccessible(page);
      await map.locator('[data-node="charts.app.notices"]').click();
      await tree(page, 'notices').waitFor();
      await page.goBack();
      await page.getByRole('main').getByRole('link', { name: 'session', exact: true }).press('Enter');
      await tree(page, 'session').waitFor();
    }
  });

  it('finds what the charts say, and an address leads to a state', async () => {
    const page = await newPage();
    await openCharts(page, address);
    await page.getByRole('searchbox', { name: m.developer_find() }).fill('every call carries the token');
    await page.getByRole('link', { name: 'known.signedIn', exact: true }).click();
    await page.locator('[role="treeitem"][data-node="session.known.signedIn"][aria-selected="true"]').waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).searchParams.get('at')).toBe('session.known.signedIn');
    await page.reload();
    await page.locator('[role="treeitem"][data-node="session.known.signedIn"][aria-selected="true"]').waitFor();
  });

  it('explains on a page why a control cannot be used, to administrators', async () => {
    const page = await newPage();
    await openCharts(page, `${paths.adminImport('transferMygroup')}?inspect`);
    await page.locator('main select').first().selectOption({ index: 1 });
    await page.locator('main [aria-disabled="true"]').first().waitFor();
    await page.getByRole('button', { name: m.developer_why() }).click();
    await page.locator('main [aria-disabled="true"]').first().click({ force: true });
    const panel = page.getByRole('region', { name: m.developer_why() });
    await panel.getByText('classTransfer').first().waitFor();
    await expectAccessible(page);
    const teacher = await newPage();
    await signIn(teacher, 'rivera');
    await teacher.goto('/?inspect');
    await teacher.waitForURL(/\/authenticated\//);
    await teacher.waitForLoadState('networkidle');
    expect(await teacher.getByRole('button', { name: m.developer_why() }).count()).toBe(0);
  });

  it('draws every chart', async () => {
    const page = await newPage();
    await openCharts(page, address);
    const links = page.getByRole('navigation', { name: m.developer_list() }).locator('section').last().getByRole('link');
    await links.first().waitFor();
    for (const name of await links.allTextContents()) {
      await links.getByText(name, { exact: true }).click();
      await tree(page, name).waitFor();
      expect(await page.getByText(/has not been laid out|older than the chart/).count(), name).toBe(0);
    }
  });

  it('is accessible in every theme, on a desk and on a phone: drawing, actor, past, simulation', async () => {
    for (const viewport of ['desktop', 'phone', 'reflow'] as const) {
      const page = await newPage({ viewport });
      await openCharts(page, recorded);
      await actor(page, 'session').click();
      await isLit(page, 'session.known.signedIn');
      await expectAccessible(page);
      await page.getByRole('button', { name: m.developer_earlier() }).click();
      await page.getByRole('tab', { name: 'State' }).click();
      await page.getByRole('tabpanel').getByText(m.developer_current(), { exact: true }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Simulate' }).click();
      await page.getByRole('tab', { name: 'Events' }).click();
      await page.getByRole('button', { name: 'done' }).first().click();
      await expectAccessible(page);
      await page.getByRole('tab', { name: 'About' }).click();
      await expectAccessible(page);
    }
  });

  it('goes back in time and returns, by keyboard alone', async () => {
    const page = await newPage();
    await openCharts(page, recorded);
    await actor(page, 'session').focus();
    await page.keyboard.press('Enter');
    await isLit(page, 'session.known.signedIn');
    await page.getByRole('listbox', { name: 'Log' }).focus();
    await page.keyboard.press('Home');
    await isLit(page, 'session.away.restoring');
    await page.getByRole('button', { name: m.developer_to_present() }).focus();
    await page.keyboard.press('Enter');
    await isLit(page, 'session.known.signedIn');
    await tree(page, 'session').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    expect(await page.locator('[role="treeitem"][aria-selected="true"]').count()).toBe(1);
  });

  it('follows another window live, and sends to it', async () => {
    const page = await newPage();
    await openCharts(page, address);
    await page.getByRole('img', { name: m.developer_map_picture() }).waitFor();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: m.developer_second_window() }).click();
    const second = await opening;
    await actor(second, 'session').click();
    await isLit(second, 'session.known.signedIn');

    await page.getByRole('link', { name: m.developer_back() }).click();
    await page.waitForURL(/\/authenticated\//);
    await second.getByRole('tab', { name: 'State' }).click();
    await second.getByRole('tabpanel').getByText('•••').first().waitFor();

    await actor(second, 'notices').click();
    await second.getByRole('tab', { name: 'Events' }).click();
    await second.getByRole('button', { name: 'Send notice.posted' }).first().click();
    await expectAccessible(second);
    await second.getByRole('button', { name: m.developer_ask_send(), exact: true }).click();
    await page.getByText('Resource Added').waitFor();
  });

  it('copies a chart and a support card', async () => {
    const page = await newPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openCharts(page, address);
    await actor(page, 'session').click();
    await isLit(page, 'session.known.signedIn');
    for (const [item, beginning] of [
      [m.developer_copy_svg(), '<svg '],
      [m.developer_copy_mermaid(), 'stateDiagram-v2'],
      [m.developer_copy_json(), '{'],
      [m.developer_copy_card(), 'Support card, version 2.6.0'],
    ] as const) {
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(beginning);
    }
  });
});
