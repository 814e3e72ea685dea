import { describe, expect, it } from 'vitest';
import { autogradeMachine } from '../../src/machines/autograde/autogradeMachine.ts';
import { groupsOf } from '../../src/machines/autograde/decisions.ts';
import { decisionOf, gone, resource, responseOf, scored, taken } from './gradingCases.ts';
import { createTestActor } from './scenario.ts';

const all = [responseOf(1), responseOf(2), responseOf(3, { same_as: 3 })];

async function grading(responses = all) {
  const actor = createTestActor(autogradeMachine, { resource, index: 0, isNavigatorOpen: true });
  await actor.done('loadQuestions', { title: 'Seasons', questions: [] });
  await actor.done('loadResponses', responses);
  const counts = () => actor.snapshot().context.responses.map(({ comment_count }) => comment_count);
  const points = () => actor.snapshot().context.responses.map((one) => one.points);
  return { ...actor, counts, points };
}

describe('grading a quiz', () => {
  it('counts a comment with the response that it is on', async () => {
    const { send, counts } = await grading();
    send({ type: 'decision.made', decision: decisionOf('decision-1', { points: null, feedback: 'Why?' }) });
    expect(counts()).toEqual([1, 0, 0]);
  });

  it('sets the count to the total when comments are loaded', async () => {
    const { send, done, counts } = await grading([responseOf(1, { comment_count: 7 }), responseOf(2)]);
    send({ type: 'comments.opened', resultId: 1 });
    await done('loadComments', [{ user_puid: 9, user_name: 'Sue Hill', feedback_text: 'Why?', comment_time: '', score: null }]);
    expect(counts()).toEqual([1, 0]);
  });

  it('holds the resource, the question and the navigator; reset clears the resource', async () => {
    const { send, snapshot } = await grading();
    send({ type: 'question.chosen', index: 4 }, { type: 'navigator.toggled' });
    expect(snapshot()).toMatchObject({ context: { resource, index: 4 }, value: { navigator: 'closed' } });
    send({ type: 'selection.reset' });
    expect(snapshot()).toMatchObject({ context: { resource: null, responses: [] }, value: { list: 'items', navigator: 'closed' } });
  });

  it('shows points at once, and what the server stored once it has answered', async () => {
    const { send, points, snapshot } = await grading();
    const decision = decisionOf('decision-1', { responses: all.map(({ result_id }) => ({ resultId: result_id, seenGradeId: null })) });
    send({ type: 'decision.made', decision });
    expect(points()).toEqual([1, 1, 1]);
    send({ type: 'decision.settled', decision, outcome: [taken, { ...scored, result_id: 2 }, { ...gone, result_id: 3 }] });
    expect(points()).toEqual([2, 1, 1]);
    expect(snapshot().context).toMatchObject({ conflicts: [{ resultId: 1, name: 'Sue Hill', theirs: 2, mine: 1 }], gone: [3], unsent: [] });
    send({ type: 'conflict.settled', resultId: 1 });
    expect(snapshot().context.conflicts).toEqual([]);
  });

  it('keeps a newer decision while the answer to an older one arrives', async () => {
    const { send, points } = await grading();
    const [older, newer] = [decisionOf('decision-1', { points: 0 }), decisionOf('decision-2', { points: 2 })];
    send({ type: 'decision.made', decision: older }, { type: 'decision.made', decision: newer });
    send({ type: 'decision.settled', decision: older, outcome: [{ ...scored, points: 0 }] });
    expect(points()[0]).toBe(2);
  });

  it('does not take the outcome of another question for its own', async () => {
    const { send, points } = await grading();
    const other = decisionOf('decision-1', { index: 5 });
    send({ type: 'decision.settled', decision: other, outcome: [{ ...scored, points: 3 }] });
    expect(points()[0]).toBeNull();
  });

  it('adds decisions of an earlier visit to the answers, whichever comes first', async () => {
    const { send, points, done } = await grading();
    send({ type: 'decisions.found', decisions: [decisionOf('decision-0', { points: 0.5 })] });
    expect(points()[0]).toBe(0.5);
    send({ type: 'question.chosen', index: 0 });
    await done('loadResponses', all);
    expect(points()[0]).toBe(0.5);
  });

  it('takes a group apart and puts it together again', async () => {
    const { send, snapshot } = await grading();
    const sizes = () => groupsOf(snapshot().context.responses, snapshot().context.split).map((group) => group.length);
    expect(sizes()).toEqual([2, 1]);
    send({ type: 'group.split', sameAs: 1 });
    expect(sizes()).toEqual([1, 1, 1]);
    send({ type: 'group.joined', sameAs: 1 });
    expect(sizes()).toEqual([2, 1]);
  });
});
