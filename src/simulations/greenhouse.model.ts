import type { ParameterSpecs, Settings } from './parameters.ts';

/** Carbon dioxide in parts per million, and whether warming feeds back on water vapor, ice and clouds. */
export const parameters = {
  co2: { kind: 'number', min: 0, max: 1200, step: 10, initial: 280 },
  feedbacks: { kind: 'switch', initial: true },
} as const satisfies ParameterSpecs;

export type GreenhouseSettings = Settings<typeof parameters>;

/** Stefan–Boltzmann constant in W/(m² K⁴): CODATA 2018. */
export const SIGMA = 5.670374419e-8;
/** Total solar irradiance in W/m² (Kopp and Lean, 2011), and the share that the Earth reflects (NASA CERES: about 0.3). */
export const SOLAR = 1361;
export const ALBEDO = 0.3;
/** Incoming and absorbed sunlight, averaged over the globe, in W/m². */
export const ARRIVING = SOLAR / 4;
export const ABSORBED = ARRIVING * (1 - ALBEDO);
/** Preindustrial carbon dioxide in ppm, and the surface temperature then in K: about 14 °C. */
export const BASE_CO2 = 280;
export const BASE_TEMPERATURE = 287;
/** Reduction of infrared to space per doubling of carbon dioxide, in W/m²: 5.35 ln 2 (Myhre and others, 1998). */
const PER_LOG = 5.35;
/**
 * Increase of infrared to space per degree of warming, with feedbacks, in W/(m² K): chosen so that a doubling warms by 3 °C, the best
 * estimate of IPCC AR6.
 */
const RESPONSE = (PER_LOG * Math.LN2) / 3;
/** Heat capacity of the surface in W year/(m² K): an ocean layer of 70 m over 71 % of the globe. */
const HEAT_CAPACITY = (70 * 1025 * 3990 * 0.71) / (365.25 * 86400);

/** Emissivity of the layer of air at 280 ppm, which balances the absorbed sunlight at 287 K. */
export const BASE_EMISSIVITY = 2 * (1 - ABSORBED / (SIGMA * BASE_TEMPERATURE ** 4));

/**
 * Radiative forcing in W/m² relative to 280 ppm: 5.35 ln(C/C₀), about 3.7 per doubling (Myhre and others, 1998). 1 ppm is added to both
 * concentrations, so that the result stays finite at zero. There it is −30 W/m², close to the results of full models. Below about 100 ppm
 * it is rough.
 */
export const forcing = (co2: number): number => PER_LOG * Math.log((co2 + 1) / (BASE_CO2 + 1));

/** Energy flows in W/m² between surface, one layer of air, and space. */
export interface Flows {
  /** Infrared from the surface. */
  surface: number;
  /** The part of it that passes through the layer. */
  through: number;
  /** Infrared from the layer, the same amount up and down. */
  air: number;
  /** Infrared that leaves to space. */
  out: number;
  /** The layer's emissivity, 0 to 1. */
  emissivity: number;
}

/**
 * One layer of air over the surface (temperature in K). It transmits sunlight, absorbs a share of the infrared and radiates it both ways.
 * The share grows with carbon dioxide and, with feedbacks (above all more water vapor), with warming.
 */
export function flows(temperature: number, { co2, feedbacks }: GreenhouseSettings): Flows {
  const surface = SIGMA * temperature ** 4;
  const unforced = feedbacks ? ABSORBED + RESPONSE * (temperature - BASE_TEMPERATURE) : surface * (1 - BASE_EMISSIVITY / 2);
  const out = unforced - forcing(co2);
  const emissivity = 2 * (1 - out / surface);
  return { surface, through: surface * (1 - emissivity), air: (emissivity * surface) / 2, out, emissivity };
}

/** @returns the surface temperature in K at which outgoing and absorbed energy are equal. */
export function balance(settings: GreenhouseSettings): number {
  let [low, high] = [200, 400];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (flows(middle, settings).out < ABSORBED) low = middle;
    else high = middle;
  }
  return low;
}

/** One step of `dt` years: absorbed energy that does not leave warms the surface. */
export function stepWarming(temperature: number, dt: number, settings: GreenhouseSettings): number {
  return temperature + ((ABSORBED - flows(temperature, settings).out) / HEAT_CAPACITY) * dt;
}
