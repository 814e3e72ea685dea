// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { setLocale } from '../../src/paraglide/runtime.js';
import { paths } from '../../src/views/paths.ts';
import { startingWith } from '../kit/words.ts';
import { installNetwork } from './kit/network.ts';
import { openAt } from './kit/openAt.tsx';

installNetwork();
afterEach(() => void setLocale('en', { reload: false }));

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const chooseSpanish = () => fireEvent.click(screen.getByRole('button', { name: 'Español' }));
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

describe('another language', () => {
  it.each(['/', '/?server=proc'])('leaves at %s what is typed, the password too, and says the rest anew', async (address) => {
    await openAt(address);
    await screen.findByRole('heading', { name: m.login_submit() });
    type(m.login_username(), 'ana');
    type('Password', 'science-rocks');
    chooseSpanish();
    await screen.findByRole('heading', { name: 'Iniciar sesión' });
    expect(typed('Nombre de usuario')).toBe('ana');
    expect(typed('Contraseña')).toBe('science-rocks');
    expect(screen.queryByText(m.login_submit({}, { locale: 'en' }))).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'English' }));
    await screen.findByRole('heading', { name: m.login_submit({}, { locale: 'en' }) });
    expect(typed(m.login_username())).toBe('ana');
  });

  it('leaves the state of a chart: what is wrong with a form is said in the new language', async () => {
    await openAt('/account/retrievePassword');
    fireEvent.submit((await screen.findByRole('button', { name: m.account_send_link() })).closest('form') as HTMLFormElement);
    await screen.findByText(m.account_email_missing(), { selector: 'form *' });
    chooseSpanish();
    await waitFor(() => expect(screen.getByLabelText('Correo electrónico').getAttribute('aria-invalid')).toBe('true'));
  });

  it('leaves the state of a screen after sign-in, in frames, tables and dialogs', async () => {
    const user = userEvent.setup();
    await openAt(paths.manageUsers, 'dan');
    const [first] = await screen.findAllByRole('button', { name: startingWith(m.account_login_as()) });
    await user.click(screen.getByRole('button', { name: 'Language' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Español' }));
    await screen.findByRole('heading', { name: 'Usuarios' });
    expect(first?.isConnected, 'the table is the same').toBe(true);
    expect(first?.textContent).toBe('Entrar como');
    await screen.findByRole('button', { name: 'Idioma' });
  });
});
