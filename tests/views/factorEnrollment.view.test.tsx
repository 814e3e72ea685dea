// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { passkeyDismissed } from '../../common/passkeyOutcome.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import type { EnrollmentInput, factorEnrollmentMachine } from '../../src/machines/secondFactor/factorEnrollmentMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import EnrollFactor from '../../src/views/secondFactor/EnrollFactor.tsx';
import { codeAt, setUpAuthenticator } from '../contract/cases/factorWorld.ts';
import { describeView } from '../kit/describeView.ts';
import { factorEnrollmentModel } from '../machines/factorEnrollment.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { installPasskeys } from './kit/passkeys.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let browser: ReturnType<typeof installPasskeys>;
const finished = vi.fn();
const left = vi.fn();
const ended = vi.fn();

const { enrollmentOffer, enrollAuthenticator, enrollPasskey } = secondFactor;
const field = () => screen.getByLabelText<HTMLInputElement>(m.login_enroll_app_code());
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const problem = () => screen.getByRole('alert').textContent;
/** Without new recovery codes, since there are some already. */
const withCodes = () => setUpAuthenticator(opened.network.backend, 'dan', ids.dan);

describeView<typeof factorEnrollmentMachine>(
  {
    ...factorEnrollmentModel,
    project: ({ problem, enrollment }) => ({ problem: problem?.code, codes: enrollment && enrollment.recovery_codes !== null }),
  },
  {
    mount: async (stage) => {
      for (const told of [finished, left, ended]) told.mockReset();
      browser = installPasskeys();
      if (!(stage.input as EnrollmentInput).canUsePasskeys) vi.stubGlobal('PublicKeyCredential', undefined);
      opened = await openScreen({ ...stage, held: [enrollmentOffer, enrollAuthenticator, enrollPasskey] });
      const dan = await opened.network.backend.signIn('dan');
      const { challenge } = await dan.ok(secondFactor.beginEnrollment, { user_puid: ids.dan, current_password: 'science-rocks' });
      stage.render(
        <Around app={opened.app}>
          <EnrollFactor challenge={challenge} onFinished={finished} onLeft={left} onEnded={ended} />
        </Around>,
      );
    },
    drive: {
      'code.submitted': (event) => {
        const secret = screen.getByText(/^([A-Z2-7]{4} ?)+$/).textContent?.replaceAll(' ', '');
        const code = codeAt(`otpauth://totp/x?secret=${secret}`, opened.network.backend.clock.now);
        fireEvent.change(field(), { target: { value: event.code && code } });
        fireEvent.submit(field().closest('form') as HTMLFormElement);
      },
      'form.edited': () => fireEvent.change(field(), { target: { value: '1' } }),
      'code.chosen': () => press(m.login_enroll_use_app()),
      'passkey.chosen': () => press(m.login_enroll_use_passkey()),
      'passkey.asked': () => press(m.login_enroll_passkey()),
      'codes.kept': () => press(m.login_enroll_codes_kept()),
      'enrollment.retried': () => press(m.common_try_again()),
      'step.left': () => press('Cancel'),
      'xstate.done.actor.loadOffer': () => opened.network.release(enrollmentOffer),
      'xstate.error.actor.loadOffer': ({ error }) => opened.network.fail(enrollmentOffer, error),
      'xstate.done.actor.enrollAuthenticator': ({ output }) =>
        opened.network.release(enrollAuthenticator, output.recovery_codes ? undefined : withCodes),
      'xstate.error.actor.enrollAuthenticator': ({ error }) => opened.network.fail(enrollAuthenticator, error),
      'xstate.done.actor.enrollPasskey': async ({ output }) => {
        await browser.confirm();
        await opened.network.release(enrollPasskey, output.recovery_codes ? undefined : withCodes);
      },
      'xstate.error.actor.enrollPasskey': async ({ error }) => {
        if (error.code === passkeyDismissed) return browser.dismiss();
        await browser.confirm();
        await opened.network.fail(enrollPasskey, error);
      },
    },
    see: {
      loading: () => expect(screen.queryByRole('heading')).toBeNull(),
      unloaded: () => expect(problem()).toContain('The server did not answer'),
      code: () => expect(screen.getByRole('img', { name: m.login_enroll_qr() })).toBeTruthy(),
      'code.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
      'code.typing': () => expect(field().getAttribute('aria-invalid')).toBeNull(),
      'code.incomplete': () => expect(field().getAttribute('aria-invalid')).toBe('true'),
      'code.refused': ({ context }) => expect(problem()).toBe(context.problem?.message),
      'code.unreachable': () => expect(problem()).toContain('The server did not answer'),
      passkey: () => expect(screen.getByRole('heading', { name: m.login_enroll_passkey_title() })).toBeTruthy(),
      'passkey.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
      'passkey.dismissed': () => expect(problem()).toContain('No passkey was created.'),
      'passkey.refused': ({ context }) => expect(problem()).toBe(context.problem?.message),
      'passkey.unreachable': () => expect(problem()).toContain('The server did not answer'),
      checkingCode: () => expect(screen.getByRole('button', { name: m.login_checking() }).getAttribute('aria-disabled')).toBe('true'),
      checkingPasskey: () =>
        expect(screen.getByRole('button', { name: m.login_enroll_passkey() }).getAttribute('aria-disabled')).toBe('true'),
      showingCodes: () => expect(screen.getAllByRole('listitem')).toHaveLength(10),
      finished: () => expect(finished.mock.calls).toEqual([[null]]),
      over: () => expect(ended.mock.calls).toMatchObject([[{ code: 401 }]]),
      left: () => expect(left).toHaveBeenCalledOnce(),
    },
  },
);
