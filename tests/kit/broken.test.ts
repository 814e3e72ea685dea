import { describe, expect, it } from 'vitest';
import { assign, sendTo, setup } from 'xstate';
import { variant } from './broken/variant.ts';
import { missingParts } from './describeView.ts';
import { exploreModel, type Model, modelPaths, modelProblems } from './modelKit.ts';
import { delayProblems, ruleProblems } from './rules.ts';
import { loginSample, loginSampleModel } from './samples/loginSample.ts';
import { playerSampleModel } from './samples/playerSample.ts';
import { tagProblems } from './tags.ts';
import { walkActors } from './walkActor.ts';

const problemsOf = (edit: (config: any) => void, changes: Partial<typeof loginSampleModel> = {}) =>
  modelProblems(exploreModel({ ...loginSampleModel, machine: variant(loginSample, edit), ...changes } as unknown as Model));

describe('a chart or model that is broken on purpose is named', () => {
  it('finds nothing in a sound one', () => {
    expect(problemsOf(() => {})).toEqual([]);
    expect(ruleProblems(loginSample)).toEqual([]);
  });

  it('a guard that was dropped: it is never asked, and an invariant breaks', () => {
    const dropped = (config: any) => {
      delete config.states.editing.on['login.submitted'].guard;
    };
    expect(problemsOf(dropped)).toEqual(
      expect.arrayContaining([
        'guard that is never asked: hasCredentials',
        '"nothing is sent without credentials" is broken after: login.submitted',
      ]),
    );
    expect(ruleProblems(variant(loginSample, dropped))).toContain('a declared guard is used: hasCredentials');
  });

  it('a guard that was dropped before another branch: that branch is never taken', () => {
    const problems = problemsOf((config) => {
      delete config.states.authenticating.invoke.onError[0].guard;
    });
    expect(problems).toContain('transition that no path takes: loginSample.authenticating --authenticate: error--> loginSample.failed');
  });

  it('a guard that was turned round', () => {
    const machine = loginSample.provide({ guards: { isTeacher: () => true } });
    expect(modelProblems(exploreModel({ ...loginSampleModel, machine } as unknown as Model))).toEqual(
      expect.arrayContaining([
        'unreachable state: loginSample.signedIn.student',
        'transition that no path takes: loginSample.routing --always--> loginSample.signedIn.student',
        'guard that only ever says yes: isTeacher',
      ]),
    );
  });

  it('a state that nothing leads to', () => {
    const problems = problemsOf((config) => {
      config.states.lost = { on: { 'login.retried': 'editing' } };
    });
    expect(problems).toContain('unreachable state: loginSample.lost');
    expect(problems).toContain('transition that no path takes: loginSample.lost --login.retried--> loginSample.editing');
  });

  it('a delay that never passes because its state is left at once', () => {
    const problems = problemsOf((config) => {
      config.states.routing.after = { lockout: 'editing' };
    });
    expect(problems).toContain('transition that no path takes: loginSample.routing --after lockout--> loginSample.editing');
  });

  it('an event that no state takes', () => {
    const events = [...loginSampleModel.events, { type: 'login.dreamt' } as never];
    expect(problemsOf(() => {}, { events })).toContain('dead event, taken in no state: login.dreamt');
  });

  it('an event that the model forgets', () => {
    const events = loginSampleModel.events.filter(({ type }) => type !== 'session.ended');
    expect(problemsOf(() => {}, { events })).toContain('event of the chart that the model never sends: session.ended');
  });

  it('a case that the model forgets: the branch for teachers', () => {
    const events = loginSampleModel.events.filter((event) => !JSON.stringify(event).includes('teacher'));
    expect(problemsOf(() => {}, { events })).toContain(
      'transition that no path takes: loginSample.routing --always [isTeacher]--> loginSample.signedIn.teacher',
    );
  });

  it('an event that nobody takes but that moves the chart, because a condition was waiting for any event', () => {
    let ready = false;
    const machine = setup({ guards: { isReady: () => ready }, actors: {} }).createMachine({
      id: 'impatient',
      initial: 'waiting',
      states: { waiting: { always: { guard: 'isReady', target: 'done' }, on: { 'hand.waved': 'waving' } }, waving: {}, done: {} },
    });
    const explored = exploreModel({ machine, events: [{ type: 'hand.waved' }, { type: 'nobody.listened' }] });
    ready = true;
    expect(modelProblems(explored)).toContain('nobody.listened is taken by no transition, yet moves "waiting" to "done"');
  });

  it('a context that is not finite', () => {
    const counter = setup({ actions: { count: assign({ n: ({ context }) => context.n + 1 }) } }).createMachine({
      id: 'counter',
      context: { n: 0 },
      on: { 'number.raised': { actions: 'count' } },
    });
    const model = { machine: counter, events: [{ type: 'number.raised' }], project: ({ n }: { n: number }) => n, limit: 50 };
    expect(() => exploreModel(model as unknown as Model)).toThrow(
      'the model has more than 50 steps; make `project` smaller (a counter without a ceiling?) or raise `limit`',
    );
  });

  it('a tag that does not mean what it says', () => {
    const tagProblemsOf = (edit: (config: any) => void, changes: Partial<typeof loginSampleModel> = {}) =>
      tagProblems(exploreModel({ ...loginSampleModel, machine: variant(loginSample, edit), ...changes } as unknown as Model));
    expect(tagProblemsOf(() => {})).toEqual([]);
    const idle = (config: any) => {
      delete config.states.authenticating.tags;
      config.states.editing.tags = 'busy';
    };
    expect(tagProblemsOf(idle)).toEqual([
      'the tag busy is set in "editing", against what it means',
      'the tag busy is missing in "authenticating", against what it means',
    ]);
    expect(tagProblemsOf(() => {}, { tags: { signedIn: 'login.retried' } })).toContain(
      'the tag signedIn is missing in "failed", against what it means',
    );
    expect(tagProblemsOf(() => {}, { tags: {} })).toEqual(['a tag that the model does not explain: signedIn']);
    expect(tagProblemsOf(() => {}, { failures: {} })).toContain('a failed call shows nowhere: authenticate in "lockedOut"');
  });

  it('an end of a call that nobody takes', () => {
    const deaf = (config: any) => {
      config.states.authenticating.invoke.onError = config.states.authenticating.invoke.onError.slice(0, 1);
    };
    expect(problemsOf(deaf)).toContain('an end that nobody takes: authenticate: error in "authenticating"');
  });

  it('an actor that does not do what its chart says', async () => {
    let calls = 0;
    const forgetful = loginSample.provide({ guards: { isLockedOut: () => calls++ % 2 === 0 } });
    const { problems } = await walkActors(exploreModel({ ...loginSampleModel, machine: forgetful } as unknown as Model));
    expect(problems.join('\n')).toMatch(/expected "(lockedOut|failed)", is "(lockedOut|failed)", after: \(start\) → .*login\.submitted/);
  });

  it('a step that may never happen', async () => {
    const stepInvariants: Model['stepInvariants'] = {
      'nothing signs in but an answer': (before, { type }, after) =>
        before.hasTag('signedIn') || !after.hasTag('signedIn') || type === 'xstate.done.actor.authenticate',
      'a failed attempt is never forgotten': ({ context: before }, _event, { context: after }) => after.attempts >= before.attempts,
    };
    const { problems } = await walkActors(exploreModel({ ...loginSampleModel, stepInvariants } as unknown as Model));
    expect(problems[0]).toMatch(/^"a failed attempt is never forgotten" is broken, after: .*session\.ended/);
    expect(problems.join()).not.toContain('nothing signs in');
  });

  it('an event sent to a chart that does not know it', async () => {
    const machine = setup({ actions: { tell: sendTo(({ self }) => self, { type: 'LOGGED_IN' }) } }).createMachine({
      id: 'talker',
      initial: 'quiet',
      states: { quiet: { on: { 'word.said': { actions: 'tell', target: 'quiet' } } } },
    });
    const { problems } = await walkActors(exploreModel({ machine, events: [{ type: 'word.said' }] }));
    expect(problems).toEqual(['event that no transition takes: LOGGED_IN in "quiet"']);
  });

  it('a delay of another length, and one that the model does not declare', () => {
    const pause = ({ context }: { context: { failures: number } }) => 1_000 * context.failures;
    const machine = setup({ delays: { moment: 3_000, pause, look: 15_000, wait: pause } }).createMachine({
      id: 'patient',
      context: { failures: 0 },
    });
    const cases = [
      { context: { failures: 1 }, ms: 1_000 },
      { context: { failures: 2 }, ms: 2_500 },
    ];
    expect(delayProblems({ machine, delays: { moment: 300, pause: cases, wait: 5_000, gone: 1 } })).toEqual([
      'delay that the model does not declare: look',
      'the delay moment is 3000 ms, not 300',
      'the delay pause is 2000 ms, not 2500 ms, with {"failures":2}',
      'the delay wait depends on the context: give its cases',
      'delay that the chart does not have: gone',
    ]);
  });

  it('a chart that breaks the written rules', () => {
    const careless = setup({
      actors: { ask: loginSampleModel.machine.implementations.actors.authenticate as never },
      guards: { isFine: () => true },
    }).createMachine({
      id: 'Careless',
      initial: 'Start',
      states: {
        Start: {
          invoke: { src: 'ask' } as never,
          on: { GO: { guard: () => true, target: 'end', actions: () => {} } },
          after: { 300: 'end' },
        },
        end: { description: 'Over.' },
      },
    });
    expect(ruleProblems(careless)).toEqual([
      'a chart has a camelCase id: Careless',
      'a chart has a description: Careless',
      'a state has a camelCase name: Careless.Start',
      'a state has a description: Careless.Start',
      'an invoke has an id: ask in Careless.Start',
      'an invoke has an onError: 0.Careless.Start in Careless.Start',
      'an event is named noun.pastVerb: GO in Careless.Start',
      'a transition that a person or the outside causes has a description: Careless.Start --GO [inline]--> Careless.end',
      'a guard has a name: Careless.Start --GO [inline]--> Careless.end',
      'an action has a name: Careless.Start --GO [inline]--> Careless.end',
      'a delay has a name: Careless.Start --after 300 ms--> Careless.end',
      'a declared guard is used: isFine',
      'a guard has a reason: isFine',
    ]);
  });

  it('an invoked chart whose failure nobody catches, unless it ends with an output', () => {
    const child = (output?: object) => setup({}).createMachine({ id: 'child', ...(output && { output }) });
    const inviter = (output?: object) =>
      setup({ actors: { child: child(output) } }).createMachine({
        id: 'inviter',
        description: 'Asks another chart.',
        initial: 'asking',
        states: { asking: { description: 'The other chart runs.', invoke: { id: 'child', src: 'child' } } },
      });
    expect(ruleProblems(inviter())).toEqual(['an invoke has an onError: child in inviter.asking']);
    expect(ruleProblems(inviter({ chosen: null }))).toEqual([]);
  });
});

