import type { ComponentType } from 'react';
import type { AnimationProps, SimulationProps } from './types.ts';

type Lazy<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Loaders of all simulations, by their names in content items. */
export const simulations = {
  'gas-particles': () => import('./gas-particles.tsx'),
  'density-float': () => import('./density-float.tsx'),
  'collision-carts': () => import('./collision-carts.tsx'),
  pendulum: () => import('./pendulum.tsx'),
  'wave-string': () => import('./wave-string.tsx'),
  circuit: () => import('./circuit.tsx'),
  'energy-track': () => import('./energy-track.tsx'),
  'punnett-square': () => import('./punnett-square.tsx'),
  'food-web': () => import('./food-web.tsx'),
  osmosis: () => import('./osmosis.tsx'),
  'plate-motion': () => import('./plate-motion.tsx'),
  greenhouse: () => import('./greenhouse.tsx'),
  orrery: () => import('./orrery.tsx'),
  'moon-phases': () => import('./moon-phases.tsx'),
  seasons: () => import('./seasons.tsx'),
} as const satisfies Record<string, Lazy<SimulationProps>>;

/** Loaders of all animations, by their names in content items. */
export const animations = {
  'heating-ice': () => import('./animations/heating-ice.tsx'),
  'balanced-forces': () => import('./animations/balanced-forces.tsx'),
  'transverse-wave': () => import('./animations/transverse-wave.tsx'),
  'blood-flow': () => import('./animations/blood-flow.tsx'),
  'water-cycle': () => import('./animations/water-cycle.tsx'),
  'eclipse-geometry': () => import('./animations/eclipse-geometry.tsx'),
} as const satisfies Record<string, Lazy<AnimationProps>>;
