// @vitest-environment jsdom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { login } from '../../contract/login.ts';
import { m } from '../../src/paraglide/messages.js';
import { forgetDrafts, readDraft, readTab, writeTab } from '../../src/services/kit/tabStorage.ts';
import { paths } from '../../src/views/paths.ts';
import { Root } from '../../src/views/shell/Root.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();
// Pages load in parts, which takes a while when many tests run at once.
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const district = () => screen.findByLabelText<HTMLSelectElement>('District');
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const everythingKept = () => Object.values({ ...sessionStorage }).join();

/** Opens the page at an address. A second call is the same tab, reloaded. */
async function openAt(address: string) {
  cleanup();
  window.history.replaceState(null, '', address);
  const opened = await openScreen();
  render(<Root app={opened.app} />);
  return opened;
}

describe('what is typed before sign-in', () => {
  it('is there again when the sign-in page is loaded anew, but for the password', async () => {
    await openAt('/');
    await type(m.login_username(), 'ana');
    await type('Password', 'science-rocks');
    fireEvent.click(screen.getByRole('button', { name: m.ui_password_show() }));
    await type('Password', 'science-rocks, once more');
    expect(everythingKept()).not.toContain('science');
    await openAt('/');
    expect((await field(m.login_username())).value).toBe('ana');
    expect((await field('Password')).value).toBe('');
  });

  it('is there again in the form for a code', async () => {
    await openAt('/account/code');
    await type(m.login_code(), 'ABCD');
    await type(m.login_code_name(), 'Guest');
    await openAt('/account/code');
    expect((await field(m.login_code())).value).toBe('ABCD');
    expect((await field(m.login_code_name())).value).toBe('Guest');
  });

  it('is there again in the registration, with what was chosen, and goes once it is sent', async () => {
    await openAt('/account/registration');
    for (const [label, value] of [
      [m.account_first_name(), 'Ada'],
      [m.account_last_name(), 'Green'],
      [m.account_email(), 'ada@hill.example'],
    ] as const)
      await type(label, value);
    const choose = async (name: RegExp, option: string) => {
      fireEvent.click(screen.getByRole('button', { name }));
      fireEvent.click(await screen.findByRole('option', { name: option }));
    };
    await waitFor(() => expect(document.querySelector('form')?.getAttribute('aria-busy')).toBe('false'));
    await choose(/District/, 'North');
    await choose(/School/, 'Hill');
    const { network } = await openAt('/account/registration');
    await network.backend.db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
    expect((await field(m.account_first_name())).value).toBe('Ada');
    expect((await field(m.account_email())).value).toBe('ada@hill.example');
    await waitFor(() => expect(screen.getByRole('button', { name: /District/ }).textContent).toContain('North'));
    fireEvent.submit(screen.getByRole('button', { name: m.account_register() }).closest('form') as HTMLFormElement);
    await waitFor(() => shown(m.account_link_sent()));
    expect(readDraft('registration')).toEqual({});
  });

  it('is not there for whoever signs in', async () => {
    await openAt('/account/retrievePassword');
    await type(m.account_email(), 'ana@hill.example');
    const { signIn } = await openAt('/account/retrievePassword');
    expect((await field(m.account_email())).value).toBe('ana@hill.example');
    await signIn('ben');
    expect(everythingKept()).not.toContain('hill.example');
  });

  it.each(['', 'null', '7', '"text"', '[1', '{"username":7}', '{"username":{"a":1}}'])('is nothing where %s was kept', (text) => {
    writeTab('draft.login', text);
    expect(readDraft('login')).toEqual({});
    forgetDrafts();
    expect(readTab('draft.login')).toBeNull();
  });
});

describe('the page that was asked for before sign-in', () => {
  it('is opened after it, even if the sign-in page was loaded anew meanwhile; then it is forgotten', async () => {
    await openAt(paths.studentAssignments);
    await screen.findByRole('heading', { name: m.login_submit() });
    const { session, signIn } = await openAt('/');
    await waitFor(() => expect(session().getSnapshot().context.returnTo).toBe(paths.studentAssignments));
    await signIn('ana');
    await waitFor(() => expect(window.location.pathname).toBe(paths.studentAssignments));
    expect(readTab('target')).toBeNull();
  });

  it.each(['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])(
    'is not %s, whoever wrote it there',
    async (target) => {
      writeTab('target', target);
      const { session, signIn } = await openAt('/');
      await import('../../src/views/public/internalPath.ts');
      await signIn('ana');
      expect(session().getSnapshot().context.returnTo).toBeNull();
    },
  );
});

describe('the district of a sign-in', () => {
  const submit = () => fireEvent.submit(screen.getByRole('button', { name: m.login_submit() }).closest('form') as HTMLFormElement);
  const fill = async () => {
    await type(m.login_username(), 'ana');
    await type('Password', 'science-rocks');
  };

  it('is that of the address', async () => {
    const { network, session } = await openAt('/?district=1');
    await waitFor(async () => expect((await district()).selectedOptions[0]?.textContent).toBe('North'));
    await fill();
    submit();
    await waitFor(() => expect(session().getSnapshot().context.user?.userPuid).toBe(ids.ana));
    expect(network.made(login.login)).toEqual([{ username: 'ana', password: 'science-rocks', district_id: 1 }]);
    expect(network.made(login.loginWithoutDistrict)).toEqual([]);
  });

  it('is the one that was chosen, and nobody of another one comes in by it', async () => {
    const { network } = await openAt('/');
    fireEvent.click(await screen.findByRole('button', { name: m.login_district_choose() }));
    await waitFor(async () => expect((await district()).options.length).toBeGreaterThan(1));
    await type('District', '2');
    await fill();
    submit();
    await screen.findByText('Failed to Login');
    expect(network.made(login.login)).toMatchObject([{ district_id: 2 }]);
    await openAt('/');
    await waitFor(async () => expect((await district()).value).toBe('2'));
  });

  it('need not be known', async () => {
    const { network, session } = await openAt('/?district=none');
    expect(screen.queryByLabelText('District')).toBeNull();
    await fill();
    submit();
    await waitFor(() => expect(session().getSnapshot().hasTag('signedIn')).toBe(true));
    expect(network.made(login.loginWithoutDistrict)).toEqual([{ username: 'ana', password: 'science-rocks' }]);
  });

  it('stays as the address says where the districts cannot be loaded', async () => {
    cleanup();
    window.history.replaceState(null, '', '/?district=1');
    const { app, network } = await openScreen({ held: [login.allDistricts] });
    render(<Root app={app} />);
    await network.fail(login.allDistricts, { code: 500 });
    await screen.findByText(m.login_district_failed());
    expect((await district()).value).toBe('1');
  });
});
