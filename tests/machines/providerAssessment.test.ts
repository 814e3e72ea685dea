import { describe, expect, it } from 'vitest';
import type { AnswersToSave } from '../../src/machines/provider/providerAnswers.ts';
import { providerAssessmentMachine } from '../../src/machines/provider/providerAssessmentMachine.ts';
import { answer, opened, providerAssessmentModel } from './providerAssessment.model.ts';
import { overviewOf, resultOf } from './quiz.model.ts';
import { createTestActor } from './scenario.ts';

/** An assessment with an open frame, ready if `isReady`. */
async function framed(isReady = true) {
  const actor = createTestActor(providerAssessmentMachine, providerAssessmentModel.input);
  await actor.done('loadOverview', overviewOf(null));
  actor.send({ type: 'assessment.started' });
  await actor.done('startAssessment', opened);
  if (isReady) actor.send({ type: 'frame.ready' });
  const saved = () => (actor.inputs('saveAnswers') as AnswersToSave[]).map(({ answers }) => answers.map(({ sequence }) => sequence));
  return { ...actor, saved, has: (tag: 'unsaved' | 'suspicious' | 'covered' | 'failed' | 'handedIn') => actor.snapshot().hasTag(tag) };
}

describe('the answers of a provider’s frame', () => {
  it('are saved one after another, newer ones when the older have arrived', async () => {
    const actor = await framed();
    actor.send({ type: 'answers.given', answers: [answer(1)] });
    actor.send({ type: 'answers.given', answers: [answer(2)] }, { type: 'answers.given', answers: [answer(3), answer(1, 2)] });
    expect(actor.saved()).toEqual([[1]]);
    await actor.done('saveAnswers', null);
    expect(actor.saved()).toEqual([[1], [3, 1]]);
    await actor.done('saveAnswers', null);
    expect(actor.waits('saveAnswers')).toBe(false);
  });

  it('never go back to an older one that comes late', async () => {
    const actor = await framed();
    actor.send({ type: 'answers.given', answers: [answer(2)] }, { type: 'answers.given', answers: [answer(1)] });
    expect(actor.snapshot().context.answers[1]?.sequence).toBe(2);
  });

  it('that do not get through are kept, said, and sent again within a second', async () => {
    const actor = await framed();
    actor.send({ type: 'answers.given', answers: [answer(1)] });
    await actor.fails('saveAnswers', 0);
    expect(actor.has('unsaved')).toBe(true);
    actor.pass(1_000);
    await actor.done('saveAnswers', null);
    expect([actor.saved(), actor.has('unsaved')]).toEqual([[[1], [1]], false]);
  });

  it('that the server refuses are kept, with the reason, and go along with the next one', async () => {
    const actor = await framed();
    actor.send({ type: 'answers.given', answers: [answer(1)] });
    await actor.fails('saveAnswers', 403, 'This site is blocked.');
    actor.pass(600_000);
    expect([actor.saved(), actor.snapshot().context.problem?.message]).toEqual([[[1]], 'This site is blocked.']);
    actor.send({ type: 'answers.given', answers: [answer(1, 2)] });
    await actor.done('saveAnswers', null);
    expect([actor.saved(), actor.has('unsaved')]).toEqual([[[1], [1, 1]], false]);
  });

  it('go along when it is handed in, all of them, and again when that did not get through', async () => {
    const actor = await framed();
    actor.send({ type: 'answers.given', answers: [answer(1)] });
    actor.send({ type: 'assessment.handedIn', answers: [answer(1), answer(1, 2)] });
    await actor.fails('submitAssessment', 503);
    expect(actor.has('failed')).toBe(true);
    actor.send({ type: 'submission.retried' });
    await actor.done('submitAssessment', resultOf('submitted'));
    expect((actor.inputs('submitAssessment') as AnswersToSave[]).map(({ resultId, answers }) => [resultId, answers.length])).toEqual([
      [901, 2],
      [901, 2],
    ]);
    expect(actor.has('handedIn')).toBe(true);
  });

  it('outlive the frame: one that is opened anew gets them, and the server too', async () => {
    const actor = await framed();
    actor.send({ type: 'answers.given', answers: [answer(4)] }, { type: 'frame.failed', message: 'No items' });
    expect(actor.snapshot().context.problem?.message).toBe('No items');
    actor.send({ type: 'frame.reopened' });
    await actor.done('startAssessment', opened);
    expect(actor.snapshot().context.answers[1]?.sequence).toBe(4);
    expect(actor.saved()).toEqual([[4], [4]]);
  });
});

describe('a provider', () => {
  it('that is slow is waited for, with a choice, and given up in the end', async () => {
    const actor = await framed(false);
    actor.pass(8_000);
    expect(actor.snapshot().matches({ framed: { frame: 'slow' } })).toBe(true);
    actor.pass(30_000);
    expect([actor.snapshot().value, actor.has('failed')]).toEqual(['down', true]);
  });

  it('that comes after all is welcome', async () => {
    const actor = await framed(false);
    actor.pass(8_000);
    actor.send({ type: 'frame.ready' });
    actor.pass(60_000);
    expect(actor.has('covered')).toBe(false);
  });

  it('whose place somebody else takes is not heard, and that is said', async () => {
    const actor = await framed();
    actor.send({ type: 'message.refused' });
    expect([actor.has('suspicious'), actor.snapshot().matches({ framed: { frame: 'ready' } })]).toEqual([true, true]);
  });

  it('is not asked to start what was handed in meanwhile', async () => {
    const actor = createTestActor(providerAssessmentMachine, providerAssessmentModel.input);
    await actor.done('loadOverview', overviewOf(null));
    actor.send({ type: 'assessment.started' });
    await actor.fails('startAssessment', 409);
    await actor.done('loadOverview', overviewOf(resultOf('submitted')));
    expect(actor.snapshot().value).toBe('handedIn');
  });
});
