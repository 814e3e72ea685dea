import { type ActorRefFrom, assign, setup, spawnChild } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { noticesMachine } from '../notices/noticesMachine.ts';
import { failure, type Problem, toProblem } from '../problem.ts';
import { sessionMachine } from '../session/sessionMachine.ts';
import { spinnerMachine } from '../spinner/spinnerMachine.ts';

/** Runtime configuration, read from `/config.json` at boot: addresses of the backends. */
export interface Configuration {
  backends: { lms: string; ngss: string; search: string; game: string };
  /** Where the access token is kept: in memory, beside a refresh cookie; or stored, for backends that have no such cookie. */
  token: 'memory' | 'storage';
  /** Whether any call without an answer shows the offline screen, also where the browser believes that there is a connection. */
  noInternet?: boolean;
  /** Whether to ask which single sign-ons there are. */
  singleSignOn?: boolean;
  /** Whether administrators may open the running statecharts in a built product. */
  developerPages?: boolean;
}

/** `systemId`s of the long-lived actors. */
export const actorIds = { session: 'session', spinner: 'spinner', notices: 'notices' } as const;

export const appReasons: Reasons<never> = {};

/** The root: boot, the long-lived actors, and whether there is a connection (specification, sections 2, 7 and 8). */
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
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    startSession: spawnChild('session', { id: 'session', systemId: actorIds.session }),
    startSpinner: spawnChild('spinner', { id: 'spinner', systemId: actorIds.spinner }),
    startNotices: spawnChild('notices', { id: 'notices', systemId: actorIds.notices }),
  },
}).createMachine({
  id: 'app',
  description: 'The whole product: it reads its configuration, starts what lives as long as the page, and watches the connection.',
  meta: { reasons: appReasons },
  context: { configuration: null, problem: null },
  entry: ['startSpinner', 'startNotices'],
  type: 'parallel',
  states: {
    boot: {
      description: 'From the first byte to a page that works.',
      initial: 'configuring',
      states: {
        configuring: {
          description: 'The addresses of the backends are read.',
          tags: 'booting',
          invoke: {
            id: 'loadConfiguration',
            src: 'loadConfiguration',
            onDone: {
              target: 'ready',
              actions: { type: 'setConfiguration', params: ({ event }) => event.output },
              description: 'The configuration is there and in order.',
            },
            onError: {
              target: 'misconfigured',
              actions: { type: 'setProblem', ...failure },
              description: 'It is missing, unreadable or incomplete.',
            },
          },
        },
        misconfigured: {
          description: 'Without addresses nothing can be called: "Host URL not Found".',
          tags: 'misconfigured',
          on: { 'boot.retried': { target: 'configuring', description: 'The person presses Try again.' } },
        },
        ready: {
          description: 'The session lives from here on; pages can be opened.',
          tags: 'ready',
          entry: 'startSession',
        },
      },
    },
    connection: {
      description: 'Whether the device says that it has a connection.',
      initial: 'online',
      states: {
        online: {
          description: 'There is a connection, or nobody has noticed that there is none.',
          on: {
            'connection.lost': {
              target: 'offline',
              description: 'The browser reports that the connection is gone, or a call could not be made.',
            },
          },
        },
        offline: {
          description: 'There is no connection: what can go on goes on, the rest shows the offline screen.',
          tags: 'offline',
          meta: { announce: 'common_offline' },
          on: {
            'connection.restored': { target: 'online', description: 'The browser reports a connection, or a call got through.' },
            'connection.lost': { description: 'Another call could not be made.' },
          },
        },
      },
    },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
