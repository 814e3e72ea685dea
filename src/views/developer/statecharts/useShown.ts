import { useMemo } from 'react';
import type { ChartGraph } from '../../../developer/chartGraph.ts';
import type { Simulation } from '../../../developer/simulation.ts';
import type { Inspected } from './hooks.ts';
import { loggedSteps, simulatedStep, type ViewStep } from './steps.ts';

/** What the visualizer looks at. */
export interface Looking {
  /** Id of the actor; null for the chart alone. */
  actor: string | null;
  /** The step picked from the past. */
  picked: number | null;
  isSimulating: boolean;
  isPast: boolean;
}

/** The steps of the log, the one that is shown, and the frame that is drawn. */
export function useShown(
  { actor, picked, isSimulating, isPast }: Looking,
  { actors, log, frames }: Inspected,
  simulation: Simulation | null,
  graph: ChartGraph | undefined,
  showsAll: boolean,
) {
  const steps: readonly ViewStep[] = useMemo(() => {
    if (isSimulating)
      return graph
        ? (simulation?.steps ?? []).map((one, index) => simulatedStep(one, index, graph, simulation?.steps[index - 1]?.frame))
        : [];
    const own = actor && !showsAll ? log.filter((entry) => entry.actor === actor) : log;
    return loggedSteps(own, actors);
  }, [isSimulating, simulation, graph, actor, showsAll, log, actors]);
  const ofThis = isSimulating || !showsAll ? steps : steps.filter((one) => one.actor === actor);
  const current = isPast ? ofThis.find(({ step }) => step === picked) : actor || isSimulating ? ofThis.at(-1) : undefined;
  const live = actor ? frames.get(actor) : undefined;
  const frame = isPast || isSimulating ? current?.frame : (live ?? current?.frame);
  return { steps, current, frame };
}
