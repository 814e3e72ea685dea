// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { account, type OwnSessions } from '../../contract/account.ts';
import type { Ending, ownSessionsMachine } from '../../src/machines/ownSessions/ownSessionsMachine.ts';
import Sessions from '../../src/views/profile/OwnSessions.tsx';
import { describeView } from '../kit/describeView.ts';
import { ownSessionsModel } from '../machines/ownSessions.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { hours, minutes, startOfClock } from '../server/testServer.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const { ownSessions: load, endOwnSessions: end } = account;
const others = 'Sign out everywhere else';
let opened: Screen;
let isOne: boolean;
const dialog = () => screen.getByRole('dialog');
const field = () => dialog().querySelector('input[name=typed]') as HTMLInputElement;
const alert = () => within(dialog()).getByRole('alert').textContent;
const ofPhone = () => screen.queryByRole('button', { name: /^Sign out of Safari on iPhone, signed in Tue, Jan 15, \d/ });
const buttonOf = ({ session }: Ending) => (session ? ofPhone() : screen.getByRole('button', { name: others })) as HTMLElement;

/** Ana is signed in here and on a phone, and has to show what `confirm_by` says. */
const world = async (confirm_by: OwnSessions['confirm_by']) => {
  const { db } = opened.network.backend;
  const hash = await db.selectFrom('app_user').select('password_hash').where('user_puid', '=', ids.ben).executeTakeFirstOrThrow();
  const password_hash = confirm_by === 'password' ? hash.password_hash : null;
  await db.updateTable('app_user').set({ password_hash }).where('user_puid', '=', ids.ana).execute();
  const started_at = opened.network.backend.clock.now - (confirm_by === 'sign_in' ? minutes(16) : 0);
  await db.updateTable('refresh_session').set({ started_at, device: null }).where('user_puid', '=', ids.ana).execute();
  const row = await db.selectFrom('refresh_session').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const device = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1';
  const phone = { ...row, session_id: 77, device, rotated_at: startOfClock - hours(2) };
  await db.deleteFrom('refresh_session').where('session_id', '=', 77).execute();
  await db.insertInto('refresh_session').values(phone).execute();
};

describeView<typeof ownSessionsMachine>(
  {
    ...ownSessionsModel,
    project: ({ own, ending, password, problem }) => ({
      listed: own?.sessions.length,
      by: own?.confirm_by,
      ending: ending && (ending.session ? 'one' : 'others'),
      isHeld: password !== '',
      problem: problem?.code,
    }),
    // The buttons say why they do nothing.
    can: (event, snapshot) =>
      (ownSessionsModel.can?.(event, snapshot) ?? true) &&
      !(event.type === 'ending.chosen' && snapshot.context.own?.confirm_by === 'sign_in'),
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [load, end] });
      await opened.signIn('ana');
      stage.render(
        <Around app={opened.app}>
          <Sessions />
        </Around>,
      );
    },
    drive: {
      'sessions.retried': () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
      'ending.chosen': ({ ending }) => {
        isOne = ending.session !== null;
        fireEvent.click(buttonOf(ending));
      },
      'ending.confirmed': ({ password }) => {
        if (field()) fireEvent.change(field(), { target: { value: password } });
        fireEvent.click(within(dialog()).getByRole('button', { name: isOne ? 'Sign out' : others }));
      },
      'ending.cancelled': () => fireEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' })),
      'password.edited': () => fireEvent.change(field(), { target: { value: 'x' } }),
      'xstate.done.actor.loadSessions': ({ output }) => opened.network.release(load, () => world(output.confirm_by)),
      'xstate.error.actor.loadSessions': ({ error }) => opened.network.fail(load, error),
      'xstate.done.actor.endSessions': () => opened.network.release(end),
      'xstate.error.actor.endSessions': ({ error }) => opened.network.fail(end, error),
    },
    see: {
      loading: () => expect(screen.queryByRole('heading', { name: 'Where you are signed in' })).toBeNull(),
      unloaded: () => expect(screen.getByRole('alert').textContent).toContain('This could not be loaded'),
      listing: () => {
        expect(screen.queryByRole('dialog')).toBeNull();
        const [mine] = screen.getAllByRole('listitem');
        expect(mine?.textContent).toMatch(/Unknown device.*This browser.*Signed in Tue, Jan 15, .* with a password$/);
        expect(within(mine as HTMLElement).queryByRole('button')).toBeNull();
      },
      'listing.whole': ({ context }) => {
        expect(ofPhone()).not.toBeNull();
        const mustSignIn = context.own?.confirm_by === 'sign_in';
        expect(screen.queryByText(/^You have no password here/) !== null).toBe(mustSignIn);
        for (const session of [null, context.own?.sessions[1] ?? null])
          expect(buttonOf({ session }).getAttribute('aria-disabled')).toBe(mustSignIn ? 'true' : null);
      },
      'listing.shorter': () => {
        expect(ofPhone()).toBeNull();
        expect(screen.getByText('You are signed in nowhere else.')).toBeTruthy();
      },
      confirming: ({ context }) => {
        expect(dialog().textContent).toContain(isOne ? 'Sign out of Safari on iPhone?' : 'Sign out everywhere else?');
        expect(field() !== null).toBe(context.own?.confirm_by === 'password');
      },
      'confirming.edited': () => expect(field().getAttribute('aria-invalid')).toBeNull(),
      'confirming.incomplete': () => expect(field().getAttribute('aria-invalid')).toBe('true'),
      'confirming.refused': ({ context }) => expect(alert()).toContain(context.problem?.message),
      'confirming.unreachable': () => expect(alert()).toContain('The server did not answer'),
      ending: () => expect(dialog()).toBeTruthy(),
    },
  },
);
