import { liveActivityMachine } from '../../src/machines/reports/liveActivityMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const liveActivityModel = defineModel({
  machine: liveActivityMachine,
  events: [
    { type: 'activity.came', activity: { at: '2030-01-15T15:00:00.000Z', students: [] } },
    { type: 'stream.alive' },
    { type: 'stream.failed' },
    { type: 'page.hidden' },
    { type: 'page.shown' },
  ],
  project: ({ activity }) => ({ isKnown: activity !== null }),
  delays: { silence: 25_000, pause: 3_000 },
  keeps: {
    'activity.came': { activity: 'activity' },
  },
  tags: {
    busy: (snapshot) => snapshot.matches({ watching: 'connecting' }),
    live: 'stream.alive',
    paused: 'page.shown',
    old: ['pause', 'page.shown'],
  },
  takes: {
    'page.hidden': (snapshot) => !snapshot.hasTag('paused'),
    silence: (snapshot) => snapshot.matches('watching'),
  },
  leads: {
    'activity.came': ['watching.live'],
    'stream.failed': ['retrying'],
    'page.hidden': ['paused'],
    silence: ['retrying'],
    'stream.alive': ['watching.live'],
    pause: ['watching'],
    'page.shown': ['watching'],
  },
  runs: {
    watchActivity: ['watching'],
  },
  invariants: {
    'live means that there is something to show': (snapshot) => !snapshot.hasTag('live') || snapshot.context.activity !== null,
    'nothing is asked while nobody looks': (snapshot) => !snapshot.matches('paused') || snapshot.children.watchActivity === undefined,
  },
});
