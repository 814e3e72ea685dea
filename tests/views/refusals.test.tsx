// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { reasonText, refusalText } from '../../common/refusalText.ts';
import { account } from '../../contract/account.ts';
import { profile } from '../../contract/profile.ts';
import type { FieldReason, ReasonCode, RefusalCode } from '../../contract/refusals.ts';
import { secondFactor } from '../../contract/secondFactor.ts';
import english from '../../messages/en/refusals.json' with { type: 'json' };
import spanish from '../../messages/es/refusals.json' with { type: 'json' };
import { m } from '../../src/paraglide/messages.js';
import { getLocale, setLocale } from '../../src/paraglide/runtime.js';
import CodePage from '../../src/views/login/CodePage.tsx';
import SignInPage from '../../src/views/login/SignInPage.tsx';
import { paths } from '../../src/views/paths.ts';
import FeedbackPage from '../../src/views/profile/FeedbackPage.tsx';
import EnrollFactor from '../../src/views/secondFactor/EnrollFactor.tsx';
import SecondStep from '../../src/views/secondFactor/SecondStep.tsx';
import { Root } from '../../src/views/shell/Root.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();
afterEach(() => void setLocale('en', { reload: false }));

const words = (code: RefusalCode) => refusalText(getLocale() === 'es' ? spanish : english, getLocale(), code, {}) as string;
const reason = (code: ReasonCode, params: object = {}) =>
  reasonText(getLocale() === 'es' ? spanish : english, getLocale(), code, params) as string;
/** The error text of a field; null if it is valid. */
function problemOf(label: string): string | null {
  const field = screen.getByLabelText(label);
  if (field.getAttribute('aria-invalid') !== 'true') return null;
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function openProfile(held: Parameters<typeof openScreen>[0] = {}) {
  setLocale('es', { reload: false });
  window.history.replaceState(null, '', `${paths.profile}/resetPassword`);
  const opened = await openScreen(held);
  await opened.signIn('tess');
  render(<Root app={opened.app} />);
  await screen.findByLabelText(m.account_current_password());
  return opened;
}
function changePassword(current = 'not-my-password') {
  type(m.account_current_password(), current);
  type(m.account_new_password(), 'tide-lantern-9');
  type(m.account_repeat_password(), 'tide-lantern-9');
  fireEvent.submit(screen.getByLabelText(m.account_current_password()).closest('form') as HTMLFormElement);
}

it('a refusal of the server reaches a Spanish reader in Spanish, and follows to another language', async () => {
  await openProfile();
  changePassword();
  await screen.findByText(words('wrongPassword'));
  expect(words('wrongPassword')).toBe('Tu contraseña actual no es correcta.');
  fireEvent.click(screen.getByRole('button', { name: m.ui_language() }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'English' }));
  await screen.findByText('Your current password is not right.');
  expect(screen.queryByText('Tu contraseña actual no es correcta.')).toBeNull();
});

it('what is wrong with a field stands beside it in Spanish, and follows to another language', async () => {
  await openProfile();
  changePassword();
  await screen.findByText(reason('incorrect'));
  expect(reason('incorrect')).toBe('No es correcto.');
  expect(problemOf(m.account_current_password())).toBe('No es correcto.');
  expect(problemOf(m.account_new_password())).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: m.ui_language() }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'English' }));
  await screen.findByText('This is not correct.');
  expect(screen.queryByText('No es correcto.')).toBeNull();
});

it('what the contract’s schema finds wrong stands beside the field in Spanish, with its limit', async () => {
  await openProfile();
  changePassword('x'.repeat(201));
  await screen.findByText(reason('tooLong', { most: 200 }));
  expect(reason('tooLong', { most: 200 })).toBe('Usa 200 caracteres como máximo.');
  expect(problemOf(m.account_current_password())).toBe(reason('tooLong', { most: 200 }));
});

it('a refusal whose code nobody here knows is told in the server’s words', async () => {
  const { network } = await openProfile({ held: [account.changePassword] });
  changePassword();
  await network.fail(account.changePassword, { code: 400, message: 'Words of another server', reason: 'teapot' });
  await screen.findByText('Words of another server');
});

it('who is sent away from a dead link is told why in Spanish', async () => {
  setLocale('es', { reload: false });
  window.history.replaceState(null, '', `/account/resetPassword?Id=${'A'.repeat(43)}`);
  const opened = await openScreen();
  render(<Root app={opened.app} />);
  await screen.findByText(words('linkInvalid'));
});

