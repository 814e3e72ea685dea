import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { chartGraph, describeEvent, edgeName, transitionIds } from '../../src/developer/chartGraph.ts';
import { activeStates, stateText } from '../../src/developer/lit.ts';
import { machineJson } from '../../src/developer/machineJson.ts';
import { toMermaid } from '../../src/developer/toMermaid.ts';
import { charts } from '../../src/machines/index.ts';
import { loginSample } from '../kit/samples/loginSample.ts';
import { playerSample } from '../kit/samples/playerSample.ts';

const login = chartGraph(loginSample);
const player = chartGraph(playerSample);

describe('a chart as data', () => {
  it('is plain JSON', () => {
    for (const machine of Object.values(charts) as AnyStateMachine[]) {
      const graph = chartGraph(machine);
      expect(JSON.parse(JSON.stringify(graph))).toEqual(JSON.parse(JSON.stringify(graph)));
      expect(graph.nodes[0]?.id).toBe(machine.id);
    }
  });

  it('names states, what runs in them, what they announce and focus', () => {
    expect(login.nodes.find(({ path }) => path === 'authenticating')).toEqual({
      id: 'loginSample.authenticating',
      key: 'authenticating',
      path: 'authenticating',
      type: 'atomic',
      parent: 'loginSample',
      initial: undefined,
      history: undefined,
      description: 'The server checks the credentials.',
      tags: ['busy'],
      announce: undefined,
      focus: undefined,
      entry: ['countAttempt'],
      exit: [],
      invokes: [{ id: 'authenticate', src: 'authenticate' }],
    });
    expect(login.nodes.find(({ path }) => path === 'failed')?.announce).toBe('login_failed');
    expect(login.nodes.find(({ path }) => path === 'editing')?.focus).toBe('email');
    expect(player.nodes.find(({ path }) => path === 'playing.before')).toMatchObject({ type: 'history', history: 'deep' });
  });

  it('names transitions of every kind', () => {
    const names = login.edges.map(edgeName);
    expect(names).toContain('loginSample.editing --login.submitted [hasCredentials]--> loginSample.authenticating');
    expect(names).toContain('loginSample.editing --credentials.changed--> (stays)');
    expect(names).toContain('loginSample.authenticating --authenticate: done--> loginSample.routing');
    expect(names).toContain('loginSample.authenticating --authenticate: error [isLockedOut]--> loginSample.lockedOut');
    expect(names).toContain('loginSample.authenticating --after requestTimeout--> loginSample.failed');
    expect(names).toContain('loginSample.routing --always [isTeacher]--> loginSample.signedIn.teacher');
    expect(names).toHaveLength(11);
  });

  it('gives every transition an id of its own, the same on every copy of the chart', () => {
    const ids = [...transitionIds(loginSample).values()];
    expect(new Set(ids).size).toBe(ids.length);
    expect([...transitionIds(loginSample.provide({})).values()]).toEqual(ids);
    expect(login.edges.map(({ id }) => id)).toEqual(ids);
  });

  it('knows reasons, delays and calls', () => {
    expect(login.guards).toContainEqual({ name: 'hasCredentials', reason: 'The email and the password are not both filled in.' });
    expect(login.delays).toContainEqual({ name: 'lockout', ms: 30_000 });
    expect(login.actors).toEqual([{ name: 'authenticate', call: 'POST /Login/Index' }]);
  });

  it('takes a chart without descriptions, names or implementations as it is', () => {
    const bare = chartGraph(
      createMachine({
        id: 'bare',
        initial: 'a',
        states: { a: { after: { 500: 'b' }, on: { GO: { guard: () => true, actions: () => {} } } }, b: {} },
      }),
    );
    expect(bare.description).toBe('');
    expect(bare.edges.map(({ event, guard, actions }) => [event, guard, actions])).toEqual([
      ['GO', 'inline', ['inline']],
      ['after 500 ms', undefined, []],
    ]);
  });

  it('reads delays by the state or by the chart that has them', () => {
    expect(describeEvent('xstate.after.second.quiz.answering.question', 'quiz')).toEqual({ kind: 'after', text: 'after second' });
    expect(describeEvent('xstate.done.state.quiz.answering')).toEqual({ kind: 'completed', text: 'completed' });
  });
});

describe('active states', () => {
  it('are found through nested and parallel states', () => {
    const { ids, unknown } = activeStates(player, { playing: { pages: { second: 'zoomed' }, saving: 'idle' } });
    expect([...ids]).toEqual([
      'playerSample',
      'playerSample.playing',
      'playerSample.playing.pages',
      'playerSample.playing.pages.second',
      'playerSample.playing.pages.second.zoomed',
      'playerSample.playing.saving',
      'playerSample.playing.saving.idle',
    ]);
    expect(unknown).toEqual([]);
  });

  it('name states that were renamed since', () => {
    expect(activeStates(login, { signedIn: 'headTeacher' })).toEqual({
      ids: new Set(['loginSample', 'loginSample.signedIn']),
      unknown: ['signedIn.headTeacher'],
    });
  });

  it('read as text', () => {
    expect(stateText({ playing: { pages: { second: 'zoomed' }, saving: 'idle' } })).toBe(
      'playing.pages.second.zoomed, playing.saving.idle',
    );
    expect(stateText('left')).toBe('left');
  });
});

describe('a chart for other tools', () => {
  it('as Mermaid: nesting, regions, history, completion', () => {
    const text = toMermaid(player);
    expect(text).toContain('stateDiagram-v2');
    expect(text).toContain('    state "history (deep)" as playerSample_playing_before');
    expect(text).toContain('    --\n    state "saving" as playerSample_playing_saving');
    expect(text).toContain('  playerSample_left --> [*]');
    expect(text).toContain('  playerSample_playing_saving_idle --> playerSample_playing_saving_sending : after saveQuiet [isUnsaved]');
    expect(text.split('\n').filter((line) => /[;#{}]$/.test(line) && !line.endsWith('{') && !line.endsWith('}'))).toEqual([]);
  });

  it('as Mermaid: what the root does leads from anywhere', () => {
    const machine = createMachine({ id: 'm', initial: 'a', on: { 'all.reset': '.a' }, states: { a: {} } });
    expect(toMermaid(chartGraph(machine))).toContain('anywhere --> m_a : all.reset');
  });

  it('as XState JSON that XState takes back', () => {
    const config = JSON.parse(machineJson(loginSample));
    const again = createMachine(config);
    expect(chartGraph(again).nodes.map(({ id }) => id)).toEqual(login.nodes.map(({ id }) => id));
    expect(chartGraph(again).edges.map(({ id, targets, guard }) => [id, targets, guard])).toEqual(
      login.edges.map(({ id, targets, guard }) => [id, targets, guard]),
    );
  });
});
