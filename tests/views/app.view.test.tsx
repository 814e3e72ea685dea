// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { appMachine } from '../../src/machines/app/appMachine.ts';
import { Root } from '../../src/views/shell/Root.tsx';
import { describeView } from '../kit/describeView.ts';
import { appModel } from '../machines/app.model.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const configuration = '/config.json';
const offlineText = 'Not able to connect to internet. Please check your internet connection or try later';
let opened: Screen;

describeView<typeof appMachine>(
  {
    ...appModel,
    // The service gives every failure of the configuration the same words and no code.
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
      'boot.retried': () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
      'connection.lost': () => fireEvent(window, new Event('offline')),
      'connection.restored': () => fireEvent(window, new Event('online')),
      'xstate.done.actor.loadConfiguration': () => opened.network.release(configuration),
      'xstate.error.actor.loadConfiguration': () => opened.network.fail(configuration, { code: 404 }),
    },
    see: {
      'boot.configuring': () => expect(screen.queryByRole('heading')).toBeNull(),
      'boot.misconfigured': () => screen.findByText('Host URL not Found'),
      'boot.ready': () => screen.findByRole('heading', { name: 'Sign in' }),
      'connection.online': () => expect(screen.queryByText(offlineText)).toBeNull(),
      'connection.offline': async (snapshot) => {
        // Before the addresses are known, what is on the screen is about those.
        if (snapshot.hasTag('ready')) await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(offlineText));
      },
    },
  },
);
