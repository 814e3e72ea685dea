import { describe, expect, it } from 'vitest';
import { singleSignOnMachine } from '../../src/machines/sso/singleSignOnMachine.ts';
import { createTestActor } from './scenario.ts';
import { sessionOf } from './session.model.ts';

const back = { code: 'one-time', hasFailed: false };

describe('single sign-on', () => {
  it('sends the browser to the service that was chosen', async () => {
    const signOn = createTestActor(singleSignOnMachine, { code: null, hasFailed: false });
    signOn.send({ type: 'provider.chosen', provider: 'classroom', district_id: 1002 });
    expect(signOn.inputs('beginSignOn')).toEqual([{ provider: 'classroom', district_id: 1002 }]);
    await signOn.done('beginSignOn', { url: 'https://classroom.example/authorize' });
    expect(signOn.emitted).toEqual([{ type: 'address.opened', url: 'https://classroom.example/authorize' }]);
  });

  it('makes a session of the one-time code with which the browser comes back', async () => {
    const signOn = createTestActor(singleSignOnMachine, back);
    expect(signOn.inputs('exchangeCode')).toEqual([{ code: 'one-time', replace: false }]);
    const result = { session: sessionOf(7), mustSelectSchool: true, opens: null };
    await signOn.done('exchangeCode', result);
    expect(signOn.emitted).toEqual([{ type: 'signOn.succeeded', result }]);
  });

  it.each([400, 401, 403, 404])('says "Invalid Credentials" for status %i, and starts over', async (code) => {
    const signOn = createTestActor(singleSignOnMachine, back);
    await signOn.fails('exchangeCode', code);
    expect(signOn.snapshot().hasTag('refused')).toBe(true);
    expect(signOn.emitted).toEqual([]);
    signOn.send({ type: 'signOn.retried' });
    expect(signOn.snapshot().value).toEqual({ choosing: 'again' });
  });

  it('tries the same code again when the server does not answer: that is no refusal', async () => {
    const signOn = createTestActor(singleSignOnMachine, back);
    await signOn.fails('exchangeCode', 0);
    expect(signOn.emitted).toEqual([]);
    signOn.send({ type: 'signOn.retried' });
    expect(signOn.inputs('exchangeCode')).toHaveLength(2);
  });

  it('says so when the other service vouches for nobody', () => {
    const signOn = createTestActor(singleSignOnMachine, { code: null, hasFailed: true });
    expect(signOn.snapshot().value).toBe('turnedAway');
    expect(signOn.inputs('exchangeCode')).toEqual([]);
  });

  it('asks before it ends the session of somebody else in this browser', async () => {
    const signOn = createTestActor(singleSignOnMachine, back);
    await signOn.fails('exchangeCode', 409, 'Maya Chen is signed in on this computer.');
    signOn.send({ type: 'replacement.declined' });
    expect(signOn.emitted).toEqual([{ type: 'signOn.declined' }]);
    expect(signOn.inputs('exchangeCode')).toHaveLength(1);
  });
});
