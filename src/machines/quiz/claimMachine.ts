import { type ActorRef, sendTo, setup, spawnChild, stopChild } from 'xstate';
import { type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';

/** What a chart that works on an attempt hears of its claim to it. */
export type ClaimNews =
  | { type: 'attempt.claimed' }
  /** Another tab holds it. */
  | { type: 'attempt.heldElsewhere' }
  /** Another tab asked for it or took it: save everything, then release it. */
  | { type: 'attempt.wanted' };

/** What that chart tells its claim. */
export type ClaimOrder =
  /** Get it from the tab that holds it. */
  | { type: 'attempt.asked' }
  /** Everything is saved, so another tab may have it. */
  | { type: 'attempt.released' };

/** News of the lock: a place in the queue, the lock itself, its loss to a tab that did not wait. */
export type LockNews = { type: 'lock.requested' } | { type: 'lock.granted' } | { type: 'lock.stolen' };

/** News from outside: another tab asks for the lock, or the browser restored the page from its back/forward cache. */
export type TabNews = { type: 'lock.asked' } | { type: 'page.restored' };

export interface ClaimInput {
  resultId: number;
  listener: ActorRef<never, ClaimNews>;
}

export const claimReasons: Reasons<never> = {};

/** A tab's claim to an attempt: one tab of a browser answers at a time (specification, section 9). */
export const claimMachine = setup({
  types: {
    input: {} as ClaimInput,
    context: {} as ClaimInput,
    events: {} as ClaimOrder | LockNews | TabNews,
    children: {} as { holdLock: 'holdLock'; watchTabs: 'watchTabs' },
    meta: {} as ChartMeta,
  },
  actors: {
    holdLock: sourceSlot<LockNews, { resultId: number; isStolen: boolean }>(
      'holdLock',
      'a Web Lock for each attempt: waits in its queue or steals it, and holds it',
    ),
    watchTabs: sourceSlot<TabNews, { resultId: number }, { type: 'lock.asked' }>(
      'watchTabs',
      'messages between tabs, and pages that the browser restores',
    ),
  },
  actions: {
    watchTabs: spawnChild('watchTabs', { id: 'watchTabs', input: ({ context: { resultId } }) => ({ resultId }) }),
    queueForLock: spawnChild('holdLock', { id: 'holdLock', input: ({ context: { resultId } }) => ({ resultId, isStolen: false }) }),
    stealLock: spawnChild('holdLock', { id: 'holdLock', input: ({ context: { resultId } }) => ({ resultId, isStolen: true }) }),
    /** Releases the lock, or leaves its queue. */
    letGoOfLock: stopChild('holdLock'),
    askTabs: sendTo('watchTabs', { type: 'lock.asked' }),
    reportClaimed: sendTo(({ context }) => context.listener, { type: 'attempt.claimed' }),
    reportElsewhere: sendTo(({ context }) => context.listener, { type: 'attempt.heldElsewhere' }),
    reportWanted: sendTo(({ context }) => context.listener, { type: 'attempt.wanted' }),
  },
  delays: {
    /** Time before another tab counts as the holder: after a reload, the old page may still be leaving. */
    leaving: 200,
    /** Time that the holding tab has to save its answers on the device. */
    patience: 3_000,
  },
}).createMachine({
  id: 'claim',
  description:
    'Which tab works on an attempt. A tab waits for its lock, can ask the tab that holds it, and takes it from one that does not respond.',
  meta: { reasons: claimReasons },
  context: ({ input }) => input,
  entry: ['watchTabs', 'queueForLock'],
  on: {
    'lock.requested': { description: 'This tab is in the queue again.' },
    'lock.asked': { description: 'Another tab asks, but this one does not hold the lock.' },
    'page.restored': { description: 'The page is back, and had no lock to lose.' },
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'The device is being opened. Without locks, every tab gets the attempt, which the server tolerates.',
      on: {
        'lock.requested': { target: 'arriving', description: 'This tab is in the queue for the lock.' },
        'lock.granted': { target: 'held', actions: 'reportClaimed', description: 'The device has no locks.' },
      },
    },
    arriving: {
      description: 'In the queue. After a reload, the old page may still be leaving.',
      on: { 'lock.granted': { target: 'held', actions: 'reportClaimed', description: 'No other tab holds the lock.' } },
      after: { leaving: { target: 'behind', actions: 'reportElsewhere', description: 'Another tab holds the lock.' } },
    },
    behind: {
      description: 'In the queue behind the tab that holds the lock.',
      on: {
        'lock.granted': { target: 'held', actions: 'reportClaimed', description: 'The other tab released the lock or was closed.' },
        'attempt.asked': { target: 'asking', description: 'The student wants to continue here.' },
      },
    },
    asking: {
      description: 'The tab that holds the lock was asked to release it, and saves its answers on the device first.',
      entry: 'askTabs',
      on: {
        'lock.granted': { target: 'held', actions: 'reportClaimed', description: 'The other tab released the lock.' },
        'attempt.asked': { target: 'asking', reenter: true, description: 'The student asks once more.' },
      },
      after: { patience: { target: 'taking', description: 'The other tab does not respond.' } },
    },
    taking: {
      description: 'Taking the lock from the tab that does not respond. The place in the queue would bring it back after a release.',
      entry: ['letGoOfLock', 'stealLock'],
      on: {
        'lock.granted': { target: 'held', actions: 'reportClaimed', description: 'This tab has the lock.' },
        'attempt.asked': { description: 'The student asks once more. The lock is on its way.' },
      },
    },
    held: {
      description: 'This tab holds the lock.',
      on: {
        'lock.asked': { actions: 'reportWanted', description: 'The student wants to continue in another tab.' },
        'page.restored': {
          actions: 'reportWanted',
          description: 'While the page was away, another tab may have taken the lock unnoticed: release it and read the current state.',
        },
        'lock.stolen': { target: 'stolen', actions: 'reportWanted', description: 'Another tab did not wait any longer.' },
        'attempt.released': {
          target: 'behind',
          actions: ['letGoOfLock', 'queueForLock'],
          description: 'Everything is on the device: the lock goes to the next tab.',
        },
      },
    },
    stolen: {
      description: 'Another tab has taken the lock. What this tab knows is still to be saved.',
      on: {
        'attempt.released': {
          target: 'behind',
          actions: ['letGoOfLock', 'queueForLock'],
          description: 'Everything is on the device: queue for the lock again.',
        },
      },
    },
  },
});
