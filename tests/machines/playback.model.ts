import { type PlaybackInput, playbackMachine } from '../../src/machines/player/playbackMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const inputs = {
  animation: { kind: 'animation', duration: 20, position: 0 },
  film: { kind: 'film', duration: 20, position: 4 },
} satisfies Record<string, PlaybackInput>;

export const playbackModel = defineModel({
  machine: playbackMachine,
  inputs,
  events: [
    { type: 'playback.toggled' },
    { type: 'position.sought', time: 5 },
    { type: 'position.sought', time: 20 },
    { type: 'speed.chosen', speed: 2 },
    { type: 'media.rated', speed: 0.5 },
    { type: 'media.loaded', duration: 20 },
    { type: 'media.started' },
    { type: 'media.paused' },
    { type: 'media.waited' },
    { type: 'media.advanced', time: 5 },
    { type: 'media.advanced', time: 20 },
    { type: 'media.ended' },
    { type: 'media.failed' },
  ],
  project: ({ kind, time, speed }) => ({ kind, time, speed }),
  keeps: {
    'position.sought': { time: 'time' },
    'speed.chosen': { speed: 'speed' },
    'media.rated': { speed: 'speed' },
    'media.advanced': { time: 'time' },
  },
  tags: { playing: 'media.paused', buffering: ({ value }) => value === 'buffering' },
  takes: {
    'position.sought': ['', 'ended'],
    'media.loaded': ['', 'failed'],
    'media.advanced': ['', 'ended'],
    'playback.toggled': ['paused', 'playing', 'ended'],
    'media.started': (snapshot) => !snapshot.hasTag('failed'),
  },
  leads: {
    'playback.toggled': ['playing', 'paused'],
    'position.sought': ['ended', 'paused'],
    'media.started': ['playing'],
    'media.ended': ['ended'],
    'media.paused': ['paused'],
    'media.advanced': ['paused'],
    'media.loaded': ['paused'],
  },
  runs: {
    media: [''],
  },
  tells: {
    'position.asked to media': 'position.sought',
    'speed.asked to media': 'speed.chosen',
    'play.asked to media': (before, { type }) => type === 'playback.toggled' && !before.matches('playing'),
    'pause.asked to media': (before, { type }) => type === 'playback.toggled' && before.matches('playing'),
  },
  invariants: {
    'the end is shown where it has ended': (snapshot) => !snapshot.matches('ended') || snapshot.context.time === snapshot.context.duration,
    'the time stays within the medium': ({ context: { time, duration } }) => time >= 0 && time <= duration,
  },
  stepInvariants: {
    'nothing but the student and the medium moves the time': ({ context: before }, event, { context: after }) =>
      before.time === after.time || /^(position\.sought|media\.(advanced|ended)|playback\.toggled)$/.test(event.type),
    'a film that failed waits until it comes': (before, event, after) =>
      !before.hasTag('failed') || after.hasTag('failed') || /^(media\.(loaded|ended)|position\.sought)$/.test(event.type),
    'the speed stays what was chosen last': ({ context: before }, event, { context: after }) =>
      before.speed === after.speed || (event as { speed?: number }).speed === after.speed,
    'moving does not stop what plays': (before, event, after) =>
      event.type !== 'position.sought' || !before.hasTag('playing') || after.hasTag('playing') || after.matches('ended'),
  },
});
