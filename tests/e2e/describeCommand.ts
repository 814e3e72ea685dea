import type { Call } from '../../contract/kit.ts';
import type { commandMachine } from '../../src/machines/command/commandMachine.ts';
import { describeBrowser, type PageStage, type PageWalk } from '../kit/describeBrowser.ts';
import { type CommandUse, modelOfUse } from '../machines/commandUse.ts';
import type { Gates } from './gates.ts';

type Machine = typeof commandMachine;
type CallOf = Call | (() => Call | Promise<Call>);
type Press = (event: any, stage: PageStage) => unknown;

/** A use of the `command` chart, and how to operate its page. */
interface CommandPage extends CommandUse, Pick<PageWalk<Machine>, 'open' | 'isKept' | 'mount' | 'see'> {
  gates: () => Gates;
  /** The calls behind its actors; `mount` holds them. */
  calls: { run: CallOf; count?: CallOf; undo?: CallOf };
  /** The page's response in place of an output, and what happens afterwards. */
  answered?: (output: unknown, stage: PageStage) => unknown;
  after?: (output: unknown, stage: PageStage) => unknown;
  /** A user action for each event that the page offers. */
  press: {
    give?: Press;
    confirm?: Press;
    dismissQuestion?: Press;
    recount?: Press;
    edit?: Press;
    dismiss?: Press;
    undo?: Press;
  };
}

/** In a browser, walks the part of the `command` chart that a page uses. */
export function describeCommand({ open, isKept = true, mount, gates, calls, answered, after, press, see, ...use }: CommandPage): void {
  const callOf = (call: CallOf | undefined) => (typeof call === 'function' ? call() : (call as Call));
  const ends = Object.entries(calls).flatMap(([actor, call]) => {
    const isRun = actor === 'run';
    return [
      [
        `xstate.done.actor.${actor}`,
        async ({ output }: { output: unknown }, stage: PageStage) => {
          await gates().answer(await callOf(call), isRun && answered ? await answered(output, stage) : output);
          if (isRun) await after?.(output, stage);
        },
      ],
      [`xstate.error.actor.${actor}`, async ({ error }: { error: never }) => gates().fail(await callOf(call), error)],
    ];
  });
  const events = {
    'command.given': press.give,
    'question.confirmed': press.confirm,
    'question.dismissed': press.dismissQuestion,
    'question.retried': press.recount,
    'answer.edited': press.edit,
    'outcome.dismissed': press.dismiss,
    'undo.asked': press.undo,
  };
  const offered = Object.entries(events).filter(([, driver]) => driver);
  describeBrowser<Machine>(modelOfUse(use), { open, isKept, mount, drive: Object.fromEntries([...ends, ...offered]), see });
}
