import { vi } from 'vitest';

/** An audio context that writes down what would be heard, as `659 at 0`. */
export function recorder(state: AudioContextState = 'running') {
  const heard: string[] = [];
  const context = {
    ...{ state, currentTime: 2, destination: {}, resume: vi.fn(async () => undefined), close: vi.fn(async () => undefined) },
    createGain: () => ({ gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }, connect: () => {} }),
    createOscillator: () => {
      let hertz = 0;
      return {
        ...{ type: 'sine', connect: () => {}, stop: () => {} },
        frequency: { setValueAtTime: (value: number) => (hertz = value) },
        start: (at: number) => heard.push(`${hertz} at ${(at - 2).toFixed(2)}`),
      };
    },
  };
  return { heard, context: context as unknown as AudioContext, resume: context.resume, close: context.close };
}

/** Lets the page be heard by a recorder until globals are restored. `made` is called for each audio context. Returns what is heard. */
export function stubAudio(made: () => void = () => {}): string[] {
  const { context, heard } = recorder();
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        made();
        // biome-ignore lint/correctness/noConstructorReturn: stands for the browser's own
        return context;
      }
    },
  );
  return heard;
}
