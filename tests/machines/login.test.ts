import { describe, expect, it } from 'vitest';
import { loginMachine } from '../../src/machines/login/loginMachine.ts';
import { challengeOf, challengeOver } from './login.model.ts';
import { createTestActor } from './scenario.ts';
import { sessionOf } from './session.model.ts';

const credentials = { username: 'maya', password: 'science-rocks' };
const submitted = { type: 'login.submitted' as const, credentials };

describe('signing in', () => {
  it('hands over the session that the server gives', async () => {
    const login = createTestActor(loginMachine);
    login.send(submitted);
    expect(login.inputs('authenticate')).toEqual([credentials]);
    await login.done('authenticate', sessionOf(7));
    expect(login.emitted).toEqual([{ type: 'login.succeeded', session: sessionOf(7) }]);
    expect(login.snapshot().status).toBe('done');
  });

  it.each([
    ['', 'science-rocks'],
    ['   ', 'science-rocks'],
    ['maya', ''],
  ])('with “%s” and “%s” asks nobody, until something is typed', (username, password) => {
    const login = createTestActor(loginMachine);
    login.send({ type: 'login.submitted', credentials: { username, password } });
    expect(login.snapshot().value).toEqual({ editing: 'incomplete' });
    expect(login.inputs('authenticate')).toEqual([]);
    login.send({ type: 'form.edited' });
    expect(login.snapshot().hasTag('failed')).toBe(false);
  });

  it('asks once, however often the button is pressed', () => {
    const login = createTestActor(loginMachine);
    login.send(submitted, submitted, submitted);
    expect(login.inputs('authenticate')).toHaveLength(1);
  });

  it.each([400, 401, 403, 429])('shows the message of the server for status %i', async (code) => {
    const login = createTestActor(loginMachine);
    login.send(submitted);
    await login.fails('authenticate', code, 'The user name or the password is wrong');
    expect(login.snapshot().value).toEqual({ editing: 'refused' });
    expect(login.snapshot().context.problem?.message).toBe('The user name or the password is wrong');
    expect(login.emitted).toEqual([]);
  });

  it.each([0, 500, 503])('takes status %i for an answer that did not come: the same button tries again', async (code) => {
    const login = createTestActor(loginMachine);
    login.send(submitted);
    await login.fails('authenticate', code);
    expect(login.snapshot().value).toEqual({ editing: 'unreachable' });
    login.send(submitted);
    expect(login.snapshot().hasTag('busy')).toBe(true);
    expect(login.snapshot().context.problem).toBeNull();
  });

  it('asks before it ends the session of somebody else in this browser', async () => {
    const login = createTestActor(loginMachine);
    login.send(submitted);
    await login.fails('authenticate', 409, 'Leo is signed in on this computer.');
    expect(login.snapshot().hasTag('asking')).toBe(true);
    expect(login.emitted).toEqual([]);
    login.send({ type: 'login.confirmed', credentials });
    expect(login.inputs('authenticate')).toEqual([credentials, { ...credentials, replace: true }]);
  });

  it('leaves the other one signed in when the answer is no', async () => {
    const login = createTestActor(loginMachine);
    login.send(submitted);
    await login.fails('authenticate', 409, 'Leo is signed in on this computer.');
    login.send({ type: 'login.declined' });
    expect(login.snapshot().value).toEqual({ editing: 'fresh' });
    expect(login.inputs('authenticate')).toHaveLength(1);
  });

  it('signs nobody in before the second step is right', async () => {
    const login = createTestActor(loginMachine);
    login.send(submitted);
    await login.done('authenticate', challengeOf(['totp', 'recovery']));
    expect(login.snapshot().context.challenge?.ways).toEqual(['totp', 'recovery']);
    expect(login.emitted).toEqual([]);
    login.send({ type: 'challenge.passed', session: sessionOf(7) });
    expect(login.emitted).toEqual([{ type: 'login.succeeded', session: sessionOf(7) }]);
    expect(login.snapshot().context.challenge).toBeNull();
  });

  it('says why when the second step took too long, and begins anew when it is left', async () => {
    const login = createTestActor(loginMachine);
    login.send(submitted);
    await login.done('authenticate', challengeOf(['totp', 'recovery']));
    login.send({ type: 'challenge.ended', problem: challengeOver });
    expect(login.snapshot().value).toEqual({ editing: 'refused' });
    expect(login.snapshot().context.problem).toEqual(challengeOver);
    login.send(submitted);
    await login.done('authenticate', challengeOf(['totp', 'recovery']));
    login.send({ type: 'challenge.left' });
    expect(login.snapshot().value).toEqual({ editing: 'fresh' });
  });
});
