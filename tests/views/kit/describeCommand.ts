import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { Call } from '../../../contract/kit.ts';
import type { commandMachine } from '../../../src/machines/command/commandMachine.ts';
import { describeView, type Stage, type ViewWalk } from '../../kit/describeView.ts';
import { type CommandUse, modelOfUse } from '../../machines/commandUse.ts';
import type { Network } from './network.ts';

type Machine = typeof commandMachine;
type CallOf = Call | (() => Call);

/** A use of the `command` chart, and how to operate its screen. */
export interface CommandWalk extends CommandUse {
  mount: (stage: Stage<Machine>) => unknown;
  network: () => Network;
  /** The calls behind its actors, all of them held. */
  calls: { run: CallOf; count?: CallOf; undo?: CallOf };
  /** A user action for each event that the screen offers. */
  press: {
    give?: (order: unknown) => unknown;
    confirm?: (answer: string | undefined) => unknown;
    dismissQuestion?: () => unknown;
    recount?: () => unknown;
    edit?: () => unknown;
    dismiss?: () => unknown;
    undo?: () => unknown;
  };
  see: ViewWalk<Machine>['see'];
}

/** Walks the part of the `command` chart that a screen uses through its React view. */
export function describeCommand({ mount, network, calls, press, see, ...use }: CommandWalk): void {
  const callOf = (call: CallOf | undefined) => (typeof call === 'function' ? call() : (call as Call));
  const drivers = Object.entries(calls).flatMap(([actor, call]) => [
    [`xstate.done.actor.${actor}`, () => network().release(callOf(call))],
    [`xstate.error.actor.${actor}`, ({ error }: { error: { code: number } }) => network().fail(callOf(call), error)],
  ]);
  const drive: ViewWalk<Machine>['drive'] = Object.fromEntries(drivers);
  const { give, confirm, dismissQuestion, recount, edit, dismiss, undo } = press;
  describeView<Machine>(modelOfUse(use), {
    mount,
    drive: {
      ...drive,
      ...(give ? { 'command.given': ({ order }) => give(order) } : {}),
      ...(confirm ? { 'question.confirmed': ({ answer }) => confirm(answer) } : {}),
      ...(dismissQuestion ? { 'question.dismissed': dismissQuestion } : {}),
      ...(recount ? { 'question.retried': recount } : {}),
      ...(edit ? { 'answer.edited': edit } : {}),
      ...(dismiss ? { 'outcome.dismissed': dismiss } : {}),
      ...(undo ? { 'undo.asked': undo } : {}),
    },
    see: {
      ...see,
      ...(see['asking.counting'] && {
        'asking.counting': async (...seen) => {
          await see['asking.counting']?.(...seen);
          await waitFor(() => expect(answers(), 'the question cannot be confirmed yet').toEqual(['can', 'cannot']));
        },
      }),
    },
  });
}

/** Whether the buttons of the topmost question can be pressed: Cancel, and the one that confirms. */
function answers(): string[] {
  const buttons = [...([...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)?.querySelectorAll('button') ?? [])];
  return buttons.slice(-2).map((button) => (button.getAttribute('aria-disabled') === 'true' ? 'cannot' : 'can'));
}
