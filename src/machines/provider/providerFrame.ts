import { assign } from 'xstate';
import type { ProviderPreview } from '../../../contract/provider.ts';
import { part } from '../chart.ts';
import type { Problem } from '../problem.ts';

// How a provider's frame opens. The provider's assessment and its preview compose it.

/** What opens a frame, with the nonce that authenticates its messages. */
export interface OpenedFrame extends ProviderPreview {
  nonce: string;
}

/** What the frame reports, and what its messages turned out to be. */
export type Event =
  | { type: 'frame.ready' }
  | { type: 'frame.failed'; message: string }
  | { type: 'frame.reopened' }
  /** A message came from the wrong origin or window, had the wrong nonce, or did not follow the protocol. */
  | { type: 'message.refused' };

export type Tag = 'framed' | 'covered' | 'slow' | 'suspicious' | 'down';

/** Spread into `setup({ delays })`. */
export const delays = { slow: 8_000, givingUp: 30_000 };

/** Spread into `setup({ actions })`. */
export const actions = {
  setFrameProblem: assign({ problem: (_, { message }: { message: string }) => ({ code: 0, message }) }) as (
    args: { context: { problem: Problem | null } },
    params: { message: string },
  ) => void,
};

/** The states until the questions are on the screen. `anew` opens another frame, `down` gives up. The next state is `ready`. */
export const opening = <const Anew extends string, const Down extends string>(anew: Anew, down: Down) =>
  part({
    opening: {
      description: 'The frame is loading, and a cover hides it until the questions are there.',
      tags: 'covered',
      meta: { announce: 'provider_opening' },
      on: { 'frame.ready': { target: 'ready', description: 'The frame reports that the questions are on the screen.' } },
      after: { slow: { target: 'slow', description: 'The frame has not loaded within 8 s.' } },
    },
    slow: {
      description: 'The provider is slow. The user can wait or reopen the frame.',
      tags: ['covered', 'slow'],
      meta: { announce: 'provider_slow', focus: 'provider-slow' },
      on: {
        'frame.ready': { target: 'ready', description: 'The frame loaded after all.' },
        'frame.reopened': { target: anew, description: 'The user reopens the frame.' },
      },
      after: { givingUp: { target: down, description: 'The frame still has not loaded after another 30 s.' } },
    },
  });

/** Whether every message that claimed to be from the provider came from the frame. */
export const trust = part({
  description: 'Whether every message claiming to be from the provider came from the frame.',
  initial: 'undisturbed',
  states: {
    undisturbed: {
      description: 'No suspicious message has arrived.',
      on: { 'message.refused': { target: 'suspicious', description: 'A message did not come from the frame. It had no effect.' } },
    },
    suspicious: {
      description: 'A message that did not come from the frame was ignored. The screen says so.',
      tags: 'suspicious',
      meta: { announce: 'provider_suspicious' },
    },
  },
});