describe('what the server finds wrong with a field stands beside it, and the form says at the top that it was refused', () => {
  /** What a screen reader says after the control's name. */
  const besideOf = (control: HTMLElement) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
  const nothing = () => {};
  const show = async (screenOf: (opened: Screen) => ReactElement | Promise<ReactElement>, user?: string, held = {}) => {
    const opened = await openScreen(held);
    if (user) await opened.signIn(user);
    render(
      <AtAddress app={opened.app} address="/">
        {await screenOf(opened)}
      </AtAddress>,
    );
    return opened;
  };
  const submit = (label: string) => fireEvent.submit(screen.getByLabelText(label).closest('form') as HTMLFormElement);

  const forms: [
    string,
    { user?: string; screenOf: (opened: Screen) => ReactElement | Promise<ReactElement>; fields: [() => string, number][] },
  ][] = [
    [
      'sign-in',
      {
        screenOf: () => <SignInPage />,
        fields: [
          [m.login_username, 254],
          [m.login_password, 200],
        ],
      },
    ],
    [
      'sign-in with a code',
      {
        screenOf: () => <CodePage />,
        fields: [
          [m.login_code, 40],
          [m.login_code_name, 60],
        ],
      },
    ],
    [
      'second step',
      {
        screenOf: () => (
          <SecondStep
            challenge={{ challenge: 'A'.repeat(43), ways: ['totp'], expires_at: '2030-01-07T15:00:00Z' }}
            onPassed={nothing}
            onLeft={nothing}
            onEnded={nothing}
          />
        ),
        fields: [[m.login_second_code, 60]],
      },
    ],
    [
      'setup of the second step',
      {
        screenOf: async ({ network: { backend } }) => {
          const dan = await backend.signIn('dan');
          const { challenge } = await dan.ok(secondFactor.beginEnrollment, { user_puid: ids.dan, current_password: 'science-rocks' });
          return <EnrollFactor challenge={challenge} onFinished={nothing} onLeft={nothing} onEnded={nothing} />;
        },
        fields: [[m.login_enroll_app_code, 20]],
      },
    ],
    ['feedback', { user: 'ana', screenOf: () => <FeedbackPage />, fields: [[m.account_feedback_text, 4000]] }],
  ];
  it.each(forms)('%s', async (_, { user, screenOf, fields }) => {
    await show(screenOf, user);
    for (const [label, most] of fields) {
      await screen.findByLabelText(label());
      type(label(), 'x'.repeat(most + 1));
    }
    const [[first]] = fields as [[() => string, number]];
    submit(first());
    await screen.findByRole('alert');
    for (const [label, most] of fields) {
      const field = screen.getByLabelText(label());
      expect(besideOf(field)).toContain(reason('tooLong', { most }));
      expect(field.getAttribute('aria-invalid')).toBe('true');
    }
  });

  it('rating and request for a training', async () => {
    const { network } = await show(() => <FeedbackPage />, 'tess', { held: [profile.adoptionFeedback, profile.scheduleRequest] });
    const refuse = (...fields: string[]) => ({
      code: 400,
      message: 'Invalid',
      reason: 'invalidParameters',
      named: fields.map((field): FieldReason => ({ field, reason: 'incorrect', params: {} })),
    });
    fireEvent.click(screen.getByRole('radio', { name: m.account_feedback_adoption() }));
    fireEvent.click(screen.getByRole('radio', { name: m.account_feedback_rating_4() }));
    submit(m.account_feedback_note());
    await network.fail(profile.adoptionFeedback, refuse('rating', 'feedback_text'));
    await screen.findByRole('alert');
    expect(besideOf(screen.getByRole('radiogroup', { name: m.account_feedback_rating() }))).toContain(reason('incorrect'));
    expect(besideOf(screen.getByLabelText(m.account_feedback_note()))).toContain(reason('incorrect'));

    fireEvent.click(screen.getByRole('radio', { name: m.account_feedback_training() }));
    fireEvent.click(await screen.findByRole('checkbox', { name: '6' }));
    fireEvent.click(screen.getByRole('checkbox', { name: m.account_use_reports() }));
    fireEvent.click(screen.getByRole('button', { name: new RegExp(m.account_training_school()) }));
    fireEvent.click(await screen.findByRole('option', { name: 'Lake' }));
    submit(m.account_feedback_note());
    await network.fail(profile.scheduleRequest, refuse('school_id', 'grade_levels', 'primary_use', 'preferred_date', 'note'));
    await screen.findByRole('alert');
    for (const group of [m.account_training_grades(), m.account_training_uses(), m.account_training_from()])
      await waitFor(() => expect(besideOf(screen.getByRole('group', { name: group })), group).toContain(reason('incorrect')));
    expect(besideOf(screen.getByRole('button', { name: new RegExp(m.account_training_school()) }))).toContain(reason('incorrect'));
    expect(besideOf(screen.getByLabelText(m.account_feedback_note()))).toContain(reason('incorrect'));
  });
});
