import type { AnyEventObject } from 'xstate';
import type { ChartGraph } from '../../../developer/chartGraph.ts';
import { describeEvent } from '../../../developer/chartGraph.ts';
import { stateText } from '../../../developer/lit.ts';
import type { ActorInfo, Frame, LogEntry } from '../../../developer/recorder.ts';
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
  /** Its readable name. */
  name: string;
  /** The frame before the step; undefined for a start, or if it is not recorded any more. */
  before: Frame | undefined;
  /** Number of steps that the row stands for: a timer that fires again and again is one row, with its last step. */
  times: number;
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

function loggedStep({ step, at, actor, chart, event, source, taken, frame }: LogEntry, before: Frame | undefined, name: string): ViewStep {
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
    name,
    before,
    times: 1,
    chart,
    source: by,
    state,
    frame,
    taken,
    emitted: [],
    kind,
  };
}

/** The steps of a log, each with the frame before it. */
export function loggedSteps(log: readonly LogEntry[], actors: readonly ActorInfo[]): ViewStep[] {
  const names = new Map(actors.map(({ id, name }) => [id, name]));
  const last = new Map<string, Frame>();
  return log.map((entry) => {
    const before = entry.event.type === 'xstate.init' ? undefined : last.get(entry.actor);
    last.set(entry.actor, entry.frame);
    return loggedStep(entry, before, names.get(entry.actor) ?? entry.chart);
  });
}

/** Makes one row of the runs of a timer. */
export function withoutRepeats(steps: readonly ViewStep[]): readonly ViewStep[] {
  const rows: ViewStep[] = [];
  for (const step of steps) {
    const above = rows.at(-1);
    const isAgain =
      step.payload.type.startsWith('xstate.after.') && above?.payload.type === step.payload.type && above.actor === step.actor;
    if (isAgain) rows[rows.length - 1] = { ...step, before: above.before, times: above.times + 1 };
    else rows.push(step);
  }
  return rows;
}

export function simulatedStep(
  { cause, position, frame }: SimulatedStep,
  step: number,
  { id }: ChartGraph,
  before: Frame | undefined,
): ViewStep {
  const kind = frame.status === 'error' ? 'failed' : !cause ? 'start' : position.taken.length > 0 ? 'taken' : 'unhandled';
  return {
    step,
    at: position.now,
    event: cause ? eventName(cause.type, id) : '',
    payload: cause?.event ?? { type: '' },
    actor: undefined,
    name: id,
    before,
    times: 1,
    chart: id,
    source: undefined,
    state: stateText(frame.value),
    frame,
    taken: position.taken,
    emitted: position.emitted,
    kind,
  };
}

/** What a word of a search may be about: `event:opened state:away`. */
const fields = {
  event: ({ event }: ViewStep) => event,
  state: ({ state }: ViewStep) => state,
  actor: ({ name, chart }: ViewStep) => `${name}\n${chart}`,
} as const;

/**
 * Steps that have all words of the text, each in their event, state, chart, actor or sender; a word after `event:`, `state:` or `actor:` only
 * there.
 */
export function matchingSteps(steps: readonly ViewStep[], text: string): readonly ViewStep[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return steps;
  const tests = words.map((word) => {
    const [, field, rest = ''] = /^(event|state|actor):(.+)$/.exec(word) ?? [];
    const read = fields[field as keyof typeof fields];
    if (read) return (step: ViewStep) => read(step).toLowerCase().includes(rest);
    return ({ event, state, chart, name, source = '' }: ViewStep) =>
      `${event}\n${state}\n${chart}\n${name}\n${source}`.toLowerCase().includes(word);
  });
  return steps.filter((step) => tests.every((test) => test(step)));
}
