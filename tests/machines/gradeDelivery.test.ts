import { describe, expect, it } from 'vitest';
import { conflictsIn } from '../../src/machines/autograde/decisions.ts';
import { gradeDeliveryMachine } from '../../src/machines/autograde/gradeDeliveryMachine.ts';
import { decisionOf, scored, taken } from './gradingCases.ts';
import { createTestActor } from './scenario.ts';

const [first, second] = [decisionOf('decision-1'), decisionOf('decision-2')];
const start = () => createTestActor(gradeDeliveryMachine, { chance: 0 });

describe('the delivery of grades', () => {
  it('writes a decision to the device before it is sent, and tells what became of it', async () => {
    const { send, done, waits, emitted, snapshot } = start();
    await done('readKept', { decisions: [], conflicts: [] });
    send({ type: 'decision.made', decision: first });
    expect(waits('sendDecision')).toBe(false);
    await done('keepDecisions');
    await done('sendDecision', [scored]);
    expect(emitted.at(-1)).toEqual({ type: 'decision.settled', decision: first, outcome: [scored] });
    expect(snapshot().context.unsent).toEqual([]);
  });

  it('sends what an earlier visit left first', async () => {
    const { send, done, inputs } = start();
    send({ type: 'decision.made', decision: second });
    await done('keepDecisions');
    await done('readKept', { decisions: [first], conflicts: [] });
    await done('sendDecision', [scored]);
    await done('sendDecision', [scored]);
    expect(inputs('sendDecision')).toEqual([first, second]);
  });

  it('tells of conflicts that an earlier visit left, and has the device forget what is decided', async () => {
    const { send, done, inputs, emitted, fails } = start();
    const [conflict] = conflictsIn(first, [taken]);
    await done('readKept', { decisions: [], conflicts: [conflict] });
    expect(emitted.at(-1)).toEqual({ type: 'decisions.found', decisions: [], conflicts: [conflict] });
    const settled = { questionId: 1, resultId: 1 };
    send({ type: 'conflict.settled', ...settled });
    expect(inputs('keepDecisions').at(-1)).toEqual({ decisions: [], settled: [settled] });
    // What the device could not do is done with the next decision.
    await fails('keepDecisions', 0);
    send({ type: 'decision.made', decision: first });
    expect(inputs('keepDecisions').at(-1)).toEqual({ decisions: [first], settled: [settled] });
    await done('keepDecisions');
    await done('sendDecision', [scored]);
    send({ type: 'decision.made', decision: second });
    expect(inputs('keepDecisions').at(-1)).toEqual({ decisions: [second], settled: [] });
  });

  it('repeats a call that did not get through, with the same key', async () => {
    const { send, done, fails, pass, inputs, snapshot } = start();
    await done('readKept', { decisions: [], conflicts: [] });
    send({ type: 'decision.made', decision: first });
    await done('keepDecisions');
    await fails('sendDecision', 0);
    expect(snapshot().hasTag('unsaved')).toBe(true);
    pass(15_000);
    await done('sendDecision', [scored]);
    expect(inputs('sendDecision')).toEqual([first, first]);
  });

  it('says so if the device cannot keep it, and sends it all the same', async () => {
    const { send, done, fails, waits, snapshot } = start();
    await fails('readKept', 0);
    send({ type: 'decision.made', decision: first });
    await fails('keepDecisions', 0);
    expect([snapshot().hasTag('unkept'), waits('sendDecision')]).toEqual([true, true]);
    await done('sendDecision', [scored]);
  });

  it('puts aside what the server refuses, and sends those after it', async () => {
    const { send, done, fails, inputs, emitted, snapshot } = start();
    await done('readKept', { decisions: [first, second], conflicts: [] });
    await fails('sendDecision', 403);
    expect(snapshot().hasTag('refused')).toBe(false);
    await done('sendDecision', [scored]);
    expect(emitted.at(-1)).toEqual({ type: 'decision.settled', decision: second, outcome: [scored] });
    expect([snapshot().hasTag('refused'), snapshot().context.refused]).toEqual([true, [first]]);
    // A new one goes alone; Try again takes up what was refused.
    send({ type: 'decision.made', decision: second });
    expect(inputs('keepDecisions').at(-1)).toEqual({ decisions: [first, second], settled: [] });
    await done('keepDecisions');
    await done('sendDecision', [scored]);
    expect(snapshot().hasTag('refused')).toBe(true);
    send({ type: 'delivery.retried' });
    await done('sendDecision', [scored]);
    expect(inputs('sendDecision')).toEqual([first, second, second, first]);
    expect([snapshot().hasTag('refused'), snapshot().context.refused]).toEqual([false, []]);
  });
});
