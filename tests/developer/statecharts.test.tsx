// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyStateMachine, createActor } from 'xstate';
import { layoutChart, layoutViews } from '../../scripts/layoutChart.ts';
import { chartGraph } from '../../src/developer/chartGraph.ts';
import { type ChartMap, type MapChart, mapGraph } from '../../src/developer/chartMap.ts';
import type { ChartLayout } from '../../src/developer/picture.ts';
import { createRecorder, type LogEntry } from '../../src/developer/recorder.ts';
import { m } from '../../src/paraglide/messages.js';
import { Statecharts } from '../../src/views/developer/statecharts/Statecharts.tsx';
import { fragile } from '../kit/samples/fragile.ts';
import { loginSample, loginSampleModel } from '../kit/samples/loginSample.ts';
import { Links } from '../views/kit/links.tsx';

// The log scrolls to its newest step, and jsdom cannot scroll.
Element.prototype.scrollTo = () => {};

const samples: Record<string, AnyStateMachine> = { loginSample, fragile };
const layoutOf = async (chart: string): Promise<ChartLayout | undefined> => {
  const machine = samples[chart];
  const events = loginSampleModel.events as unknown as ChartLayout['events'];
  return (
    machine && { chart, inputs: {}, events, views: await layoutViews(chartGraph(machine)), ...(await layoutChart(chartGraph(machine))) }
  );
};

const relations: MapChart[] = [
  {
    id: 'loginSample',
    area: 'login',
    starts: [],
    runBy: ['LoginForm'],
    emits: [
      { event: 'stone.found', heard: [{ by: 'Garden', file: 'src/Garden.tsx', sends: [{ chart: 'fragile', event: 'stone.thrown' }] }] },
    ],
  },
  { id: 'fragile', area: 'glass', starts: [], runBy: [], emits: [] },
];
const mapOf = async (): Promise<ChartMap> => ({ charts: relations, layout: await layoutChart(mapGraph(relations)) });

function open(
  address: string,
  { recorder = createRecorder({ now: () => 0, reportError: () => {} }), loadLayout = layoutOf, loadMap = mapOf } = {},
) {
  render(
    <MemoryRouter initialEntries={[`/developer/statecharts${address}`]}>
      <Links>
        <Statecharts
          charts={samples}
          inspection={{ recorder, channel: undefined, window: 'this' }}
          loadLayout={loadLayout}
          loadMap={loadMap}
          version="2.6.0"
          now={() => 0}
        />
      </Links>
    </MemoryRouter>,
  );
  return recorder;
}

const credentials = { email: 'ada@example.org', password: 'open sesame' };
const drawing = (chart: string) => screen.findByRole('tree', { name: `The ${chart} chart` });
const tab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));
const state = (path: string) => document.querySelector(`[role="treeitem"][data-node="loginSample.${path}"]`) as Element;

/** Says yes to the question whether to send an event. */
const confirm = async () => fireEvent.click(await screen.findByRole('button', { name: m.developer_ask_send() }));

/** A recorder with a running sample actor. */
function running() {
  const recorder = createRecorder({ now: () => 0 });
  const actor = createActor(loginSample, { inspect: recorder.observe }).start();
  return { recorder, actor, address: `?chart=loginSample&actor=${actor.sessionId}` };
}

