import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ChartLayout } from './picture.ts';
import { type Cause, type Position, pureChart } from './pureChart.ts';
import { type Frame, toFrame } from './recorder.ts';

/** One step of a simulation: what happened, and where the chart is then. */
export interface SimulatedStep {
  /** Undefined for the start. */
  cause: Cause | undefined;
  position: Position;
  frame: Frame;
}

/** A chart that is tried out: nothing is called, delays pass when told to, actors end as told. */
export interface Simulation {
  steps: readonly SimulatedStep[];
}

/** What can be done at a step. */
export interface Choices {
  /** Actors that are alive, and how each can end: payloads of the chart's model, or an empty one. */
  actors: { id: string; done: Cause[]; error: Cause[] }[];
  /** Delays that run, with what is left of them in ms; undefined when the delay's length is not a number. */
  timers: { cause: Cause; left: number }[];
}

/** @throws what the chart's context or guards throw for this input */
export function simulate(machine: AnyStateMachine, input?: unknown) {
  const chart = pureChart(machine);
  const step = (cause: Cause | undefined, position: Position): SimulatedStep => ({ cause, position, frame: toFrame(position.snapshot) });
  return {
    start: (): Simulation => ({ steps: [step(undefined, chart.start(input))] }),
    /** Goes on from a step; what came after it is dropped. */
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
 * A snapshot that guards can be asked about, made from data: a past step, or an actor of another window.
 *
 * @throws when the chart has no such state any more
 */
export function snapshotOf(machine: AnyStateMachine, { value, context }: Frame): AnyMachineSnapshot {
  if (value === undefined) throw new Error('The actor never was in a state.');
  return machine.resolveState({ value, context: context as never }) as AnyMachineSnapshot;
}
