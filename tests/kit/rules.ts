import { type AnyStateMachine, StateMachine } from 'xstate';
import { chartGraph, edgeName, stateNodes, transitionIds } from '../../src/developer/chartGraph.ts';
import type { Model } from './modelKit.ts';

const dotted = /^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)+$/;
/** Actions that hide what they do. `emit`, `raise` and similar actions are self-explanatory. */
const inlineActions = new Set(['inline', 'assign', 'enqueueActions', 'log']);
const camel = /^[a-z][A-Za-z0-9]*$/;

/** Where a chart breaks the written rules (`src/machines/README.md`). Each entry names the culprit. */
export function ruleProblems(machine: AnyStateMachine): string[] {
  const { id, description, nodes, edges, guards, actors } = chartGraph(machine);
  const problems: string[] = [];
  const say = (rule: string, culprit: string) => problems.push(`${rule}: ${culprit}`);
  if (!camel.test(id)) say('a chart has a camelCase id', id);
  if (!description) say('a chart has a description', id);
  for (const { id: state, key, parent, type, description: text, invokes, entry, exit } of nodes) {
    if (parent !== undefined && !camel.test(key)) say('a state has a camelCase name', state);
    if (parent !== undefined && type !== 'history' && !text) say('a state has a description', state);
    for (const action of [...entry, ...exit]) if (inlineActions.has(action)) say('an action has a name', `entry or exit of ${state}`);
    for (const invoke of invokes) {
      if (/^\d+\./.test(invoke.id)) say('an invoke has an id', `${invoke.src} in ${state}`);
      const caught = edges.some((edge) => edge.source === state && edge.eventType === `xstate.error.actor.${invoke.id}`);
      if (!caught && !endsWithOutput(machine.implementations.actors[invoke.src]))
        say('an invoke has an onError', `${invoke.id} in ${state}`);
    }
  }
  for (const edge of edges) {
    const { kind, eventType, event, guard, actions, source, description: text } = edge;
    if (kind === 'event' && !dotted.test(eventType)) say('an event is named noun.pastVerb', `${eventType} in ${source}`);
    if (kind === 'event' && !text) say('a transition that a person or the outside causes has a description', edgeName(edge));
    if (kind === 'after' && /^after \d/.test(event)) say('a delay has a name', edgeName(edge));
    if (guard === 'inline') say('a guard has a name', edgeName(edge));
    if (actions.some((name) => inlineActions.has(name))) say('an action has a name', edgeName(edge));
  }
  const used = usedGuards(machine);
  for (const { name, reason } of guards) {
    const isDeclared = name in machine.implementations.guards;
    if (isDeclared && !used.has(name)) say('a declared guard is used', name);
    if (isDeclared && !reason) say('a guard has a reason', name);
  }
  const run = usedActions(machine);
  for (const name of Object.keys(machine.implementations.actions)) if (!run.has(name)) say('a declared action is used', name);
  for (const { name, call } of actors) if (!call) say('an actor slot says which call it makes', name);
  return problems;
}

/** Where the delays of a chart differ from those that its model declares. Walks skip time, so they cannot notice. */
export function delayProblems({ machine, delays: declared = {} }: Pick<Model, 'machine' | 'delays'>): string[] {
  const delays = machine.implementations.delays as Record<string, number | ((args: { context: unknown }) => number)>;
  const forgotten = Object.keys(delays).filter((name) => !(name in declared));
  return [
    ...forgotten.map((name) => `delay that the model does not declare: ${name}`),
    ...Object.entries(declared).flatMap(([name, expected]) => {
      const delay = delays[name];
      if (delay === undefined) return [`delay that the chart does not have: ${name}`];
      if (typeof delay === 'number') return delay === expected ? [] : [`the delay ${name} is ${delay} ms, not ${JSON.stringify(expected)}`];
      if (typeof expected === 'number') return [`the delay ${name} depends on the context: give its cases`];
      return expected.flatMap(({ context, ms }) => {
        const is = delay({ context });
        return is === ms ? [] : [`the delay ${name} is ${is} ms, not ${ms} ms, with ${JSON.stringify(context)}`];
      });
    }),
  ];
}

/** Whether an actor is a chart that ends with an output. Its failures are states of its own, so whoever invokes it need not catch any. */
const endsWithOutput = (logic: unknown): boolean => logic instanceof StateMachine && logic.config.output !== undefined;

/** Names of the actions that states and transitions run. */
function usedActions(machine: AnyStateMachine): Set<string> {
  const ofStates = stateNodes(machine).flatMap(({ entry, exit }) => [...entry, ...exit]);
  const ofTransitions = [...transitionIds(machine).keys()].flatMap(({ actions }) => actions);
  return new Set([...ofStates, ...ofTransitions].map((action) => (typeof action === 'string' ? action : Object(action).type)));
}

/** Names of the guards that transitions use, including those inside `and`, `or` and `not`. */
function usedGuards(machine: AnyStateMachine): Set<string> {
  const used = new Set<string>();
  const visit = (guard: unknown) => {
    const name = typeof guard === 'string' ? guard : (Object(guard) as { type?: string }).type;
    const parts = (Object(guard) as { guards?: unknown[] }).guards;
    if (parts) parts.forEach(visit);
    else if (name && !used.has(name)) {
      used.add(name);
      visit(Object(machine.implementations.guards[name]));
    }
  };
  for (const { guard } of transitionIds(machine).keys()) visit(guard);
  return used;
}
