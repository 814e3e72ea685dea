import type { ParameterSpecs } from './parameters.ts';

/** Coefficient of friction, mass of the car in kg, release height in m. */
export const parameters = {
  friction: { kind: 'number', min: 0, max: 0.2, step: 0.01, initial: 0 },
  mass: { kind: 'number', min: 20, max: 200, step: 10, initial: 60 },
  height: { kind: 'number', min: 1, max: 4.5, step: 0.5, initial: 4 },
} as const satisfies ParameterSpecs;

/** Standard acceleration of free fall in m/s². */
export const G = 9.80665;
/** Width of the track in m. */
export const WIDTH = 12;
const HALF = WIDTH / 2;

/** @returns height of the track in m: a valley 5 m deep with a hill of about 1.6 m in the middle. */
export function trackHeight(x: number): number {
  const u = (x - HALF) / HALF;
  return 5 * u ** 4 + 1.6 * Math.exp(-((u / 0.3) ** 2));
}

/** @returns slope (rise per run) and curvature in 1/m (positive in dips) at x in m. */
export function trackShape(x: number): { slope: number; curvature: number } {
  const u = (x - HALF) / HALF;
  const hill = 1.6 * Math.exp(-((u / 0.3) ** 2));
  const slope = (20 * u ** 3 - (2 * u * hill) / 0.09) / HALF;
  const bend = (60 * u ** 2 + hill * ((2 * u) / 0.09) ** 2 - (2 * hill) / 0.09) / HALF ** 2;
  return { slope, curvature: bend / (1 + slope ** 2) ** 1.5 };
}

/** Position in m, speed along the track in m/s (positive to the right), heat produced so far per mass in J/kg, time in s. */
export interface Ride {
  time: number;
  x: number;
  speed: number;
  heat: number;
  stopped: boolean;
}

/** @returns the car at rest on the left slope at this height in m. */
export function startRide(height: number): Ride {
  let [low, high] = [0, HALF * 0.6];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (trackHeight(middle) > height) low = middle;
    else high = middle;
  }
  return { time: 0, x: low, speed: 0, heat: 0, stopped: false };
}

/**
 * One step of `dt` seconds (velocity Verlet along the track). The car is held on its rails, so friction is the coefficient times the normal
 * force, |g cos α + v² κ| per mass; the mass itself cancels out.
 */
export function stepRide(ride: Ride, dt: number, friction: number): Ride {
  if (ride.stopped) return ride;
  const pull = (x: number) => {
    const { slope } = trackShape(x);
    return (-G * slope) / Math.hypot(1, slope);
  };
  const { slope, curvature } = trackShape(ride.x);
  const metric = Math.hypot(1, slope);
  const rub = friction * Math.abs(G / metric + ride.speed ** 2 * curvature);
  const here = pull(ride.x);
  const half = ride.speed + (here * dt) / 2;
  const middle = ride.x + (half * dt) / 2 / metric;
  const x = ride.x + (half * dt) / Math.hypot(1, trackShape(middle).slope);
  const pushed = half + (pull(x) * dt) / 2;
  const braked = Math.sign(pushed) * Math.max(0, Math.abs(pushed) - rub * dt);
  const time = ride.time + dt;
  if (friction > 0 && Math.abs(braked) < 0.005 && Math.abs(here) <= rub) {
    return { time, x: ride.x, speed: 0, heat: ride.heat + ride.speed ** 2 / 2, stopped: true };
  }
  return { time, x, speed: braked, heat: ride.heat + (pushed ** 2 - braked ** 2) / 2, stopped: false };
}

/** @returns energies in J: kinetic, potential (from the bottom of the picture), thermal, and their sum. */
export function energies({ x, speed, heat }: Ride, mass: number) {
  const kinetic = 0.5 * mass * speed ** 2;
  const potential = mass * G * trackHeight(x);
  const thermal = mass * heat;
  return { kinetic, potential, thermal, total: kinetic + potential + thermal };
}
