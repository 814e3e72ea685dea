import type { ParameterSpecs } from './parameters.ts';

/** Tilt of the Earth's axis in degrees (actually 23.4), and the latitude of a place in degrees, positive to the north. */
export const parameters = {
  tilt: { kind: 'number', min: 0, max: 60, step: 0.1, initial: 23.4 },
  latitude: { kind: 'number', min: -90, max: 90, step: 5, initial: 40 },
} as const satisfies ParameterSpecs;

const RAD = Math.PI / 180;

/** Days in the clock's year, and days from J2000 to noon of January 1 of a common year (2026). */
export const YEAR = 365;
const FIRST_NOON = 9497;

/** @returns the date of a day of the year, 0 to 364, in a common year. */
export const dateOf = (day: number): Date => new Date(Date.UTC(2026, 0, 1, 12) + day * 86_400_000);

/** @returns the Sun's ecliptic longitude in degrees, 0 at the March equinox: low-precision formula of the Astronomical Almanac, 0.01°. */
export function sunLongitude(day: number): number {
  const n = FIRST_NOON + day;
  const anomaly = (357.528 + 0.9856003 * n) * RAD;
  const longitude = 280.46 + 0.9856474 * n + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly);
  return ((longitude % 360) + 360) % 360;
}

/** @returns the latitude in degrees at which the Sun is overhead at noon: sin δ = sin ε sin λ. */
export const declination = (day: number, tilt: number): number => Math.asin(Math.sin(tilt * RAD) * Math.sin(sunLongitude(day) * RAD)) / RAD;

/** @returns hours for which the center of the Sun is above the horizon, ignoring refraction: cos H = −tan φ tan δ. */
export function dayLength(latitude: number, sun: number): number {
  const cosine = -Math.tan(latitude * RAD) * Math.tan(sun * RAD);
  return (Math.acos(Math.min(Math.max(cosine, -1), 1)) / RAD / 180) * 24;
}

/** @returns height of the Sun at noon above the horizon in degrees; negative in polar night. */
export const noonHeight = (latitude: number, sun: number): number => 90 - Math.abs(latitude - sun);

/**
 * @returns mean sunlight on level ground over a day in W/m², above the atmosphere, at the mean distance from the Sun (1361 W/m²): S/π (H
 * sin φ sin δ + cos φ cos δ sin H).
 */
export function dailySunlight(latitude: number, sun: number): number {
  const hour = (dayLength(latitude, sun) / 24) * Math.PI;
  const [phi, delta] = [latitude * RAD, sun * RAD];
  return (1361 / Math.PI) * (hour * Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.sin(hour));
}

/** One step of `dt` seconds: 20 days pass in a second, and the year starts over. */
export const stepYear = (day: number, dt: number): number => (day + dt * 20) % YEAR;
