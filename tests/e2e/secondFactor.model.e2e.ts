import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { passkeyDismissed } from '../../common/passkeyOutcome.ts';
import { login } from '../../contract/login.ts';
import { profile } from '../../contract/profile.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import { shell } from '../../contract/shell.ts';
import type { EnrollmentInput, factorEnrollmentMachine } from '../../src/machines/secondFactor/factorEnrollmentMachine.ts';
import type { SecondStepInput, secondStepMachine } from '../../src/machines/secondFactor/secondStepMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { buttonOf, callOf, confirmOf, type FactorCommand, factorCommands } from '../kit/factorCommands.ts';
import { ownFactors } from '../machines/accountSamples.ts';
import { factorEnrollmentModel } from '../machines/factorEnrollment.model.ts';
import { detail } from '../machines/profile.model.ts';
import { secondStepModel } from '../machines/secondStep.model.ts';
import { baseUrl } from './browser.ts';
import { describeCommand } from './describeCommand.ts';
import { comeAnew, type Gates, gatedPages, keptPage } from './gates.ts';
import { field } from './publicForm.ts';

const expected = [/status of [45]\d\d/, /ERR_FAILED/];
let gates: Gates;
const asAdministrator = {
  open: gatedPages('lindqvist', (fresh) => {
    gates = fresh;
  }),
  isKept: true,
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press =
  (name: string) =>
  (_event: unknown, { page }: PageStage) =>
    button(page, name).click();
const isWrong = async (page: Page, label: string) => (await field(page, label).getAttribute('aria-invalid')) === 'true';
const problem = (page: Page) => page.locator('[data-focus=second-problem]');
const says =
  (text: string | RegExp) =>
  (_snapshot: unknown, { page }: PageStage) =>
    problem(page).getByText(text).first().waitFor();
const saysProblem = ({ context }: { context: { problem: { message: string } } }, stage: PageStage) =>
  says(context.problem.message)(undefined, stage);
const noProblem = (_snapshot: unknown, { page }: PageStage) => expect.poll(() => problem(page).count()).toBe(0);
const unreachable = says(/The server did not answer/);
const isBusyButton =
  (name: string) =>
  (_snapshot: unknown, { page }: PageStage) =>
    expect.poll(() => button(page, name).getAttribute('aria-disabled')).toBe('true');
const heading =
  (name: string) =>
  (_snapshot: unknown, { page }: PageStage) =>
    page.getByRole('heading', { name, exact: true }).waitFor();

/** What the step by passkey shows, and the wait for the other step. `dismissed`: what is said when the browser's window was closed. */
const seePasskey = (dismissed: string) => ({
  'passkey.fresh': noProblem,
  'passkey.dismissed': says(dismissed),
  'passkey.refused': saysProblem,
  'passkey.unreachable': unreachable,
  checkingCode: isBusyButton(m.login_checking()),
});

type Window = { endPasskeyWindow?: ((isConfirmed: boolean) => void) | undefined };

/**
 * Replaces the browser's own window, which no test can press. It stays open until the walk closes it. The real one is covered by
 * `secondFactor.e2e.ts`.
 */
const standInForWindow = (page: Page, isThere: boolean) =>
  page.evaluate((there) => {
    const ask = () =>
      new Promise((resolve, reject) => {
        (globalThis as Window).endPasskeyWindow = (isConfirmed) => {
          const bytes = new Uint8Array([1, 2, 3]).buffer;
          const response = {
            clientDataJSON: bytes,
            attestationObject: bytes,
            authenticatorData: bytes,
            signature: bytes,
            getTransports: () => ['usb'],
          };
          if (isConfirmed) resolve({ id: 'AQID', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) });
          else reject(new DOMException('Closed.', 'NotAllowedError'));
          (globalThis as Window).endPasskeyWindow = undefined;
        };
      });
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: ask, get: ask } });
    Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: there ? function known() {} : undefined });
  }, isThere);
const endWindow = async (page: Page, isConfirmed: boolean) => {
  await page.waitForFunction(() => (globalThis as Window).endPasskeyWindow !== undefined);
  await page.evaluate((is) => (globalThis as Window).endPasskeyWindow?.(is), isConfirmed);
};

const kept = keptPage({ expected });

