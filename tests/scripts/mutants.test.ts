import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutantsOf } from '../../scripts/mutants/operators.ts';
import { drawn, problemsOf } from '../../scripts/mutants/report.ts';
import { refusedByTypes } from '../../scripts/mutants/types.ts';

const chart = `
export const door = setup({
  actions: { setKey: assign({ key: (_, { key }) => key, turns: 0 }) },
  guards: { hasKey: ({ context }) => context.key !== null },
  delays: { closing: 2_000, wait: ({ context }) => context.pause },
}).createMachine({
  id: 'door',
  states: {
    closed: {
      entry: 'ring',
      tags: ['shut', 'safe'],
      on: { 'door.pushed': { guard: 'hasKey', target: 'open', actions: ['setKey', 'greet'] } },
    },
    open: {
      exit: 'ring',
      after: { closing: { target: 'closed' } },
      invoke: { id: 'watch', src: 'watch', onError: { target: '#door.closed' } },
    },
  },
});`;

const operatorsOf = (...given: Parameters<typeof mutantsOf>) =>
  Object.fromEntries(
    Map.groupBy(mutantsOf(...given), ({ operator }) => operator)
      .entries()
      .map(([operator, all]) => [operator, all.length]),
  );

it('finds what may be changed in a chart', () => {
  expect(operatorsOf('charts', 'doorMachine.ts', chart)).toEqual({
    'assigned field dropped': 2,
    'delay × 10': 2,
    'delay 0': 2,
    'entry dropped': 1,
    'exit dropped': 1,
    'tag dropped': 2,
    'transition dropped': 2,
    'guard removed': 1,
    'target swapped': 2,
    'action dropped': 2,
    'onError dropped': 1,
  });
});

it('takes the tag of a failure from the part that a state spreads', () => {
  const stuck = `setup({}).createMachine({ states: { stuck: { ...failed({ focus: 'problem' }, 'safe') } } });`;
  const dropped = mutantsOf('charts', 'doorMachine.ts', stuck);
  expect(dropped.map(({ replacement }) => replacement)).toEqual(["tags: ['safe'], meta: { focus: 'problem' }", '']);
});

it('leaves a text that can still be parsed, whatever it changes', () => {
  for (const { start, end, replacement, key } of mutantsOf('charts', 'doorMachine.ts', chart)) {
    expect(() => mutantsOf('charts', 'doorMachine.ts', chart.slice(0, start) + replacement + chart.slice(end)), key).not.toThrow();
  }
});

it('swaps a target for another state that stands beside it', () => {
  const swapped = mutantsOf('charts', 'doorMachine.ts', chart).filter(({ operator }) => operator === 'target swapped');
  expect(swapped.map(({ replacement }) => replacement)).toEqual(["'closed'", "'open'"]);
});

it('names a mutant in the same way after lines have moved', () => {
  const keys = (text: string) => mutantsOf('charts', 'doorMachine.ts', text).map(({ key }) => key);
  expect(keys(`\n// A door.\n${chart}`)).toEqual(keys(chart));
  expect(new Set(keys(chart)).size).toBe(keys(chart).length);
});

it('finds what may be changed in a view, a service and a handler', () => {
  const view = "const isOpen = door.can({ type: 'door.pushed' }); door.send({ type: 'door.pushed' });";
  expect(operatorsOf('views', 'Door.tsx', view, () => ['door.pushed', 'door.pulled'])).toEqual({
    'condition negated': 1,
    'wrong event': 1,
  });
  const service =
    'const open = async (input) => { try { await send(doors.open, { user_id: input.user, door_id: input.door }); } catch {} };';
  expect(operatorsOf('services', 'doors.ts', service)).toEqual({ 'field dropped': 2, 'wrong field': 1, 'catch dropped': 1 });
  const handler = "const found = db.selectFrom('door').where('door_id', '=', id); if (a < b && c) throw refuse();";
  expect(operatorsOf('handlers', 'doors.ts', handler)).toEqual({
    'where dropped': 1,
    'comparison flipped': 2,
    'guard negated': 1,
    'condition dropped': 1,
  });
});

describe('the report', () => {
  const all = mutantsOf('charts', 'doorMachine.ts', chart);
  const [first, second] = all as [(typeof all)[number], (typeof all)[number]];
  const test = 'tests/machines/door.test.ts';
  const sample = [{ key: first.key, tests: [test] }];

  it('fails when a mutant survives that a test killed before, and names it', () => {
    const listed = { all, sample, equivalent: {} };
    expect(problemsOf([{ mutant: first, killer: `${test}: opens`, tests: [test] }], listed)).toEqual([]);
    expect(problemsOf([{ mutant: first, tests: [] }], listed)).toEqual([
      `No test fails any more if this changes: doorMachine.ts:${first.line}\n  ${first.key}`,
    ]);
  });

  it('fails when tests fail without any mutant, and calls no mutant a survivor then', () => {
    const unsound = `${test}: opens`;
    const results = all.slice(0, 2).map((mutant) => ({ mutant, unsound, tests: [test] }));
    expect(problemsOf(results, { all, sample, equivalent: {} })).toEqual([`Fails without a mutant: ${test}: opens`]);
  });

  it('fails when a list names a mutant that the code no longer allows, or gives no reason', () => {
    const given = { all: [first], sample: [{ key: 'gone', tests: [] }], equivalent: { missing: 'It did nothing.', [first.key]: ' ' } };
    expect(problemsOf([], given)).toEqual([
      expect.stringContaining('The sample has a mutant that the code no longer allows: gone'),
      'scripts/mutants/equivalent.json has a mutant that the code no longer allows: missing',
      `scripts/mutants/equivalent.json does not say why this changes nothing: ${first.key}`,
    ]);
  });

  it('draws the mutants of one kind again, and keeps the others', () => {
    const kindOf = (key: string) => (key === 'of a view' ? 'views' : 'charts');
    const kept = [{ key: 'of a view', tests: ['tests/views/door.view.test.tsx'] }, ...sample];
    const results = [
      { mutant: second, killer: `${test}: closes`, tests: ['tests/machines/house.test.ts', test] },
      { mutant: first, tests: [] },
    ];
    expect(drawn(kept, results, kindOf)).toEqual([kept[0], { key: second.key, tests: [test] }]);
  });
});

it('asks the type checker about all mutants at once, each in its own copy of the file', async () => {
  const file = 'common/retry.ts';
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const start = text.indexOf('code >= 500');
  const changes = ['code >= 50', "code >= 'many'"].map((replacement) => ({ file, start, end: start + 11, replacement }));
  const refused = await refusedByTypes(changes);
  expect([...refused.keys()]).toEqual([changes[1]]);
  expect(refused.get(changes[1]!)).toMatch(/^the type checker: TS2365/);
});
