import type { ParameterSpecs } from './parameters.ts';

/** The observer's hemisphere. */
export const parameters = {
  hemisphere: { kind: 'choice', options: ['north', 'south'], initial: 'north' },
} as const satisfies ParameterSpecs;

/** Mean time from new Moon to new Moon in days (synodic month; Astronomical Almanac). */
export const MONTH = 29.530588;

export const phases = [
  'new',
  'waxing-crescent',
  'first-quarter',
  'waxing-gibbous',
  'full',
  'waning-gibbous',
  'last-quarter',
  'waning-crescent',
] as const;
export type Phase = (typeof phases)[number];

/** @returns angle between Sun and Moon as seen from the Earth, in degrees eastward, 0 to 360, at constant mean speed. */
export const elongation = (day: number): number => ((((day / MONTH) * 360) % 360) + 360) % 360;

/** @returns share of the Moon's face that is lit, 0 to 1: (1 − cos of the angle) / 2. */
export const litShare = (day: number): number => (1 - Math.cos((elongation(day) * Math.PI) / 180)) / 2;

/** @returns the name of the phase; new, full and the quarters last one day, within half a day of their exact moment. */
export function phaseOf(day: number): Phase {
  const halfDay = (0.5 / MONTH) * 360;
  const angle = elongation(day);
  const quarter = Math.round(angle / 90);
  if (Math.abs(angle - quarter * 90) <= halfDay) return phases[(quarter * 2) % 8] ?? 'new';
  return phases[Math.floor(angle / 90) * 2 + 1] ?? 'new';
}

/** @returns the hour of solar time, 0 to 24, at which the Moon is highest: noon at new Moon, later in proportion to the angle. */
export const highestAt = (day: number): number => (12 + elongation(day) / 15) % 24;

/** One step of `dt` seconds: a day takes a second; after a month it starts over. */
export const stepMonth = (day: number, dt: number): number => (day + dt) % MONTH;

/**
 * The lit part of the Moon's face as seen from the northern hemisphere, on a disk of radius `r` around (0, 0).
 * @returns the `d` of a path: a semicircle on the lit side, closed by half an ellipse.
 */
export function litPath(day: number, r: number): string {
  const angle = elongation(day);
  const edge = Math.abs(Math.cos((angle * Math.PI) / 180)) * r;
  const waxing = angle <= 180;
  const gibbous = angle > 90 && angle < 270;
  const limb = `M0 ${-r}A${r} ${r} 0 0 ${waxing ? 1 : 0} 0 ${r}`;
  return `${limb}A${edge.toFixed(3)} ${r} 0 0 ${waxing === gibbous ? 1 : 0} 0 ${-r}z`;
}
