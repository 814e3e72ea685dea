import type {
  ActorRef,
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  InspectionEvent,
  Snapshot,
  StateValue,
} from 'xstate';
import { transitionIds } from './chartGraph.ts';

/** A running or ended actor. */
export interface ActorInfo {
  /** XState's session id, unique in its window. */
  id: string;
  /** Its `systemId` or id, else the chart's id. */
  name: string;
  /** Id of its chart; undefined for promises and other actors without states. */
  chart: string | undefined;
  parent: string | undefined;
  status: 'active' | 'done' | 'error' | 'stopped';
  /** Created and never started: React renders some screens twice, or gives them up. */
  isIdle?: boolean;
}

/** An actor's state after a step, as data. */
export interface Frame {
  /** Undefined for an actor that failed before its first state. */
  value: StateValue | undefined;
  status: string;
  tags: string[];
  context: unknown;
  /** Target state ids of history states, by the history state's id. */
  history: Record<string, string[]>;
  error?: unknown;
}

/** One event that one actor received. */
export interface LogEntry {
  /** Counts up from 1, across all actors. */
  step: number;
  /** ms since 1970. */
  at: number;
  actor: string;
  chart: string;
  event: AnyEventObject;
  /** The sender, if it was an actor. */
  source: string | undefined;
  /** Ids of the transitions taken, in order; empty if the event was ignored. */
  taken: string[];
  frame: Frame;
}

/** Data source of the visualizer: the actors of this window or of another. */
export interface InspectionSource {
  /** Changes with every event; for `useSyncExternalStore`. */
  version: () => number;
  subscribe: (listener: () => void) => () => void;
  actors: () => readonly ActorInfo[];
  /** The newest steps, oldest first; older ones are dropped. */
  log: () => readonly LogEntry[];
  /** Current state of an actor; undefined if unknown. */
  frame: (actor: string) => Frame | undefined;
  send: (actor: string, event: AnyEventObject) => void;
}

export interface Recorder extends InspectionSource {
  /** Handles XState's inspection events. */
  observe: (inspected: InspectionEvent) => void;
  /** Registers an actor that was created earlier. */
  adopt: (actor: AnyActorRef) => void;
  clear: () => void;
  /** An actor itself; undefined if it is not known, or no longer. */
  ref: (actor: string) => AnyActorRef | undefined;
}

const mostActors = 500;

/** `_processingStatus` is 0 until an actor starts. */
type Inspected = AnyActorRef & { logic?: AnyStateMachine; _parent?: AnyActorRef; systemId?: string; _processingStatus?: number };

/** A machine's snapshot as data. The context is the chart's own object, which charts never mutate. */
export function toFrame(snapshot: AnyMachineSnapshot): Frame {
  const { value, status, tags, context, historyValue, error } = snapshot;
  return {
    value,
    status,
    tags: [...(tags ?? [])],
    context,
    history: Object.fromEntries(Object.entries(historyValue ?? {}).map(([id, nodes]) => [id, nodes.map((node) => node.id)])),
    ...(error === undefined ? {} : { error }),
  };
}

interface RecorderOptions {
  /** ms since 1970. */
  now: () => number;
  /** Maximum number of entries; the oldest are dropped first. */
  capacity?: number;
  /** Handles an error that only the recorder has observed. Default: thrown in a separate task, as XState does. */
  reportError?: (error: unknown) => void;
}

const throwLater = (error: unknown) => {
  setTimeout(() => {
    throw error;
  });
};

