import type { ParameterSpecs, Settings } from './parameters.ts';

/** Frequency of the hand in Hz, its amplitude in cm, tension of the rope in N. */
export const parameters = {
  frequency: { kind: 'number', min: 0.5, max: 3, step: 0.1, initial: 1 },
  amplitude: { kind: 'number', min: 5, max: 50, step: 5, initial: 30 },
  tension: { kind: 'number', min: 1, max: 25, step: 1, initial: 4 },
} as const satisfies ParameterSpecs;

export type WaveSettings = Settings<typeof parameters>;

/** Length of the rope in m and its mass per length in kg/m (a heavy rope). */
export const ROPE = 10;
export const MASS_PER_LENGTH = 0.25;
/** Number of computed segments of the rope. */
export const PIECES = 200;
const DX = ROPE / PIECES;
/** The longest stable step in s is DX / speed; the fastest wave moves at 10 m/s. */
export const DT = 1 / 240;

/** Heights in m of the rope's points now and one step ago, phase of the hand in rad, its amplitude in m, time in s. */
export interface Rope {
  time: number;
  phase: number;
  amplitude: number;
  now: readonly number[];
  before: readonly number[];
}

/** @returns the wave speed in m/s, √(tension / mass per length). */
export const waveSpeed = (tension: number): number => Math.sqrt(tension / MASS_PER_LENGTH);

export function startRope(): Rope {
  const flat = Array.from({ length: PIECES + 1 }, () => 0);
  return { time: 0, phase: 0, amplitude: 0, now: flat, before: flat };
}

/**
 * One step of DT seconds of the wave equation by central differences. The hand moves the first point up and down; the far end absorbs the
 * wave without reflection (Mur's first-order condition).
 */
export function stepRope({ time, phase, amplitude, now, before }: Rope, dt: number, settings: WaveSettings): Rope {
  const courant = (waveSpeed(settings.tension) * dt) / DX;
  const nextPhase = phase + 2 * Math.PI * settings.frequency * dt;
  const nextAmplitude = amplitude + (settings.amplitude / 100 - amplitude) * Math.min(1, 6 * dt);
  const next = now.map((height, i) => {
    const [left = 0, right = 0] = [now[i - 1], now[i + 1]];
    return 2 * height - (before[i] ?? 0) + courant ** 2 * (left - 2 * height + right);
  });
  next[0] = nextAmplitude * Math.sin(nextPhase);
  const [end = 0, beside = 0] = [now[PIECES], now[PIECES - 1]];
  next[PIECES] = beside + ((courant - 1) / (courant + 1)) * ((next[PIECES - 1] ?? 0) - end);
  return { time: time + dt, phase: nextPhase, amplitude: nextAmplitude, now: next, before: now };
}

/** @returns positions in m of the rope's crests, from the hand outward, interpolated between the computed points by a parabola. */
export function crests(heights: readonly number[]): number[] {
  return heights.flatMap((height, i) => {
    const [left, right] = [heights[i - 1], heights[i + 1]];
    if (left === undefined || right === undefined || height < 0.01 || height <= left || height < right) return [];
    return [(i + (0.5 * (left - right)) / (left - 2 * height + right)) * DX];
  });
}
