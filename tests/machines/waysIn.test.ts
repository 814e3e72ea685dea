import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { passwordResetMachine } from '../../src/machines/account/passwordResetMachine.ts';
import { type CodeEntry, codeLoginMachine } from '../../src/machines/login/codeLoginMachine.ts';
import type { Session } from '../../src/machines/login/sessionMachine.ts';
import { failureOf } from '../../src/services/kit/client.ts';
import { sessionOf } from './session.model.ts';

/** Opens a lesson by code, with the given response from the server. */
async function open(answer: (entry: CodeEntry) => Promise<Session | null>) {
  const logic = codeLoginMachine.provide({
    actors: { loginWithCode: fromPromise<Session | null, CodeEntry>(({ input }) => answer(input)) },
  });
  const actor = createActor(logic).start();
  const opened: Session[] = [];
  actor.on('codeLogin.succeeded', ({ session }) => void opened.push(session));
  actor.send({ type: 'code.submitted', entry: { code: 'a1b2', name: '' } });
  const snapshot = await waitFor(actor, (state) => !state.hasTag('busy'));
  return { actor, opened, problem: snapshot.context.problem };
}
const refuse = (code: number, message: string) => () => Promise.reject(failureOf(code, message));

describe('sign-in by assignment code (specification, section 5)', () => {
  it('a failure message containing "Incorrect code" gives error "Incorrect" (404)', async () => {
    expect((await open(refuse(400, 'Incorrect code: try again'))).problem).toEqual({ code: 404, message: 'Incorrect' });
  });
  it('a message containing "Code has expired" gives "Code has expired" (401)', async () => {
    expect((await open(refuse(400, 'Sorry. Code has expired.'))).problem).toEqual({ code: 401, message: 'Code has expired' });
  });
  it('success without data gives "Invalid attriute values" (402)', async () => {
    expect((await open(async () => null)).problem).toEqual({ code: 402, message: 'Invalid attriute values' });
  });
  it('no response gives "Login error" (500)', async () => {
    expect((await open(refuse(0, ''))).problem).toEqual({ code: 500, message: 'Login error' });
  });
  it('a session ends the chart, and is handed on once', async () => {
    const { actor, opened } = await open(async () => sessionOf(7));
    expect(opened).toEqual([sessionOf(7)]);
    expect(actor.getSnapshot().status).toBe('done');
  });
  it('says so to the server only after a yes, when somebody else would lose their session', async () => {
    const asked: (boolean | undefined)[] = [];
    const { actor } = await open((entry) => {
      asked.push(entry.replace);
      return entry.replace ? Promise.resolve(sessionOf(7)) : refuse(409, 'Maya is signed in on this computer.')();
    });
    expect(actor.getSnapshot().hasTag('asking')).toBe(true);
    actor.send({ type: 'replacement.confirmed' });
    await waitFor(actor, (state) => state.status === 'done');
    expect(asked).toEqual([undefined, true]);
  });
});

it('an expired reset link goes home with the server’s message (specification, section 8)', async () => {
  const words = 'This link has expired. Ask for a new one.';
  const logic = passwordResetMachine.provide({
    actors: { validateLink: fromPromise<{ user_name: string }, { linkId: string }>(refuse(400, words)) },
  });
  const actor = createActor(logic, { input: { linkId: 'old' } });
  const messages: string[] = [];
  actor.on('link.refused', ({ problem }) => void messages.push(problem.message));
  actor.start();
  await waitFor(actor, (state) => state.status === 'done');
  expect(messages).toEqual([words]);
});

it('typing on after a mistake moves no focus: the person may be in any field', async () => {
  const { actor } = await open(refuse(400, 'Incorrect code'));
  actor.send({ type: 'code.edited' });
  const metas = Object.values(actor.getSnapshot().getMeta() as Record<string, { focus?: string }>);
  expect(metas.flatMap(({ focus }) => focus ?? [])).toEqual([]);
});