describe('the parts of a screen’s walk', () => {
  const paths = modelPaths(exploreModel(loginSampleModel as unknown as Model), 'transitions');

  it('names a missing driver and a state without a check', () => {
    const drive = { 'credentials.changed': 1, 'login.submitted': 1, 'login.retried': 1 };
    const see = { editing: 1, authenticating: 1, failed: 1, 'signedIn.student': 1 };
    expect(missingParts(paths, { drive, see }, ({ cause }) => cause.by !== 'sender').sort()).toEqual([
      'no check for the state lockedOut',
      'no check for the state signedIn.teacher',
      'no driver for session.ended',
    ]);
  });

  it('takes a check of an outer state for those in it', () => {
    const see = { editing: 1, authenticating: 1, failed: 1, signedIn: 1, lockedOut: 1 };
    expect(missingParts(paths, { drive: {}, see }, () => true)).toEqual([]);
  });

  it('covers every transition with few paths', () => {
    for (const model of [loginSampleModel, playerSampleModel] as unknown as Model[]) {
      const explored = exploreModel(model);
      const few = modelPaths(explored, 'transitions');
      expect(new Set(few.flatMap(({ steps }) => steps.flatMap(({ taken }) => taken)))).toEqual(explored.taken);
      expect(few.length).toBeLessThan(6);
    }
  });
});
