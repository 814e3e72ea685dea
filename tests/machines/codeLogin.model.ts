import { codeLoginMachine, codeOutcomes } from '../../src/machines/login/codeLoginMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { sessionOf } from './session.model.ts';

const texts = Object.values(codeOutcomes).map(({ message }) => message as string);

export const codeLoginModel = defineModel({
  machine: codeLoginMachine,
  events: [
    { type: 'code.submitted', entry: { code: 'A1B2C3D4', name: 'Ana' } },
    { type: 'code.submitted', entry: { code: ' ', name: 'Ana' } },
    { type: 'form.edited' },
    { type: 'replacement.confirmed' },
    { type: 'replacement.declined' },
    { type: 'xstate.done.actor.loginWithCode', output: sessionOf(7) },
    { type: 'xstate.done.actor.loginWithCode', output: null },
    { type: 'xstate.error.actor.loginWithCode', error: { code: 400, message: 'Incorrect code', refused: true, reason: 'incorrectCode' } },
    { type: 'xstate.error.actor.loginWithCode', error: { code: 400, message: 'Code has expired', refused: true, reason: 'codeExpired' } },
    { type: 'xstate.error.actor.loginWithCode', error: { code: 409, message: 'Maya Chen is signed in on this computer.', refused: true } },
    { type: 'xstate.error.actor.loginWithCode', error: { code: 429, message: 'Too many failed attempts.', refused: true } },
    { type: 'xstate.error.actor.loginWithCode', error: { code: 0, message: '' } },
  ],
  project: ({ entry, problem }) => ({ code: entry.code, replaces: entry.replace === true, problem: problem?.code }),
  keeps: {
    'code.submitted': { entry: 'entry' },
  },
  tags: { asking: 'replacement.confirmed' },
  leads: {
    'code.submitted': ['checking', 'editing.incomplete'],
    'form.edited': ['editing.typing'],
    'replacement.confirmed': ['checking'],
    'replacement.declined': ['editing'],
  },
  refusals: ['loginWithCode'],
  tells: {
    'codeLogin.succeeded': (_before, _event, after) => after.matches('signedIn'),
  },
  oldProblems: ['asking'],
  failures: { loginWithCode: 'asking' },
  invariants: {
    'each outcome has the text and the code of the specification': ({ value, context }) => {
      const editing = (value as { editing?: string }).editing;
      const outcome = codeOutcomes[editing as keyof typeof codeOutcomes] as { code: number; message: string } | undefined;
      return !outcome || (context.problem?.code === outcome.code && context.problem.message === outcome.message);
    },
    'no text of an outcome stands anywhere else': (snapshot) =>
      snapshot.hasTag('failed') || !texts.includes(snapshot.context.problem?.message ?? ''),
    'what was typed is kept': ({ value, context }) => value !== 'checking' || context.entry.code === 'A1B2C3D4',
    'nobody is replaced without a yes': (snapshot) => !snapshot.hasTag('asking') || Boolean(snapshot.context.problem?.message),
  },
});
