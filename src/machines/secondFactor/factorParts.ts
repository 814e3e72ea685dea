import { assign, emit } from 'xstate';
import { passkeyDismissed } from '../../../common/passkeyOutcome.ts';
import { part } from '../chart.ts';
import * as form from '../form.ts';
import { failed, failure, type Problem, toProblem } from '../problem.ts';

// Both charts of the second factor, its setup and its use, offer the same two ways: a code in a field, and a passkey.

export interface Context extends form.Context {
  /** Whether this browser supports passkeys. */
  canUsePasskeys: boolean;
  code: string;
}

export type Event =
  | form.Event
  | { type: 'code.submitted'; code: string }
  | { type: 'code.chosen' }
  | { type: 'passkey.chosen' }
  | { type: 'passkey.asked' }
  | { type: 'step.left' };

export type Emitted = { type: 'step.ended'; problem: Problem } | { type: 'step.left' };

/** `code`, `passkey`: which of the two ways is on the screen. `dismissed`: the passkey window was closed. */
export type Tag = form.Tag | 'code' | 'passkey' | 'dismissed';

/** Spread into `setup({ actions })`. */
export const actions = {
  ...form.actions,
  setCode: assign({ code: (_, { code }: { code: string }) => code, problem: null }) as form.Action<{ code: string }, Context>,
  announceEnd: emit((_, { error }: { error: unknown }) => ({ type: 'step.ended', problem: toProblem(error) })) as form.Action<{
    error: unknown;
  }>,
  announceLeave: emit({ type: 'step.left' }) as form.Action<undefined>,
};

/** Spread into `setup({ guards })`. */
export const guards = {
  ...form.guards,
  isFilled: (_: unknown, { code }: { code: string }) => code.trim() !== '',
  isDismissed: (_: unknown, { error }: { error: unknown }) => toProblem(error).code === passkeyDismissed,
};

/** Why these guards refuse; spread into the chart's reasons. */
export const reasons = {
  ...form.reasons,
  isFilled: 'The code is missing.',
  isDismissed: 'The passkey window was not closed.',
};

const leaving = part({ 'step.left': { target: 'left', description: 'The user goes back without this step.' } });

/**
 * The two ways as states, and the ends of the chart; spread into its states. The chart adds `checkingCode` and `checkingPasskey`.
 * @param focus `data-focus` of what gets the focus when one of the ways opens
 */
export const states = (focus: { code: string; passkey: string }) =>
  part({
    code: {
      description: 'A form with one field for the code. In the setup it also shows the secret for the app.',
      tags: 'code',
      initial: 'fresh',
      on: {
        'code.submitted': [
          {
            guard: { type: 'isFilled', params: ({ event }: { event: { code: string } }) => event },
            target: 'checkingCode',
            actions: { type: 'setCode', params: ({ event }: { event: { code: string } }) => event },
            description: 'Enter or the button, with a code.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'Enter or the button, without a code.' },
        ],
        'passkey.chosen': {
          guard: 'canUsePasskey',
          target: 'passkey',
          actions: 'clearProblem',
          description: 'The user prefers a passkey.',
        },
        ...leaving,
      },
      states: {
        fresh: { description: 'Waiting for the user. Nothing has gone wrong so far.', meta: { focus: focus.code } },
        incomplete: {
          ...form.fieldError,
          description: 'The code is missing. The field says so.',
          meta: { announce: 'login_second_missing', focus: 'second-code' },
        },
        ...form.states('second-problem'),
      },
    },
    passkey: {
      description: 'A button opens the browser’s passkey window. Browsers require the user to press it first.',
      tags: 'passkey',
      initial: 'fresh',
      on: {
        'passkey.asked': { target: 'checkingPasskey', actions: 'clearProblem', description: 'The user presses the button.' },
        'code.chosen': { target: 'code', actions: 'clearProblem', description: 'The user prefers a code.' },
        ...leaving,
      },
      states: {
        fresh: { description: 'Waiting for the user. Nothing has gone wrong so far.', meta: { focus: focus.passkey } },
        dismissed: {
          description:
            'The window was closed, or it offered no passkey that fits: none for this account, or in the setup one already there.',
          ...failed({ focus: 'second-problem' }, 'dismissed'),
        },
        ...form.failedStates('second-problem'),
      },
    },
    over: { type: 'final', description: 'The time is up, or there were too many failures. The screen that started this says so.' },
    left: { type: 'final', entry: 'announceLeave', description: 'The user left. The screen that started this continues.' },
  });

/** Transitions of a failed check of a code, for `onError`; back to the state `way`. */
export const codeFailed = (way: 'code' | 'passkey' = 'code') =>
  part([
    {
      guard: { type: 'isOver', ...failure },
      target: 'over',
      actions: { type: 'announceEnd', ...failure },
      description: 'It took too long or failed too often.',
    },
    ...form.backTo(way),
  ]);

/** Transitions of a failed check of a passkey, for `onError`. */
export const passkeyFailed = part([
  { guard: { type: 'isDismissed', ...failure }, target: 'passkey.dismissed', description: 'The user closed the passkey window.' },
  ...codeFailed('passkey'),
]);
