import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { login } from '../../contract/login.ts';
import type { codeLoginMachine } from '../../src/machines/login/codeLoginMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { startingWith } from '../kit/words.ts';
import { codeLoginModel } from '../machines/codeLogin.model.ts';
import { type Gates, keptPage, signedInAs } from './gates.ts';
import { alertText, field, press } from './publicForm.ts';

const call = login.loginWithAssignmentCode;
let gates: Gates;
const submit = (page: Page) => page.getByRole('button', { name: startingWith(m.login_code_submit(), m.login_checking()) });

const kept = keptPage({ expected: [/ERR_FAILED/] });

describeBrowser<typeof codeLoginMachine>(codeLoginModel, {
  ...kept,
  mount: async ({ page }) => {
    gates = await kept.begin(page);
    await gates.hold(call);
    await page.goto('/account/code');
    await field(page, m.login_code()).waitFor();
  },
  drive: {
    'code.submitted': async ({ entry }, { page }) => {
      await field(page, m.login_code()).fill(entry.code);
      await field(page, m.login_code_name()).fill(entry.name);
      await submit(page).click();
    },
    'form.edited': (_event, { page }) => field(page, m.login_code()).pressSequentially('9'),
    'replacement.confirmed': (_event, { page }) => press(page, m.login_replace_confirm()),
    'replacement.declined': (_event, { page }) => press(page, 'Cancel'),
    'xstate.done.actor.loginWithCode': async ({ output }, { page }) =>
      gates.answer(call, output && (await signedInAs(page, output, { user_info: { token: 't', lesson_id: 5, assignment_id: 6 } }))),
    'xstate.error.actor.loginWithCode': ({ error }) => gates.fail(call, error),
  },
  see: {
    'editing.fresh': async (_snapshot, { page }) => expect(await page.getByRole('alert').count()).toBe(0),
    'editing.typing': async (_snapshot, { page }) => expect(await field(page, m.login_code()).getAttribute('aria-invalid')).toBeNull(),
    'editing.incomplete': (_snapshot, { page }) => page.getByText(m.login_code_missing()).first().waitFor(),
    'editing.incorrect': (_snapshot, { page }) => page.getByText(/^Incorrect\. No lesson has this code/).waitFor(),
    'editing.expired': (_snapshot, { page }) => page.getByText(/^Code has expired\. Ask your teacher/).waitFor(),
    'editing.invalid': async (_snapshot, { page }) => expect(await alertText(page)).toContain('Invalid attriute values'),
    'editing.unreachable': async (_snapshot, { page }) => {
      expect(await alertText(page)).toContain('We have encountered an error, please try after some time');
      expect(await field(page, m.login_code_name()).inputValue(), 'what was typed').toBe('Ana');
    },
    'editing.refused': async ({ context }, { page }) => expect(await alertText(page)).toBe(context.problem.message),
    checking: async (_snapshot, { page }) => expect(await submit(page).getAttribute('aria-disabled')).toBe('true'),
    asking: ({ context }, { page }) => page.getByText(context.problem.message).waitFor(),
    signedIn: (_snapshot, { page }) => page.waitForURL(/\/authenticated\/studentDashboard\//),
  },
});
