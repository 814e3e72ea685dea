import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, fromPromise, initialTransition, transition } from 'xstate';
import { transitionIds } from './chartGraph.ts';

/** Something that makes a chart move: somebody sends, an actor that the chart started ends, a delay passes. */
export interface Cause {
  type: string;
  by: 'sender' | 'actor' | 'timer';
  event: AnyEventObject;
  /** Id of the actor or of the timer. */
  id?: string;
}

/** A snapshot of a chart that calls nothing, and what is under way outside of it. */
export interface Position {
  snapshot: AnyMachineSnapshot;
  /** Ids of the transitions that led here in one step, in order, `always` and completions included. */
  taken: string[];
  emitted: AnyEventObject[];
  /** Simulated milliseconds that passed in this step; 0 unless a timer fired. */
  wait: number;
  /** False when another timer would be due first, had all started as early as they could. */
  inTime: boolean;
  /** Simulated milliseconds since the start. */
  now: number;
  timers: ReadonlyMap<string, { event: AnyEventObject; deadline: number }>;
  /** Actors that ended, by id: the very ref, so that a restart counts as a new one. */
  ended: ReadonlyMap<string, unknown>;
}

/** A chart as a pure function: nothing is called, no time passes. */
export interface PureChart {
  /** @throws what the chart's `context` or guards throw for this input */
  start: (input?: unknown) => Position;
  next: (at: Position, cause: Cause) => Position;
  /** What `event` would be here: sent by somebody, or by an actor that is alive. Undefined when no such actor is. */
  cause: (at: Position, event: AnyEventObject) => Cause | undefined;
  /** Delays that run. */
  timers: (at: Position) => Cause[];
  /** Ids of the actors that are alive. */
  alive: (at: Position) => string[];
  takes: (at: Position, cause: Cause) => boolean;
}

/** An actor that takes events and says nothing. */
export const silentActor = fromPromise(() => new Promise<never>(() => {}));

const forActor = /^xstate\.(?:done\.actor|error\.actor|snapshot)\.(.+)$/;
const MARK = 'orrery.mark';

type Move = [AnyMachineSnapshot, readonly { type: string; params?: Record<string, unknown> }[]];

/** What XState's `transition` tells of a chart's steps, for as many of them as there are. */
export function stepsOf(machine: AnyStateMachine): (from: AnyMachineSnapshot, event: AnyEventObject) => Move {
  // For each step an actor is begun and thrown away, which costs as much as the step: this one's beginning is empty.
  const light = Object.assign(Object.create(machine) as AnyStateMachine, {
    getInitialSnapshot: () => ({ status: 'active', children: {} }),
  });
  return (from, event) => transition(light, from as never, event as never) as unknown as Move;
}

/**
 * Makes a pure chart. Its actors are silent; an actor can end only once and only while it lives, a delay fires only while it runs.
 *
 * @param options.guards replaces guards, for instance to watch their answers
 * @param options.actors logic for slots where a silent actor will not do
 */
export function pureChart(machine: AnyStateMachine, { guards = {}, actors = {} }: { guards?: object; actors?: object } = {}): PureChart {
  const silent = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, silentActor]));
  const copy = machine.provide({ guards, actors: { ...silent, ...actors } } as never);
  // The pure functions tell which actions would run, not which transitions were taken; so each transition of the copy names itself.
  for (const [definition, id] of transitionIds(copy)) definition.actions = [...definition.actions, { type: MARK, params: { id } } as never];

  const step = stepsOf(copy);

  const position = ([snapshot, actions]: Move, from: Pick<Position, 'ended' | 'timers' | 'now' | 'wait' | 'inTime'>): Position => {
    const timers = new Map(from.timers);
    const taken: string[] = [];
    const emitted: AnyEventObject[] = [];
    for (const { type, params = {} } of actions) {
      const event = params.event as AnyEventObject;
      if (type === MARK) taken.push(String(params.id));
      else if (type === 'xstate.emit') emitted.push(event);
      else if (type === 'xstate.cancel') timers.delete(String(params.sendId));
      else if (type === 'xstate.raise' && params.delay !== undefined) {
        timers.set(String(params.id ?? event.type), { event, deadline: from.now + Number(params.delay) });
      }
    }
    return { ...from, snapshot, timers, taken, emitted };
  };

  const isAlive = ({ snapshot, ended }: Position, id: string) => {
    const child = snapshot.children[id];
    return child !== undefined && ended.get(id) !== child;
  };

  return {
    start: (input) =>
      position(initialTransition(copy, input as never) as unknown as Move, {
        ended: new Map(),
        timers: new Map(),
        now: 0,
        wait: 0,
        inTime: true,
      }),
    next: (at, { by, event, id = '' }) => {
      const ended = new Map(at.ended);
      if (by === 'actor' && !event.type.startsWith('xstate.snapshot.')) ended.set(id, at.snapshot.children[id]);
      const timers = new Map(at.timers);
      const due = at.timers.get(id)?.deadline ?? at.now;
      if (by === 'timer') timers.delete(id);
      const inTime = by !== 'timer' || [...timers.values()].every(({ deadline }) => deadline > due);
      const wait = by === 'timer' && inTime ? Math.max(0, due - at.now) : 0;
      return position(step(at.snapshot, event), { ended, timers, now: at.now + wait, wait, inTime });
    },
    cause: (at, event) => {
      const id = forActor.exec(event.type)?.[1];
      if (id === undefined) return { type: event.type, by: 'sender', event };
      return isAlive(at, id) ? { type: event.type, by: 'actor', event, id } : undefined;
    },
    timers: ({ timers }) => [...timers].map(([id, { event }]) => ({ type: event.type, by: 'timer', event, id })),
    alive: (at) => Object.keys(at.snapshot.children).filter((id) => isAlive(at, id)),
    takes: ({ snapshot }, { event }) =>
      snapshot.status === 'active' && copy.getTransitionData(snapshot as never, event as never).length > 0,
  };
}
