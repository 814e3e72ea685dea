// @vitest-environment jsdom
import { configure, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { reasonText, refusalText } from '../../common/refusalText.ts';
import { account } from '../../contract/account.ts';
import type { ReasonCode, RefusalCode } from '../../contract/refusals.ts';
import english from '../../messages/en/refusals.json' with { type: 'json' };
import spanish from '../../messages/es/refusals.json' with { type: 'json' };
import { m } from '../../src/paraglide/messages.js';
import { getLocale, setLocale } from '../../src/paraglide/runtime.js';
import { paths } from '../../src/views/paths.ts';
import { Root } from '../../src/views/shell/Root.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen } from './kit/screen.tsx';

installNetwork();
// Pages load in parts, which takes a while when many tests run at once.
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });
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
