import type { ParameterSpecs, Settings } from './parameters.ts';
import { normal, seededRandom } from './random.ts';

/** Settings of the gas: particles drawn (each stands for 0.02 mol), temperature in K, volume in L. */
export const parameters = {
  particles: { kind: 'number', min: 10, max: 200, step: 10, initial: 50 },
  temperature: { kind: 'number', min: 100, max: 600, step: 10, initial: 300 },
  volume: { kind: 'number', min: 10, max: 50, step: 1, initial: 25 },
} as const satisfies ParameterSpecs;

export type GasSettings = Settings<typeof parameters>;

/** Molar gas constant in J/(mol K): CODATA 2018, exact. */
export const R = 8.314462618;
/** Molar mass of nitrogen, N₂, in kg/mol: IUPAC standard atomic weight. */
export const MOLAR_MASS = 0.028014;
/** Amount of gas that one drawn particle stands for, in mol. */
export const MOLES_PER_PARTICLE = 0.02;
/** Height and depth of the cylinder in m; its length follows from the volume. */
export const SIDE = 0.3;
/** How many times slower than the gas the picture runs. */
export const SLOWER = 1500;
/** Averaging time for wall hits, in s on screen. */
const AVERAGE = 4;

/** Position in the cylinder in m, velocity in m/s; the third component points toward the viewer and is not drawn. */
export interface Particle {
  x: number;
  y: number;
  vx: number;
  vy: number;
  vz: number;
}

export interface Gas {
  settings: GasSettings;
  particles: readonly Particle[];
  /** Screen seconds since the settings last changed. */
  age: number;
  /** Pressure from wall hits in kPa; 0 before the first hit. */
  hitPressure: number;
}

/** @returns the length in m of a cylinder that holds `volume` liters. */
export const lengthOf = (volume: number): number => volume / 1000 / SIDE ** 2;

/** The ideal gas law, P = nRT/V. @returns the pressure in kPa. */
export function lawPressure({ particles, temperature, volume }: GasSettings): number {
  return (particles * MOLES_PER_PARTICLE * R * temperature) / volume;
}

/** @returns the mean speed in m/s at a temperature in K: √(8RT/πM). */
export const meanSpeed = (temperature: number): number => Math.sqrt((8 * R * temperature) / (Math.PI * MOLAR_MASS));

/** The Maxwell–Boltzmann distribution of speeds. @returns the share of particles per m/s at a speed in m/s. */
export function maxwell(speed: number, temperature: number): number {
  const a = MOLAR_MASS / (2 * R * temperature);
  return 4 * Math.PI * (a / Math.PI) ** 1.5 * speed ** 2 * Math.exp(-a * speed ** 2);
}

/** Scales each direction so that its mean square speed is exactly RT/M. */
function atTemperature(particles: readonly Particle[], temperature: number): Particle[] {
  const wanted = (R * temperature) / MOLAR_MASS;
  const scale = (axis: 'vx' | 'vy' | 'vz') => Math.sqrt((wanted * particles.length) / particles.reduce((sum, p) => sum + p[axis] ** 2, 0));
  const [sx, sy, sz] = [scale('vx'), scale('vy'), scale('vz')];
  return particles.map((p) => ({ ...p, vx: p.vx * sx, vy: p.vy * sy, vz: p.vz * sz }));
}

/** @returns the particle with this number: a position in a cylinder of length 1 and a velocity at 1 (m/s)² per direction. */
function particle(index: number): Particle {
  const random = seededRandom(index + 1);
  return { x: random(), y: random() * SIDE, vx: normal(random), vy: normal(random), vz: normal(random) };
}

/** @returns the gas at its settings: Maxwell–Boltzmann velocities and random positions, the same ones each time. */
export function startGas(settings: GasSettings): Gas {
  const length = lengthOf(settings.volume);
  const particles = Array.from({ length: settings.particles }, (_, i) => {
    const p = particle(i);
    return { ...p, x: p.x * length };
  });
  return { settings, particles: atTemperature(particles, settings.temperature), age: 0, hitPressure: 0 };
}

/** @returns the same gas at other settings: the piston moves the particles, heat scales the speeds. */
export function adjustGas(gas: Gas, settings: GasSettings): Gas {
  const before = gas.settings;
  if (before === settings) return gas;
  if (before.particles !== settings.particles) return startGas(settings);
  const ratio = settings.volume / before.volume;
  const moved = gas.particles.map((p) => ({ ...p, x: p.x * ratio }));
  return { settings, particles: atTemperature(moved, settings.temperature), age: 0, hitPressure: 0 };
}

/**
 * Moves the particles for `dt` seconds of screen time and derives the pressure from the momentum transferred to the four drawn walls.
 * Particles do not collide with each other: in an ideal gas that affects neither pressure nor speed distribution.
 */
export function stepGas(gas: Gas, dt: number): Gas {
  const length = lengthOf(gas.settings.volume);
  const time = dt / SLOWER;
  let impulse = 0;
  const particles = gas.particles.map((p) => {
    const next = { ...p, x: p.x + p.vx * time, y: p.y + p.vy * time };
    if (next.x < 0 || next.x > length) {
      next.x = next.x < 0 ? -next.x : 2 * length - next.x;
      next.vx = -p.vx;
      impulse += 2 * Math.abs(p.vx);
    }
    if (next.y < 0 || next.y > SIDE) {
      next.y = next.y < 0 ? -next.y : 2 * SIDE - next.y;
      next.vy = -p.vy;
      impulse += 2 * Math.abs(p.vy);
    }
    return next;
  });
  const area = 2 * SIDE * SIDE + 2 * SIDE * length;
  const now = (impulse * MOLES_PER_PARTICLE * MOLAR_MASS) / time / area / 1000;
  const age = gas.age + dt;
  return { ...gas, particles, age, hitPressure: gas.hitPressure + (now - gas.hitPressure) * (dt / Math.min(age, AVERAGE)) };
}

/** Speeds in bins of `width` m/s. @returns the share of particles per m/s in each bin. */
export function speedHistogram(particles: readonly Particle[], width: number, count: number): number[] {
  const shares = Array.from({ length: count }, () => 0);
  for (const p of particles) {
    const bin = Math.floor(Math.hypot(p.vx, p.vy, p.vz) / width);
    if (bin < count) shares[bin] = (shares[bin] ?? 0) + 1 / (particles.length * width);
  }
  return shares;
}
