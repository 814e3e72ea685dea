import { type CommandInput, commandMachine } from '../../src/machines/command/commandMachine.ts';
import type { Problem } from '../../src/machines/problem.ts';
import { defineModel } from '../kit/modelKit.ts';

const plain: CommandInput = { question: 'none', isUndoable: false, order: undefined };

/** A refusal by the server, and no response at all. */
export const refusal: Problem = { code: 404, message: 'It was not found.', refused: true };
export const silence: Problem = { code: 0, message: '' };

export const commandModel = defineModel({
  machine: commandMachine,
  inputs: {
    plain,
    'given at once': { ...plain, order: 'first' },
    'with a question': { ...plain, question: 'plain' },
    'with a question at once': { ...plain, question: 'plain', order: 'first' },
    'with a question in numbers': { ...plain, question: 'counted' },
    'with Undo': { ...plain, isUndoable: true },
    'with a question in numbers at once, and with Undo': { question: 'counted', isUndoable: true, order: 'first' },
  },
  events: [
    { type: 'command.given', order: 'next' },
    { type: 'question.confirmed' },
    { type: 'question.confirmed', answer: 'typed' },
    { type: 'question.confirmed', answer: ' ' },
    { type: 'question.dismissed' },
    { type: 'question.retried' },
    { type: 'answer.edited' },
    { type: 'outcome.dismissed' },
    { type: 'undo.asked' },
    { type: 'xstate.done.actor.count', output: 3 },
    { type: 'xstate.error.actor.count', error: silence },
    { type: 'xstate.done.actor.run', output: 'result' },
    { type: 'xstate.error.actor.run', error: refusal },
    { type: 'xstate.error.actor.run', error: silence },
    { type: 'xstate.done.actor.undo', output: 'back' },
    { type: 'xstate.error.actor.undo', error: refusal },
  ],
  project: ({ order, counted, answer, result, problem }) => ({ order, counted, answer, result, problem: problem?.code }),
  delays: { undoTime: 10_000 },
  keeps: {
    'question.confirmed': { answer: 'answer' },
    'command.given': { order: 'order' },
    'xstate.done.actor.run': { output: 'result' },
    'xstate.done.actor.count': { output: 'counted' },
  },
  tags: {
    undoable: ['undo.asked', 'undo'],
    counting: 'count',
    saving: 'run',
    undoing: 'undo',
    asking: 'question.dismissed',
    uncounted: 'question.retried',
    incomplete: 'answer.edited',
    done: (snapshot) => snapshot.matches({ ready: 'done' }) || snapshot.matches({ ready: 'undoable' }),
    undone: (snapshot) => snapshot.matches({ ready: 'undone' }),
  },
  takes: {
    'outcome.dismissed': ['ready.refused', 'ready.unreachable', 'ready.done', 'ready.undoable', 'ready.notUndone'],
  },
  leads: {
    'command.given': ['saving', 'asking', 'asking.confirming', 'asking.counting'],
    'outcome.dismissed': ['ready.fresh'],
    'question.confirmed': ['saving', 'asking.confirming.incomplete'],
    'question.dismissed': ['ready.fresh'],
    'xstate.done.actor.count': ['asking.confirming'],
    'question.retried': ['asking.counting'],
    'undo.asked': ['undoing'],
    undoTime: ['ready.fresh'],
  },
  tells: {
    'command.done': 'xstate.done.actor.run',
    'command.failed': ['xstate.error.actor.run', 'xstate.error.actor.undo'],
    'command.left': ['outcome.dismissed', 'question.dismissed', 'undoTime'],
    'command.undone': 'xstate.done.actor.undo',
    'command.begun': (before, { type }, after) => after.hasTag('saving') && (type === 'xstate.init' || !before.hasTag('saving')),
  },
  ownWords: ['asking.confirming.incomplete'],
  invariants: {
    'nothing runs that was not ordered': (snapshot) => !snapshot.hasTag('saving') || snapshot.context.order !== undefined,
    'nothing is asked without an order': (snapshot) => !snapshot.hasTag('asking') || snapshot.context.order !== undefined,
    'nothing runs before its numbers are known': ({ context, ...snapshot }) =>
      !snapshot.matches('saving') || context.question !== 'counted' || context.counted !== undefined,
    'what was typed is held only while it is on its way': (snapshot) => snapshot.hasTag('saving') || snapshot.context.answer === '',
    'a failure says why': (snapshot) =>
      (snapshot.hasTag('failed') && !snapshot.hasTag('incomplete')) === (snapshot.context.problem !== null),
    'what cannot be taken back offers no Undo': (snapshot) => !snapshot.hasTag('undoable') || snapshot.context.isUndoable,
  },
});
