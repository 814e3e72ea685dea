import { describe, expect, it } from 'vitest';
import { registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { places, registrationModel } from './registration.model.ts';
import { createTestActor } from './scenario.ts';

const payload = (model: { events: readonly { type: string }[] }, type: string) => Object(model.events.find((event) => event.type === type));
const applicant = payload(registrationModel, 'applicant.submitted').applicant;
const details = payload(registrationModel, 'details.submitted').details;
const confirmed = payload(registrationModel, 'xstate.done.actor.verifyLink').output;

async function applying() {
  const registration = createTestActor(registrationMachine, { linkId: null });
  await registration.done('loadPlaces', places);
  return registration;
}

async function detailing() {
  const registration = createTestActor(registrationMachine, { linkId: 'secret' });
  registration.send({ type: 'link.opened' });
  await registration.done('verifyLink', confirmed);
  return registration;
}

describe('asking for an account', () => {
  it('says that the places could not be had, and tries again', async () => {
    const registration = createTestActor(registrationMachine, { linkId: null });
    await registration.fails('loadPlaces', 0);
    expect(registration.snapshot().value).toBe('unloaded');
    registration.send({ type: 'places.retried' });
    expect(registration.inputs('loadPlaces')).toHaveLength(2);
  });

  it('keeps what was typed, and names an e-mail address that has an account already', async () => {
    const registration = await applying();
    registration.send({ type: 'applicant.submitted', applicant });
    await registration.fails('registerUser', 409, 'User with this email already exists');
    expect(registration.snapshot().value).toEqual({ applying: 'known' });
    expect(registration.snapshot().context.applicant).toEqual(applicant);
    expect(registration.emitted).toEqual([]);
  });

  it.each([
    [422, 'refused'],
    [0, 'unreachable'],
  ])('says "Registration failed" for status %i', async (code, state) => {
    const registration = await applying();
    registration.send({ type: 'applicant.submitted', applicant });
    await registration.fails('registerUser', code);
    expect(registration.snapshot().value).toEqual({ applying: state });
    expect(registration.emitted).toEqual([{ type: 'registration.failed' }]);
  });

  it('sends the link once more, for the same request', async () => {
    const registration = await applying();
    registration.send({ type: 'applicant.submitted', applicant });
    await registration.done('registerUser', { request_id: 'r1' });
    registration.send({ type: 'link.requestedAgain' });
    expect(registration.inputs('resendLink')).toEqual([{ requestId: 'r1' }]);
    await registration.fails('resendLink', 0);
    expect(registration.snapshot().value).toEqual({ sent: 'unsent' });
  });
});

describe('the link of an e-mail', () => {
  it('goes on in the page that waits for it, and still waits for a press', async () => {
    const registration = await applying();
    registration.send({ type: 'applicant.submitted', applicant });
    await registration.done('registerUser', { request_id: 'r1' });
    registration.send({ type: 'link.followed', linkId: 'secret' });
    expect(registration.snapshot().value).toEqual({ opened: 'fresh' });
    registration.send({ type: 'link.opened' });
    expect(registration.inputs('verifyLink')).toEqual([{ linkId: 'secret' }]);
  });

  it('waits for a press: programs open links as well', () => {
    const registration = createTestActor(registrationMachine, { linkId: 'secret' });
    expect(registration.inputs('verifyLink')).toEqual([]);
  });

  it('leads home with the message of the server when it is no good', async () => {
    const registration = createTestActor(registrationMachine, { linkId: 'old' });
    registration.send({ type: 'link.opened' });
    await registration.fails('verifyLink', 400, 'This link has expired. Ask for a new one.');
    expect(registration.emitted).toEqual([
      { type: 'link.refused', problem: { code: 400, message: 'This link has expired. Ask for a new one.', refused: true } },
    ]);
  });

  it('of the administrator makes the account active', async () => {
    const registration = createTestActor(registrationMachine, { linkId: 'secret' });
    registration.send({ type: 'link.opened' });
    await registration.done('verifyLink', { ...confirmed, kind: 'activated' });
    expect(registration.snapshot().value).toBe('activated');
  });
});

describe('making the account', () => {
  it('asks for a user name and for one password typed twice, and says beside which field', async () => {
    const registration = await detailing();
    registration.send({ type: 'details.submitted', details: { ...details, user_name: ' ' } });
    expect(registration.snapshot().value).toEqual({ detailing: 'incomplete' });
    registration.send({ type: 'details.submitted', details: { ...details, repeated: `${details.password}x` } });
    expect(registration.snapshot().value).toEqual({ detailing: 'different' });
    registration.send({ type: 'form.edited' });
    expect(registration.snapshot().value).toEqual({ detailing: 'typing' });
    expect(registration.inputs('submitDetails')).toEqual([]);
  });

  it('sends the details, then signs up, and keeps no password', async () => {
    const registration = await detailing();
    registration.send({ type: 'details.submitted', details });
    expect(registration.inputs('signUp')).toEqual([]);
    await registration.done('submitDetails', confirmed.registration);
    expect(registration.inputs('signUp')).toHaveLength(1);
    await registration.done('signUp', { ...confirmed.registration, state: 'done' });
    expect(registration.snapshot().value).toBe('signedUp');
    expect(JSON.stringify(registration.snapshot().context)).not.toContain(details.password);
  });

  it('keeps no password either when the user name is taken', async () => {
    const registration = await detailing();
    registration.send({ type: 'details.submitted', details });
    await registration.fails('submitDetails', 409, 'This user name is taken. Choose another.');
    expect(registration.snapshot().value).toEqual({ detailing: 'refused' });
    expect(registration.snapshot().context.problem?.message).toBe('This user name is taken. Choose another.');
    expect(JSON.stringify(registration.snapshot().context)).not.toContain(details.password);
  });
});
