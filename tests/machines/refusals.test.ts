import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { filesUnder, root } from '../../scripts/kit.ts';
import { passwordResetMachine } from '../../src/machines/account/passwordResetMachine.ts';
import { commandMachine } from '../../src/machines/command/commandMachine.ts';
import { messageMachine } from '../../src/machines/inbox/messageMachine.ts';
import { lessonLinkMachine } from '../../src/machines/lessonLink/lessonLinkMachine.ts';
import { codeLoginMachine } from '../../src/machines/login/codeLoginMachine.ts';
import { loginMachine } from '../../src/machines/login/loginMachine.ts';
import { sessionMachine } from '../../src/machines/login/sessionMachine.ts';
import { changePasswordMachine } from '../../src/machines/profile/changePasswordMachine.ts';
import { feedbackMachine } from '../../src/machines/profile/feedbackMachine.ts';
import { profileMachine } from '../../src/machines/profile/profileMachine.ts';
import { registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { singleSignOnMachine } from '../../src/machines/sso/singleSignOnMachine.ts';
import { change } from './changePassword.model.ts';
import { words } from './feedback.model.ts';
import { plain } from './message.model.ts';
import { detail, entry } from './profile.model.ts';
import { places } from './registration.model.ts';
import { createTestActor, type TestActor } from './scenario.ts';
import { sessionOf } from './session.model.ts';

type Flow = (actor: TestActor<AnyStateMachine>) => Promise<void> | void;
interface Row {
  machine: AnyStateMachine;
  input?: unknown;
  /** Drives the chart to the call. */
  go: Flow;
  actor: string;
  refused: unknown;
  unanswered: unknown;
}

const applicant = { email: 'dana@hill.example', first_name: 'Dana', last_name: 'Reyes', district_id: 1, school_id: 2 };
const account = { user_name: 'dana', grade: '7', password: 'long enough', repeated: 'long enough' };
const newPassword = { password: 'long enough', repeated: 'long enough' };

/** Every flow that says one thing when the server refuses and another when the outcome is unknown. */
const flows: Record<string, Row> = {
  login: {
    machine: loginMachine,
    go: (actor) => actor.send({ type: 'login.submitted', credentials: { username: 'maya', password: 'secret' } }),
    actor: 'authenticate',
    refused: { editing: 'refused' },
    unanswered: { editing: 'unreachable' },
  },
  'login by code': {
    machine: codeLoginMachine,
    go: (actor) => actor.send({ type: 'code.submitted', entry: { code: 'A1B2', name: '' } }),
    actor: 'loginWithCode',
    refused: { editing: 'refused' },
    unanswered: { editing: 'unreachable' },
  },
  'single sign-on': {
    machine: singleSignOnMachine,
    input: { code: 'one-time', hasFailed: false },
    go: () => {},
    actor: 'exchangeCode',
    refused: 'refused',
    unanswered: 'unreachable',
  },
  Extend: {
    machine: sessionMachine,
    go: async (actor) => {
      await actor.done('restore', sessionOf(7));
      actor.send({ type: 'clock.checked', refreshIn: 0 });
    },
    actor: 'refresh',
    refused: { known: 'expired' },
    unanswered: { known: { signedIn: { who: 'own', renewal: 'waiting' } } },
  },
  'the end of acting': {
    machine: sessionMachine,
    go: async (actor) => {
      await actor.done('restore', sessionOf(7));
      actor.send({ type: 'acting.started', session: sessionOf(9) }, { type: 'acting.exited' });
    },
    actor: 'leaveActing',
    refused: { known: 'expired' },
    unanswered: { known: { signedIn: { who: 'acting', renewal: 'waiting' } } },
  },
  'asking for a reset link': {
    machine: passwordResetMachine,
    input: { linkId: null },
    go: (actor) => actor.send({ type: 'email.submitted', email: 'ana@hill.example' }),
    actor: 'requestLink',
    refused: { editing: 'refused' },
    unanswered: { editing: 'unreachable' },
  },
  'a reset link': {
    machine: passwordResetMachine,
    input: { linkId: 'secret' },
    go: () => {},
    actor: 'validateLink',
    refused: 'dead',
    unanswered: 'unvalidated',
  },
  'a password by a reset link': {
    machine: passwordResetMachine,
    input: { linkId: 'secret' },
    go: async (actor) => {
      await actor.done('validateLink', { user_name: 'ana' });
      actor.send({ type: 'password.submitted', typed: newPassword });
    },
    actor: 'resetPassword',
    refused: 'dead',
    unanswered: { choosing: 'unreachable' },
  },
  registration: {
    machine: registrationMachine,
    input: { linkId: null },
    go: async (actor) => {
      await actor.done('loadPlaces', places);
      actor.send({ type: 'applicant.submitted', applicant });
    },
    actor: 'registerUser',
    refused: { applying: 'refused' },
    unanswered: { applying: 'unreachable' },
  },
  'a registration link': {
    machine: registrationMachine,
    input: { linkId: 'secret' },
    go: (actor) => actor.send({ type: 'link.opened' }),
    actor: 'verifyLink',
    refused: 'dead',
    unanswered: { opened: 'unreachable' },
  },
  'the details of an account': {
    machine: registrationMachine,
    input: { linkId: 'secret' },
    go: async (actor) => {
      actor.send({ type: 'link.opened' });
      await actor.done('verifyLink', { kind: 'confirmed', registration: {} });
      actor.send({ type: 'details.submitted', details: account });
    },
    actor: 'submitDetails',
    refused: { detailing: 'refused' },
    unanswered: { detailing: 'unreachable' },
  },
  'another password': {
    machine: changePasswordMachine,
    go: (actor) => actor.send({ type: 'password.submitted', typed: change }),
    actor: 'changePassword',
    refused: { editing: 'refused' },
    unanswered: { editing: 'unreachable' },
  },
  'the own account': {
    machine: profileMachine,
    go: async (actor) => {
      await actor.done('loadProfile', { detail, photo: null });
      actor.send({ type: 'details.submitted', entry });
    },
    actor: 'saveDetails',
    refused: { showing: 'refused' },
    unanswered: { showing: 'unreachable' },
  },
  feedback: {
    machine: feedbackMachine,
    go: (actor) => actor.send({ type: 'feedback.submitted', entry: words }),
    actor: 'sendFeedback',
    refused: { editing: 'refused' },
    unanswered: { editing: 'unreachable' },
  },
  'an answer to feedback': {
    machine: messageMachine,
    go: (actor) => actor.send({ type: 'message.opened', message: plain }, { type: 'answer.submitted', text: 'It is mended.' }),
    actor: 'sendAnswer',
    refused: { reading: 'refused' },
    unanswered: { reading: 'unreachable' },
  },
  'a lesson link': {
    machine: lessonLinkMachine,
    input: { userPuid: 1001, linkId: 'A'.repeat(22), lesson: null },
    go: () => {},
    actor: 'assignFromLink',
    refused: 'notForYou',
    unanswered: 'failed',
  },
  'a command': {
    machine: commandMachine,
    input: { question: 'none', isUndoable: false, order: 'first' },
    go: () => {},
    actor: 'run',
    refused: { ready: 'refused' },
    unanswered: { ready: 'unreachable' },
  },
  'a command after a question': {
    machine: commandMachine,
    input: { question: 'plain', isUndoable: false, order: 'first' },
    go: (actor) => actor.send({ type: 'question.confirmed' }),
    actor: 'run',
    refused: { asking: { confirming: 'refused' } },
    unanswered: { asking: { confirming: 'unreachable' } },
  },
};

describe.each(Object.entries(flows))('%s', (_, { machine, input, go, actor: id, refused, unanswered }) => {
  // 403 is left out where a chart says more about it.
  it.each([200, 400, 404, 422])('is refused by an error under HTTP %i', async (code) => {
    const actor = createTestActor(machine, input as never);
    await go(actor);
    await actor.fails(id, code, 'This cannot be done.');
    expect(actor.snapshot().value).toEqual(refused);
  });
  it.each([0, 408, 500, 502, 503])('is not refused by status %i', async (code) => {
    const actor = createTestActor(machine, input as never);
    await go(actor);
    await actor.fails(id, code);
    expect(actor.snapshot().value).toEqual(unanswered);
  });
});

it('charts ask for HTTP codes only to say more about a refusal than that it is one', () => {
  const asking = filesUnder('src/machines')
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(\w+): \([^\n]*(?:toProblem\(error\)\.code|codeOf\()[^\n]*/g)].map(
        ([, guard]) => guard,
      ),
    );
  expect([...new Set(asking)].sort()).toEqual([
    'isClosed',
    'isConflict',
    // Set by the browser's passkey window, not by a server.
    'isDismissed',
    'isForbidden',
    'isFull',
    'isHandedInElsewhere',
    'isOccupied',
    'isOver',
    'wasHandedIn',
  ]);
});
