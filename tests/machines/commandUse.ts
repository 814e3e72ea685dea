import { type CommandInput, commandMachine } from '../../src/machines/command/commandMachine.ts';
import type { Problem } from '../../src/machines/problem.ts';
import { defineModel, type Model } from '../kit/modelKit.ts';
import { commandModel, refusal, silence } from './command.model.ts';

/** One use of the `command` chart, as its screen offers it. */
export interface CommandUse {
  /** The name passed to `useCommand`. */
  name: string;
  /** Orders that can be given by a press. */
  orders?: readonly unknown[];
  /** The order with which the screen opens. */
  first?: unknown;
  question?: CommandInput['question'];
  /** Texts that can be typed into the question; `undefined` if it has no field. */
  answers?: readonly (string | undefined)[];
  isUndoable?: boolean;
  /** Whether the screen offers to dismiss an outcome. */
  isDismissible?: boolean;
  counted?: unknown;
  results?: readonly unknown[];
  back?: unknown;
  /** The server's refusal. */
  refused?: Problem;
  can?: Model<typeof commandMachine>['can'];
  project?: Model<typeof commandMachine>['project'];
}

/** The part of the `command` chart's model that one use covers. */
export function modelOfUse(use: CommandUse): Model<typeof commandMachine> {
  const { question = 'none', isUndoable = false, refused = refusal } = use;
  const { answers = [undefined], results = [null] } = use;
  const hasField = answers.some((answer) => answer !== undefined);
  const ends = (actor: string, outputs: readonly unknown[]) => [
    ...outputs.map((output) => ({ type: `xstate.done.actor.${actor}` as const, output })),
    ...[refused, silence].map((error) => ({ type: `xstate.error.actor.${actor}` as const, error })),
  ];
  return defineModel({
    machine: commandMachine,
    use: `command: ${use.name}`,
    input: { question, isUndoable, order: use.first },
    events: [
      ...(use.orders ?? []).map((order) => ({ type: 'command.given' as const, order })),
      ...(question === 'none'
        ? []
        : [
            ...answers.map((answer) => ({ type: 'question.confirmed' as const, ...(answer === undefined ? {} : { answer }) })),
            { type: 'question.dismissed' as const },
          ]),
      ...(hasField ? [{ type: 'answer.edited' as const }] : []),
      ...(question === 'counted' ? [{ type: 'question.retried' as const }, ...ends('count', [use.counted])] : []),
      ...(use.isDismissible ? [{ type: 'outcome.dismissed' as const }] : []),
      ...ends('run', results),
      ...(isUndoable ? [{ type: 'undo.asked' as const }, ...ends('undo', [use.back])] : []),
    ],
    project: use.project ?? (() => undefined),
    ...(use.can ? { can: use.can } : {}),
    ...(commandModel.invariants ? { invariants: commandModel.invariants } : {}),
  });
}
