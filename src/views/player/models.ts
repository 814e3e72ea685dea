import { type ComponentType, lazy } from 'react';
import { animations, simulations } from '../../simulations/index.ts';
import type { AnimationProps, SimulationProps } from '../../simulations/types.ts';

type Loaders<Props> = Readonly<Record<string, () => Promise<{ default: ComponentType<Props> }>>>;

// Created once: a lazy component created during render is lost when that render suspends.
const lazilyByName = <Props>(loaders: Loaders<Props>) => new Map(Object.entries(loaders).map(([name, load]) => [name, lazy(load)]));

/** Simulations and animations by their names in the content, each loaded on first render. */
export const simulationByName = lazilyByName<SimulationProps>(simulations);
export const animationByName = lazilyByName<AnimationProps>(animations);