describe('the visualizer', () => {
  it('lights the current state, follows it, and shows the context without secrets', async () => {
    const { recorder, actor, address } = running();
    open(address, { recorder });
    await drawing('loginSample');
    expect(state('editing').getAttribute('aria-current')).toBe('true');
    act(() => actor.send({ type: 'credentials.changed', credentials }));
    tab('State');
    await screen.findByText('Step 2 of 2');
    expect((await within(screen.getByRole('tabpanel')).findAllByText('•••')).length).toBeGreaterThan(0);
    expect(document.body.textContent).not.toContain('open sesame');
  });

  it('says which guard refuses an event, and sends what can happen', async () => {
    const { recorder, actor, address } = running();
    open(address, { recorder });
    await drawing('loginSample');
    const refused = screen.getByRole('button', { name: 'Send login.submitted' });
    expect(refused.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('The email and the password are not both filled in.').length).toBeGreaterThan(0);
    fireEvent.click(screen.getAllByRole('button', { name: 'Send credentials.changed' })[0] as HTMLElement);
    await screen.findByText(m.developer_ask_text());
    expect(actor.getSnapshot().context.credentials.email).toBe('');
    const proposed = screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.developer_payload() });
    expect(JSON.parse(proposed.value)).toMatchObject({ credentials: actor.getSnapshot().context.credentials });
    fireEvent.change(proposed, { target: { value: '{ "credentials": { "email": "a@b.c", "password": "x" } }' } });
    await confirm();
    expect(actor.getSnapshot().context.credentials.email).toBe('a@b.c');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send login.submitted' }).getAttribute('aria-disabled')).toBeNull());
  });

  it('sends a payload as it was changed, says when that is no JSON, and sends nothing without a yes', async () => {
    const { recorder, actor, address } = running();
    open(address, { recorder });
    await drawing('loginSample');
    const offer = () => fireEvent.click(screen.getAllByRole('button', { name: 'Send credentials.changed' })[0] as HTMLElement);
    offer();
    const payload = await screen.findByRole('textbox', { name: m.developer_payload() });
    fireEvent.change(payload, { target: { value: '{ "credentials": ' } });
    await confirm();
    await screen.findByText(/^This is not JSON/);
    fireEvent.change(payload, { target: { value: '{ "credentials": { "email": "x@y.z", "password": "" } }' } });
    await confirm();
    expect(actor.getSnapshot().context.credentials.email).toBe('x@y.z');
    await waitFor(() => expect(screen.queryByText(m.developer_ask_text())).toBeNull());
    const steps = recorder.log().length;
    offer();
    fireEvent.click(await screen.findByRole('button', { name: m.developer_ask_cancel() }));
    await waitFor(() => expect(screen.queryByText(m.developer_ask_text())).toBeNull());
    expect(recorder.log()).toHaveLength(steps);
  });

  it('sends a simulation the payload as it was changed, or as the model has it', async () => {
    const { recorder, address } = running();
    open(address, { recorder });
    await drawing('loginSample');
    const change = { name: m.developer_payload_edit({ event: 'credentials.changed' }) };
    // For a running actor, the question has the payload to edit.
    expect(screen.queryAllByRole('button', change)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: m.developer_simulate() }));
    const edit = () => fireEvent.click(screen.getAllByRole('button', change)[1] as HTMLElement);
    const send = () => fireEvent.click(screen.getAllByRole('button', { name: 'Send credentials.changed' })[1] as HTMLElement);
    const isRefused = () => screen.getByRole('button', { name: 'Send login.submitted' }).getAttribute('aria-disabled');
    await screen.findAllByRole('button', change);
    // The model's second payload is empty credentials.
    edit();
    const payload = screen.getByRole('textbox', { name: m.developer_payload() });
    fireEvent.change(payload, { target: { value: '{ "credentials": ' } });
    send();
    await screen.findByText(/^This is not JSON/);
    expect(isRefused()).toBe('true');
    fireEvent.change(payload, { target: { value: '{ "credentials": { "email": "x@y.z", "password": "x" } }' } });
    send();
    await waitFor(() => expect(isRefused()).toBeNull());
    edit();
    send();
    await waitFor(() => expect(isRefused()).toBe('true'));
  });

  it('tells what a chosen state is about', async () => {
    open('?chart=loginSample');
    await drawing('loginSample');
    fireEvent.click(state('authenticating'));
    expect(await within(screen.getByRole('tabpanel')).findByText('The server checks the credentials.')).toBeTruthy();
    expect(state('authenticating').getAttribute('aria-selected')).toBe('true');
    screen.getByText('authenticate (POST /Login/Index)');
  });

  it('is walked by keyboard', async () => {
    open('?chart=loginSample');
    const tree = await drawing('loginSample');
    const at = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')?.getAttribute('data-node');
    expect(at()).toBe('loginSample');
    const seen = new Set<string>();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowRight']) {
      fireEvent.keyDown(tree, { key });
      seen.add(at() ?? '');
    }
    expect(seen.size).toBeGreaterThan(2);
    fireEvent.keyDown(tree, { key: 'Enter' });
    expect(document.querySelector(`[data-node="${at()}"]`)?.getAttribute('aria-selected')).toBe('true');
    const zoom = () => screen.getByText(/^\d+%$/).textContent;
    const before = zoom();
    fireEvent.keyDown(tree, { key: '+' });
    expect(zoom()).not.toBe(before);
    fireEvent.keyDown(tree, { key: '0' });
  });

  it('opens and closes states, by pointer and by keyboard', async () => {
    open('?chart=loginSample');
    const tree = await drawing('loginSample');
    const expanded = () => state('signedIn').getAttribute('aria-expanded');
    // All of it would be too small to read here.
    expect(expanded()).toBe('false');
    fireEvent.click(screen.getByRole('button', { name: m.developer_open_all() }));
    expect(expanded()).toBe('true');
    fireEvent.click(document.querySelector('[data-fold="loginSample.signedIn"]') as Element);
    expect(expanded()).toBe('false');
    expect(state('signedIn.teacher')).toBeNull();
    expect(state('signedIn').textContent).toMatch(/\+ \d states inside/);
    fireEvent.keyDown(tree, { key: ' ' });
    expect(expanded()).toBe('true');
    expect(state('signedIn.teacher')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: m.developer_open_all() }));
    fireEvent.click(screen.getByRole('button', { name: m.developer_close_all() }));
    expect(expanded()).toBe('false');
  });

  it('stays usable with 10,000 steps', async () => {
    const { recorder, actor, address } = running();
    for (let count = 0; count < 12_000; count++) actor.send({ type: 'credentials.changed', credentials });
    open(address, { recorder });
    await drawing('loginSample');
    screen.getByText('Step 10,000 of 10,000');
    fireEvent.click(screen.getByRole('button', { name: m.developer_earlier() }));
    await screen.findByText('Step 9,999 of 10,000');
    fireEvent.change(screen.getByRole('searchbox', { name: m.developer_log_filter() }), { target: { value: 'nothing like it' } });
    await screen.findByText('No step matches “nothing like it”.');
  });
});

