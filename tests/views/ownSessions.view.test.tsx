// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { account, type OwnSessions } from '../../contract/account.ts';
import { m } from '../../src/paraglide/messages.js';
import Sessions from '../../src/views/profile/OwnSessions.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { hours, minutes, startOfClock } from '../server/testServer.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const { ownSessions: load, endOwnSessions: end } = account;
const phone = 'Safari on iPhone';
let opened: Screen;
const dialog = () => screen.getByRole('dialog');
const field = () => dialog().querySelector('input[name=typed]') as HTMLInputElement;
const alert = () => within(dialog()).getByRole('alert').textContent;
const ofPhone = () => screen.queryByRole('button', { name: /^Sign out of Safari on iPhone, signed in Tue, Jan 15, \d/ });
const ofOthers = () => screen.getByRole('button', { name: m.account_sessions_others() });

/** Ana is signed in here and on a phone, and has to confirm by `confirm_by`. */
const world = async (confirm_by: OwnSessions['confirm_by']) => {
  const { db } = opened.network.backend;
  const hash = await db.selectFrom('app_user').select('password_hash').where('user_puid', '=', ids.ben).executeTakeFirstOrThrow();
  const password_hash = confirm_by === 'password' ? hash.password_hash : null;
  await db.updateTable('app_user').set({ password_hash }).where('user_puid', '=', ids.ana).execute();
  const started_at = opened.network.backend.clock.now - (confirm_by === 'sign_in' ? minutes(16) : 0);
  await db.updateTable('refresh_session').set({ started_at, device: null }).where('user_puid', '=', ids.ana).execute();
  const row = await db.selectFrom('refresh_session').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const device = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1';
  await db
    .insertInto('refresh_session')
    .values({ ...row, session_id: 77, device, rotated_at: startOfClock - hours(2) })
    .execute();
};

const openSessions = async (options: Parameters<typeof openScreen>[0], confirm_by: OwnSessions['confirm_by']) => {
  opened = await openScreen(options);
  await opened.signIn('ana');
  await world(confirm_by);
  return (
    <Around app={opened.app}>
      <Sessions />
    </Around>
  );
};

for (const [confirm_by, isOne, answers] of [
  ['password', true, ['science-rocks', '']],
  ['nothing', false, [undefined]],
] as const) {
  const confirmLabel = isOne ? m.account_sessions_sign_out : m.account_sessions_others;
  describeCommand({
    name: 'ownSessions',
    orders: [isOne ? phone : 'all others'],
    question: 'plain',
    answers,
    mount: async (stage) => {
      stage.render(await openSessions({ ...stage, held: [end] }, confirm_by));
      await waitFor(() => expect(ofPhone()).not.toBeNull());
    },
    network: () => opened.network,
    calls: { run: end },
    // An ended session is not listed, and cannot be chosen again.
    can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
    press: {
      give: () => fireEvent.click(isOne ? (ofPhone() as HTMLElement) : ofOthers()),
      confirm: (password) => {
        if (password !== undefined) fireEvent.change(field(), { target: { value: password } });
        fireEvent.click(within(dialog()).getByRole('button', { name: confirmLabel() }));
      },
      dismissQuestion: () => fireEvent.click(within(dialog()).getByRole('button', { name: m.ui_cancel() })),
      edit: () => fireEvent.change(field(), { target: { value: 'x' } }),
    },
    see: {
      ready: () => {
        expect(screen.queryByRole('dialog')).toBeNull();
        const [mine] = screen.getAllByRole('listitem');
        expect(mine?.textContent).toMatch(/Unknown device.*This browser.*Signed in Tue, Jan 15, .* with a password$/);
        expect(within(mine as HTMLElement).queryByRole('button')).toBeNull();
      },
      'ready.fresh': () => expect(ofPhone()?.getAttribute('aria-disabled')).toBeNull(),
      'ready.done': async () => {
        await waitFor(() => expect(ofPhone()).toBeNull());
        expect(screen.getByText(m.account_sessions_only())).toBeTruthy();
        expect(opened.notices().map(({ text }) => text)).toEqual([m.account_sessions_ended({ ended: 1 })]);
        await waitFor(() => expect(document.activeElement?.textContent).toBe(m.account_sessions_title()));
      },
      'asking.confirming': () => {
        expect(dialog().textContent).toContain(
          isOne ? m.account_sessions_sign_out_title({ name: phone }) : m.account_sessions_others_title(),
        );
        expect(field() !== null).toBe(confirm_by === 'password');
      },
      'asking.confirming.edited': () => expect(field().getAttribute('aria-invalid')).toBeNull(),
      'asking.confirming.incomplete': () => expect(field().getAttribute('aria-invalid')).toBe('true'),
      'asking.confirming.refused': ({ context }) => {
        // 404 is not a failure: there is nothing left to end.
        expect(context.problem?.code).toBe(400);
        expect(alert()).toContain(context.problem?.message);
      },
      'asking.confirming.unreachable': () => expect(alert()).toContain('The server did not answer'),
      saving: () => expect(dialog()).toBeTruthy(),
    },
    refused: { code: 400, message: 'Your current password is not right.', refused: true },
  });
}

it('whoever has no password and signed in long ago ends nothing before a new sign-in', async () => {
  render(await openSessions({}, 'sign_in'));
  await waitFor(() => expect(ofPhone()).not.toBeNull());
  expect(screen.getAllByText(m.account_sessions_again()).length).toBeGreaterThan(0);
  for (const button of [ofPhone() as HTMLElement, ofOthers()]) {
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

it('where one is signed in is tried again when it could not be fetched', async () => {
  render(await openSessions({ held: [load] }, 'password'));
  expect(screen.queryByRole('heading', { name: m.account_sessions_title() })).toBeNull();
  await opened.network.fail(load, { code: 0 });
  expect((await screen.findByRole('alert')).textContent).toContain(m.common_load_failed());
  fireEvent.click(screen.getByRole('button', { name: m.common_try_again() }));
  await opened.network.release(load);
  await waitFor(() => expect(ofPhone()).not.toBeNull());
});

it('a session that has ended by itself is taken off the list, and nothing more is said to have ended', async () => {
  render(await openSessions({ held: [end] }, 'nothing'));
  await waitFor(() => expect(ofPhone()).not.toBeNull());
  fireEvent.click(ofPhone() as HTMLElement);
  fireEvent.click(within(dialog()).getByRole('button', { name: m.account_sessions_sign_out() }));
  await opened.network.backend.db.deleteFrom('refresh_session').where('session_id', '=', 77).execute();
  await opened.network.release(end);
  await waitFor(() => expect(ofPhone()).toBeNull());
  // The notice follows the list.
  await waitFor(() => expect(opened.notices()).not.toEqual([]));
  expect(opened.notices().map(({ text }) => text)).toEqual([m.account_sessions_none_ended()]);
});
