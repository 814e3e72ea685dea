import { type ActorOptions, type AnyStateMachine, createActor, type EventFromLogic, type InputFrom, type SnapshotFrom } from 'xstate';
import { failureOf } from '../../src/services/client.ts';
import { stubActors } from '../kit/actors.ts';

/** An actor of a chart with stand-ins for its actors, on a clock of the test. */
export interface TestActor<M extends AnyStateMachine> {
  /** Sends events, one after another. */
  send: (...events: EventFromLogic<M>[]) => void;
  /** Ends a waiting stand-in well, and lets the chart take it. */
  done: (id: string, output?: unknown) => Promise<void>;
  /** Ends a waiting stand-in with a problem, as the client makes it of an answer with this HTTP status; 0: no answer. */
  fails: (id: string, code: number, message?: string, data?: object) => Promise<void>;
  /** Whether a stand-in with this id is waiting. */
  waits: (id: string) => boolean;
  /** Lets simulated milliseconds pass. */
  pass: (ms: number) => void;
  snapshot: () => SnapshotFrom<M>;
  /** What was emitted so far. */
  emitted: { type: string; [payload: string]: unknown }[];
  /** Inputs that actors were started with, by id, in order. */
  inputs: (id: string) => unknown[];
}

/** A clock on which timers fire one after another, each at its own time: what one of them starts counts from there. */
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

/** Starts a chart for a scenario. */
export function createTestActor<M extends AnyStateMachine>(machine: M, input?: InputFrom<M>): TestActor<M> {
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
  const actor = createActor(machine.provide({ actors: stubs.actors as never }) as AnyStateMachine, options);
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
