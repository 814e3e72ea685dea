/** What a game can be heard to do. None of it is only heard. */
export type Cue = 'start' | 'second' | 'right' | 'wrong' | 'end';

/** Notes of a cue: frequency in Hz, and when it begins and how long it lasts, in s. */
const notes: Readonly<Record<Cue, readonly (readonly [hertz: number, from: number, length: number])[]>> = {
  start: [
    [523, 0, 0.12],
    [784, 0.12, 0.2],
  ],
  second: [[880, 0, 0.06]],
  right: [
    [659, 0, 0.12],
    [988, 0.12, 0.25],
  ],
  wrong: [[220, 0, 0.3]],
  end: [
    [523, 0, 0.15],
    [659, 0.15, 0.15],
    [784, 0.3, 0.35],
  ],
};
/** Of the loudest sound. */
const volume = 0.15;

export interface Tones {
  play: (cue: Cue) => void;
  /** Gives the device's sound back. */
  close: () => void;
}

/**
 * Short tones, made by the browser. Nothing is made before the first one.
 * @param makeContext makes what tones are played with
 */
export function tones(makeContext: () => AudioContext): Tones {
  let context: AudioContext | undefined;
  return {
    play: (cue) => {
      context ??= makeContext();
      // A browser lets a page be heard only once somebody has pressed something on it.
      if (context.state === 'suspended') void context.resume().catch(() => undefined);
      for (const [hertz, from, length] of notes[cue]) {
        const [at, tone, gain] = [context.currentTime + from, context.createOscillator(), context.createGain()];
        tone.type = 'triangle';
        tone.frequency.setValueAtTime(hertz, at);
        // It fades, because a tone that is cut off clicks.
        gain.gain.setValueAtTime(volume, at);
        gain.gain.linearRampToValueAtTime(0, at + length);
        tone.connect(gain);
        gain.connect(context.destination);
        tone.start(at);
        tone.stop(at + length);
      }
    },
    close: () => {
      void context?.close().catch(() => undefined);
      context = undefined;
    },
  };
}
