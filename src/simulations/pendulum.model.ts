import type { ParameterSpecs } from './parameters.ts';

/** Acceleration of free fall in m/s²: standard gravity; Moon and Mars from NASA's planetary fact sheets. */
export const gravity = { earth: 9.80665, mars: 3.73, moon: 1.62 } as const;

/** Length in m, mass of the bob in kg, release angle in degrees, and the place. */
export const parameters = {
  length: { kind: 'number', min: 0.2, max: 2, step: 0.1, initial: 1 },
  mass: { kind: 'number', min: 0.1, max: 2, step: 0.1, initial: 0.5 },
  angle: { kind: 'number', min: 5, max: 80, step: 5, initial: 20 },
  place: { kind: 'choice', options: ['earth', 'mars', 'moon'], initial: 'earth' },
} as const satisfies ParameterSpecs;

/** Angle from straight down in rad, its rate in rad/s, time in s, and past angles for the graph. */
export interface Swing {
  time: number;
  angle: number;
  rate: number;
  trace: readonly (readonly [time: number, angle: number])[];
}

/** Seconds of history in the graph. */
export const MEMORY = 10;

export function startSwing(degrees: number): Swing {
  const angle = (degrees * Math.PI) / 180;
  return { time: 0, angle, rate: 0, trace: [[0, angle]] };
}

/** The equation of motion θ″ = −(g/L) sin θ, by the classical Runge–Kutta method. The mass cancels out. */
function integrate(angle: number, rate: number, dt: number, ratio: number): [angle: number, rate: number] {
  const pull = (at: number) => -ratio * Math.sin(at);
  const [k1, l1] = [rate, pull(angle)];
  const [k2, l2] = [rate + (l1 * dt) / 2, pull(angle + (k1 * dt) / 2)];
  const [k3, l3] = [rate + (l2 * dt) / 2, pull(angle + (k2 * dt) / 2)];
  const [k4, l4] = [rate + l3 * dt, pull(angle + k3 * dt)];
  return [angle + ((k1 + 2 * k2 + 2 * k3 + k4) * dt) / 6, rate + ((l1 + 2 * l2 + 2 * l3 + l4) * dt) / 6];
}

/** One step of `dt` seconds for a string of `length` m under `g` m/s². */
export function stepSwing(swing: Swing, dt: number, length: number, g: number): Swing {
  const [angle, rate] = integrate(swing.angle, swing.rate, dt, g / length);
  const time = swing.time + dt;
  const last = swing.trace.at(-1)?.[0] ?? 0;
  const trace = time - last < 0.04 ? swing.trace : [...swing.trace.filter(([at]) => at > time - MEMORY), [time, angle] as const];
  return { time, angle, rate, trace };
}

/** @returns the period in s, measured on the integrated motion: four times the time from release to straight down. */
export function measurePeriod(length: number, degrees: number, g: number): number {
  const dt = 0.001;
  let time = 0;
  let angle = (degrees * Math.PI) / 180;
  let rate = 0;
  for (;;) {
    const [nextAngle, nextRate] = integrate(angle, rate, dt, g / length);
    if (nextAngle <= 0) return 4 * (time + (dt * angle) / (angle - nextAngle));
    [angle, rate] = [nextAngle, nextRate];
    time += dt;
  }
}

/** @returns the period in s for small swings, 2π√(L/g). */
export const smallAnglePeriod = (length: number, g: number): number => 2 * Math.PI * Math.sqrt(length / g);

/** @returns the maximum tension of the string in N: m g (3 − 2 cos θ₀), as the bob passes straight down. */
export const largestPull = (mass: number, degrees: number, g: number): number => mass * g * (3 - 2 * Math.cos((degrees * Math.PI) / 180));
