import { type CommandInput, commandMachine } from '../machines/command/commandMachine.ts';
import type { Problem } from '../machines/problem.ts';
import { callActor } from '../services/kit/callActor.ts';
import { announce } from '../ui/announce.ts';
import { offer } from './offer.ts';
import { useChart } from './useChart.ts';
import { useFields } from './useFields.ts';

/** What a command's call gets besides its order. */
export interface CommandCall {
  /** Aborted when the screen unmounts. */
  signal: AbortSignal;
  /** The text typed into the question; empty if it has no field. */
  answer: string;
}

interface CommandOptions<Order, Result, Counted, Back> {
  /** Asked before the command; `count` calls the server for the consequences in numbers. */
  question?: 'plain' | { count: (order: Order, call: { signal: AbortSignal }) => Promise<Counted> };
  /** The call that undoes the command. */
  undo?: (order: Order, call: { signal: AbortSignal; result: Result }) => Promise<Back>;
  /** Sent as soon as the screen opens. */
  order?: Order;
  /** Screen reader announcements. */
  announce?: { begun?: () => string; failed?: (problem: Problem) => string; done?: (order: Order, result: Result) => string };
  onDone?: (order: Order, result: Result) => void;
  onFailed?: (problem: Problem) => void;
  onUndone?: (order: Order, back: Back) => void;
  /** The question or the outcome was dismissed, or the time for Undo is over. */
  onLeft?: () => void;
}

/** A command as its screen sees it. */
export interface Command<Order, Result, Counted = unknown> {
  order: Order | undefined;
  counted: Counted | undefined;
  result: Result | undefined;
  /** Why it failed, while the screen shows it. */
  problem: Problem | null;
  isBusy: boolean;
  /** The question is open, also while its command runs. */
  isAsking: boolean;
  /** The server counts the consequences. */
  isCounting: boolean;
  /** The consequences could not be counted. */
  isUncounted: boolean;
  /** The field of the question is empty. */
  isIncomplete: boolean;
  isSaving: boolean;
  isDone: boolean;
  isUndoable: boolean;
  isUndoing: boolean;
  isUndone: boolean;
  give: (order: Order) => void;
  confirm: (answer?: string) => void;
  dismissQuestion: () => void;
  /** Counts again. */
  recount: () => void;
  edit: () => void;
  dismiss: () => void;
  undo: () => void;
}

/**
 * Runs the `command` chart for a screen. `run` performs the command.
 * @param name name of this use of the chart in the visualizer
 */
export function useCommand<Order, Result, Counted = unknown, Back = unknown>(
  name: string,
  run: (order: Order, call: CommandCall) => Promise<Result>,
  options: CommandOptions<Order, Result, Counted, Back> = {},
): Command<Order, Result, Counted> {
  const { question, undo, order: first, announce: words, onDone, onFailed, onUndone, onLeft } = options;
  const input: CommandInput = {
    question: question === undefined ? 'none' : question === 'plain' ? 'plain' : 'counted',
    isUndoable: undo !== undefined,
    order: first,
  };
  const actor = useChart(commandMachine, {
    name: `command: ${name}`,
    input,
    actors: {
      run: callActor<unknown, { order: unknown; answer: string }>(({ input: { order, answer }, signal }) =>
        run(order as Order, { signal, answer }),
      ),
      ...(typeof question === 'object'
        ? { count: callActor<unknown, { order: unknown }>(({ input: { order }, signal }) => question.count(order as Order, { signal })) }
        : {}),
      ...(undo
        ? {
            undo: callActor<unknown, { order: unknown; result: unknown }>(({ input: { order, result }, signal }) =>
              undo(order as Order, { signal, result: result as Result }),
            ),
          }
        : {}),
    },
    on: {
      'command.begun': () => words?.begun && announce(words.begun()),
      'command.failed': ({ problem }) => {
        if (words?.failed) announce(words.failed(problem));
        onFailed?.(problem);
      },
      'command.done': ({ order, result }) => {
        if (words?.done) announce(words.done(order as Order, result as Result));
        onDone?.(order as Order, result as Result);
      },
      'command.undone': ({ order, result }) => onUndone?.(order as Order, result as Back),
      'command.left': () => onLeft?.(),
    },
  });
  const seen = useFields(actor, (snapshot) => ({
    order: snapshot.context.order as Order | undefined,
    counted: snapshot.context.counted as Counted | undefined,
    result: snapshot.context.result as Result | undefined,
    problem: snapshot.hasTag('failed') ? snapshot.context.problem : null,
    isBusy: snapshot.hasTag('busy'),
    isAsking: snapshot.hasTag('asking') || (snapshot.hasTag('saving') && snapshot.context.question !== 'none'),
    isCounting: snapshot.hasTag('counting'),
    isUncounted: snapshot.hasTag('uncounted'),
    isIncomplete: snapshot.hasTag('incomplete'),
    isSaving: snapshot.hasTag('saving'),
    isDone: snapshot.hasTag('done'),
    isUndoable: snapshot.hasTag('undoable'),
    isUndoing: snapshot.hasTag('undoing'),
    isUndone: snapshot.hasTag('undone'),
  }));
  return {
    ...seen,
    give: (order) => offer(actor, { type: 'command.given', order }),
    confirm: (answer) => offer(actor, { type: 'question.confirmed', ...(answer === undefined ? {} : { answer }) }),
    dismissQuestion: () => offer(actor, { type: 'question.dismissed' }),
    recount: () => offer(actor, { type: 'question.retried' }),
    edit: () => offer(actor, { type: 'answer.edited' }),
    dismiss: () => offer(actor, { type: 'outcome.dismissed' }),
    undo: () => offer(actor, { type: 'undo.asked' }),
  };
}