describe('the map', () => {
  it('comes first, shows what runs, and leads to each chart, by picture and by list', async () => {
    const { recorder } = running();
    open('', { recorder });
    const box = () => document.querySelector('[data-node="charts.login.loginSample"]') as Element;
    await waitFor(() => expect(box()?.classList.contains('lit')).toBe(true));
    const list = screen.getByRole('main');
    within(list).getByText(m.developer_map_run_by({ names: 'LoginForm' }));
    within(list).getByText('stone.found, heard by Garden → stone.thrown to fragile');
    fireEvent.click(box());
    await drawing('loginSample');
    fireEvent.click(screen.getByRole('link', { name: m.developer_map() }));
    fireEvent.click(await within(screen.getByRole('main')).findByRole('link', { name: 'fragile' }));
    await drawing('fragile');
  });

  it('says so if it cannot be loaded', async () => {
    open('', { loadMap: () => Promise.reject(new Error('gone')) });
    await screen.findByText(m.developer_map_missing());
  });
});

describe('finding things', () => {
  const find = (text: string) => fireEvent.change(screen.getByRole('searchbox', { name: m.developer_find() }), { target: { value: text } });
  const found = async (name: string) =>
    within((await screen.findByRole('heading', { name: m.developer_found() })).parentElement as HTMLElement).findByRole('link', { name });

  it('finds states, events, guards and words in all charts, and leads there', async () => {
    open('?chart=fragile');
    await drawing('fragile');
    find('stone');
    await found('stone.thrown');
    find('server checks');
    fireEvent.click(await found('authenticating'));
    await drawing('loginSample');
    await waitFor(() => expect(state('authenticating').getAttribute('aria-selected')).toBe('true'));
    find('both filled in');
    await found('hasCredentials');
    find('POST /Login');
    await found('authenticate');
    find('no such words');
    await screen.findByText(m.developer_found_none({ text: 'no such words' }));
  });

  it('finds steps by event, by state and by actor', async () => {
    const { recorder, actor, address } = running();
    act(() => actor.send({ type: 'credentials.changed', credentials }));
    open(address, { recorder });
    await drawing('loginSample');
    const filter = (text: string) =>
      fireEvent.change(screen.getByRole('searchbox', { name: m.developer_log_filter() }), { target: { value: text } });
    const noMatch = (text: string) => screen.queryByText(m.developer_log_no_match({ text }));
    for (const text of ['event:credentials', 'state:editing actor:login', 'credentials editing']) {
      filter(text);
      expect(noMatch(text), text).toBeNull();
    }
    for (const text of ['event:editing', 'state:credentials', 'actor:editing', 'credentials signedIn']) {
      filter(text);
      expect(noMatch(text), text).not.toBeNull();
    }
  });

  it('follows a link to a step and to a state, and says when the log does not have the step', async () => {
    const { recorder, actor, address } = running();
    act(() => actor.send({ type: 'credentials.changed', credentials }));
    open(`${address}&step=1&at=loginSample.editing`, { recorder });
    await drawing('loginSample');
    await screen.findByText('Step 1 of 2');
    screen.getByText(m.developer_past());
    expect(state('editing').getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByText(m.developer_step_missing({ step: 1 }))).toBeNull();
    cleanup();
    open(`${address}&step=7`, { recorder });
    await screen.findByText(m.developer_step_missing({ step: 7 }));
  });
});

