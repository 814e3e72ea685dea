import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, fromPromise, initialTransition, transition } from 'xstate';
import { transitionIds } from './chartGraph.ts';

/** A cause of a transition: a sent event, the end of an invoked actor, or a delay. */
export interface Cause {
  type: string;
  by: 'sender' | 'actor' | 'timer';
  event: AnyEventObject;
  /** Id of the actor or the timer. */
  id?: string;
}

/** A snapshot of a chart that calls nothing, with its pending actors and timers. */
export interface Position {
  snapshot: AnyMachineSnapshot;
  /** Ids of the transitions taken in this step, in order, including `always` and completions. */
  taken: string[];
  emitted: AnyEventObject[];
  /** Events sent to other actors, each with the receiver's id. */
  sent: { to: string; event: AnyEventObject }[];
  /** Simulated milliseconds that passed in this step; 0 unless a timer fired. */
  wait: number;
  /** False if another timer would have fired first, had all started as early as possible. */
  inTime: boolean;
  /** Simulated milliseconds since the start. */
  now: number;
  timers: ReadonlyMap<string, { event: AnyEventObject; deadline: number }>;
  /** Ended actors by id: the actual ref, so that a restart counts as a new actor. */
  ended: ReadonlyMap<string, unknown>;
}

/** A chart as a pure function: nothing is called, no time passes. */
export interface PureChart {
  /** @throws what the chart's `context` or guards throw for this input */
  start: (input?: unknown) => Position;
  next: (at: Position, cause: Cause) => Position;
  /** Turns `event` into a cause: sent from outside, or by a live actor. Undefined if there is no such actor. */
  cause: (at: Position, event: AnyEventObject) => Cause | undefined;
  /** Running delays. */
  timers: (at: Position) => Cause[];
  /** Ids of the live actors. */
  alive: (at: Position) => string[];
  takes: (at: Position, cause: Cause) => boolean;
}

/** An actor that accepts events and does nothing. */
export const silentActor = fromPromise(() => new Promise<never>(() => {}));

const forActor = /^xstate\.(?:done\.actor|error\.actor|snapshot)\.(.+)$/;
const MARK = 'orrery.mark';

type Move = [AnyMachineSnapshot, readonly { type: string; params?: Record<string, unknown> }[]];

/** The microsteps of XState's `transition`, for any number of steps. */
export function stepsOf(machine: AnyStateMachine): (from: AnyMachineSnapshot, event: AnyEventObject) => Move {
  // Each step would create and discard an actor, at the cost of the step itself. This copy's start is empty.
  const light = Object.assign(Object.create(machine) as AnyStateMachine, {
    getInitialSnapshot: () => ({ status: 'active', children: {} }),
  });
  return (from, event) => transition(light, from as never, event as never) as unknown as Move;
}

/**
 * Creates a pure chart. Its actors are silent. An actor can end only once and only while alive; a delay fires only while running.
 * @param options.guards replaces guards, for example to record their results
 * @param options.actors logic for slots where a silent actor is not enough
 */
export function pureChart(machine: AnyStateMachine, { guards = {}, actors = {} }: { guards?: object; actors?: object } = {}): PureChart {
  const silent = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, silentActor]));
  const copy = machine.provide({ guards, actors: { ...silent, ...actors } } as never);
  // The pure functions return the actions to run, not the transitions taken, so each transition of the copy names itself in an action.
  for (const [definition, id] of transitionIds(copy)) definition.actions = [...definition.actions, { type: MARK, params: { id } } as never];

  const step = stepsOf(copy);

  const position = ([snapshot, actions]: Move, from: Pick<Position, 'ended' | 'timers' | 'now' | 'wait' | 'inTime'>): Position => {
    const timers = new Map(from.timers);
    const taken: string[] = [];
    const emitted: AnyEventObject[] = [];
    const sent: Position['sent'] = [];
    for (const { type, params = {} } of actions) {
      const event = params.event as AnyEventObject;
      if (type === MARK) taken.push(String(params.id));
      else if (type === 'xstate.emit') emitted.push(event);
      else if (type === 'xstate.sendTo') sent.push({ to: String(Object(params.to).id), event });
      else if (type === 'xstate.cancel') timers.delete(String(params.sendId));
      else if (type === 'xstate.raise' && params.delay !== undefined) {
        timers.set(String(params.id ?? event.type), { event, deadline: from.now + Number(params.delay) });
      }
    }
    return { ...from, snapshot, timers, taken, emitted, sent };
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
