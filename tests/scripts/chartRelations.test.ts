import { describe, expect, it } from 'vitest';
import { type ChartFacts, relationsOf } from '../../scripts/chartRelations.ts';
import type { ChartMap, Hearing } from '../../src/developer/chartMap.ts';
import shipped from '../../src/developer/layouts/charts.json' with { type: 'json' };

const facts: ChartFacts[] = [
  { id: 'door', events: ['door.knocked'], emitted: ['door.opened', 'door.shut'], children: ['lock'] },
  { id: 'lock', events: ['key.turned', 'form.edited'], emitted: [], children: [] },
  { id: 'hall', events: ['guest.entered', 'guest.left', 'form.edited'], emitted: [], children: [] },
];
const areas = new Map(facts.map(({ id }) => [id, 'house']));

/** What the events of `door` lead to. */
function heard(files: Record<string, string>): Record<string, Pick<Hearing, 'by' | 'sends'>[]> {
  const [door] = relationsOf(facts, new Map(Object.entries(files)), areas);
  const entries = door?.emits.map(({ event, heard: all }) => [event, all.map(({ by, sends }) => ({ by, sends }))] as const) ?? [];
  return Object.fromEntries(entries);
}
const entered = [{ chart: 'hall', event: 'guest.entered' }];

describe('who hears what a chart emits', () => {
  it('the view that runs it, and what it sends by itself', () => {
    const files = {
      'src/Porch.tsx': `export function Porch() {
        const hall = useHall();
        const door = useChart(doorMachine, { on: { 'door.opened': () => hall.send({ type: 'guest.entered' }), 'door.shut': () => {} } });
      }`,
    };
    expect(heard(files)).toEqual({ 'door.opened': [{ by: 'Porch', sends: entered }], 'door.shut': [{ by: 'Porch', sends: [] }] });
  });

  it('through a component that hands it up, from an optional callback', () => {
    const files = {
      'src/Door.tsx': `export function Door({ onGuest }) {
        const door = useChart(doorMachine, { on: { 'door.opened': ({ guest }) => onGuest?.(guest) } });
      }`,
      'src/House.tsx': `export function House() {
        const enter = useCallback((guest) => { void later().then(() => offer(hall, { type: 'guest.entered', guest })); }, []);
        return <Door onGuest={enter} />;
      }`,
    };
    expect(heard(files)['door.opened']).toEqual([{ by: 'Door', sends: entered }]);
  });

  it('through a hook with options, and a function that another hook returns', () => {
    const files = {
      'src/useDoor.ts': `export function useDoor(name, options) {
        const { onOpened } = options;
        useChart(doorMachine, { on: { 'door.opened': () => onOpened() } });
      }`,
      'src/useHall.ts': `export function useHall() {
        const hall = useChart(hallMachine, {});
        return { welcome: () => hall.send({ type: 'guest.entered' }) };
      }`,
      'src/House.tsx': `export function House() {
        const { welcome } = useHall();
        const rooms = useHall();
        useDoor('front', { onOpened: welcome });
        useDoor('back', { onOpened: () => rooms.welcome() });
      }`,
    };
    expect(heard(files)['door.opened']).toEqual([{ by: 'useDoor', sends: entered }]);
  });

  it('a direct listener, for several events, and a chart in a variable', () => {
    const files = {
      'src/watch.ts': `export function watch(actor) {
        for (const event of ['door.opened', 'door.shut'] as const) actor.on(event, () => hall.send({ type: 'guest.left' }));
      }`,
      'src/Porch.tsx': `interface Props { logic: typeof doorMachine }
      export function Porch({ logic }: Props) {
        useChart(logic, { on: { 'door.opened': () => lock().send({ type: 'form.edited' }) } });
      }`,
    };
    const left = { by: 'watch', sends: [{ chart: 'hall', event: 'guest.left' }] };
    expect(heard(files)).toEqual({
      'door.opened': [left, { by: 'Porch', sends: [{ chart: 'lock', event: 'form.edited' }] }],
      'door.shut': [left],
    });
  });

  it('ends, although functions call each other', () => {
    const files = {
      'src/Porch.tsx': `export function Porch() {
        function knock() { ring(); }
        function ring() { knock(); }
        useChart(doorMachine, { on: { 'door.opened': ring } });
      }`,
    };
    expect(heard(files)['door.opened']).toEqual([{ by: 'Porch', sends: [] }]);
  });

  it('asks for a name that tells which chart is meant', () => {
    const sending = `useChart(doorMachine, { on: { 'door.opened': () => some.send({ type: 'form.edited' }) } });`;
    expect(() => heard({ 'src/Porch.tsx': sending })).toThrow("src/Porch.tsx: which chart gets 'form.edited'? These take it: lock, hall.");
    expect(() => heard({ 'src/Porch.tsx': 'useChart(some, {});' })).toThrow('src/Porch.tsx: which chart does useChart run?');
  });
});

describe('the map of the product', () => {
  const { charts } = shipped as unknown as ChartMap;

  it('has a listener for everything that a chart emits', () => {
    const unheard = charts.flatMap(({ id, emits }) =>
      emits.filter(({ heard: all }) => all.length === 0).map(({ event }) => `${id}: ${event}`),
    );
    expect(charts.length).toBeGreaterThan(60);
    expect(unheard).toEqual([]);
  });

  it('knows how a session is opened', () => {
    const opening = charts.flatMap(({ id, emits }) =>
      emits.flatMap(({ event, heard: all }) =>
        all.some(({ sends }) => sends.some((sent) => sent.event === 'session.opened')) ? [`${id}: ${event}`] : [],
      ),
    );
    expect(opening.sort()).toEqual([
      'codeLogin: codeLogin.succeeded',
      'login: login.succeeded',
      'selectSchool: school.opened',
      'singleSignOn: signOn.succeeded',
    ]);
    expect(charts.find(({ id }) => id === 'app')?.starts).toEqual(['session', 'spinner', 'notices']);
  });
});
