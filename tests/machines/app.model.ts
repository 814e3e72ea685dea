import { appMachine } from '../../src/machines/app/appMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const appModel = defineModel({
  machine: appMachine,
  events: [
    { type: 'boot.retried' },
    { type: 'connection.lost' },
    { type: 'connection.restored' },
    {
      type: 'xstate.done.actor.loadConfiguration',
      output: { backends: { lms: '/api/lms', ngss: '/api/ngss', search: '/api/search', game: '/api/game' }, token: 'memory' },
    },
    { type: 'xstate.error.actor.loadConfiguration', error: { code: 404, message: 'Host URL not Found' } },
  ],
  project: ({ configuration, problem }) => ({ configured: configuration !== null, problem: problem?.code }),
  keeps: {
    'xstate.done.actor.loadConfiguration': { output: 'configuration' },
  },
  tags: {
    busy: [],
    booting: 'loadConfiguration',
    misconfigured: 'boot.retried',
    offline: 'connection.restored',
    ready: (snapshot) => snapshot.matches({ boot: 'ready' }),
  },
  takes: {
    'connection.lost': ['connection.online', 'connection.offline'],
  },
  leads: {
    'connection.restored': ['connection.online'],
    'boot.retried': ['boot.configuring'],
  },
  runs: {
    spinner: [''],
    notices: [''],
    session: ['boot.ready'],
  },
  oldProblems: ['boot.misconfigured', 'boot.configuring'],
  failures: { loadConfiguration: 'misconfigured' },
  invariants: {
    'nothing can be opened without addresses': (snapshot) => !snapshot.hasTag('ready') || snapshot.context.configuration !== null,
    'the session lives from the moment the product is ready': (snapshot) =>
      snapshot.hasTag('ready') === (snapshot.children.session !== undefined),
    'spinner and notices live from the start': ({ children }) => children.spinner !== undefined && children.notices !== undefined,
  },
});
