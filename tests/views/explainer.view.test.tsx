// @vitest-environment jsdom

import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, setup } from 'xstate';
import { createRecorder } from '../../src/developer/recorder.ts';
import { explainerMachine } from '../../src/machines/developer/explainerMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { Button } from '../../src/ui/Button.tsx';
import { Explainer } from '../../src/views/developer/explainer/Explainer.tsx';
import { useFields } from '../../src/views/useFields.ts';
import { useWhyNot } from '../../src/views/useWhyNot.ts';
import { describeView } from '../kit/describeView.ts';
import { explainerModel } from '../machines/explainer.model.ts';

const doorMachine = setup({
  types: { events: {} as { type: 'door.opened' } | { type: 'door.locked' } | { type: 'bell.rung' }, meta: {} as object },
  guards: { hasKey: () => false },
}).createMachine({
  id: 'door',
  meta: { reasons: { hasKey: 'The key is missing.' } },
  initial: 'shut',
  states: {
    shut: { description: 'Nobody can come in.', on: { 'door.opened': { guard: 'hasKey', target: 'open' }, 'bell.rung': 'shut' } },
    open: { on: { 'door.locked': 'shut' } },
  },
});
const sessionStub = setup({}).createMachine({ id: 'session', context: { user: { role: 1 } } });

/** Actors that a recorder knows: a door, and somebody who may inspect. */
function house() {
  const recorder = createRecorder({ now: () => 0 });
  createActor(sessionStub, { inspect: recorder.observe }).start();
  return { recorder, door: createActor(doorMachine, { inspect: recorder.observe }).start() };
}
type Door = ReturnType<typeof house>['door'];

function Said({ door }: { door: Door }) {
  const reason = useWhyNot<typeof doorMachine>(door, { type: 'door.opened' }, { hasKey: 'Find the key first.' });
  return (
    <Button reason={reason} onPress={() => undefined}>
      Open
    </Button>
  );
}
function Asked({ door }: { door: Door }) {
  const { canLock } = useFields(door, (snapshot) => ({ canLock: snapshot.can({ type: 'door.locked' }) }));
  return (
    <button type="button" disabled={!canLock}>
      Lock
    </button>
  );
}
const Sends = ({ door }: { door: Door }) => <Button onPress={() => door.send({ type: 'bell.rung' })}>Ring</Button>;

const load = async (name: string): Promise<AnyStateMachine | undefined> => (name === 'door' ? doorMachine : undefined);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function mount(chart = createActor(explainerMachine).start()) {
  const { recorder, door } = house();
  const place = document.createElement('div');
  document.body.append(place);
  render(
    <main>
      <Said door={door} />
      <Asked door={door} />
      <Sends door={door} />
      <button type="button" disabled>
        Wait
      </button>
    </main>,
  );
  render(<Explainer chart={chart} inspection={{ recorder, channel: undefined, window: 'w' }} place={place} load={load} />, {
    container: place,
  });
  return { door };
}

describeView<typeof explainerMachine>(explainerModel, {
  mount: async ({ clock, inspect }) => {
    mount(createActor(explainerMachine, { clock, inspect }).start());
  },
  drive: {
    'pick.started': () =>
      press(screen.queryByRole('button', { name: m.developer_why_again() }) ? m.developer_why_again() : m.developer_why()),
    'pick.cancelled': () => press(m.developer_why_cancel()),
    'control.picked': () => press('Open'),
    'explanation.closed': () => press(m.developer_why_close()),
  },
  see: {
    resting: async () => void (await screen.findByRole('button', { name: m.developer_why() })),
    picking: async () => void (await screen.findByText(m.developer_why_pick())),
    explaining: async () => void (await screen.findByRole('heading', { name: m.developer_why_title({ control: 'Open' }) })),
  },
});

describe('why a control cannot be used', () => {
  const panel = () => within(screen.getByRole('region', { name: m.developer_why() }));
  const pick = (name: string) => {
    press(m.developer_why());
    press(name);
  };
  const refused = (event: string) => m.developer_why_refused({ event, chart: 'door', states: 'shut' });

  it('is found by the sentence that it shows', async () => {
    mount();
    pick('Open');
    panel().getByText(m.developer_why_sentence());
    panel().getByText(refused('door.opened'));
    await panel().findByText(m.developer_why_guard({ guard: 'hasKey', reason: 'The key is missing.' }));
    await panel().findAllByText('Nobody can come in.');
    const link = panel().getAllByRole('link', { name: new RegExp(m.developer_why_open({ chart: 'door' })) })[0];
    expect(link?.getAttribute('href')).toMatch(/^\/developer\/statecharts\?chart=door&actor=.+&window=w$/);
  });

  it('is found by what the part of the page asks, for a control that is disabled without a sentence', () => {
    mount();
    pick('Lock');
    panel().getByText(m.developer_why_component());
    panel().getByText(refused('door.locked'));
    panel().getAllByText(m.developer_why_not_here());
  });

  it('says so when the control works, and sends nothing while it is picked', () => {
    const { door } = mount();
    let heard = 0;
    door.subscribe(() => heard++);
    pick('Ring');
    panel().getByText(m.developer_why_usable());
    panel().getByText(m.developer_why_accepted({ event: 'bell.rung', chart: 'door', states: 'shut' }));
    expect(heard).toBe(0);
  });

  it('is not invented when no chart decides, and what the charts refuse is listed', () => {
    mount();
    pick('Wait');
    panel().getByText(m.developer_why_unknown());
    panel().getByText(`${m.developer_why_others()} (2)`);
    panel().getByText(refused('door.opened'));
  });

  it('is picked by keyboard, and Escape leaves the page as it was', async () => {
    mount();
    press(m.developer_why());
    fireEvent.keyDown(screen.getByRole('button', { name: 'Open' }), { key: 'Escape' });
    await screen.findByRole('button', { name: m.developer_why() });
    press(m.developer_why());
    fireEvent.keyDown(screen.getByRole('button', { name: 'Open' }), { key: 'Enter' });
    await screen.findByRole('heading', { name: m.developer_why_title({ control: 'Open' }) });
  });
});
