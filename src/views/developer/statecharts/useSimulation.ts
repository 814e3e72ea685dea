import { useMemo, useState } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { Cause } from '../../../developer/pureChart.ts';
import { type Simulation, simulate } from '../../../developer/simulation.ts';
import type { visualizerMachine } from '../../../machines/developer/visualizerMachine.ts';

/** The simulation of a chart, from one of its inputs: the first, until another is named. */
export function useSimulation(
  visualizer: ActorRefFrom<typeof visualizerMachine>,
  machine: AnyStateMachine | undefined,
  inputs: Readonly<Record<string, unknown>>,
) {
  const [simulation, setSimulation] = useState<Simulation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [inputName, setInputName] = useState<string | null>(null);
  const input = inputs[inputName ?? ''] ?? Object.values(inputs)[0];
  const simulator = useMemo(() => (machine ? simulate(machine, input) : undefined), [machine, input]);

  /** Takes over a new simulation, and tells the visualizer. What a chart throws is shown. */
  const attempt = (make: () => Simulation | null, then: () => void) => {
    try {
      setSimulation(make());
      setProblem(null);
      then();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const start = () =>
    attempt(
      () => simulator?.start() ?? null,
      () => visualizer.send({ type: 'simulation.started' }),
    );
  const restartWith = (name: string) => {
    setInputName(name);
    if (!machine) return;
    setSimulation(simulate(machine, inputs[name]).start());
    visualizer.send({ type: 'present.resumed' });
  };
  /** Lets something happen after a step; by default the last one. */
  const cause = (next: Cause, after: number | undefined) => {
    if (!simulation || !simulator) return;
    attempt(
      () => simulator.next(simulation, after ?? simulation.steps.length - 1, next),
      () => {
        if (visualizer.getSnapshot().hasTag('past')) visualizer.send({ type: 'present.resumed' });
      },
    );
  };
  return { simulation, simulator, problem, inputName, setInputName, start, restartWith, cause };
}
