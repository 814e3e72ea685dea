import { describe, expect, it } from 'vitest';
import { loginAsMachine } from '../../src/machines/loginAs/loginAsMachine.ts';
import { managedUser } from './loginAs.model.ts';
import { createTestActor } from './scenario.ts';
import { sessionOf } from './session.model.ts';

describe('choosing a user to act as', () => {
  it('begins only after the administrator has read what it means', async () => {
    const loginAs = createTestActor(loginAsMachine);
    loginAs.send({ type: 'user.chosen', user: managedUser });
    expect(loginAs.inputs('loginAsUser')).toEqual([]);
    loginAs.send({ type: 'acting.confirmed' }, { type: 'acting.confirmed' });
    expect(loginAs.inputs('loginAsUser')).toEqual([managedUser]);
    await loginAs.done('loginAsUser', sessionOf(7));
    expect(loginAs.emitted).toEqual([{ type: 'loginAs.succeeded', session: sessionOf(7) }]);
  });

  it('does not offer whom the administrator may not act as', () => {
    const loginAs = createTestActor(loginAsMachine);
    loginAs.send({ type: 'user.chosen', user: { ...managedUser, can_login_as: false } });
    expect(loginAs.snapshot().value).toBe('choosing');
  });

  it.each([
    [404, 'refused'],
    [403, 'refused'],
    [0, 'unreachable'],
  ])('after status %i is %s, and can be tried again', async (code, state) => {
    const loginAs = createTestActor(loginAsMachine);
    loginAs.send({ type: 'user.chosen', user: managedUser }, { type: 'acting.confirmed' });
    await loginAs.fails('loginAsUser', code);
    expect(loginAs.snapshot().value).toEqual({ confirming: state });
    expect(loginAs.emitted).toEqual([]);
    loginAs.send({ type: 'acting.confirmed' });
    expect(loginAs.waits('loginAsUser')).toBe(true);
  });

  it('forgets the user when the answer is no', () => {
    const loginAs = createTestActor(loginAsMachine);
    loginAs.send({ type: 'user.chosen', user: managedUser }, { type: 'acting.cancelled' });
    expect(loginAs.snapshot().context.user).toBeNull();
    expect(loginAs.inputs('loginAsUser')).toEqual([]);
  });
});
