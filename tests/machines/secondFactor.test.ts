import { describe, expect, it } from 'vitest';
import { passkeyDismissed } from '../../common/passkeyOutcome.ts';
import { factorEnrollmentMachine } from '../../src/machines/secondFactor/factorEnrollmentMachine.ts';
import { secondStepMachine } from '../../src/machines/secondFactor/secondStepMachine.ts';
import { challengeOf } from './login.model.ts';
import { createTestActor } from './scenario.ts';
import { sessionOf } from './session.model.ts';

describe('the second step', () => {
  it.each([
    ['a passkey', ['passkey', 'recovery'] as const, true, { passkey: 'fresh' }],
    ['a code where this browser knows no passkeys', ['totp', 'passkey', 'recovery'] as const, false, { code: 'fresh' }],
    ['a code where only an app is set up', ['totp', 'recovery'] as const, true, { code: 'fresh' }],
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
    expect(step.snapshot().value).toEqual({ code: 'fresh' });
  });
});

it('tells the server once which passkey answered, and hands over its session', async () => {
  const step = createTestActor(secondStepMachine, { challenge: challengeOf(['passkey', 'recovery']), canUsePasskeys: true });
  step.send({ type: 'passkey.asked' }, { type: 'passkey.asked' });
  expect(step.inputs('answerWithPasskey')).toHaveLength(1);
  await step.done('answerWithPasskey', sessionOf(7));
  expect(step.emitted).toEqual([{ type: 'step.passed', session: sessionOf(7) }]);
  expect(step.snapshot().status).toBe('done');
});

describe('setting one up', () => {
  const offer = { totp: { secret: 'ABCD', uri: 'otpauth://totp/x' }, passkey: null };

  it('shows the recovery codes before it ends, and ends with the session that waited', async () => {
    const enrolling = createTestActor(factorEnrollmentMachine, { challenge: 'secret', canUsePasskeys: true });
    await enrolling.done('loadOffer', offer);
    enrolling.send({ type: 'passkey.chosen' });
    expect(enrolling.snapshot().hasTag('code'), 'no passkeys at this address').toBe(true);
    enrolling.send({ type: 'code.submitted', code: '123456' });
    await enrolling.done('enrollAuthenticator', { recovery_codes: ['A'], session: sessionOf(7) });
    expect(enrolling.emitted).toEqual([]);
    enrolling.send({ type: 'codes.kept' });
    expect(enrolling.emitted).toEqual([{ type: 'enrollment.finished', session: sessionOf(7) }]);
  });
});
