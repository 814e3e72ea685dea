import { describe, expect, it } from 'vitest';
import { autogradeMachine } from '../../src/machines/autograde/autogradeMachine.ts';
import { type Conflict, conflictsIn, groupsOf, type KeptGrading } from '../../src/machines/autograde/decisions.ts';
import { decisionOf, gone, questionOf, resource, responseOf, scored, taken } from './gradingCases.ts';
import { createTestActor } from './scenario.ts';

const all = [responseOf(1), responseOf(2), responseOf(3, { same_as: 3 })];

async function grading(responses = all) {
  const actor = createTestActor(autogradeMachine, { resource, questionId: null, isNavigatorOpen: true });
  await actor.done('loadQuestions', { title: 'Seasons', questions: [questionOf(1), questionOf(2)] });
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
    send({ type: 'question.chosen', questionId: 2 }, { type: 'navigator.toggled' });
    expect(snapshot()).toMatchObject({ context: { resource, questionId: 2 }, value: { navigator: 'closed' } });
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
    // The same student's answer to another question is another matter.
    send(
      { type: 'conflict.settled', resultId: 1, questionId: 5 },
      { type: 'decision.made', decision: decisionOf('decision-2', { questionId: 5 }) },
    );
    expect(snapshot().context.conflicts).toHaveLength(1);
    send({ type: 'conflict.settled', resultId: 1, questionId: 1 });
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
    const other = decisionOf('decision-1', { questionId: 5 });
    send({ type: 'decision.settled', decision: other, outcome: [{ ...scored, points: 3 }] });
    expect(points()[0]).toBeNull();
  });

  it('adds decisions of an earlier visit to the answers, whichever comes first', async () => {
    const { send, points, done } = await grading();
    send({ type: 'decisions.found', decisions: [decisionOf('decision-0', { points: 0.5 })], conflicts: [] });
    expect(points()[0]).toBe(0.5);
    send({ type: 'question.chosen', questionId: 1 });
    await done('loadResponses', all);
    expect(points()[0]).toBe(0.5);
  });

  it('shows conflicts of an earlier visit to this quiz, with the scores that hold by now, until they are decided', async () => {
    const [conflict] = conflictsIn(decisionOf('decision-1'), [taken]) as [Conflict];
    const elsewhere = { ...conflict, resource: { ...resource, itemId: 12 } };
    const found = (more: Partial<KeptGrading>) => ({
      type: 'decisions.found' as const,
      decisions: [],
      conflicts: [conflict, elsewhere],
      ...more,
    });
    const { send, done, snapshot } = await grading();
    const shown = () => snapshot().context.conflicts;
    send(found({}));
    expect(shown()).toEqual([conflict]);
    // A comment decides nothing.
    send({ type: 'decision.made', decision: decisionOf('decision-2', { points: null, feedback: 'Why?' }) });
    expect(shown()).toEqual([conflict]);
    // Sue has changed her mind in the meantime; later she gives what the teacher gave.
    const grade = { grade_id: 72, user_puid: 9, user_name: 'Sue Hill', score: 0 };
    send({ type: 'question.chosen', questionId: 1 });
    await done('loadResponses', [responseOf(1, { grade })]);
    expect(shown()).toEqual([{ ...conflict, theirs: 0, gradeId: 72 }]);
    send({ type: 'question.chosen', questionId: 1 });
    await done('loadResponses', [responseOf(1, { grade: { ...grade, grade_id: 73, score: 1 } })]);
    expect(shown()).toEqual([]);
    // Another visit: the teacher has insisted, but the server does not have that yet.
    const later = await grading();
    later.send(found({ decisions: [decisionOf('decision-3')] }));
    expect(later.snapshot().context.conflicts).toEqual([]);
    // What is known is known better.
    later.send({ type: 'decision.settled', decision: decisionOf('decision-3'), outcome: [{ ...taken, grade: { ...grade, score: 2 } }] });
    later.send(found({}));
    expect(later.snapshot().context.conflicts).toMatchObject([{ gradeId: 72 }]);
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
