import type { ParameterSpecs, Settings } from './parameters.ts';

/** How the bulbs are connected, their number, and the battery's voltage in V. */
export const parameters = {
  layout: { kind: 'choice', options: ['series', 'parallel'], initial: 'series' },
  bulbs: { kind: 'number', min: 1, max: 4, step: 1, initial: 2 },
  voltage: { kind: 'number', min: 1.5, max: 9, step: 1.5, initial: 6 },
} as const satisfies ParameterSpecs;

export type CircuitSettings = Settings<typeof parameters>;

/** Resistance of a bulb in Ω, assumed constant. */
export const RESISTANCE = 10;

/** Voltage across a bulb in V (undefined if several gaps share it), current in A, power in W. */
export interface BulbState {
  voltage: number | undefined;
  current: number;
  power: number;
}

export interface CircuitState {
  bulbs: readonly BulbState[];
  /** Current through the battery in A. */
  current: number;
}

/** Ohm's law for equal bulbs and an ideal battery; `broken[i]` means that bulb i is burned out and does not conduct. */
export function solveCircuit({ layout, bulbs, voltage }: CircuitSettings, broken: readonly boolean[]): CircuitState {
  const numbers = Array.from({ length: bulbs }, (_, i) => i);
  if (layout === 'parallel') {
    const current = voltage / RESISTANCE;
    const states = numbers.map((i) => (broken[i] ? { voltage, current: 0, power: 0 } : { voltage, current, power: voltage * current }));
    return { bulbs: states, current: states.reduce((sum, bulb) => sum + bulb.current, 0) };
  }
  const gaps = numbers.filter((i) => broken[i]).length;
  const current = gaps > 0 ? 0 : voltage / (bulbs * RESISTANCE);
  const states = numbers.map((i) => {
    if (gaps === 0) return { voltage: current * RESISTANCE, current, power: current ** 2 * RESISTANCE };
    return { voltage: broken[i] ? (gaps === 1 ? voltage : undefined) : 0, current: 0, power: 0 };
  });
  return { bulbs: states, current };
}

/**
 * @returns brightness in the picture, 0 to 1: the square root of the power relative to the largest possible here, roughly as eyes perceive
 * it.
 */
export function brightness(power: number): number {
  return Math.sqrt(power / (parameters.voltage.max ** 2 / RESISTANCE));
}

/** Advances the drawn charges: `moved[i]` in units of the picture for branch i, `speed` in units per second and ampere. */
export function stepCharges(moved: readonly number[], dt: number, { bulbs }: CircuitState, speed: number): number[] {
  return bulbs.map((bulb, i) => (moved[i] ?? 0) + bulb.current * speed * dt);
}
