import { describe, expect, it } from 'vitest';
import { passwordResetMachine } from '../../src/machines/account/passwordResetMachine.ts';
import { createTestActor } from './scenario.ts';

const twice = (password: string, repeated = password) => ({ type: 'password.submitted' as const, typed: { password, repeated } });

/** The page of a valid link. */
async function choosing() {
  const reset = createTestActor(passwordResetMachine, { linkId: 'secret' });
  await reset.done('validateLink', { user_name: 'ana' });
  return reset;
}

describe('a forgotten password', () => {
  it('brings a link by e-mail, and once more on request', async () => {
    const reset = createTestActor(passwordResetMachine, { linkId: null });
    reset.send({ type: 'email.submitted', email: 'ana@hill.example' });
    await reset.done('requestLink', null);
    expect(reset.snapshot().value).toEqual({ sent: 'once' });
    reset.send({ type: 'link.requestedAgain' });
    expect(reset.inputs('requestLinkAgain')).toEqual([{ email: 'ana@hill.example' }]);
    await reset.fails('requestLinkAgain', 0);
    expect(reset.snapshot().value).toEqual({ sent: 'unsent' });
  });

  it('goes on in the same page when the link is followed there', async () => {
    const reset = createTestActor(passwordResetMachine, { linkId: null });
    reset.send({ type: 'email.submitted', email: 'ana@hill.example' });
    await reset.done('requestLink', null);
    reset.send({ type: 'link.followed', linkId: 'secret' });
    expect(reset.inputs('validateLink')).toEqual([{ linkId: 'secret' }]);
    await reset.done('validateLink', { user_name: 'ana' });
    expect(reset.snapshot().value).toEqual({ choosing: 'fresh' });
  });

  it('asks for an address that is one', () => {
    const reset = createTestActor(passwordResetMachine, { linkId: null });
    reset.send({ type: 'email.submitted', email: 'ana' });
    expect(reset.snapshot().value).toEqual({ editing: 'incomplete' });
    expect(reset.inputs('requestLink')).toEqual([]);
  });

  it('leads home with the message of the server when the link is invalid or has expired', async () => {
    const reset = createTestActor(passwordResetMachine, { linkId: 'old' });
    await reset.fails('validateLink', 400, 'This link has expired. Ask for a new one.');
    expect(reset.snapshot().status).toBe('done');
    expect(reset.emitted).toEqual([
      { type: 'link.refused', problem: { code: 400, message: 'This link has expired. Ask for a new one.', refused: true } },
    ]);
  });

  it('does not take a missing answer for a dead link', async () => {
    const reset = createTestActor(passwordResetMachine, { linkId: 'secret' });
    await reset.fails('validateLink', 0);
    expect(reset.emitted).toEqual([]);
    reset.send({ type: 'link.retried' });
    expect(reset.inputs('validateLink')).toHaveLength(2);
  });

  it('is replaced by one of 8 characters or more, typed the same twice', async () => {
    const reset = await choosing();
    reset.send(twice('short'));
    expect(reset.snapshot().value).toEqual({ choosing: 'tooShort' });
    reset.send(twice('long enough', 'long enouhg'));
    expect(reset.snapshot().value).toEqual({ choosing: 'different' });
    expect(reset.inputs('resetPassword')).toEqual([]);
    reset.send(twice('long enough'));
    expect(reset.inputs('resetPassword')).toEqual([{ linkId: 'secret', password: 'long enough' }]);
    await reset.done('resetPassword', null);
    expect(reset.emitted).toEqual([{ type: 'password.changed' }]);
  });

  it('is not kept in memory longer than it is being saved', async () => {
    const reset = await choosing();
    reset.send(twice('long enough'));
    await reset.fails('resetPassword', 0);
    expect(reset.snapshot().value).toEqual({ choosing: 'unreachable' });
    expect(JSON.stringify(reset.snapshot().context)).not.toContain('long enough');
  });
});
