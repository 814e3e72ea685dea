import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { type ChartGraph, edgeName, transitionIds } from '../../src/developer/chartGraph.ts';

/** What walks the chart: a bare actor, a React view in jsdom, or a page in a browser. */
export type Walker = 'actor' | 'view' | 'browser';

/**
 * What one walk of one chart covered. Stored as `.cache/coverage/<chart>.<walker>.json`, or `….<walker>.<use>.json` for one of its screens.
 */
export interface CoverageRecord {
  chart: string;
  walker: Walker;
  states: number;
  transitions: number;
  covered: number;
  /** Readable names of the transitions that were not taken. */
  missing: string[];
  paths: number;
  steps: number;
  /** Steps sent past the screen, since nobody causes them there. */
  past?: number;
  /** Duration of the walk, ms. */
  ms: number;
  /** The screen that was walked, for a chart that many screens run. Together they cover it. */
  use?: string;
  /** Why the chart has no view model test. */
  noScreen?: string;
}

export const coverageFolder = join(import.meta.dirname, '../../.cache/coverage');

/** Saves a record for the table of `npm run test:model` and for the generated docs. */
export function writeCoverage(record: CoverageRecord): void {
  mkdirSync(coverageFolder, { recursive: true });
  const { chart, walker, use } = record;
  const name = [chart, walker, ...(use ? [use.replace(/\W+/g, '-')] : [])].join('.');
  writeFileSync(join(coverageFolder, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`);
}

type Inspected = InspectionEvent & { actorRef: AnyActorRef & { logic?: AnyStateMachine } };

/**
 * Watches the actors of one chart through XState's `inspect`, wherever they run (alone, in React, in a page). Records the transitions they
 * take, microstep by microstep, and the events that no transition takes.
 */
export class ChartWatch {
  readonly taken = new Set<string>();
  /** Events that no transition took, `state ⟵ event`. */
  readonly unhandled: string[] = [];
  /** The actor started last. Under StrictMode the first is discarded. */
  actor: (AnyActorRef & { getSnapshot(): AnyMachineSnapshot }) | undefined;
  readonly #chart: string;
  readonly #use: string | undefined;
  readonly #ids = new WeakMap<AnyStateMachine, ReturnType<typeof transitionIds>>();
  readonly #open = new Map<AnyActorRef, string>();

  /** @param use name of the actors to watch; default: all actors of the chart */
  constructor(chart: string, use?: string) {
    this.#chart = chart;
    this.#use = use;
  }

  readonly inspect = (inspected: InspectionEvent): void => {
    const { actorRef } = inspected as Inspected;
    const { logic, id } = actorRef as Inspected['actorRef'];
    if (logic?.id !== this.#chart || !logic.root || (this.#use !== undefined && id !== this.#use)) return;
    if (inspected.type === '@xstate.event') {
      const { type } = inspected.event;
      if (type === 'xstate.init') this.actor = actorRef;
      else if (!type.startsWith('xstate.')) this.#open.set(actorRef, type);
    } else if (inspected.type === '@xstate.microstep') {
      for (const definition of inspected._transitions) {
        const id = this.#idsOf(logic).get(definition);
        if (id) this.taken.add(id);
        if (definition.eventType !== '') this.#open.delete(actorRef);
      }
    } else if (inspected.type === '@xstate.snapshot') {
      const lost = this.#open.get(actorRef);
      this.#open.delete(actorRef);
      if (lost) this.unhandled.push(`${lost} in ${JSON.stringify((inspected.snapshot as AnyMachineSnapshot).value)}`);
    }
  };

  #idsOf(machine: AnyStateMachine) {
    let ids = this.#ids.get(machine);
    if (!ids) {
      ids = transitionIds(machine);
      this.#ids.set(machine, ids);
    }
    return ids;
  }

  /** Readable names of the transitions that were not taken. */
  missing(graph: ChartGraph): string[] {
    return untaken(graph, this.taken);
  }
}

/** Readable names of a chart's transitions that are not in `taken`. `asked` limits them to those that a screen can cause. */
export const untaken = ({ edges }: ChartGraph, taken: ReadonlySet<string>, asked?: ReadonlySet<string>): string[] =>
  edges.filter(({ id }) => !taken.has(id) && (asked?.has(id) ?? true)).map(edgeName);
