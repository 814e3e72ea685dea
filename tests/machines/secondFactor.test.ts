import { describe, expect, it } from 'vitest';
import { passkeyDismissed } from '../../common/passkeyOutcome.ts';
import { factorEnrollmentMachine } from '../../src/machines/secondFactor/factorEnrollmentMachine.ts';
import { secondFactorsMachine } from '../../src/machines/secondFactor/secondFactorsMachine.ts';
import { secondStepMachine } from '../../src/machines/secondFactor/secondStepMachine.ts';
import { type UserDeed, userDeedMachine } from '../../src/machines/userDeed/userDeedMachine.ts';
import { challengeOf } from './login.model.ts';
import { createTestActor } from './scenario.ts';
import { factor, own } from './secondFactors.model.ts';
import { sessionOf } from './session.model.ts';
import { helpable } from './userDeed.model.ts';

describe('the second step', () => {
  it.each([
    ['a passkey', ['passkey', 'recovery'] as const, true, { passkey: 'ready' }],
    ['a code where this browser knows no passkeys', ['totp', 'passkey', 'recovery'] as const, false, { typing: 'fresh' }],
    ['a code where only an app is set up', ['totp', 'recovery'] as const, true, { typing: 'fresh' }],
  ])('asks first for %s', (_, ways, canUsePasskeys, state) => {
    expect(createTestActor(secondStepMachine, { challenge: challengeOf([...ways]), canUsePasskeys }).snapshot().value).toEqual(state);
  });

  it('tries again after a wrong code, and hands over the session after a right one', async () => {
    const step = createTestActor(secondStepMachine, { challenge: challengeOf(['totp', 'recovery']), canUsePasskeys: true });
    step.send({ type: 'code.submitted', code: '111111' });
    await step.fails('answerWithCode', 400, 'This code is not right.');
    expect(step.snapshot().context.problem?.message).toBe('This code is not right.');
    step.send({ type: 'code.submitted', code: '222222' }, { type: 'code.submitted', code: '333333' });
    expect(step.inputs('answerWithCode')).toEqual([
      { challenge: 'secret', code: '111111' },
      { challenge: 'secret', code: '222222' },
    ]);
    await step.done('answerWithCode', sessionOf(7));
    expect(step.emitted).toEqual([{ type: 'step.passed', session: sessionOf(7) }]);
  });

  it.each([401, 409])('ends for good with status %i, and says why', async (code) => {
    const step = createTestActor(secondStepMachine, { challenge: challengeOf(['totp', 'recovery']), canUsePasskeys: true });
    step.send({ type: 'code.submitted', code: '111111' });
    await step.fails('answerWithCode', code, 'Sign in again.');
    expect(step.emitted).toMatchObject([{ type: 'step.ended', problem: { code, message: 'Sign in again.' } }]);
  });

  it('lets a closed window be opened again, or a code be typed', async () => {
    const step = createTestActor(secondStepMachine, { challenge: challengeOf(['passkey', 'recovery']), canUsePasskeys: true });
    step.send({ type: 'passkey.asked' });
    await step.fails('answerWithPasskey', passkeyDismissed);
    expect(step.snapshot().value).toEqual({ passkey: 'dismissed' });
    step.send({ type: 'passkey.asked' });
    expect(step.waits('answerWithPasskey')).toBe(true);
    await step.fails('answerWithPasskey', passkeyDismissed);
    step.send({ type: 'code.chosen' });
    expect(step.snapshot().value).toEqual({ typing: 'fresh' });
  });
});

describe('setting one up', () => {
  const offer = { totp: { secret: 'ABCD', uri: 'otpauth://totp/x' }, passkey: null };

  it('shows the recovery codes before it ends, and ends with the session that waited', async () => {
    const enrolling = createTestActor(factorEnrollmentMachine, { challenge: 'secret', canUsePasskeys: true });
    await enrolling.done('loadOffer', offer);
    enrolling.send({ type: 'passkey.chosen' });
    expect(enrolling.snapshot().hasTag('authenticator'), 'no passkeys at this address').toBe(true);
    enrolling.send({ type: 'code.submitted', code: '123456' });
    await enrolling.done('enrollAuthenticator', { recovery_codes: ['A'], session: sessionOf(7) });
    expect(enrolling.emitted).toEqual([]);
    enrolling.send({ type: 'codes.kept' });
    expect(enrolling.emitted).toEqual([{ type: 'enrollment.finished', session: sessionOf(7) }]);
  });
});

describe('what is set up', () => {
  it('is changed only after the password, which is not kept', async () => {
    const factors = createTestActor(secondFactorsMachine);
    await factors.done('loadFactors', own);
    factors.send({ type: 'deed.chosen', deed: { kind: 'remove', factor } }, { type: 'deed.confirmed', typed: '' });
    expect(factors.inputs('carryOut')).toEqual([]);
    factors.send({ type: 'deed.confirmed', typed: 'science-rocks' });
    expect(factors.inputs('carryOut')).toEqual([{ deed: { kind: 'remove', factor }, typed: 'science-rocks' }]);
    await factors.done('carryOut', {});
    expect(factors.snapshot().context.typed).toBe('');
    expect(factors.waits('loadFactors')).toBe(true);
  });

  it('is reset by another administrator after a question, once', async () => {
    const reset = createTestActor(userDeedMachine);
    const deed: UserDeed = { kind: 'resetFactors', user: helpable };
    reset.send({ type: 'deed.chosen', deed }, { type: 'deed.confirmed' }, { type: 'deed.confirmed' });
    expect(reset.inputs('carryOut')).toEqual([deed]);
    await reset.done('carryOut', {});
    expect(reset.emitted).toEqual([{ type: 'deed.finished', deed, outcome: {} }]);
    expect(reset.snapshot().context.deed).toBeNull();
  });
});
