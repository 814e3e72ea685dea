import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type SchoolAccount, sso } from '../../contract/sso.ts';
import type { selectSchoolMachine } from '../../src/machines/sso/selectSchoolMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { own, selectSchoolModel } from '../machines/selectSchool.model.ts';
import { newPage } from './browser.ts';
import { Gates, signedInAs, signIn } from './gates.ts';

let gates: Gates;
let calls: string[] = [];
const cards = (page: Page) => page.getByRole('button', { name: m.login_school_open() });
const isAt = (page: Page, path: RegExp) => page.waitForURL(path);
/** Replaces the model's account 7 with the page's signed-in account. */
const asSignedIn = async (page: Page, account: SchoolAccount): Promise<SchoolAccount> => {
  if (account !== own) return account;
  const { userPuid, districtID } = await page.evaluate(() => JSON.parse(localStorage.getItem('orrery.session') ?? '{}'));
  return { ...account, user_puid: userPuid, district_id: districtID };
};

describeBrowser<typeof selectSchoolMachine>(selectSchoolModel, {
  open: () => newPage({ expected: [/ERR_FAILED/] }),
  mount: async ({ page }) => {
    gates = new Gates(page);
    calls = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await gates.hold(sso.getSchools, sso.selectSchool);
    await signIn(page, 'leo');
    await page.goto('/authenticated/selectSchool');
  },
  drive: {
    'school.chosen': async ({ account }, { page }) => {
      calls = [];
      await page
        .getByRole('article')
        .filter({ hasText: account.school_name as string })
        .getByRole('button')
        .click();
    },
    'schools.retried': (_event, { page }) => page.getByRole('button', { name: m.common_try_again() }).click(),
    'xstate.done.actor.loadAccounts': async ({ output }: { output: SchoolAccount[] }, { page }) =>
      gates.answer(sso.getSchools, await Promise.all(output.map((account) => asSignedIn(page, account)))),
    'xstate.error.actor.loadAccounts': ({ error }) => gates.fail(sso.getSchools, error),
    'xstate.done.actor.openAccount': async ({ output }, { page }) => gates.answer(sso.selectSchool, await signedInAs(page, output)),
    'xstate.error.actor.openAccount': ({ error }) => gates.fail(sso.selectSchool, error),
  },
  see: {
    loading: async (_snapshot, { page }) => expect(await cards(page).count()).toBe(0),
    unloaded: (_snapshot, { page }) => page.getByText(m.common_load_failed()).waitFor(),
    alone: async (_snapshot, { page }) => {
      await page.getByText(m.login_school_alone()).waitFor();
      expect(await page.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toMatch(/studentDashboard/);
    },
    'choosing.fresh': (_snapshot, { page }) => expect.poll(() => cards(page).count()).toBe(2),
    'choosing.again': async (_snapshot, { page }) => {
      await page.getByText(m.login_school_failed()).first().waitFor();
      expect(await cards(page).count()).toBe(2);
    },
    opening: () => gates.waits(sso.selectSchool),
    kept: async (_snapshot, { page }) => {
      await isAt(page, /studentDashboard/);
      expect(
        calls.filter((path) => path.endsWith(sso.selectSchool.path)),
        'nothing is asked for the own account',
      ).toEqual([]);
    },
    opened: (_snapshot, { page }) => isAt(page, /\/authenticated\/(?!selectSchool)/),
  },
});
