import { describe, expect, it } from 'vitest';
import { lessonLinkMachine } from '../../src/machines/lessonLink/lessonLinkMachine.ts';
import { comings } from './lessonLink.model.ts';
import { createTestActor } from './scenario.ts';

const come = (how: keyof typeof comings) => createTestActor(lessonLinkMachine, comings[how]!);
const lesson = { lessonId: 502, assignmentId: 7 };

describe('a lesson that is opened by a link', () => {
  it('is assigned, then responses and tracking of the resulting lesson load, strictly in this order', async () => {
    const link = come('by a link');
    expect(link.inputs('assignFromLink')).toEqual([{ userPuid: 1001, linkId: 'A'.repeat(22) }]);
    expect(link.waits('loadResponses') || link.waits('loadTracking')).toBe(false);
    await link.done('assignFromLink', lesson);
    expect(link.inputs('loadResponses')).toEqual([{ userPuid: 1001, ...lesson }]);
    expect(link.waits('loadTracking')).toBe(false);
    await link.done('loadResponses', [{ item_id: 1, title: 'Quiz', quiz_id: 2, result: null }]);
    expect(link.inputs('loadTracking')).toEqual([{ userPuid: 1001, ...lesson }]);
    expect(link.emitted).toEqual([]);
    await link.done('loadTracking', { lesson_id: 502, tracking_id: 9 });
    expect(link.emitted).toEqual([{ type: 'lesson.opened', lesson }]);
    expect(link.snapshot().context).toMatchObject({ responses: [{ quiz_id: 2 }], tracking: { tracking_id: 9 } });
  });

  it('opens all the same when its data cannot be loaded, which is then empty', async () => {
    const link = come('by a link');
    await link.done('assignFromLink', lesson);
    await link.fails('loadResponses', 500);
    await link.fails('loadTracking', 500);
    expect(link.emitted).toEqual([{ type: 'lesson.opened', lesson }]);
    expect(link.snapshot().context).toMatchObject({ responses: [], tracking: null });
  });

  it('says why a link opens nothing', async () => {
    for (const [reason, state] of [
      ['lessonLinkExpired', 'expired'],
      ['lessonLinkRevoked', 'revoked'],
      ['roleNotAllowed', 'notForYou'],
    ] as const) {
      const link = come('by a link');
      await link.fails('assignFromLink', 403, 'No.', { reason });
      expect(link.snapshot().value).toBe(state);
    }
  });

  it('is tried again when there was no answer', async () => {
    const link = come('by a link');
    await link.fails('assignFromLink', 0);
    expect(link.snapshot().value).toBe('failed');
    link.send({ type: 'link.retried' });
    await link.done('assignFromLink', lesson);
    expect(link.snapshot().value).toBe('loadingResponses');
  });
});

it('a lesson that a code has opened needs no assignment: its responses and tracking load at once', async () => {
  const code = come('by a code');
  expect(code.inputs('assignFromLink')).toEqual([]);
  await code.done('loadResponses', []);
  await code.done('loadTracking', { lesson_id: 502 });
  expect(code.emitted).toEqual([{ type: 'lesson.opened', lesson }]);
});
