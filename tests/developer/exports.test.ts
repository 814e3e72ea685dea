// @vitest-environment jsdom

import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise, setup } from 'xstate';
import { and, not, or, stateIn } from 'xstate/guards';
import { type ChartGraph, chartGraph } from '../../src/developer/chartGraph.ts';
import { toScxml, toStately } from '../../src/developer/exports.ts';
import { machineJson } from '../../src/developer/machineJson.ts';
import { charts } from '../../src/machines/index.ts';
import { loginSample } from '../kit/samples/loginSample.ts';
import { playerSample } from '../kit/samples/playerSample.ts';

/** What no chart of the product has. */
const rare = setup({
  actors: { child: fromPromise(async () => 1) },
  actions: { note: () => {} },
  guards: { isA: () => true, isB: () => true },
  delays: { pause: () => 5 },
}).createMachine({
  id: 'rare',
  initial: 'one',
  states: {
    one: {
      description: 'Says "less < more" & stays.',
      invoke: { id: 'child', src: 'child', onSnapshot: { actions: 'note' }, onError: 'two' },
      on: { 'a.b': { guard: and(['isA', or(['isB', not('isA')]), stateIn('#rare.one')]), target: 'two', reenter: true } },
      after: { 30: 'two', pause: { guard: not('isA'), target: 'two' } },
    },
    two: {
      initial: 'in',
      onDone: 'one',
      states: {
        in: { on: { end: 'over' } },
        over: { type: 'final' },
        was: { type: 'history' },
        wasDeep: { type: 'history', history: 'deep' },
      },
      on: { back: [{ guard: 'isB', target: '.was' }, { target: '.wasDeep' }] },
    },
  },
});

const samples = { ...charts, loginSample, playerSample, rare } as Record<string, AnyStateMachine>;
const all = Object.entries(samples);

/** What every format must keep. */
function core({ id, nodes, edges }: ChartGraph) {
  return {
    id,
    states: nodes.map((node) => [node.id, node.type, node.parent, node.initial, node.history, node.entry, node.exit, node.invokes]),
    transitions: edges.map(({ source, targets, eventType, guard, actions, reenter }) => [
      source,
      targets,
      eventType,
      guard,
      actions,
      reenter,
    ]),
  };
}

/** The chart in a text in SCXML, as far as the format has it. */
function readScxml(text: string) {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined();
  const states = new Set(['state', 'parallel', 'final', 'history']);
  const all = [...document.documentElement.querySelectorAll('*')].filter(({ tagName }) => states.has(tagName));
  const calls = (element: Element | undefined) =>
    [...(element?.children ?? [])].filter(({ tagName }) => tagName === 'script').map((one) => one.textContent.trim().replace(/\(\)$/, ''));
  const get = (element: Element, name: string) => element.getAttribute(name) ?? undefined;
  const eventOf = (event: string | undefined, owner: string) =>
    (event ?? '')
      .replace(/^(done|error)\.invoke\./, 'xstate.$1.actor.')
      .replace(/^snapshot\.invoke\./, 'xstate.snapshot.')
      .replace(/^(done\.state)\./, 'xstate.$1.')
      .replace(new RegExp(`^(after\\..+\\.${owner.replaceAll('.', '\\.')})$`), 'xstate.$1');
  const delays = [...document.querySelectorAll('send')].map((send) => [get(send, 'o:delay'), get(send, 'delay')] as const);
  return {
    core: {
      id: document.documentElement.getAttribute('name'),
      states: all.map((element) => {
        const children = [...element.children];
        const child = (name: string) => children.find(({ tagName }) => tagName === name);
        const isOuter = children.some(({ tagName }) => states.has(tagName));
        return [
          element.id,
          element.tagName === 'state' ? (isOuter ? 'compound' : 'atomic') : element.tagName,
          states.has(element.parentElement?.tagName ?? '') ? element.parentElement?.id : undefined,
          get(element, 'initial'),
          element.tagName === 'history' ? get(element, 'type') : undefined,
          calls(child('onentry')),
          calls(child('onexit')),
          children.filter(({ tagName }) => tagName === 'invoke').map((one) => ({ id: one.id, src: one.getAttribute('src') })),
        ];
      }),
      transitions: all.flatMap((element) =>
        [...element.children]
          .filter(({ tagName }) => tagName === 'transition')
          .map((one) => [
            element.id,
            get(one, 'target')?.split(' ') ?? [],
            eventOf(get(one, 'event'), element.id),
            get(one, 'cond'),
            calls(one),
            one.getAttribute('type') === 'external',
          ]),
      ),
    },
    delays,
  };
}

/** The machine in a text of XState source. */
function readStately(text: string): AnyStateMachine {
  const body = text
    .replace(/^import .*$/m, '')
    .replace('export const ', 'return ({ machine: ')
    .replace(/Machine = /, 'Machine: ');
  const source = body.replace(/return \(\{ machine: \w+Machine: /, 'return ').trimEnd();
  return new Function('setup', 'fromPromise', 'and', 'or', 'not', 'stateIn', source)(setup, fromPromise, and, or, not, stateIn);
}

describe('the exports of a chart', () => {
  it('have samples of everything', () => {
    const graphs = all.map(([, machine]) => chartGraph(machine));
    for (const type of ['atomic', 'compound', 'parallel', 'final', 'history'])
      expect(
        graphs.some(({ nodes }) => nodes.some((node) => node.type === type)),
        type,
      ).toBe(true);
    for (const kind of ['event', 'always', 'after', 'done', 'error', 'snapshot', 'completed'])
      expect(
        graphs.some(({ edges }) => edges.some((edge) => edge.kind === kind)),
        kind,
      ).toBe(true);
  });

  it.each(all)('%s is the same after SCXML', (_, machine) => {
    const graph = chartGraph(machine);
    const read = readScxml(toScxml(graph));
    expect(read.core).toEqual(core(graph));
    for (const [name, delay] of read.delays) {
      const ms = /^\d+$/.test(name ?? '') ? Number(name) : graph.delays.find((one) => one.name === name)?.ms;
      expect(delay).toBe(ms === undefined ? undefined : `${ms}ms`);
    }
  });

  it.each(all)('%s is the same after JSON', (_, machine) => {
    expect(core(chartGraph(createMachine(JSON.parse(machineJson(machine)))))).toEqual(core(chartGraph(machine)));
  });

  it.each(all)('%s is the same after the source for Stately', (_, machine) => {
    const [read, graph] = [chartGraph(readStately(toStately(machine))), chartGraph(machine)];
    expect(core(read)).toEqual(core(graph));
    expect(read.delays).toEqual(graph.delays);
    expect(read.actors.map(({ name }) => name)).toEqual(graph.actors.map(({ name }) => name));
    expect(read.nodes.map(({ description, tags }) => [description, tags])).toEqual(
      graph.nodes.map(({ description, tags }) => [description, tags]),
    );
  });
});
