// @vitest-environment jsdom

import { fireEvent, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { ChartMap } from '../../src/developer/chartMap.ts';
import map from '../../src/developer/layouts/charts.json' with { type: 'json' };
import type { ChartLayout } from '../../src/developer/picture.ts';
import { createRecorder } from '../../src/developer/recorder.ts';
import type { visualizerMachine } from '../../src/machines/developer/visualizerMachine.ts';
import { charts } from '../../src/machines/index.ts';
import { sessionMachine } from '../../src/machines/login/sessionMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import type { LoadMap } from '../../src/views/developer/statecharts/hooks.ts';
import { Statecharts } from '../../src/views/developer/statecharts/Statecharts.tsx';
import { stubActors } from '../kit/actors.ts';
import { describeView } from '../kit/describeView.ts';
import { visualizerModel } from '../machines/visualizer.model.ts';
import { Links } from './kit/links.tsx';

// The log scrolls to its newest step, and jsdom cannot scroll.
Element.prototype.scrollTo = () => {};

const recorder = createRecorder({ now: () => 0 });
const session = createActor(sessionMachine.provide({ actors: stubActors(sessionMachine).actors as never }), {
  clock: new SimulatedClock(),
  inspect: recorder.observe,
}).start();
// Two steps to inspect: its start, and one event.
session.send({ type: 'route.requested', path: '/authenticated/content/contentHome' });

/** What is sent is no step of the log, so that its steps can be counted. */
const watched = { ...recorder, send: () => {} };

const layouts = import.meta.glob<ChartLayout>('../../src/developer/layouts/*.json', { import: 'default' });
const loadLayout = async (chart: string) => layouts[`../../src/developer/layouts/${chart}.json`]?.();

const loadMap: LoadMap = async () => map as unknown as ChartMap;

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const follow = (name: string, which: number) => fireEvent.click(screen.getAllByRole('link', { name }).at(which) as HTMLElement);
const hasPast = () => screen.queryByRole('button', { name: m.developer_to_present() }) !== null;
const isCurrent = (name: string, which: number) =>
  expect(screen.getAllByRole('link', { name }).at(which)?.getAttribute('aria-current')).toBe('page');

// Actor ids count up in a process, so the model's actor gets the id of the one running here.
const model = {
  ...visualizerModel,
  events: visualizerModel.events.map((event) => (event.type === 'actor.chosen' ? { ...event, actor: session.sessionId } : event)),
};

describeView<typeof visualizerMachine>(model, {
  mount: async ({ render, clock, inspect, input }) => {
    const { chart, isNew = false } = input as { chart: string | null; isNew?: boolean };
    render(
      <MemoryRouter initialEntries={[chart === null ? '/developer/statecharts' : `/developer/statecharts?chart=${chart}`]}>
        <Links>
          <Statecharts
            charts={charts}
            inspection={{ recorder: watched, channel: undefined, window: 'this' }}
            loadLayout={loadLayout}
            loadMap={loadMap}
            version="2.6.0"
            now={() => 0}
            guide={{ isNew, onLeft: () => {} }}
            options={{ clock, inspect }}
          />
        </Links>
      </MemoryRouter>,
    );
    if (chart === null) await screen.findByRole('img', { name: m.developer_map_picture() });
    else await screen.findByRole('tree', { name: 'The login chart' });
  },
  drive: {
    'map.opened': () => follow(m.developer_map(), 0),
    'chart.chosen': ({ chart }) => follow(chart, -1),
    'actor.chosen': ({ chart }) => follow(chart, 0),
    'simulation.started': async () => {
      press('Simulate');
      // The simulation needs steps to go back to, so takes any available event twice.
      const panel = within(screen.getByRole('tabpanel'));
      for (let step = 0; step < 2; step++) {
        const [can] = panel
          .getAllByRole('button')
          .filter((button) => /^(Send |done$|error$)/.test(button.getAttribute('aria-label') ?? button.textContent ?? ''));
        fireEvent.click(can as HTMLElement);
      }
    },
    'simulation.ended': () => press(m.developer_simulate_end()),
    'step.picked': ({ step }) => {
      if (screen.queryByText('Step 2 of 3') && step === 1) {
        // The simulation is already at that step, so leaves it and comes back.
        press(m.developer_earlier());
        press(m.developer_later());
      } else press(step === 1 ? m.developer_earlier() : m.developer_later());
    },
    'present.resumed': () => press(m.developer_to_present()),
    'canvas.enlarged': () => press(m.developer_full()),
    'canvas.reduced': () => press(m.developer_beside()),
    'event.offered': ({ event }) => {
      const [offered] = screen.getAllByRole('button', { name: m.developer_send_event({ event: event.type }) });
      fireEvent.click(offered as HTMLElement);
    },
    'event.confirmed': async () => fireEvent.click(await screen.findByRole('button', { name: m.developer_ask_send() })),
    'event.withdrawn': async () => fireEvent.click(await screen.findByRole('button', { name: m.developer_ask_cancel() })),
    'guide.opened': () => press(m.developer_guide()),
    'guide.continued': () => press(screen.queryByText(m.developer_guide_events()) ? m.developer_guide_done() : m.developer_guide_next()),
    'guide.dismissed': () => press(m.developer_guide_dismiss()),
  },
  see: {
    // A question hides the page behind it.
    'canvas.framed': async () => void (await screen.findByRole('button', { name: m.developer_full(), hidden: true })),
    'canvas.full': async () => void (await screen.findByRole('button', { name: m.developer_beside(), hidden: true })),
    'showing.watching.live.asking': async () => void (await screen.findByText(m.developer_ask_text())),
    'guide.closed': () => expect(screen.queryByText(/^Step \d of 4$/)).toBeNull(),
    'guide.reading.chart': () => screen.findByText(m.developer_guide_chart()),
    'guide.reading.actors': () => screen.findByText(m.developer_guide_actors()),
    'guide.reading.log': () => screen.findByText(m.developer_guide_log()),
    'guide.reading.events': () => screen.findByText(m.developer_guide_events()),
    'showing.mapping': async () => {
      await screen.findByRole('img', { name: m.developer_map_picture() });
      isCurrent(m.developer_map(), 0);
    },
    'showing.drawing': async ({ context }) => {
      await screen.findByRole('tree', { name: `The ${context.chart} chart` });
      isCurrent(context.chart ?? '', -1);
      screen.getByText(/^Nothing of this chart runs/);
      expect(hasPast()).toBe(false);
    },
    'showing.watching.live.following': async ({ context }) => {
      expect(screen.queryByText(m.developer_ask_text())).toBeNull();
      await screen.findByRole('tree', { name: `The ${context.chart} chart` });
      isCurrent('session', 0);
      screen.getByText('Step 2 of 2');
      expect(hasPast()).toBe(false);
    },
    'showing.watching.past': ({ context }) => {
      screen.getByText(`Step ${context.step} of 2`);
      screen.getByText(m.developer_past());
      expect(hasPast()).toBe(true);
    },
    'showing.simulating.newest': () => {
      screen.getByText(/^Simulation: nothing is called/);
      screen.getByText('Step 3 of 3');
      expect(hasPast()).toBe(false);
    },
    'showing.simulating.past': ({ context }) => {
      screen.getByText(`Step ${(context.step ?? 0) + 1} of 3`);
      expect(hasPast()).toBe(true);
    },
  },
});
