// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { appMachine } from '../../src/machines/app/appMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { Root } from '../../src/views/shell/Root.tsx';
import { describeView } from '../kit/describeView.ts';
import { appModel } from '../machines/app.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const configuration = '/config.json';
const offlineText = 'Not able to connect to internet. Please check your internet connection or try later';
let opened: Screen;

describeView<typeof appMachine>(
  {
    ...appModel,
    // The service gives every configuration failure the same message and no code.
    events: appModel.events.map((event) =>
      event.type === 'xstate.error.actor.loadConfiguration' ? { ...event, error: { code: 0 } } : event,
    ),
  },
  {
    mount: async (stage) => {
      opened = await openScreen({ ...stage, held: [configuration], isBooted: false });
      stage.render(<Root app={opened.app} />);
    },
    drive: {
      'boot.retried': () => fireEvent.click(screen.getByRole('button', { name: m.common_try_again() })),
      'connection.lost': () => fireEvent(window, new Event('offline')),
      'connection.restored': () => fireEvent(window, new Event('online')),
      'xstate.done.actor.loadConfiguration': () => opened.network.release(configuration),
      'xstate.error.actor.loadConfiguration': () => opened.network.fail(configuration, { code: 404 }),
    },
    see: {
      // The form shows before the addresses have loaded.
      'boot.configuring': async () => {
        await screen.findByRole('heading', { name: m.login_submit() });
        expect(screen.queryByText('Host URL not Found')).toBeNull();
      },
      'boot.misconfigured': () => screen.findByText('Host URL not Found'),
      'boot.ready': () => screen.findByRole('heading', { name: m.login_submit() }),
      'connection.online': () => expect(screen.queryByText(offlineText)).toBeNull(),
      'connection.offline': async (snapshot) => {
        // Before the addresses are known, the alert on screen is about them.
        if (snapshot.hasTag('ready')) await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(offlineText));
      },
    },
  },
);

test('whoever is quicker than the configuration signs in as soon as it is there', async () => {
  opened = await openScreen({ held: [configuration], isBooted: false });
  render(<Root app={opened.app} />);
  fireEvent.change(await screen.findByLabelText(m.login_username()), { target: { value: 'ana' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'science-rocks' } });
  fireEvent.click(screen.getByRole('button', { name: m.login_submit() }));
  await screen.findByRole('button', { name: /^Signing in/ });
  await opened.network.release(configuration);
  await waitFor(() => expect(opened.session()?.getSnapshot().context.user?.userPuid).toBe(ids.ana));
});
