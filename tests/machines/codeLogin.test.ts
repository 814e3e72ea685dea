import { describe, expect, it } from 'vitest';
import { codeLoginMachine } from '../../src/machines/login/codeLoginMachine.ts';
import { createTestActor } from './scenario.ts';
import { sessionOf } from './session.model.ts';

const entry = { code: 'A1B2C3D4', name: 'Ana' };
const submitted = { type: 'code.submitted' as const, entry };

/** The context after the server refused. */
async function refused(code: number, message: string) {
  const login = createTestActor(codeLoginMachine);
  login.send(submitted);
  await login.fails('loginWithCode', code, message);
  return login;
}

describe('signing in with an assignment code', () => {
  it('opens the lesson', async () => {
    const login = createTestActor(codeLoginMachine);
    login.send(submitted);
    expect(login.inputs('loginWithCode')).toEqual([entry]);
    await login.done('loginWithCode', sessionOf(7));
    expect(login.emitted).toEqual([{ type: 'codeLogin.succeeded', session: sessionOf(7) }]);
  });

  it.each([
    [400, 'Incorrect code. Please check it.', 'incorrect', { code: 404, message: 'Incorrect' }],
    [400, 'The Code has expired', 'expired', { code: 401, message: 'Code has expired' }],
    [0, 'Network Error', 'unreachable', { code: 500, message: 'Login error' }],
    [500, 'Internal error', 'unreachable', { code: 500, message: 'Login error' }],
  ])('turns status %i with “%s” into %s', async (code, message, state, problem) => {
    const login = await refused(code, message);
    expect(login.snapshot().value).toEqual({ editing: state });
    expect(login.snapshot().context).toMatchObject({ problem, entry });
    expect(login.emitted).toEqual([]);
  });

  it('says "Invalid attriute values" (402) for success without data', async () => {
    const login = createTestActor(codeLoginMachine);
    login.send(submitted);
    await login.done('loginWithCode', null);
    expect(login.snapshot().context.problem).toEqual({ code: 402, message: 'Invalid attriute values' });
  });

  it('shows how long to wait after too many wrong codes, in the words of the server', async () => {
    const login = await refused(429, 'Wait 5 minutes.');
    expect(login.snapshot().value).toEqual({ editing: 'refused' });
    expect(login.snapshot().context.problem?.message).toBe('Wait 5 minutes.');
  });

  it('asks nobody without a code', () => {
    const login = createTestActor(codeLoginMachine);
    login.send({ type: 'code.submitted', entry: { code: '  ', name: 'Ana' } });
    expect(login.snapshot().value).toEqual({ editing: 'incomplete' });
    expect(login.inputs('loginWithCode')).toEqual([]);
  });

  it('asks before it ends the session of somebody else in this browser', async () => {
    const login = await refused(409, 'Maya Chen is signed in on this computer.');
    expect(login.emitted).toEqual([]);
    login.send({ type: 'replacement.confirmed' });
    expect(login.inputs('loginWithCode')).toEqual([entry, { ...entry, replace: true }]);
    await login.done('loginWithCode', sessionOf(7));
    expect(login.emitted).toEqual([{ type: 'codeLogin.succeeded', session: sessionOf(7) }]);
  });

  it('leaves the other person signed in when the student cancels, and asks again the next time', async () => {
    const login = await refused(409, 'Maya Chen is signed in on this computer.');
    login.send({ type: 'replacement.declined' });
    expect(login.snapshot().value).toEqual({ editing: 'fresh' });
    expect(login.snapshot().context.problem).toBeNull();
    login.send(submitted);
    expect(login.inputs('loginWithCode').at(-1)).toEqual(entry);
  });

  it('forgets that somebody was replaced when another code is tried', async () => {
    const login = await refused(409, 'Maya Chen is signed in on this computer.');
    login.send({ type: 'replacement.confirmed' });
    await login.fails('loginWithCode', 503);
    login.send({ type: 'code.submitted', entry: { code: 'ZZZZ', name: 'Ana' } });
    expect(login.inputs('loginWithCode').at(-1)).toEqual({ code: 'ZZZZ', name: 'Ana' });
  });
});
