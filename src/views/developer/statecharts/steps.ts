import type { AnyEventObject } from 'xstate';
import type { ChartGraph } from '../../../developer/chartGraph.ts';
import { describeEvent } from '../../../developer/chartGraph.ts';
import { stateText } from '../../../developer/lit.ts';
import type { Frame, LogEntry } from '../../../developer/recorder.ts';
import type { SimulatedStep } from '../../../developer/simulation.ts';

/** One step in the log of an actor or a simulation, as displayed. */
export interface ViewStep {
  /** Number by which the visualizer's chart selects it. */
  step: number;
  /** ms since 1970, or simulated ms since the start. */
  at: number;
  /** Readable event; empty for a start. */
  event: string;
  payload: AnyEventObject;
  /** Name of the actor. */
  actor: string | undefined;
  chart: string;
  source: string | undefined;
  /** The state after the step. */
  state: string;
  frame: Frame;
  taken: readonly string[];
  emitted: readonly AnyEventObject[];
  kind: 'start' | 'taken' | 'unhandled' | 'failed';
}

const eventName = (type: string, chart: string) => (type === 'xstate.init' ? '' : describeEvent(type, chart).text);

export function loggedStep({ step, at, actor, chart, event, source, taken, frame }: LogEntry): ViewStep {
  const isStart = event.type === 'xstate.init';
  const kind = frame.status === 'error' ? 'failed' : isStart ? 'start' : taken.length > 0 ? 'taken' : 'unhandled';
  // The name of an actor's end event already says which actor ended.
  const by = event.type.startsWith('xstate.') ? undefined : source;
  const state = stateText(frame.value);
  return {
    step,
    at,
    event: eventName(event.type, chart),
    payload: event,
    actor,
    chart,
    source: by,
    state,
    frame,
    taken,
    emitted: [],
    kind,
  };
}

export function simulatedStep({ cause, position, frame }: SimulatedStep, step: number, { id }: ChartGraph): ViewStep {
  const kind = frame.status === 'error' ? 'failed' : !cause ? 'start' : position.taken.length > 0 ? 'taken' : 'unhandled';
  return {
    step,
    at: position.now,
    event: cause ? eventName(cause.type, id) : '',
    payload: cause?.event ?? { type: '' },
    actor: undefined,
    chart: id,
    source: undefined,
    state: stateText(frame.value),
    frame,
    taken: position.taken,
    emitted: position.emitted,
    kind,
  };
}

/** Steps whose event, state, chart or sender contains the text. */
export function matchingSteps(steps: readonly ViewStep[], text: string): readonly ViewStep[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return steps;
  return steps.filter(({ event, state, chart, source = '' }) => `${event}\n${state}\n${chart}\n${source}`.toLowerCase().includes(wanted));
}
