import { type ActorRefFrom, assign, setup, spawnChild } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { sessionMachine } from '../login/sessionMachine.ts';
import { type Problem, setProblem, withProblem } from '../problem.ts';
import { noticesMachine } from './noticesMachine.ts';
import { spinnerMachine } from './spinnerMachine.ts';

/** Runtime configuration from `/config.json`, read at boot: addresses of the backends and switches. */
export interface Configuration {
  backends: { lms: string; ngss: string; search: string; game: string };
  /** Where the access token is kept: in memory, next to a refresh cookie, or in storage for backends without such a cookie. */
  token: 'memory' | 'storage';
  /** Show the offline screen after any call without an answer, even if the browser reports a connection. */
  noInternet?: boolean;
  /** Ask the server which single sign-on providers are available. */
  singleSignOn?: boolean;
  /** Let administrators open the running statecharts in a production build. */
  developerPages?: boolean;
}

/** `systemId`s of the long-lived actors. */
export const actorIds = { session: 'session', spinner: 'spinner', notices: 'notices' } as const;

export const appReasons: Reasons<never> = {};

/** Root chart: boot, the long-lived actors and the connection (specification, sections 2, 7 and 8). */
export const appMachine = setup({
  types: {
    context: {} as { configuration: Configuration | null; problem: Problem | null },
    events: {} as { type: 'boot.retried' } | { type: 'connection.lost' } | { type: 'connection.restored' },
    children: {} as { session: 'session'; spinner: 'spinner'; notices: 'notices' },
    tags: {} as 'booting' | 'ready' | 'misconfigured' | 'offline',
    meta: {} as ChartMeta,
  },
  actors: {
    loadConfiguration: actorSlot<Configuration>('loadConfiguration', 'GET /config.json'),
    session: sessionMachine,
    spinner: spinnerMachine,
    notices: noticesMachine,
  },
  actions: {
    setConfiguration: assign({ configuration: (_, configuration: Configuration) => configuration, problem: null }),
    setProblem,
    startSession: spawnChild('session', { id: 'session', systemId: actorIds.session }),
    startSpinner: spawnChild('spinner', { id: 'spinner', systemId: actorIds.spinner }),
    startNotices: spawnChild('notices', { id: 'notices', systemId: actorIds.notices }),
  },
}).createMachine({
  id: 'app',
  description: 'The whole app. It reads the configuration, starts the actors that live as long as the page, and watches the connection.',
  meta: { reasons: appReasons },
  context: { configuration: null, problem: null },
  entry: ['startSpinner', 'startNotices'],
  type: 'parallel',
  states: {
    boot: {
      description: 'Startup, from the first request to a working page.',
      initial: 'configuring',
      states: {
        configuring: {
          description: 'Loading the configuration with the addresses of the backends.',
          tags: 'booting',
          invoke: {
            id: 'loadConfiguration',
            src: 'loadConfiguration',
            onDone: {
              target: 'ready',
              actions: { type: 'setConfiguration', params: ({ event }) => event.output },
              description: 'The configuration is complete and valid.',
            },
            onError: { target: 'misconfigured', ...withProblem, description: 'The configuration is missing, unreadable or incomplete.' },
          },
        },
        misconfigured: {
          description: 'Without the addresses no backend can be called. The page shows "Host URL not Found" and a Try again button.',
          tags: 'misconfigured',
          on: { 'boot.retried': { target: 'configuring', description: 'The user presses Try again.' } },
        },
        ready: {
          description: 'The session is running and pages can be opened.',
          tags: 'ready',
          entry: 'startSession',
        },
      },
    },
    connection: {
      description: 'Whether there is a network connection.',
      initial: 'online',
      states: {
        online: {
          description: 'The device is connected, or nothing has shown otherwise.',
          on: {
            'connection.lost': {
              target: 'offline',
              description: 'The browser reports that the connection is lost, or a call could not be made.',
            },
          },
        },
        offline: {
          description: 'There is no connection. Pages that work offline stay usable, and the others show the offline screen.',
          tags: 'offline',
          meta: { announce: 'common_offline' },
          on: {
            'connection.restored': { target: 'online', description: 'The browser reports a connection, or a call succeeded.' },
            'connection.lost': { description: 'Another call could not be made: still offline.' },
          },
        },
      },
    },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
