import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';
import { failureOf } from '../../src/services/kit/client.ts';
import { stubActors } from '../kit/actors.ts';

/** An actor of a chart with stubs for its actors, on a clock that the test controls. */
export interface TestActor<M extends AnyStateMachine> {
  /** Sends events, one after another. */
  send: (...events: EventFromLogic<M>[]) => void;
  /** Resolves a pending stub, and lets the chart process it. */
  done: (id: string, output?: unknown) => Promise<void>;
  /** Rejects a pending stub with the problem that the client makes of a response with this HTTP status; 0 for no response. */
  fails: (id: string, code: number, message?: string, data?: object) => Promise<void>;
  /** Whether a stub with this id is pending. */
  waits: (id: string) => boolean;
  /** Advances the simulated time by `ms`. */
  pass: (ms: number) => void;
  snapshot: () => SnapshotFrom<M>;
  /** Everything emitted so far. */
  emitted: { type: string; [payload: string]: unknown }[];
  /** Inputs that actors were started with, by id, in order. */
  inputs: (id: string) => unknown[];
}

/** A clock that fires timers one after another, each at its own time. Timers that one of them starts count from there. */
class ScenarioClock {
  #now = 0;
  #next = 1;
  readonly #timers = new Map<number, { due: number; work: (...args: unknown[]) => void }>();

  setTimeout(work: (...args: unknown[]) => void, timeout: number): number {
    this.#timers.set(this.#next, { due: this.#now + timeout, work });
    return this.#next++;
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id);
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [first] = [...this.#timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
      if (!first) break;
      const [id, { due, work }] = first;
      this.#now = due;
      this.#timers.delete(id);
      work();
    }
    this.#now = end;
  }
}

/** Starts a chart for a scenario. `actors`: real logic for slots where a silent stub is not enough (a chart that it runs). */
export function createTestActor<M extends AnyStateMachine>(
  machine: M,
  input?: InputFrom<M>,
  actors: Record<string, AnyActorLogic> = {},
): TestActor<M> {
  const stubs = stubActors(machine);
  const clock = new ScenarioClock();
  const started: { id: string; input: unknown }[] = [];
  const options = {
    clock,
    input,
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.event' || inspected.event.type !== 'xstate.init') return;
      started.push({ id: (inspected.actorRef as { id?: string }).id ?? '', input: inspected.event.input });
    },
  } as ActorOptions<AnyStateMachine>;
  const actor = createActor(machine.provide({ actors: { ...stubs.actors, ...actors } as never }) as AnyStateMachine, options);
  const emitted: TestActor<M>['emitted'] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    send: (...events) => {
      for (const event of events) actor.send(event);
    },
    done: (id, output) => {
      stubs.settle({ type: `xstate.done.actor.${id}`, output });
      return settled();
    },
    fails: (id, code, message = '', data = {}) => {
      stubs.settle({ type: `xstate.error.actor.${id}`, error: failureOf(code, message, data) });
      return settled();
    },
    waits: stubs.waits,
    pass: (ms) => clock.pass(ms),
    snapshot: () => actor.getSnapshot() as never,
    emitted,
    inputs: (id) => started.filter((one) => one.id === id).map((one) => one.input),
  };
}