describe('bad input', () => {
  it('a chart without descriptions and reasons', async () => {
    open('?chart=fragile');
    await drawing('fragile');
    tab('About');
    expect(within(screen.getByRole('tabpanel')).getByText(m.developer_no_description())).toBeTruthy();
  });

  it('an actor that failed', async () => {
    const recorder = createRecorder({ now: () => 0, reportError: () => {} });
    const actor = createActor(fragile, { inspect: recorder.observe }).start();
    open(`?chart=fragile&actor=${actor.sessionId}`, { recorder });
    await drawing('fragile');
    act(() => actor.send({ type: 'stone.thrown' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This actor has failed and takes no more events.crack');
    await screen.findAllByText(m.developer_reason_ended());
  });

  it('a state that was renamed since it was stored', async () => {
    const recorder = createRecorder({ now: () => 0 });
    const entry: LogEntry = {
      step: 1,
      at: 0,
      actor: 'x:stored',
      chart: 'loginSample',
      event: { type: 'xstate.init' },
      source: undefined,
      taken: [],
      frame: { value: 'typing', status: 'active', tags: [], context: {}, history: {} },
    };
    const actors = [{ id: 'x:stored', name: 'loginSample', chart: 'loginSample', parent: undefined, status: 'active' as const }];
    open('?chart=loginSample&actor=x:stored', {
      recorder: { ...recorder, log: () => [entry], actors: () => actors, frame: () => entry.frame },
    });
    await drawing('loginSample');
    screen.getByText('The chart has no state called typing any more.');
    screen.getByText(/^Stored data from an older version/);
  });

  it('a chart that there is not', () => {
    open('?chart=noSuchChart');
    screen.getByText('There is no chart called “noSuchChart”.');
    expect(screen.getByRole('link', { name: 'loginSample' })).toBeTruthy();
  });

  it('an actor that is gone', async () => {
    open('?chart=loginSample&actor=x:404');
    await drawing('loginSample');
    expect(screen.getByRole('tabpanel').textContent).not.toBe('');
  });

  it('a chart that was never laid out, and one that was changed since', async () => {
    open('?chart=loginSample', { loadLayout: async () => undefined });
    await screen.findByText('“loginSample” has not been laid out yet.');
    screen.getByText(/^Run “npm run docs:statecharts”/);
  });

  it('a drawing that is older than the chart', async () => {
    const loadLayout = async (chart: string) => {
      const layout = (await layoutOf(chart)) as ChartLayout;
      const { 'loginSample.failed': _gone, ...nodes } = layout.nodes;
      return { ...layout, nodes };
    };
    open('?chart=loginSample', { loadLayout });
    await drawing('loginSample');
    screen.getByText('The drawing is older than the chart: loginSample.failed cannot be shown in their places.');
  });
});

describe('copies', () => {
  let copied: string[] = [];
  beforeEach(() => {
    copied = [];
    allow(async (text) => void copied.push(text));
  });
  const allow = (writeText: (text: string) => Promise<void>) =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });

  const copy = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(name) }));
    await waitFor(() => expect(copied.length).toBeGreaterThan(0));
    return copied.at(-1) ?? '';
  };

  it.each([
    [m.developer_copy_link(), '/developer/statecharts?chart=loginSample&actor=x'],
    [m.developer_copy_svg(), '<svg xmlns="http://www.w3.org/2000/svg"'],
    [m.developer_copy_mermaid(), 'stateDiagram-v2'],
    [m.developer_copy_json(), '"id": "loginSample"'],
    [m.developer_copy_card(), 'Support card, version 2.6.0'],
  ])('as %s', async (name, beginning) => {
    const { recorder, actor, address } = running();
    actor.send({ type: 'credentials.changed', credentials });
    open(address, { recorder });
    await drawing('loginSample');
    const text = await copy(name);
    expect(text).toContain(beginning);
    expect(text).not.toMatch(/open sesame|ada@example/);
  });

  it.each([
    [m.developer_save_scxml(), 'loginSample.scxml', '<scxml '],
    [m.developer_save_json(), 'loginSample.json', '"id": "loginSample"'],
    [m.developer_save_stately(), 'loginSample.ts', 'export const loginSampleMachine = setup('],
  ])('as a file: %s', async (item, name, beginning) => {
    const saved: { name: string; file: Blob }[] = [];
    let latest = new Blob();
    const createObjectURL = (file: Blob) => {
      latest = file;
      return 'blob:x';
    };
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} });
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, file: latest });
    });
    open('?chart=loginSample');
    await drawing('loginSample');
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) }));
    await waitFor(() => expect(saved.map((one) => one.name)).toEqual([name]));
    expect(await saved[0]?.file.text()).toContain(beginning);
    clicks.mockRestore();
  });

  it('by hand, when the browser does not allow it', async () => {
    allow(() => Promise.reject(new Error('no')));
    open('?chart=loginSample');
    await drawing('loginSample');
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: m.developer_copy_mermaid() }));
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Select the text and copy it/ });
    expect(text.value).toContain('stateDiagram-v2');
  });
});
