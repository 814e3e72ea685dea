import type { ParameterSpecs, Settings } from './parameters.ts';

/** Masses in kg, velocities in m/s (positive to the right), and whether the carts bounce or stick together. */
export const parameters = {
  massA: { kind: 'number', min: 0.5, max: 4, step: 0.5, initial: 1 },
  massB: { kind: 'number', min: 0.5, max: 4, step: 0.5, initial: 2 },
  velocityA: { kind: 'number', min: -3, max: 3, step: 0.1, initial: 2 },
  velocityB: { kind: 'number', min: -3, max: 3, step: 0.1, initial: -0.5 },
  elastic: { kind: 'switch', initial: true },
} as const satisfies ParameterSpecs;

export type CartSettings = Settings<typeof parameters>;

/** Length of the track and of a cart in m. */
export const TRACK = 4;
export const CART = 0.5;

/** Centers of the carts in m from the track's left end, velocities in m/s, time in s since the start. */
export interface Carts {
  time: number;
  a: number;
  b: number;
  velocityA: number;
  velocityB: number;
  collided: boolean;
}

export const startCarts = ({ velocityA, velocityB }: CartSettings): Carts => ({
  time: 0,
  a: 0.9,
  b: TRACK - 0.9,
  velocityA,
  velocityB,
  collided: false,
});

/**
 * Velocities after a collision in one dimension: momentum is conserved. Kinetic energy is, too, if elastic; otherwise the carts stick.
 * @returns velocities in m/s
 */
export function afterCollision({ massA, massB, elastic }: CartSettings, velocityA: number, velocityB: number) {
  const common = (massA * velocityA + massB * velocityB) / (massA + massB);
  return elastic ? { velocityA: 2 * common - velocityA, velocityB: 2 * common - velocityB } : { velocityA: common, velocityB: common };
}

/** @returns momenta in kg m/s and the kinetic energy in J. */
export function measure({ massA, massB }: CartSettings, velocityA: number, velocityB: number) {
  const [momentumA, momentumB] = [massA * velocityA, massB * velocityB];
  return { momentumA, momentumB, momentum: momentumA + momentumB, energy: 0.5 * massA * velocityA ** 2 + 0.5 * massB * velocityB ** 2 };
}

/** One step of `dt` seconds without friction; a collision happens at its exact moment within the step. */
export function stepCarts(carts: Carts, dt: number, settings: CartSettings): Carts {
  const gap = carts.b - carts.a - CART;
  const closing = carts.velocityA - carts.velocityB;
  const free = closing > 0 && !carts.collided ? Math.min(gap / closing, dt) : dt;
  const moved = { ...carts, time: carts.time + dt, a: carts.a + carts.velocityA * free, b: carts.b + carts.velocityB * free };
  if (free >= dt) return moved;
  const after = afterCollision(settings, carts.velocityA, carts.velocityB);
  const rest = dt - free;
  return { ...moved, ...after, a: moved.a + after.velocityA * rest, b: moved.b + after.velocityB * rest, collided: true };
}

/** The run ends when a cart reaches an end of the track, or both are at rest. */
export function isOver({ a, b, velocityA, velocityB }: Carts): boolean {
  const still = velocityA === 0 && velocityB === 0;
  return still || Math.min(a, b) <= CART / 2 || Math.max(a, b) >= TRACK - CART / 2;
}
