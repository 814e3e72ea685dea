import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { variant } from './broken/variant.ts';
import { problemsApart } from './describeModel.ts';
import { exploreModel, type Model } from './modelKit.ts';
import { ruleProblems } from './rules.ts';
import { loginSample, loginSampleModel } from './samples/loginSample.ts';
import { stepProblems } from './steps.ts';

const problemsOf = (edit: (config: any) => void, changes: object = {}) =>
  stepProblems(exploreModel({ ...loginSampleModel, machine: variant(loginSample, edit), ...changes } as unknown as Model));

/** Problems of a chart of its own, whatever its model leaves out. */
const problemsIn = (machine: object, model: object = {}) =>
  stepProblems(exploreModel(problemsApart({ machine, events: [], ...model } as unknown as Model)));

describe('a step that does not do what it should is named', () => {
  it('finds nothing in a sound chart', () => {
    expect(problemsOf(() => {})).toEqual([]);
  });

  it('an event that one of several states no longer takes', () => {
    const takes = { 'login.retried': ['failed', 'lockedOut'] };
    const also = (config: any) => {
      config.states.lockedOut.on = { 'login.retried': 'editing' };
    };
    expect(problemsOf(also)).toEqual(['the model does not say where the chart takes login.retried']);
    expect(problemsOf(also, { takes })).toEqual([]);
    expect(problemsOf(() => {}, { takes })).toEqual(['login.retried is taken by nothing in "lockedOut"']);
    const somewhere = { 'login.retried': () => true };
    expect(problemsOf(() => {}, { takes: somewhere })).toContain('login.retried is taken by nothing in "editing"');
  });

  it('an event that leads somewhere else', () => {
    const astray = (config: any) => {
      config.states.failed.on['login.retried'].target = 'lockedOut';
    };
    expect(problemsOf(astray)[0]).toMatch(/^login\.retried leads to lockedOut, after: /);
    expect(problemsOf(astray)).toContain('login.retried never leads to editing');
    expect(problemsOf(() => {}, { leads: {} }).join('\n')).toMatch(/^lockout leads to editing, after: /m);
  });

  it('something that is told at the wrong time, or not at all', () => {
    const silent = (config: any) => {
      delete config.states.signedIn.entry;
    };
    expect(problemsOf(silent)[0]).toMatch(/^navigate is not told after: .*authenticate: done$/);
    expect(problemsOf(() => {}, { tells: {} })).toContain('the model does not say when the chart tells navigate');
    const atOnce = (config: any) => {
      config.entry = { type: 'goTo', params: { to: '/' } };
    };
    expect(problemsOf(atOnce)).toContain('navigate is told after: (start)');
  });

  it('an actor that runs where it should not', () => {
    const machine = setup({ actors: { watch: loginSample.implementations.actors.authenticate as never } }).createMachine({
      id: 'watching',
      context: ({ spawn }: any) => ({ watch: spawn('watch', { id: 'watch' }) }),
    } as never);
    expect(problemsIn(machine)).toEqual(['the model does not say where watch runs']);
    expect(problemsIn(machine, { runs: { watch: [''] } })).toEqual([]);
    expect(problemsIn(machine, { runs: { watch: ['nowhere'] } })).toEqual(['watch runs in {}']);
    expect(problemsIn(machine, { runs: { watch: [''], other: [''] } })).toEqual(['other does not run in {}']);
  });

  it('a chart that ends in another way', () => {
    const machine = setup({}).createMachine({
      id: 'ending',
      initial: 'open',
      output: { kind: 'left' },
      states: { open: { on: { 'door.closed': 'closed' } }, closed: { type: 'final' } },
    });
    const events = [{ type: 'door.closed' }];
    expect(problemsIn(machine, { events, ends: { 'door.closed': 'left' } })).toEqual([]);
    expect(problemsIn(machine, { events })).toEqual(['door.closed ends the chart as left']);
  });

  it('an event whose data is dropped', () => {
    const forgetful = (config: any) => {
      delete config.states.editing.on['credentials.changed'].actions;
    };
    expect(problemsOf(forgetful).join('\n')).toMatch(
      /^credentials of credentials\.changed is not kept as credentials after: credentials\.changed/m,
    );
    expect(problemsOf(() => {}, { keeps: { 'login.submitted': { type: 'error' } } }).join('\n')).toMatch(
      /type of login\.submitted is not kept as error/,
    );
    expect(problemsOf(() => {}, { keeps: { 'never.sent': { id: 'session' } } })).toEqual([
      'what is kept was there before on every path: id of never.sent',
    ]);
    const done = 'xstate.done.actor.authenticate';
    expect(problemsOf(() => {}, { keeps: { [done]: { output: { as: 'session', in: ['signedIn'] } } } })).toEqual([]);
    expect(problemsOf(() => {}, { keeps: { [done]: { output: { as: 'session', in: ['editing'] } } } })).toEqual([
      `what is kept was there before on every path: output of ${done}`,
    ]);
  });

  it('a transition to where it starts, and a state that only passes on and rests', () => {
    const idle = (config: any) => {
      config.states.failed.on['login.retried'].target = 'failed';
    };
    expect(problemsOf(idle)).toContain('a transition leads to where it starts: loginSample.failed --login.retried--> loginSample.failed');
    const stuck = (config: any) => {
      config.states.routing.always.pop();
    };
    expect(problemsOf(stuck)).toContain('a state that only passes on rests: loginSample.routing');
  });

  it('an action that nothing runs', () => {
    const unrun = variant(loginSample, (config) => {
      delete config.states.authenticating.entry;
    });
    expect(ruleProblems(unrun)).toContain('a declared action is used: countAttempt');
  });
});

