import type { ParameterSpecs, Settings } from './parameters.ts';
import { seededRandom } from './random.ts';

/** Dissolved particles outside the cell in mol/L, and the kind of cell. */
export const parameters = {
  concentration: { kind: 'number', min: 0, max: 0.6, step: 0.05, initial: 0.45 },
  cell: { kind: 'choice', options: ['animal', 'plant'], initial: 'animal' },
} as const satisfies ParameterSpecs;

export type OsmosisSettings = Settings<typeof parameters>;

/** Dissolved particles in the cell at the start in mol/L: about that of human blood plasma, 0.29 mol/L. */
export const INSIDE = 0.3;
/** Share of the cell's volume that is not water and stays constant: about 0.4 in red blood cells (Ponder's measurements). */
export const SOLID = 0.4;
/** Volume at which an animal cell bursts (red blood cells: about 1.6 times), and at which a plant's wall stops the swelling. */
export const BURST = 1.6;
export const WALL = 1.08;
/** R T at 20 °C in MPa L/mol, with the gas constant by CODATA. */
export const RT = (8.314462618 * 293.15) / 1000;
/** Change of volume in 1/s for a difference of 1 mol/L. */
const PERMEABILITY = 0.5;

/** A drawn particle: position and velocity, in units of the drawing. */
export interface Dot {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

/** Volume of the cell relative to its initial volume, time in s, and the dots of the picture. */
export interface Osmosis {
  time: number;
  volume: number;
  burst: boolean;
  water: readonly Dot[];
  outside: readonly Dot[];
  /** Dissolved particles in the cell, in a disk of radius 1. */
  inside: readonly Dot[];
}

/** The picture's size and the cell's initial center and radius, in units of the drawing. */
export const STAGE = { width: 480, height: 320, x: 240, y: 160, radius: 92 };
const WATER_DOTS = 90;
const INSIDE_DOTS = 9;
/** Dots per mol/L outside: the same density as inside when the concentrations are equal. */
const OUTSIDE_DOTS = ((INSIDE_DOTS / INSIDE) * (STAGE.width * STAGE.height - Math.PI * STAGE.radius ** 2)) / (Math.PI * STAGE.radius ** 2);

/** @returns radius of the drawn cell: its area is proportional to the volume. */
export const radiusOf = (volume: number): number => STAGE.radius * Math.sqrt(volume);

/** @returns dissolved particles in the cell in mol/L of its water. */
export const insideConcentration = (volume: number): number => (INSIDE * (1 - SOLID)) / (volume - SOLID);

/** @returns the volume at which as much water enters as leaves (Boyle–van ’t Hoff), with a plant's wall and without. */
export function restVolume({ concentration, cell }: OsmosisSettings): number {
  const free = concentration > 0 ? SOLID + ((1 - SOLID) * INSIDE) / concentration : Number.POSITIVE_INFINITY;
  return Math.min(free, cell === 'plant' ? WALL : BURST);
}

/** @returns the pressure in MPa of the cell on its wall: R T times the difference, once the wall holds it. */
export function turgor(volume: number, { concentration, cell }: OsmosisSettings): number {
  if (cell !== 'plant' || volume < WALL) return 0;
  return Math.max(0, RT * (insideConcentration(volume) - concentration));
}

export function startOsmosis({ concentration }: OsmosisSettings): Osmosis {
  const random = seededRandom(7);
  const dot = (x: number, y: number, speed: number): Dot => {
    const angle = random() * 2 * Math.PI;
    return { x, y, vx: speed * Math.cos(angle), vy: speed * Math.sin(angle) };
  };
  const water = Array.from({ length: WATER_DOTS }, () => dot(random() * STAGE.width, random() * STAGE.height, 46));
  const inside = Array.from({ length: INSIDE_DOTS }, (_, i) => {
    const [far, angle] = [0.9 * Math.sqrt((i + 0.5) / INSIDE_DOTS), i * 2.4];
    return dot(far * Math.cos(angle), far * Math.sin(angle), 0.16);
  });
  const outside: Dot[] = [];
  while (outside.length < Math.round(concentration * OUTSIDE_DOTS)) {
    const [x, y] = [random() * STAGE.width, random() * STAGE.height];
    if (Math.hypot(x - STAGE.x, y - STAGE.y) > STAGE.radius + 12) outside.push(dot(x, y, 14));
  }
  return { time: 0, volume: 1, burst: false, water, outside, inside };
}

/** Moves a dot and reflects it at the edges of the picture. */
function drift(dot: Dot, dt: number): Dot {
  const [x, y] = [dot.x + dot.vx * dt, dot.y + dot.vy * dt];
  return {
    x: Math.min(Math.max(x, 6), STAGE.width - 6),
    y: Math.min(Math.max(y, 6), STAGE.height - 6),
    vx: x < 6 ? Math.abs(dot.vx) : x > STAGE.width - 6 ? -Math.abs(dot.vx) : dot.vx,
    vy: y < 6 ? Math.abs(dot.vy) : y > STAGE.height - 6 ? -Math.abs(dot.vy) : dot.vy,
  };
}

/** Keeps a dot inside (side 1) or outside (side −1) of a circle around (cx, cy). */
function keep(dot: Dot, cx: number, cy: number, radius: number, side: 1 | -1): Dot {
  const [dx, dy] = [dot.x - cx, dot.y - cy];
  const far = Math.hypot(dx, dy);
  if ((far - radius) * side <= 0 || far === 0) return dot;
  const [nx, ny] = [dx / far, dy / far];
  const away = dot.vx * nx + dot.vy * ny;
  const turn = away * side > 0 ? 2 * away : 0;
  return { x: cx + nx * radius, y: cy + ny * radius, vx: dot.vx - turn * nx, vy: dot.vy - turn * ny };
}

/**
 * One step of `dt` seconds. Water moves to the side with more dissolved particles, in proportion to the difference. Drawn water crosses the
 * membrane freely; drawn solute bounces off it.
 */
export function stepOsmosis(state: Osmosis, dt: number, settings: OsmosisSettings): Osmosis {
  const flow = state.burst ? 0 : PERMEABILITY * (insideConcentration(state.volume) - settings.concentration);
  const volume = Math.min(state.volume + flow * dt, settings.cell === 'plant' ? WALL : BURST);
  const radius = radiusOf(volume);
  return {
    time: state.time + dt,
    volume,
    burst: settings.cell === 'animal' && volume >= BURST,
    water: state.water.map((dot) => drift(dot, dt)),
    outside: state.outside.map((dot) => keep(drift(dot, dt), STAGE.x, STAGE.y, radius + 9, -1)),
    inside: state.inside.map((dot) => keep({ ...dot, x: dot.x + dot.vx * dt, y: dot.y + dot.vy * dt }, 0, 0, 0.9, 1)),
  };
}
