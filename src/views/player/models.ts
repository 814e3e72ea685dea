import { type ComponentType, lazy } from 'react';
import { animations, simulations } from '../../simulations/index.ts';
import type { AnimationProps, SimulationProps } from '../../simulations/types.ts';

type Loaders<Props> = Readonly<Record<string, () => Promise<{ default: ComponentType<Props> }>>>;

// Made once: a lazy component that is made while drawing is lost when the drawing waits for it.
const lazilyByName = <Props>(loaders: Loaders<Props>) => new Map(Object.entries(loaders).map(([name, load]) => [name, lazy(load)]));

/** Simulations and animations by the name that content gives, each loaded when it is first drawn. */
export const simulationByName = lazilyByName<SimulationProps>(simulations);
export const animationByName = lazilyByName<AnimationProps>(animations);
