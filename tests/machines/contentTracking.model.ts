import { type ContentTrackingInput, contentTrackingMachine } from '../../src/machines/contentTracking/contentTrackingMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { retryCases } from './retryCases.ts';

const input: ContentTrackingInput = { userPuid: 7, itemId: 101, itemTypeId: 1, lessonId: 11 };

/** It has no view. Walks of a screen check the requests and their timing. */
export const contentTrackingModel = defineModel({
  machine: contentTrackingMachine,
  input,
  events: [
    { type: 'attention.lost' },
    { type: 'attention.regained' },
    { type: 'content.left' },
    { type: 'xstate.done.actor.startTracking', output: 901 },
    { type: 'xstate.error.actor.startTracking', error: { code: 0, message: 'Network Error' } },
    { type: 'xstate.error.actor.startTracking', error: { code: 404, message: 'No such content' } },
    { type: 'xstate.done.actor.endTracking', output: null },
    { type: 'xstate.error.actor.endTracking', error: { code: 0, message: 'Network Error' } },
  ],
  project: ({ contentTrackId, failures }) => ({ isKnown: contentTrackId > 0, failed: failures > 0 }),
  delays: { retry: retryCases, glance: 1_250, second: 1_000 },
  keeps: {
    'xstate.done.actor.startTracking': { output: 'contentTrackId' },
  },
  tags: { busy: [], counting: 'attention.lost' },
  takes: {
    'content.left': [
      'attention.present',
      'attention.away',
      'track.glancing',
      'track.starting',
      'track.queued',
      'track.refused',
      'track.open',
    ],
  },
  leads: {
    'content.left': ['track.ended', 'attention.over', 'track.ending'],
    second: ['attention.present'],
    glance: ['track.starting'],
    'attention.regained': ['attention.present'],
    'xstate.done.actor.startTracking': ['track.open', 'track.ending'],
    'xstate.error.actor.startTracking': ['track.queued', 'track.refused', 'track.ended'],
    retry: ['track.starting'],
    'xstate.done.actor.endTracking': ['track.ended'],
    'xstate.error.actor.endTracking': ['track.ended'],
  },
  failures: { startTracking: 'nowhere', endTracking: 'nowhere' },
  invariants: {
    'the end is told only of what has an id': (snapshot) => !snapshot.matches({ track: 'ending' }) || snapshot.context.contentTrackId > 0,
    'a second counts only while somebody looks': (snapshot) => snapshot.matches({ attention: 'present' }) === snapshot.hasTag('counting'),
    'what is left counts no more': (snapshot) =>
      !(snapshot.matches({ track: 'ending' }) || snapshot.matches({ track: 'ended' })) || snapshot.matches({ attention: 'over' }),
  },
});
