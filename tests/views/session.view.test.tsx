// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { appMachine, type Configuration } from '../../src/machines/app/appMachine.ts';
import type { Session, sessionMachine } from '../../src/machines/login/sessionMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { writeStoredSession } from '../../src/services/login/storedSession.ts';
import type { App } from '../../src/views/app.ts';
import { Root } from '../../src/views/shell/Root.tsx';
import { describeView } from '../kit/describeView.ts';
import { sessionModel } from '../machines/session.model.ts';

const configuration: Configuration = { backends: { lms: '', ngss: '', search: '', game: '' }, token: 'memory' };
const expired = { name: m.common_session_expired() };
const silent = m.common_unreachable();

let app: App;
/** The session that the server grants next. */
let next: Session;
const press = (name: string) => () => fireEvent.click(screen.getByRole('button', { name }));
const hasTag = (tag: Parameters<ReturnType<typeof sessionOf>['hasTag']>[0]) => sessionOf().hasTag(tag);
const sessionOf = () => app.actor.system.get('session').getSnapshot();

// Loads the screens' code up front, since it loads on first use and would delay the first path.
beforeAll(async () => {
  await import('../../src/views/shell/Routed.tsx');
  await import('../../src/views/authenticatedRoutes.tsx');
  await import('../../src/views/shell/StudentLayout.tsx');
  await import('../../src/views/student/DashboardPage.tsx');
  await import('../../src/views/shell/SessionExpired.tsx');
  await import('../../src/views/shell/Unreachable.tsx');
});

describeView<typeof sessionMachine>(sessionModel, {
  mount: async (stage) => {
    window.history.replaceState(null, '', '/');
    // There is a session to restore. Without one, the sign-in page does not wait.
    writeStoredSession({ v: 1, userPuid: 7, districtID: 25251 });
    const actor = createActor(
      appMachine.provide({ actors: { loadConfiguration: fromPromise(async () => configuration), session: stage.stubbed } }),
      { clock: stage.clock, inspect: stage.inspect },
    );
    app = {
      actor,
      // The screens below stay unchanged: their requests are not answered here.
      send: () => new Promise(() => {}),
      authenticate: async () => next,
      toSession: async () => next,
      persistence: () => undefined,
      shelf: () => Promise.reject(new Error('There is none.')),
      device: () => Promise.reject(new Error('There is none.')),
      chance: () => 0,
      now: () => 0,
      clockOffset: () => 0,
      actorOptions: { clock: stage.clock, inspect: stage.inspect },
    };
    actor.start();
    stage.render(<Root app={app} />);
    await waitFor(() => expect(actor.getSnapshot().hasTag('ready')).toBe(true));
  },
  outside: {
    'session.opened': 'Sent by sign-ins with a page of their own: codes, links from emails, other services.',
    'session.closed': 'While an administrator acts as somebody, the menu has no Sign out.',
    'session.retried': 'Sent by the page itself when the connection is back.',
    'session.openedElsewhere': 'Sent by another tab.',
    'session.closedElsewhere': 'Sent by another tab.',
    'session.rejected': 'Sent by the layer of calls after a 401.',
    'clock.checked': 'Sent by the page itself when it is shown again.',
    'acting.started': 'Sent by the list of users, a screen of its own.',
    'route.requested': 'Sent by the router when an address behind the sign-in is opened.',
  },
  drive: {
    'session.opened': async (event, { send }) => {
      if (!hasTag('signedOut') && !hasTag('expired')) return send(event);
      next = event.session;
      const name = await screen.findByLabelText<HTMLInputElement>(m.login_username());
      if (!name.readOnly) fireEvent.change(name, { target: { value: event.session.user.user_name } });
      fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'science-rocks' } });
      await act(async () => fireEvent.click(screen.getByRole('button', { name: m.login_submit() })));
    },
    'session.closed': async (event, { send }) => {
      if (hasTag('expired')) return press(m.common_sign_out())();
      if (hasTag('acting')) return send(event);
      fireEvent.click(await screen.findByRole('button', { name: /Ada/ }));
      fireEvent.click(await screen.findByRole('menuitem', { name: m.common_sign_out() }));
    },
    'session.retried': async (event, { send }) => (hasTag('unreachable') ? press(m.common_try_again())() : send(event)),
    'session.openedElsewhere': (event, { send }) => send(event),
    'session.closedElsewhere': (event, { send }) => send(event),
    'session.rejected': (event, { send }) => send(event),
    'clock.checked': (event, { send }) => send(event),
    'acting.started': (event, { send }) => send(event),
    'acting.exited': async () => fireEvent.click(await screen.findByRole('button', { name: 'Exit' })),
    'route.requested': (event, { send }) => send(event),
  },
  see: {
    'away.restoring': ({ context }) => {
      // The screen stays while the server is asked again, since a saved lesson may be open on it.
      expect(screen.queryAllByRole('heading').map(({ textContent }) => textContent)).toEqual(context.problem === null ? [] : [silent]);
    },
    'away.unreachable': () => screen.findByRole('heading', { name: silent }),
    'away.signedOut': async () => {
      await screen.findByRole('heading', { name: m.login_submit() });
      expect(screen.queryByText('Hello, Ada')).toBeNull();
    },
    'known.signedIn': async () => {
      await screen.findByText('Hello, Ada');
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    },
    'known.expired': async () => {
      await screen.findByRole('alertdialog', expired);
      expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
      // The screen stays below, inaccessible.
      expect(screen.getByText('Hello, Ada')).toBeTruthy();
    },
    signingOut: () => expect(screen.queryByRole('alertdialog')).toBeNull(),
  },
});
