import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ChartLayout } from './picture.ts';
import { type Cause, type Position, pureChart } from './pureChart.ts';
import { type Frame, toFrame } from './recorder.ts';

/** One step of a simulation: the cause, and the chart's position after it. */
export interface SimulatedStep {
  /** Undefined for the start. */
  cause: Cause | undefined;
  position: Position;
  frame: Frame;
}

/** A simulated chart: nothing is called, delays pass and actors end on command. */
export interface Simulation {
  steps: readonly SimulatedStep[];
}

/** The possible causes at a step. */
export interface Choices {
  /** Live actors and how each can end: payloads from the chart's model, or an empty one. */
  actors: { id: string; done: Cause[]; error: Cause[] }[];
  /** Running delays with the ms left; undefined if the delay's length is not a number. */
  timers: { cause: Cause; left: number }[];
}

/** @throws what the chart's context or guards throw for this input */
export function simulate(machine: AnyStateMachine, input?: unknown) {
  const chart = pureChart(machine);
  const step = (cause: Cause | undefined, position: Position): SimulatedStep => ({ cause, position, frame: toFrame(position.snapshot) });
  return {
    start: (): Simulation => ({ steps: [step(undefined, chart.start(input))] }),
    /** Continues from a step; later steps are dropped. */
    next: ({ steps }: Simulation, at: number, cause: Cause): Simulation => {
      const from = steps[at];
      return from ? { steps: [...steps.slice(0, at + 1), step(cause, chart.next(from.position, cause))] } : { steps };
    },
    send: (event: AnyEventObject): Cause => ({ type: event.type, by: 'sender', event }),
    choices: ({ position }: SimulatedStep, events: ChartLayout['events']): Choices => ({
      actors: chart.alive(position).map((id) => {
        const ends = (how: 'done' | 'error'): Cause[] => {
          const type = `xstate.${how}.actor.${id}`;
          const known = events.filter((event) => event.type === type);
          const fallback: AnyEventObject = how === 'done' ? { type, output: undefined } : { type, error: { code: 500, message: '' } };
          return (known.length > 0 ? known : [fallback]).map((event) => ({ type, by: 'actor', event, id }));
        };
        return { id, done: ends('done'), error: ends('error') };
      }),
      timers: chart
        .timers(position)
        .map((cause) => ({ cause, left: (position.timers.get(cause.id ?? '')?.deadline ?? position.now) - position.now })),
    }),
  };
}

/**
 * A snapshot to evaluate guards on, rebuilt from data: a past step, or another window's actor.
 * @throws if the chart no longer has this state
 */
export function snapshotOf(machine: AnyStateMachine, { value, context }: Frame): AnyMachineSnapshot {
  if (value === undefined) throw new Error('The actor never was in a state.');
  return machine.resolveState({ value, context: context as never }) as AnyMachineSnapshot;
}
