import { describe, expect, it } from 'vitest';
import { type ClaimNews, claimMachine } from '../../src/machines/quiz/claimMachine.ts';
import { listener } from '../kit/actors.ts';
import { createTestActor } from './scenario.ts';

const requested = { type: 'lock.requested' } as const;
const granted = { type: 'lock.granted' } as const;
const asked = { type: 'attempt.asked' } as const;
const released = { type: 'attempt.released' } as const;

/** A claim that has just been made. */
function claim() {
  const heard: ClaimNews['type'][] = [];
  const actor = createTestActor(claimMachine, { resultId: 91, listener: listener<ClaimNews>(({ type }) => heard.push(type)) });
  const requests = () => (actor.inputs('holdLock') as { isStolen: boolean }[]).map(({ isStolen }) => (isStolen ? 'steal' : 'queue'));
  return { ...actor, heard, requests };
}

describe('a claim to an attempt', () => {
  it('queues for the lock of the attempt, and says when it has it', () => {
    const { send, heard, inputs } = claim();
    expect(inputs('holdLock')).toEqual([{ resultId: 91, isStolen: false }]);
    expect(inputs('watchTabs')).toEqual([{ resultId: 91 }]);
    send(requested);
    expect(heard).toEqual([]);
    send(granted);
    expect(heard).toEqual(['attempt.claimed']);
  });

  it('counts the time that an old page has to leave from its place in the queue, not from the opening of the device', () => {
    const { send, pass, heard } = claim();
    pass(5_000);
    expect(heard).toEqual([]);
    send(requested);
    pass(199);
    expect(heard).toEqual([]);
    pass(1);
    expect(heard).toEqual(['attempt.heldElsewhere']);
    send(granted);
    expect(heard.at(-1)).toBe('attempt.claimed');
  });

  it('has the attempt at once on a device without locks', () => {
    const { send, pass, heard } = claim();
    send(granted);
    pass(200);
    expect(heard).toEqual(['attempt.claimed']);
  });

  it('asks the tab that has it, and takes it from one that does not respond in 3 s', () => {
    const { send, pass, heard, requests } = claim();
    send(requested);
    pass(200);
    send(asked);
    pass(2_000);
    // Asked once more, the tab has 3 s again.
    send(asked);
    pass(2_999);
    expect(requests()).toEqual(['queue']);
    pass(1);
    expect(requests()).toEqual(['queue', 'steal']);
    send(asked, granted);
    expect(heard).toEqual(['attempt.heldElsewhere', 'attempt.claimed']);
  });

  it('takes nothing from a tab that released it in time', () => {
    const { send, pass, heard, requests } = claim();
    send(requested);
    pass(200);
    send(asked, granted);
    pass(3_000);
    expect(requests()).toEqual(['queue']);
    expect(heard).toEqual(['attempt.heldElsewhere', 'attempt.claimed']);
  });

  it.each(['lock.asked', 'page.restored'] as const)('is wanted after %s, and in the queue again once it is released', (type) => {
    const { send, pass, heard, requests, snapshot } = claim();
    send(requested, { type }, granted, { type });
    expect(heard).toEqual(['attempt.claimed', 'attempt.wanted']);
    const lock = snapshot().children.holdLock;
    send(released);
    expect(lock?.getSnapshot().status, 'it is let go').toBe('stopped');
    expect(snapshot().children.holdLock).not.toBe(lock);
    expect(requests()).toEqual(['queue', 'queue']);
    send(requested, { type });
    pass(200);
    expect(heard, 'that another tab has it is known').toHaveLength(2);
    send(granted);
    expect(heard.at(-1)).toBe('attempt.claimed');
  });

  it('that was stolen is wanted too, and queues again once everything is saved', () => {
    const { send, pass, heard, requests, snapshot } = claim();
    send(requested, granted, { type: 'lock.stolen' }, { type: 'lock.asked' });
    expect(heard).toEqual(['attempt.claimed', 'attempt.wanted']);
    expect(requests()).toEqual(['queue']);
    const lock = snapshot().children.holdLock;
    send(released);
    expect(lock?.getSnapshot().status, 'it is let go').toBe('stopped');
    expect(snapshot().children.holdLock).not.toBe(lock);
    pass(3_000);
    expect(requests(), 'it is not taken back').toEqual(['queue', 'queue']);
    send(granted);
    expect(heard.at(-1)).toBe('attempt.claimed');
  });
});