/** Records actors: which exist, each event with the transitions it triggered, and the state after it. */
export function createRecorder({ now, capacity = 10_000, reportError = throwLater }: RecorderOptions): Recorder {
  const infos = new Map<string, ActorInfo>();
  const refs = new Map<string, Inspected>();
  const ids = new WeakMap<AnyStateMachine, ReturnType<typeof transitionIds>>();
  /** Events delivered but not yet processed, by actor, in order. */
  const open = new Map<string, { event: AnyEventObject; source: string | undefined; taken: string[] }[]>();
  /** Transitions taken on the way to an actor's initial state, reported before its first event. */
  const early = new Map<string, string[]>();
  const listeners = new Set<() => void>();
  let entries: LogEntry[] = [];
  let step = 0;
  let changes = 0;

  const changed = () => {
    changes++;
    for (const listener of listeners) listener();
  };
  const idsOf = (machine: AnyStateMachine) => {
    const known = ids.get(machine) ?? transitionIds(machine);
    ids.set(machine, known);
    return known;
  };
  /** Requests come and go as actors; those that ended first are dropped first. */
  const forget = () => {
    for (const [id, { status }] of infos) {
      if (infos.size <= mostActors) return;
      if (status === 'active') continue;
      infos.delete(id);
      refs.delete(id);
      open.delete(id);
    }
  };
  /** While an actor is being created, its snapshot cannot be read yet. */
  const register = (actor: AnyActorRef, status: ActorInfo['status'] = 'active', isIdle = false) => {
    if (infos.has(actor.sessionId)) return;
    forget();
    const { sessionId, id, logic, _parent, systemId } = actor as Inspected;
    infos.set(sessionId, {
      id: sessionId,
      name: systemId ?? (id === sessionId ? (logic?.id ?? id) : id),
      chart: logic?.root ? logic.id : undefined,
      parent: _parent?.sessionId,
      status,
      isIdle,
    });
    refs.set(sessionId, actor as Inspected);
    actor.subscribe({ complete: () => ended(sessionId), error: (error) => failed(actor as Inspected, error) });
  };
  const adopt = (actor: AnyActorRef) => {
    const { status, children = {} } = actor.getSnapshot() as Snapshot<unknown> & { children?: Record<string, AnyActorRef | undefined> };
    register(actor, status, (actor as Inspected)._processingStatus === 0);
    for (const child of Object.values(children)) if (child) adopt(child);
  };
  const ended = (id: string) => {
    const info = infos.get(id);
    const { status } = (refs.get(id)?.getSnapshot() ?? { status: 'stopped' }) as Snapshot<unknown>;
    if (info) infos.set(id, { ...info, status: status === 'active' ? 'stopped' : status });
    changed();
  };
  /** An actor that fails while processing an event reports no snapshot. */
  const failed = (actor: Inspected, error: unknown) => {
    const [event] = open.get(actor.sessionId) ?? [];
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    if (event && actor.logic?.root) close(actor, event.event, snapshot);
    ended(actor.sessionId);
    // XState reports the error of an unobserved root; the recorder's observing must not hide it.
    const isAlone = (actor as unknown as { observers?: Set<unknown> }).observers?.size === 1;
    if (!actor._parent && isAlone) reportError(error);
  };
  const close = (actor: Inspected, event: AnyEventObject, snapshot: AnyMachineSnapshot) => {
    const waiting = open.get(actor.sessionId) ?? [];
    const at = waiting.findIndex((one) => one.event === event);
    // An actor that ends in an error is reported twice.
    if (at === -1 && snapshot.status === 'error') return;
    const [found] = at === -1 ? [] : waiting.splice(at, 1);
    const info = infos.get(actor.sessionId);
    if (info && info.status !== snapshot.status) infos.set(actor.sessionId, { ...info, status: snapshot.status });
    entries.push({
      step: ++step,
      at: now(),
      actor: actor.sessionId,
      chart: actor.logic?.id ?? '',
      event,
      source: found?.source === info?.name ? undefined : found?.source,
      taken: found?.taken ?? [],
      frame: toFrame(snapshot),
    });
    // Trimmed only occasionally, so that a push stays cheap; `log()` never returns more than `capacity`.
    if (entries.length >= capacity * 2) entries = entries.slice(-capacity);
    changed();
  };

  return {
    observe: (inspected) => {
      const actor = inspected.actorRef as Inspected;
      if (inspected.type === '@xstate.actor') {
        register(actor, 'active', true);
        changed();
        return;
      }
      if (!actor.logic?.root) return;
      register(actor);
      const info = infos.get(actor.sessionId);
      if (info?.isIdle && inspected.type === '@xstate.event') infos.set(actor.sessionId, { ...info, isIdle: false });
      if (inspected.type === '@xstate.event') {
        const waiting = open.get(actor.sessionId) ?? [];
        const source = inspected.sourceRef as Inspected | undefined;
        const taken = early.get(actor.sessionId) ?? [];
        early.delete(actor.sessionId);
        waiting.push({ event: inspected.event, source: source && infos.get(source.sessionId)?.name, taken });
        open.set(actor.sessionId, waiting);
      } else if (inspected.type === '@xstate.microstep') {
        const known = idsOf(actor.logic);
        const taken = inspected._transitions.flatMap((definition) => known.get(definition) ?? []);
        // Microsteps of raised events belong to the event that started the step.
        const [event] = open.get(actor.sessionId) ?? [];
        if (event) event.taken.push(...taken);
        else early.set(actor.sessionId, [...(early.get(actor.sessionId) ?? []), ...taken]);
      } else if (inspected.type === '@xstate.snapshot') {
        close(actor, inspected.event, inspected.snapshot as AnyMachineSnapshot);
      }
    },
    adopt: (actor) => {
      adopt(actor);
      changed();
    },
    clear: () => {
      entries = [];
      changed();
    },
    ref: (id) => refs.get(id),
    version: () => changes,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actors: () => [...infos.values()],
    log: () => (entries.length > capacity ? entries.slice(-capacity) : entries),
    frame: (id) => {
      const snapshot = refs.get(id)?.getSnapshot() as AnyMachineSnapshot | undefined;
      return snapshot && 'value' in snapshot ? toFrame(snapshot) : undefined;
    },
    send: (id, event) => (refs.get(id) as ActorRef<Snapshot<unknown>, AnyEventObject> | undefined)?.send(event),
  };
}
