/** Models that an item may show, by their names in content. */
export const simulationNames = [
  'gas-particles',
  'density-float',
  'collision-carts',
  'pendulum',
  'wave-string',
  'circuit',
  'energy-track',
  'punnett-square',
  'food-web',
  'osmosis',
  'plate-motion',
  'greenhouse',
  'orrery',
  'moon-phases',
  'seasons',
] as const;

/** Animations that a video may show, by their names in content. */
export const animationNames = [
  'heating-ice',
  'balanced-forces',
  'transverse-wave',
  'blood-flow',
  'water-cycle',
  'eclipse-geometry',
] as const;
export type AnimationName = (typeof animationNames)[number];
