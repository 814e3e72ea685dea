import { describe, expect, it } from 'vitest';
import { type CommandInput, commandMachine, undoTime } from '../../src/machines/command/commandMachine.ts';
import { createTestActor } from './scenario.ts';

const plain: CommandInput = { question: 'none', isUndoable: false, order: undefined };
const asked: CommandInput = { ...plain, question: 'plain' };
const open = (input: Partial<CommandInput> = {}) => createTestActor(commandMachine, { ...plain, ...input });
const begun = { type: 'command.begun' };

describe('a command', () => {
  it('runs one order after another, and tells of each what it was and what came of it', async () => {
    const command = open();
    command.send({ type: 'command.given', order: 'rename' });
    expect(command.snapshot().hasTag('busy')).toBe(true);
    await command.done('run', 1);
    command.send({ type: 'command.given', order: 'fill' });
    await command.done('run', 2);
    expect(command.inputs('run')).toEqual([
      { order: 'rename', answer: '' },
      { order: 'fill', answer: '' },
    ]);
    expect(command.emitted).toEqual([
      begun,
      { type: 'command.done', order: 'rename', result: 1 },
      begun,
      { type: 'command.done', order: 'fill', result: 2 },
    ]);
  });

  it('is not begun twice by a second press', () => {
    const command = open();
    command.send({ type: 'command.given', order: 'rename' }, { type: 'command.given', order: 'fill' });
    expect(command.inputs('run')).toEqual([{ order: 'rename', answer: '' }]);
  });

  it('says why it failed, tells nobody that it is done, and can be corrected and tried again', async () => {
    const command = open();
    command.send({ type: 'command.given', order: 'rename' });
    await command.fails('run', 404, 'The class was not found.');
    expect(command.snapshot().context.problem).toMatchObject({ code: 404, message: 'The class was not found.' });
    expect(command.emitted.map(({ type }) => type)).toEqual(['command.begun', 'command.failed']);
    command.send({ type: 'command.given', order: 'fill' });
    expect(command.snapshot().context.problem).toBeNull();
    await command.done('run', 2);
    expect(command.emitted.at(-1)).toEqual({ type: 'command.done', order: 'fill', result: 2 });
  });

  it('leaves no message behind that was closed', async () => {
    const command = open();
    command.send({ type: 'command.given', order: 'rename' });
    await command.fails('run', 0);
    command.send({ type: 'outcome.dismissed' });
    expect(command.snapshot().value).toEqual({ ready: 'fresh' });
    expect(command.snapshot().context.problem).toBeNull();
  });

  it('forgets the last order, its numbers and its result with the next one', async () => {
    const command = open({ question: 'counted' });
    command.send({ type: 'command.given', order: 'remove' });
    await command.done('count', 3);
    command.send({ type: 'question.confirmed' });
    await command.done('run', 'gone');
    expect(command.snapshot().context).toMatchObject({ order: 'remove', counted: 3, result: 'gone' });
    command.send({ type: 'command.given', order: 'fill' });
    expect(command.snapshot().context).toMatchObject({ order: 'fill', counted: undefined, result: undefined, problem: null });
    await command.fails('count', 503, 'Too much to do');
    command.send({ type: 'question.dismissed' });
    expect(command.snapshot().context).toMatchObject({ order: undefined, counted: undefined, result: undefined, problem: null });
    expect(command.emitted.at(-1)).toEqual({ type: 'command.left' });
  });

  it('may begin with the screen', () => {
    const command = open({ order: 'open' });
    expect(command.inputs('run')).toEqual([{ order: 'open', answer: '' }]);
  });
});

describe('the question before a command', () => {
  it('comes before anything is sent', async () => {
    const command = open(asked);
    command.send({ type: 'command.given', order: 'remove' });
    expect(command.inputs('run')).toEqual([]);
    command.send({ type: 'question.confirmed' }, { type: 'question.confirmed' });
    expect(command.inputs('run')).toEqual([{ order: 'remove', answer: '' }]);
  });

  it('forgets the order when the answer is no', () => {
    const command = open(asked);
    command.send({ type: 'command.given', order: 'remove' }, { type: 'question.dismissed' });
    expect(command.snapshot().context.order).toBeUndefined();
    expect(command.inputs('run')).toEqual([]);
    expect(command.emitted).toEqual([{ type: 'command.left' }]);
  });

  it('says what is taken away before it happens', async () => {
    const command = open({ question: 'counted', order: 'delete' });
    command.send({ type: 'question.confirmed' });
    expect(command.waits('run')).toBe(false);
    await command.done('count', { groups: 2 });
    expect(command.snapshot().context.counted).toEqual({ groups: 2 });
    command.send({ type: 'question.confirmed' });
    expect(command.waits('run')).toBe(true);
  });

  it('does not ask for a yes to what could not be counted', async () => {
    const command = open({ question: 'counted', order: 'delete' });
    await command.fails('count', 503);
    command.send({ type: 'question.confirmed' });
    expect(command.waits('run')).toBe(false);
    command.send({ type: 'question.retried' });
    expect(command.waits('count')).toBe(true);
  });

  it('sends what was typed, and keeps it no longer', async () => {
    const command = open(asked);
    command.send({ type: 'command.given', order: 'remove' }, { type: 'question.confirmed', answer: ' ' });
    expect(command.snapshot().hasTag('incomplete')).toBe(true);
    command.send({ type: 'answer.edited' }, { type: 'question.confirmed', answer: 'secret' });
    expect(command.inputs('run')).toEqual([{ order: 'remove', answer: 'secret' }]);
    await command.fails('run', 400, 'The password is wrong.');
    expect(command.snapshot().value).toEqual({ asking: { confirming: 'refused' } });
    expect(command.snapshot().context.answer).toBe('');
  });
});

describe('Undo after a command', () => {
  const deleted = async () => {
    const command = open({ isUndoable: true, order: 'delete' });
    await command.done('run', 7);
    return command;
  };
  it('is there for ten seconds', async () => {
    const command = await deleted();
    command.pass(undoTime - 1);
    command.send({ type: 'undo.asked' });
    expect(command.inputs('undo')).toEqual([{ order: 'delete', result: 7 }]);
    await command.done('undo', 'a new name');
    expect(command.emitted.at(-1)).toEqual({ type: 'command.undone', order: 'delete', result: 'a new name' });
  });
  it('is gone after ten seconds', async () => {
    const command = await deleted();
    command.pass(undoTime);
    expect(command.snapshot().can({ type: 'undo.asked' })).toBe(false);
    expect(command.emitted.at(-1)).toEqual({ type: 'command.left' });
  });
  it('can be tried for as long as its message is open, when it failed', async () => {
    const command = await deleted();
    command.send({ type: 'undo.asked' });
    await command.fails('undo', 503);
    command.pass(undoTime * 2);
    command.send({ type: 'undo.asked' });
    expect(command.waits('undo')).toBe(true);
  });
});
