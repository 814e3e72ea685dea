import { assign, sendTo, setup, spawnChild } from 'xstate';
import { type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';

export interface PlaybackInput {
  /** An animation is drawn frame by frame. A film is a file with the browser's own controls. */
  kind: 'animation' | 'film';
  /** Seconds, as the content says. */
  duration: number;
  /** Second where the student left off; at or past the end, it plays from the start. */
  position: number;
}

/** What the medium reports, whoever caused it: the chart, or the film's own controls. */
export type MediaNews =
  /** It can be played. `duration` in seconds; null if the medium does not know it. */
  | { type: 'media.loaded'; duration: number | null }
  | { type: 'media.started' }
  | { type: 'media.paused' }
  /** It has run out of data and waits for more. */
  | { type: 'media.waited' }
  /** `time`: seconds from the start. */
  | { type: 'media.advanced'; time: number }
  | { type: 'media.ended' }
  | { type: 'media.failed' }
  /** `speed`: 1 is normal speed. */
  | { type: 'media.rated'; speed: number };

/** What the chart asks of the medium. */
export type MediaOrder =
  | { type: 'play.asked'; from: number }
  | { type: 'pause.asked' }
  | { type: 'position.asked'; time: number }
  | { type: 'speed.asked'; speed: number };

export interface MediaInput {
  duration: number;
  /** Second to start at. */
  time: number;
}

interface Context extends PlaybackInput {
  /** Seconds from the start. */
  time: number;
  /** 1 is normal speed. */
  speed: number;
}

export const playbackReasons: Reasons<'isAtEnd'> = { isAtEnd: 'This second is before the end.' };

/** Plays an animation or a film, with its captions, from the second where the student left off (specification, section 3). */
export const playbackMachine = setup({
  types: {
    input: {} as PlaybackInput,
    context: {} as Context,
    events: {} as
      | { type: 'playback.toggled' }
      | { type: 'position.sought'; time: number }
      | { type: 'speed.chosen'; speed: number }
      | MediaNews,
    children: {} as { media: 'media' },
    tags: {} as 'playing' | 'buffering' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: { media: sourceSlot<MediaNews, MediaInput, MediaOrder>('media', 'the frames of an animation, or the element of a film') },
  actions: {
    startMedia: spawnChild('media', { id: 'media', input: ({ context: { duration, time } }) => ({ duration, time }) }),
    setTime: assign({ time: (_, { time }: { time: number }) => time }),
    setTimeToEnd: assign({ time: ({ context }) => context.duration }),
    rewind: assign({ time: 0 }),
    setDuration: assign({ duration: ({ context }, { duration }: { duration: number | null }) => duration ?? context.duration }),
    setSpeed: assign({ speed: (_, { speed }: { speed: number }) => speed }),
    askToPlay: sendTo('media', ({ context }) => ({ type: 'play.asked', from: context.time })),
    askToPause: sendTo('media', { type: 'pause.asked' }),
    askForPosition: sendTo('media', ({ context }) => ({ type: 'position.asked', time: context.time })),
    askForSpeed: sendTo('media', ({ context }) => ({ type: 'speed.asked', speed: context.speed })),
  },
  guards: { isAtEnd: ({ context }, { time }: { time: number }) => time >= context.duration },
}).createMachine({
  id: 'playback',
  description: 'An animation or a film plays, from the second where the student left off.',
  meta: { reasons: playbackReasons },
  context: ({ input }) => ({ ...input, time: input.position < input.duration ? input.position : 0, speed: 1 }),
  entry: 'startMedia',
  on: {
    'position.sought': [
      {
        guard: { type: 'isAtEnd', params: ({ event }) => event },
        target: '.ended',
        actions: [{ type: 'setTime', params: ({ event }) => event }, 'askForPosition'],
        description: 'The student moves to the end.',
      },
      {
        actions: [{ type: 'setTime', params: ({ event }) => event }, 'askForPosition'],
        description: 'The student moves to another second. What plays goes on there.',
      },
    ],
    'speed.chosen': {
      actions: [{ type: 'setSpeed', params: ({ event }) => event }, 'askForSpeed'],
      description: 'The student chooses a speed.',
    },
    'media.rated': {
      actions: { type: 'setSpeed', params: ({ event }) => event },
      description: 'The speed changed, perhaps by the film’s own controls.',
    },
    'media.loaded': {
      actions: { type: 'setDuration', params: ({ event }) => event },
      description: 'The film has come far enough to be played.',
    },
    'media.failed': { target: '.failed', description: 'The film cannot be loaded or decoded.' },
    'media.advanced': {
      actions: { type: 'setTime', params: ({ event }) => event },
      description: 'Another second is shown, because time passed or the film’s own controls moved it.',
    },
    'media.ended': { target: '.ended', actions: 'setTimeToEnd', description: 'The last second has been shown.' },
  },
  initial: 'paused',
  states: {
    paused: {
      description: 'Nothing moves. It can be played.',
      on: {
        'playback.toggled': { target: 'playing', actions: 'askToPlay', description: 'The student presses Play.' },
        'media.started': { target: 'playing', description: 'The student plays the film by its own controls.' },
      },
    },
    playing: {
      description: 'It plays.',
      tags: 'playing',
      on: {
        'playback.toggled': { target: 'paused', actions: 'askToPause', description: 'The student presses Pause.' },
        'media.started': { description: 'The film goes on playing.' },
        'media.paused': { target: 'paused', description: 'The student stops the film by its own controls, or it has reached its end.' },
        'media.waited': { target: 'buffering', description: 'The next part of the film has not arrived yet.' },
      },
    },
    buffering: {
      description: 'The film waits for its next part and then plays on.',
      tags: ['playing', 'buffering'],
      on: {
        'media.started': { target: 'playing', description: 'The next part has arrived.' },
        'media.paused': { target: 'paused', description: 'The student does not want to wait.' },
      },
    },
    ended: {
      description: 'The last second is on the screen.',
      on: {
        'playback.toggled': {
          target: 'playing',
          actions: ['rewind', 'askToPlay'],
          description: 'The student presses Play: from the start.',
        },
        'media.started': { target: 'playing', description: 'The student plays the film once more by its own controls.' },
        'position.sought': {
          target: 'paused',
          actions: [{ type: 'setTime', params: ({ event }) => event }, 'askForPosition'],
          description: 'The student goes back.',
        },
        'media.advanced': [
          { guard: { type: 'isAtEnd', params: ({ event }) => event }, description: 'The film reports its end once more.' },
          {
            target: 'paused',
            actions: { type: 'setTime', params: ({ event }) => event },
            description: 'The student goes back by the film’s own controls.',
          },
        ],
      },
    },
    failed: {
      description: 'The film does not come. The screen says what to do, until it comes after all.',
      tags: 'failed',
      on: {
        'media.loaded': {
          target: 'paused',
          actions: { type: 'setDuration', params: ({ event }) => event },
          description: 'The film has come after all.',
        },
      },
    },
  },
});
