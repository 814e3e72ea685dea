import { assign, setup } from 'xstate';
import { isEmail } from '../../../common/isEmail.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as emailedLink from '../emailedLink.ts';
import * as form from '../form.ts';

export const resetLinkReasons: Reasons<'isEmail' | 'isRefused'> = { isEmail: 'The text is not an email address.', ...form.reasons };

/** A forgotten password: request a link by email (specification, sections 7 and 8). */
export const resetLinkMachine = setup({
  types: {
    context: {} as form.Context & { email: string },
    events: {} as { type: 'email.submitted'; email: string } | { type: 'link.requestedAgain' } | form.Event,
    tags: {} as form.Tag | 'sent' | 'again',
    meta: {} as ChartMeta,
  },
  actors: {
    requestLink: actorSlot<null, { email: string }>('requestLink', 'POST /Login/RetrievePassword'),
    requestLinkAgain: actorSlot<null, { email: string }>('requestLinkAgain', 'POST /Login/GenerateResetLink'),
  },
  actions: {
    ...form.actions,
    setEmail: assign({ email: (_, { email }: { email: string }) => email.trim(), problem: null }),
  },
  guards: { ...form.guards, isEmail: (_, { email }: { email: string }) => isEmail(email) },
}).createMachine({
  id: 'resetLink',
  description: 'A user who forgot the password requests an email with a link to choose a new one.',
  meta: { reasons: resetLinkReasons },
  context: { email: '', problem: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The form asks for the email address. What was typed is kept after an error.',
      initial: 'fresh',
      on: {
        'email.submitted': [
          {
            guard: { type: 'isEmail', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'setEmail', params: ({ event }) => event },
            description: 'Enter or the button, with a valid address.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The text is not an email address.' },
        ],
      },
      states: {
        fresh: { description: 'The user is filling in the form. No error is shown.' },
        incomplete: {
          ...form.fieldError,
          description: 'The email address is missing or not valid. The field says so.',
          meta: { announce: 'account_email_missing', focus: 'email' },
        },
        ...form.states(),
      },
    },
    sending: {
      description: 'Waiting for the server to send a link.',
      tags: 'busy',
      invoke: {
        id: 'requestLink',
        src: 'requestLink',
        input: ({ context }) => ({ email: context.email }),
        onDone: { target: 'sent', description: 'The server answers the same whether or not an account has this address.' },
        onError: form.backTo('editing'),
      },
    },
    ...emailedLink.sentStates,
    sendingAgain: {
      description: 'Waiting for the server to send another link.',
      tags: ['busy', 'sent'],
      invoke: {
        id: 'requestLinkAgain',
        src: 'requestLinkAgain',
        input: ({ context }) => ({ email: context.email }),
        ...emailedLink.sendingAgain,
      },
    },
  },
});
