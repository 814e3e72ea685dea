import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type Ending, ownSessionsMachine } from '../../src/machines/ownSessions/ownSessionsMachine.ts';
import { type UserDeed, userDeedMachine } from '../../src/machines/userDeed/userDeedMachine.ts';
import { ownSessions as own, there } from './ownSessions.model.ts';
import { createTestActor } from './scenario.ts';
import { equal, helpable } from './userDeed.model.ts';

const ids = (sessions: { snapshot: () => { context: { own: typeof own | null } } }) =>
  sessions.snapshot().context.own?.sessions.map(({ session_id }) => session_id);
const third = { ...there, session_id: 7 };
const three = { ...own, sessions: [...own.sessions, third], is_cut: true };

describe('where one is signed in', () => {
  it('ends one session after the password, which is not kept, once however often it is confirmed', async () => {
    const sessions = createTestActor(ownSessionsMachine);
    await sessions.done('loadSessions', three);
    sessions.send({ type: 'ending.chosen', ending: { session: there } }, { type: 'ending.confirmed', password: '' });
    expect(sessions.inputs('endSessions')).toEqual([]);
    sessions.send({ type: 'ending.confirmed', password: 'science-rocks' }, { type: 'ending.confirmed', password: 'science-rocks' });
    expect(sessions.inputs('endSessions')).toEqual([{ ending: { session: there }, password: 'science-rocks' }]);
    await sessions.done('endSessions', { ended: 1 });
    expect(sessions.emitted).toEqual([{ type: 'sessions.ended', ended: 1 }]);
    expect(ids(sessions)).toEqual([5, 7]);
    expect(sessions.snapshot().context).toMatchObject({ password: '', ending: null, own: { is_cut: true } });
  });

  it('keeps this session alone when all others have ended, those too that the list had no room for', async () => {
    const sessions = createTestActor(ownSessionsMachine);
    await sessions.done('loadSessions', { ...three, confirm_by: 'nothing' });
    sessions.send({ type: 'ending.chosen', ending: { session: null } }, { type: 'ending.confirmed', password: '' });
    await sessions.done('endSessions', { ended: 120 });
    expect(ids(sessions)).toEqual([5]);
    expect(sessions.snapshot().context.own?.is_cut).toBe(false);
  });

  it('takes one that has ended by itself off the list, and says so', async () => {
    const sessions = createTestActor(ownSessionsMachine);
    await sessions.done('loadSessions', three);
    sessions.send({ type: 'ending.chosen', ending: { session: third } }, { type: 'ending.confirmed', password: 'science-rocks' });
    await sessions.fails('endSessions', 404, 'The session was not found.');
    expect(sessions.emitted).toEqual([{ type: 'sessions.ended', ended: 0 }]);
    expect(ids(sessions)).toEqual([5, 6]);
  });

  it('takes nothing off the list for a 404 that is not the server’s own: a gateway has ended nothing', async () => {
    const actors = {
      loadSessions: fromPromise(async () => own),
      endSessions: fromPromise<{ ended: number }, { ending: Ending | null; password: string }>(() =>
        Promise.reject({ code: 404, message: '' }),
      ),
    };
    const sessions = createActor(ownSessionsMachine.provide({ actors })).start();
    await waitFor(sessions, (snapshot) => snapshot.matches('listing'));
    sessions.send({ type: 'ending.chosen', ending: { session: there } });
    sessions.send({ type: 'ending.confirmed', password: 'science-rocks' });
    await waitFor(sessions, (snapshot) => snapshot.matches({ confirming: 'unreachable' }));
    expect(sessions.getSnapshot().context.own).toEqual(own);
  });

  it('asks for nothing where a new sign-in is needed first', async () => {
    const sessions = createTestActor(ownSessionsMachine);
    await sessions.done('loadSessions', { ...own, confirm_by: 'sign_in' });
    sessions.send({ type: 'ending.chosen', ending: { session: null } });
    expect(sessions.snapshot().value).toEqual({ listing: 'whole' });
  });
});

describe('all sessions of a user', () => {
  it('are ended by an administrator after a question, who is told how many there were', async () => {
    const helping = createTestActor(userDeedMachine);
    const deed: UserDeed = { kind: 'endSessions', user: { ...helpable, can_reset_second_factor: false } };
    helping.send({ type: 'deed.chosen', deed: { ...deed, user: equal } });
    expect(helping.snapshot().value).toBe('choosing');
    helping.send({ type: 'deed.chosen', deed }, { type: 'deed.confirmed' }, { type: 'deed.confirmed' });
    expect(helping.inputs('carryOut')).toEqual([deed]);
    await helping.done('carryOut', { ended: 3 });
    expect(helping.emitted).toEqual([{ type: 'deed.finished', deed, outcome: { ended: 3 } }]);
  });
});
