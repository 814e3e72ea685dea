import { resetLinkMachine } from '../../src/machines/account/resetLinkMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const noAnswer = { code: 0, message: '' };

export const resetLinkModel = defineModel({
  machine: resetLinkMachine,
  events: [
    { type: 'email.submitted', email: 'ana@hill.example' },
    { type: 'email.submitted', email: 'ana' },
    { type: 'form.edited' },
    { type: 'link.requestedAgain' },
    { type: 'xstate.done.actor.requestLink', output: null },
    { type: 'xstate.error.actor.requestLink', error: { code: 429, message: 'Too many failed attempts.', refused: true } },
    { type: 'xstate.error.actor.requestLink', error: noAnswer },
    { type: 'xstate.done.actor.requestLinkAgain', output: null },
    { type: 'xstate.error.actor.requestLinkAgain', error: noAnswer },
  ],
  project: ({ email, problem }) => ({ hasEmail: email !== '', problem: problem?.code }),
  invariants: {
    'a link is sent only to an address': (snapshot) => !snapshot.hasTag('sent') || snapshot.context.email === 'ana@hill.example',
    'a problem is shown only after a failed call': (snapshot) => snapshot.hasTag('failed') || snapshot.context.problem === null,
  },
});