describeBrowser<typeof secondStepMachine>(secondStepModel, {
  ...kept,
  mount: async ({ page, input }) => {
    gates = await kept.begin(page);
    await gates.hold(secondFactor.answerWithCode, secondFactor.answerWithPasskey);
    await gates.always(secondFactor.passkeyRequest, { challenge: 'AQID' });
    const { challenge } = input as SecondStepInput;
    await gates.always(login.loginWithoutDistrict, challenge);
    await page.goto('/');
    await standInForWindow(page, true);
    await field(page, m.login_username()).fill('lindqvist');
    await field(page, 'Password').fill('science-rocks');
    await button(page, m.login_submit()).click();
    await heading(m.login_second_title())(undefined, { page } as PageStage);
  },
  drive: {
    'code.submitted': async ({ code }, { page }) => {
      await field(page, 'Code').fill(code.trim());
      await button(page, 'Confirm').click();
    },
    'form.edited': (_event, { page }) => field(page, 'Code').fill('1'),
    'code.chosen': press(m.login_second_use_code()),
    'passkey.chosen': press(m.login_second_use_passkey()),
    'passkey.asked': press(m.login_second_passkey()),
    'step.left': press(m.login_second_back()),
    'xstate.done.actor.answerWithCode': (_event, { page }) => passFor(page, secondFactor.answerWithCode),
    'xstate.error.actor.answerWithCode': ({ error }) => gates.fail(secondFactor.answerWithCode, error),
    'xstate.done.actor.answerWithPasskey': async (_event, { page }) => {
      await endWindow(page, true);
      await passFor(page, secondFactor.answerWithPasskey);
    },
    'xstate.error.actor.answerWithPasskey': async ({ error }, { page }) => {
      await endWindow(page, error.code !== passkeyDismissed);
      if (error.code !== passkeyDismissed) await gates.fail(secondFactor.answerWithPasskey, error);
    },
  },
  see: {
    'code.fresh': noProblem,
    'code.typing': (_snapshot, { page }) => expect.poll(() => isWrong(page, 'Code')).toBe(false),
    'code.incomplete': (_snapshot, { page }) => expect.poll(() => isWrong(page, 'Code')).toBe(true),
    'code.refused': saysProblem,
    'code.unreachable': unreachable,
    ...seePasskey('The passkey was not used.'),
    checkingPasskey: isBusyButton(m.login_checking()),
    passed: (_snapshot, { page }) => page.waitForURL(/\/authenticated\//),
    over: (_snapshot, { page }) => page.getByRole('alert').getByText(m.refusal_tookTooLong()).waitFor(),
    left: (_snapshot, { page }) => field(page, 'Password').waitFor(),
  },
});

/** Responds with a session of a user whom the backend knows. */
async function passFor(page: Page, call: typeof secondFactor.answerWithCode | typeof secondFactor.answerWithPasskey): Promise<void> {
  const answer = await page.request.post(`${baseUrl()}/api/ngss/ngss/login/index`, {
    data: { username: 'lindqvist', password: 'science-rocks' },
  });
  await gates.answer(call, ((await answer.json()) as { data: unknown }).data);
}

/** The minimum options for a browser to make a passkey. */
const passkeyOptions = {
  challenge: 'AQID',
  rp: { name: 'Orrery' },
  user: { id: 'AQID', name: 'dan', displayName: 'Dan' },
  pubKeyCredParams: [],
};
const tab = `${paths.profile}/twoStep`;
const { secondFactors, beginEnrollment } = secondFactor;
const { enrollmentOffer, enrollAuthenticator, enrollPasskey } = secondFactor;
const [appCode, addButton] = [m.login_enroll_app_code(), m.account_second_add()] as const;
const dialog = (page: Page) => page.getByRole('dialog');
const typedIn = (page: Page) => dialog(page).locator('input[name=typed]');
const showProfile = async () => {
  await gates.open();
  await gates.always(profile.userDetail, detail);
  await gates.always(shell.userPhoto, null);
};

describeBrowser<typeof factorEnrollmentMachine>(factorEnrollmentModel, {
  ...asAdministrator,
  mount: async (stage) => {
    const { page } = stage;
    await comeAnew(stage, tab, async () => {
      await showProfile();
      await gates.always(secondFactors, ownFactors);
      await gates.always(beginEnrollment, { challenge: 'secret' });
      await gates.hold(enrollmentOffer, enrollAuthenticator, enrollPasskey);
    });
    await standInForWindow(page, (stage.input as EnrollmentInput).canUsePasskeys);
    await button(page, addButton).click();
    await typedIn(page).fill('science-rocks');
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => gates.isWaiting(enrollmentOffer)).toBe(true);
  },
  drive: {
    'code.submitted': async ({ code }, { page }) => {
      await field(page, appCode).fill(code);
      await button(page, m.login_enroll_submit()).click();
    },
    'form.edited': (_event, { page }) => field(page, appCode).fill('1'),
    'code.chosen': press(m.login_enroll_use_app()),
    'passkey.chosen': press(m.login_enroll_use_passkey()),
    'passkey.asked': press(m.login_enroll_passkey()),
    'codes.kept': press(m.login_enroll_codes_kept()),
    'enrollment.retried': press(m.common_try_again()),
    'step.left': press('Cancel'),
    'xstate.done.actor.loadOffer': ({ output }) => gates.answer(enrollmentOffer, { ...output, passkey: passkeyOptions }),
    'xstate.error.actor.loadOffer': ({ error }) => gates.fail(enrollmentOffer, error),
    'xstate.done.actor.enrollAuthenticator': ({ output }) =>
      gates.answer(enrollAuthenticator, { recovery_codes: output.recovery_codes, signed_in: null }),
    'xstate.error.actor.enrollAuthenticator': ({ error }) => gates.fail(enrollAuthenticator, error),
    'xstate.done.actor.enrollPasskey': async ({ output }, { page }) => {
      await endWindow(page, true);
      await gates.answer(enrollPasskey, { recovery_codes: output.recovery_codes, signed_in: null });
    },
    'xstate.error.actor.enrollPasskey': async ({ error }, { page }) => {
      await endWindow(page, error.code !== passkeyDismissed);
      if (error.code !== passkeyDismissed) await gates.fail(enrollPasskey, error);
    },
  },
  see: {
    loading: (_snapshot, { page }) => expect.poll(() => button(page, addButton).count()).toBe(0),
    unloaded: unreachable,
    code: (_snapshot, { page }) => page.getByRole('img', { name: m.login_enroll_qr() }).waitFor(),
    'code.fresh': noProblem,
    'code.typing': (_snapshot, { page }) => expect.poll(() => isWrong(page, appCode)).toBe(false),
    'code.incomplete': (_snapshot, { page }) => expect.poll(() => isWrong(page, appCode)).toBe(true),
    'code.refused': saysProblem,
    'code.unreachable': unreachable,
    passkey: heading(m.login_enroll_passkey_title()),
    ...seePasskey('No passkey was created.'),
    checkingPasskey: isBusyButton(m.login_enroll_passkey()),
    showingCodes: (_snapshot, { page }) => page.getByText('0000-1111-2222-3333-4444-5555').waitFor(),
    finished: (_snapshot, { page }) => button(page, addButton).waitFor(),
    over: (_snapshot, { page }) => page.getByText(m.refusal_tookTooLong()).first().waitFor(),
    left: (_snapshot, { page }) => button(page, addButton).waitFor(),
  },
});