describe('a failure that is not told as one is named', () => {
  /** A list that is loaded, and then open. */
  const list = (edit: (states: any) => void = () => {}) => {
    const states: any = {
      loading: {
        tags: 'busy',
        invoke: {
          id: 'authenticate',
          src: 'authenticate',
          onDone: { target: 'open', actions: 'clearProblem' },
          onError: { target: 'unavailable', actions: 'setProblem' },
        },
      },
      unavailable: { tags: 'failed', on: { 'list.retried': 'loading' } },
      open: { on: { 'list.outdated': 'loading' } },
    };
    edit(states);
    return setup({
      actors: { authenticate: loginSample.implementations.actors.authenticate as never },
      actions: {
        setProblem: assign({ problem: ({ event }) => (event as any).error }),
        clearProblem: assign({ problem: null }),
        mislead: assign({ problem: { message: 'Another' } }),
      },
    }).createMachine({ id: 'list', context: { problem: null }, initial: 'loading', states } as never);
  };
  const events = [
    { type: 'list.retried' },
    { type: 'list.outdated' },
    { type: 'xstate.done.actor.authenticate', output: 1 },
    { type: 'xstate.error.actor.authenticate', error: { code: 404, message: 'Gone' } },
  ];
  const known = { oldProblems: ['loading'], leads: { 'list.retried': ['loading'], 'list.outdated': ['loading'] } };
  const problemsWith = (edit?: (states: any) => void, model: object = {}) => problemsIn(list(edit), { events, ...known, ...model });

  it('finds nothing in a sound chart', () => {
    expect(problemsWith()).toEqual([]);
  });

  it('an old problem that is kept', () => {
    const keeping = (states: any) => {
      delete states.loading.invoke.onDone.actions;
    };
    expect(problemsWith(keeping)).toEqual(['an old problem is kept: "open"']);
    expect(problemsWith(undefined, { oldProblems: [] })).toEqual(['an old problem is kept: "loading"']);
  });

  it('a failure without a reason, or with another one', () => {
    const silent = (states: any) => {
      delete states.loading.invoke.onError.actions;
    };
    expect(problemsWith(silent)).toContain('what failed does not say why: "unavailable"');
    expect(problemsWith(silent, { ownWords: ['unavailable'] })).toEqual([]);
    const misled = (states: any) => {
      states.loading.invoke.onError.actions = 'mislead';
    };
    expect(problemsWith(misled)).toEqual(['a failed call gives another reason: authenticate in "unavailable"']);
  });

  it('a call that came through and has failed', () => {
    const wrong = (states: any) => {
      states.loading.invoke.onDone.target = 'unavailable';
    };
    const problem = 'a call that came through has failed: authenticate in "unavailable"';
    expect(problemsWith(wrong)).toContain(problem);
    expect(problemsWith(wrong, { refusals: ['authenticate'] })).not.toContain(problem);
  });

  it('trying again without a call', () => {
    const idle = (states: any) => {
      states.unavailable.on['list.retried'] = 'open';
    };
    expect(problemsWith(idle)).toContain('list.retried calls nothing: "open"');
    expect(problemsWith(idle, { retriesLater: () => true })).not.toContain('list.retried calls nothing: "open"');
  });
});
