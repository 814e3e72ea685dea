import type { ParameterSpecs } from './parameters.ts';

/** The kind of boundary (convergent: an ocean plate under a continent; collision: two continents), and the speed in cm per year. */
export const parameters = {
  boundary: { kind: 'choice', options: ['divergent', 'convergent', 'collision', 'transform'], initial: 'divergent' },
  speed: { kind: 'number', min: 1, max: 10, step: 1, initial: 5 },
} as const satisfies ParameterSpecs;

export type Boundary = (typeof parameters.boundary.options)[number];

/** The model's clock ends here, in millions of years. */
export const LAST = 10;

/** @returns the relative displacement of the plates in km, after `time` million years at `speed` cm per year. */
export const movedBy = (speed: number, time: number): number => speed * 1e-5 * time * 1e6;

/** One step of the clock: a million years takes two seconds. */
export const stepTime = (time: number, dt: number): number => Math.min(time + dt / 2, LAST);

/**
 * Depth of the sea floor below the ridge's crest in km at an age in million years: it cools and sinks by 0.35 √age (Parsons and Sclater,
 * 1977, for floor younger than 70 million years).
 */
export const floorDepth = (age: number): number => 0.35 * Math.sqrt(age);

/** Thickness of the crust in km before two continents collide. */
export const CRUST = 35;

/**
 * How a collision thickens the crust if no rock is lost: the crust that no longer fits side by side piles up in a belt. About one sixth of
 * it rises above as mountains; the rest is a root that supports them (isostasy: crust 2.8, mantle 3.3 g/cm³).
 * @param shortening in km
 * @returns heights in km above and below in the middle of the belt, and the belt's half width in km (standard deviation).
 */
export function pileUp(shortening: number): { above: number; below: number; halfWidth: number } {
  const halfWidth = 70 + 0.25 * shortening;
  const extra = (shortening * CRUST) / (halfWidth * Math.sqrt(2 * Math.PI));
  const above = extra * (1 - 2.8 / 3.3);
  return { above, below: extra - above, halfWidth };
}
