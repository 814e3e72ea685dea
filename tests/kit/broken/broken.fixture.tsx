// @vitest-environment jsdom
// Run by ../broken.test.ts in its own process: everything here must fail, and say why.
import { describeModel } from '../describeModel.ts';
import { describeView } from '../describeView.ts';
import { loginSample, loginSampleModel } from '../samples/loginSample.ts';
import { loginSampleWalk } from '../samples/loginSampleWalk.tsx';
import { variant } from './variant.ts';

const named = (id: string, edit: (config: any) => void) =>
  variant(loginSample, (config) => {
    config.id = id;
    edit(config);
  });

describeModel({
  ...loginSampleModel,
  machine: named('droppedGuard', (config) => {
    delete config.states.editing.on['login.submitted'].guard;
  }),
});

describeModel({
  ...loginSampleModel,
  machine: named('unreachableState', (config) => {
    config.states.lost = { description: 'Nobody comes here.' };
  }),
});

describeModel({
  ...loginSampleModel,
  machine: named('deadEvent', () => {}),
  events: [...loginSampleModel.events, { type: 'login.dreamt' } as never],
});

const { 'login.retried': _driver, ...drive } = loginSampleWalk.drive;
describeView({ ...loginSampleModel, machine: named('missingDriver', () => {}) }, { ...loginSampleWalk, drive, modes: ['plain'] });

const { lockedOut: _check, ...see } = loginSampleWalk.see;
describeView({ ...loginSampleModel, machine: named('uncheckedState', () => {}) }, { ...loginSampleWalk, see, modes: ['plain'] });

// The drivers never sign in a teacher, so one branch is never taken through the screen.
describeView(
  { ...loginSampleModel, machine: named('uncoveredTransition', () => {}) },
  {
    ...loginSampleWalk,
    modes: ['plain'],
    drive: {
      ...loginSampleWalk.drive,
      'xstate.done.actor.authenticate': (event, { settle }) => settle({ ...event, output: { token: 't', role: 'student' } }),
    },
  },
);
