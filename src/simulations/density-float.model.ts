import type { ParameterSpecs } from './parameters.ts';

/** Densities of liquids in kg/m³ at 20 °C: CRC Handbook of Chemistry and Physics; cooking oil is a typical value. */
export const liquids = { water: 998, 'sea-water': 1025, oil: 920, ethanol: 789, glycerin: 1261, mercury: 13546 } as const;

/** Densities of solids in kg/m³: CRC Handbook; cork, pine and polyethylene vary and are typical values. */
export const blocks = {
  cork: 240,
  pine: 500,
  ice: 917,
  polyethylene: 950,
  rubber: 1100,
  aluminum: 2700,
  steel: 7850,
  gold: 19300,
} as const;

export type Liquid = keyof typeof liquids;
export type Block = keyof typeof blocks | 'own';

/** Settings: the liquid, the block, and the mass in kg of the custom block. All blocks are cubes of 1 L. */
export const parameters = {
  liquid: { kind: 'choice', options: Object.keys(liquids) as Liquid[], initial: 'water' },
  block: { kind: 'choice', options: [...(Object.keys(blocks) as Block[]), 'own'] as Block[], initial: 'pine' },
  mass: { kind: 'number', min: 0.1, max: 3, step: 0.1, initial: 0.8 },
} as const satisfies ParameterSpecs;

/** Standard acceleration of free fall in m/s². */
export const G = 9.80665;
/** Edge of the cube in m: 10 cm, so 1 L. */
export const EDGE = 0.1;
export const VOLUME = EDGE ** 3;
/** Inside of the tank in m, and the depth of the liquid before the block touches it. */
export const TANK = { width: 0.5, depth: 0.2, liquid: 0.22 };
/** Added mass of a cube, as a share of the liquid it displaces. */
const ADDED_MASS = 0.5;
/** Drag per displaced mass, in 1/s. Brings a floating block to rest within a few seconds. */
const DRAG = 5;

/** Depth of the block's underside below the surface in m, and its downward speed in m/s. */
export interface Sinking {
  depth: number;
  speed: number;
}

/** The block is released 2 cm above the surface. */
export const start: Sinking = { depth: -0.02, speed: 0 };

/** @returns density of a block in kg/m³, for the custom block from its mass in kg. */
export const densityOf = (block: Block, mass: number): number => (block === 'own' ? mass / VOLUME : blocks[block]);

/** @returns share of the cube below the surface, 0 to 1. */
export const submerged = (depth: number): number => Math.min(Math.max(depth / EDGE, 0), 1);

/** @returns height of the surface above the tank's floor in m, raised by the liquid that the block displaces. */
export const surface = (depth: number): number => TANK.liquid + (submerged(depth) * VOLUME) / (TANK.width * TANK.depth);

/** @returns weight and buoyant force in N (Archimedes). */
export function forces(depth: number, block: number, liquid: number) {
  return { weight: block * VOLUME * G, buoyancy: liquid * VOLUME * submerged(depth) * G };
}

/** @returns where the block comes to rest: share below the surface, and whether it floats or lies on the floor. */
export function rest(block: number, liquid: number): { share: number; floats: boolean } {
  return { share: Math.min(block / liquid, 1), floats: block < liquid };
}

/** One step of `dt` seconds for a block and a liquid with these densities in kg/m³. */
export function step({ depth, speed }: Sinking, dt: number, block: number, liquid: number): Sinking {
  const share = submerged(depth);
  const inertia = block + ADDED_MASS * liquid * share;
  const push = (block - liquid * share) * G;
  const nextSpeed = (speed + (push / inertia) * dt) / (1 + ((DRAG * liquid * share) / inertia) * dt);
  const next = depth + nextSpeed * dt;
  const floor = surface(next);
  return next >= floor ? { depth: floor, speed: 0 } : { depth: next, speed: nextSpeed };
}