const outcomes: Record<FactorCommand, unknown> = {
  add: { challenge: 'secret' },
  rename: null,
  remove: null,
  codes: { recovery_codes: ['AAAA-BBBB-CCCC-DDDD-EEEE-FFFF'] },
};
const isLeft = { add: m.ui_cancel(), codes: m.login_enroll_codes_kept() };

for (const kind of factorCommands)
  describeCommand({
    name: 'secondFactors',
    orders: [kind],
    question: 'plain',
    answers: ['science-rocks', ''],
    results: [outcomes[kind]],
    isDismissible: kind in isLeft,
    refused: { code: 400, message: 'Your current password is not right.', refused: true },
    ...asAdministrator,
    // A new factor, or new codes, fill the whole screen.
    can: ({ type }, snapshot) => type !== 'command.given' || !(kind in isLeft && snapshot.hasTag('done')),
    mount: async (stage) => {
      await comeAnew(stage, tab, async () => {
        await showProfile();
        await gates.always(enrollmentOffer, { totp: { secret: 'ABCD', uri: 'otpauth://totp/x' }, passkey: null });
        await gates.always(secondFactors, ownFactors);
        await gates.hold(...factorCommands.map((command) => callOf[command]));
      });
      await button(stage.page, buttonOf.rename).waitFor();
    },
    gates: () => gates,
    calls: { run: callOf[kind] },
    press: {
      give: press(buttonOf[kind]),
      confirm: async ({ answer }, { page }) => {
        await typedIn(page).fill(answer);
        await dialog(page).getByRole('button', { name: confirmOf[kind], exact: true }).click();
      },
      dismissQuestion: (_event, { page }) => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
      edit: (_event, { page }) => typedIn(page).fill('x'),
      ...(kind in isLeft ? { dismiss: press(isLeft[kind as keyof typeof isLeft]) } : {}),
    },
    see: {
      ready: (_snapshot, { page }) => expect.poll(() => dialog(page).count()).toBe(0),
      'ready.fresh': (_snapshot, { page }) => button(page, buttonOf.rename).waitFor(),
      'ready.done': (snapshot, stage) => {
        if (kind === 'add') return heading(m.login_enroll_app_title())(snapshot, stage);
        if (kind === 'codes') return heading(m.login_enroll_codes_title())(snapshot, stage);
        return button(stage.page, buttonOf.rename).waitFor();
      },
      'asking.confirming': (_snapshot, { page }) => dialog(page).waitFor(),
      'asking.confirming.edited': (_snapshot, { page }) => expect.poll(() => typedIn(page).getAttribute('aria-invalid')).toBeNull(),
      'asking.confirming.incomplete': (_snapshot, { page }) => expect.poll(() => typedIn(page).getAttribute('aria-invalid')).toBe('true'),
      'asking.confirming.refused': ({ context }, { page }) => dialog(page).getByText(context.problem.message).waitFor(),
      'asking.confirming.unreachable': (_snapshot, { page }) =>
        dialog(page)
          .getByText(/The server did not answer/)
          .waitFor(),
      saving: (_snapshot, { page }) => dialog(page).waitFor(),
    },
  });
