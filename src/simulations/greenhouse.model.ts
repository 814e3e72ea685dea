import type { ParameterSpecs, Settings } from './parameters.ts';

/** Carbon dioxide in parts per million, and whether warming changes water vapor, ice and clouds in turn. */
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
/** Sunlight that arrives and that is absorbed, averaged over the globe, in W/m². */
export const ARRIVING = SOLAR / 4;
export const ABSORBED = ARRIVING * (1 - ALBEDO);
/** Carbon dioxide before industry in ppm, and the surface then in K: about 14 °C. */
export const BASE_CO2 = 280;
export const BASE_TEMPERATURE = 287;
/** Less infrared to space per doubling of carbon dioxide, in W/m²: 5.35 ln 2 (Myhre and others, 1998). */
const PER_LOG = 5.35;
/** More infrared to space per warming, with feedbacks, in W/(m² K): so that a doubling warms by 3 °C, the best estimate of IPCC AR6. */
const RESPONSE = (PER_LOG * Math.LN2) / 3;
/** Heat capacity of the surface in W year/(m² K): an ocean layer of 70 m over 71 % of the globe. */
const HEAT_CAPACITY = (70 * 1025 * 3990 * 0.71) / (365.25 * 86400);

/** Emissivity of the layer of air at 280 ppm: what balances the absorbed sunlight at 287 K. */
export const BASE_EMISSIVITY = 2 * (1 - ABSORBED / (SIGMA * BASE_TEMPERATURE ** 4));

/**
 * Radiative forcing in W/m² against 280 ppm: 5.35 ln(C/C₀), about 3.7 per doubling (Myhre and others, 1998). 1 ppm is added to both,
 * so that it stays finite at none; there it is −30 W/m², near the results of full models. Below about 100 ppm it is rough.
 */
export const forcing = (co2: number): number => PER_LOG * Math.log((co2 + 1) / (BASE_CO2 + 1));

/** Energy flows in W/m² between surface, one layer of air, and space. */
export interface Flows {
  /** Infrared from the surface. */
  surface: number;
  /** The part of it that passes the layer. */
  through: number;
  /** Infrared from the layer, up and the same amount down. */
  air: number;
  /** Infrared that leaves to space. */
  out: number;
  /** The layer's emissivity, 0 to 1. */
  emissivity: number;
}

/**
 * One layer of air over the surface (temperature in K): it lets sunlight pass, absorbs a share of the infrared and radiates it both ways.
 * The share grows with carbon dioxide and, with feedbacks (more water vapor above all), with warming.
 */
export function flows(temperature: number, { co2, feedbacks }: GreenhouseSettings): Flows {
  const surface = SIGMA * temperature ** 4;
  const unforced = feedbacks ? ABSORBED + RESPONSE * (temperature - BASE_TEMPERATURE) : surface * (1 - BASE_EMISSIVITY / 2);
  const out = unforced - forcing(co2);
  const emissivity = 2 * (1 - out / surface);
  return { surface, through: surface * (1 - emissivity), air: (emissivity * surface) / 2, out, emissivity };
}

/** @returns the surface temperature in K at which as much leaves as is absorbed. */
export function balance(settings: GreenhouseSettings): number {
  let [low, high] = [200, 400];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (flows(middle, settings).out < ABSORBED) low = middle;
    else high = middle;
  }
  return low;
}

/** One step of `dt` years: what is absorbed and does not leave warms the surface. */
export function stepWarming(temperature: number, dt: number, settings: GreenhouseSettings): number {
  return temperature + ((ABSORBED - flows(temperature, settings).out) / HEAT_CAPACITY) * dt;
}
