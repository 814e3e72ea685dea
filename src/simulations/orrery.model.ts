import type { ParameterSpecs } from './parameters.ts';

/** Which planets are shown, the scale, and the speed in days per second. */
export const parameters = {
  show: { kind: 'choice', options: ['inner', 'all'], initial: 'all' },
  scale: { kind: 'choice', options: ['even', 'true'], initial: 'even' },
  speed: { kind: 'choice', options: ['10', '100', '1000'], initial: '10' },
} as const satisfies ParameterSpecs;

/**
 * Mean distance from the Sun in AU, mean longitude at J2000 in degrees, and its rate in degrees per 36,525 days:
 * E. M. Standish, JPL, "Keplerian elements for approximate positions of the major planets", 1800 to 2050.
 */
export const planets = {
  mercury: { distance: 0.38709927, longitude: 252.2503235, rate: 149472.67411175 },
  venus: { distance: 0.72333566, longitude: 181.9790995, rate: 58517.81538729 },
  earth: { distance: 1.00000261, longitude: 100.46457166, rate: 35999.37244981 },
  mars: { distance: 1.52371034, longitude: -4.55343205, rate: 19140.30268499 },
  jupiter: { distance: 5.202887, longitude: 34.39644051, rate: 3034.74612775 },
  saturn: { distance: 9.53667594, longitude: 49.95424423, rate: 1222.49362201 },
  uranus: { distance: 19.18916464, longitude: 313.23810451, rate: 428.48202785 },
  neptune: { distance: 30.06992276, longitude: -55.12002969, rate: 218.45945325 },
} as const;

export type Planet = keyof typeof planets;
export const names = Object.keys(planets) as Planet[];
export const inner: readonly Planet[] = ['mercury', 'venus', 'earth', 'mars'];

const CENTURY = 36525;
/** The clock starts at J2000, noon of January 1, 2000, and ends a hundred years later. */
export const LAST_DAY = CENTURY;

/** @returns days for one orbit around the Sun, relative to the stars. */
export const period = (planet: Planet): number => (360 * CENTURY) / planets[planet].rate;

/** @returns the planet's direction from the Sun in degrees, 0 to 360, on a circular orbit at constant speed. */
export function longitude(planet: Planet, day: number): number {
  const { longitude: start, rate } = planets[planet];
  return (((start + (rate * day) / CENTURY) % 360) + 360) % 360;
}

/** @returns the date of a day of the clock. */
export const dateOf = (day: number): Date => new Date(Date.UTC(2000, 0, 1, 12) + day * 86_400_000);

/** One step of `dt` seconds at `speed` days per second. */
export const stepDay = (day: number, dt: number, speed: number): number => Math.min(day + dt * speed, LAST_DAY);
