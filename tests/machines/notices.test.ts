import { describe, expect, it } from 'vitest';
import { type NoticeKind, noticesMachine } from '../../src/machines/app/noticesMachine.ts';
import { createTestActor } from './scenario.ts';

const texts = (notices: ReturnType<typeof createTestActor<typeof noticesMachine>>) =>
  notices.snapshot().context.notices.map(({ text }) => text);
const posted = (kind: NoticeKind, text: string) => ({ type: 'notice.posted' as const, kind, text });

describe('notices', () => {
  it.each([
    ['success', 2_400],
    ['error', 2_400],
    ['info', 5_000],
    ['plain', 3_000],
  ] as const)('of kind %s close by themselves after %i ms', (kind, life) => {
    const notices = createTestActor(noticesMachine);
    notices.send(posted(kind, 'Resource Added'));
    notices.pass(life - 1);
    expect(texts(notices)).toEqual(['Resource Added']);
    notices.pass(1);
    expect(texts(notices)).toEqual([]);
  });

  it('go each in their own time', () => {
    const notices = createTestActor(noticesMachine);
    notices.send(posted('info', 'long'), posted('success', 'short'));
    notices.pass(2_400);
    expect(texts(notices)).toEqual(['long']);
  });

  it('do not say the same thing twice at once', () => {
    const notices = createTestActor(noticesMachine);
    notices.send(posted('error', 'Failed to Login'), posted('error', 'Failed to Login'));
    expect(texts(notices)).toEqual(['Failed to Login']);
    notices.pass(2_400);
    notices.send(posted('error', 'Failed to Login'));
    expect(texts(notices)).toEqual(['Failed to Login']);
  });

  it('wait while somebody reads them, and then get their full time again', () => {
    const notices = createTestActor(noticesMachine);
    notices.send(posted('success', 'Saved'));
    notices.pass(2_000);
    notices.send({ type: 'notices.held' });
    notices.pass(60_000);
    expect(texts(notices)).toEqual(['Saved']);
    notices.send({ type: 'notices.resumed' });
    notices.pass(2_399);
    expect(texts(notices)).toEqual(['Saved']);
    notices.pass(1);
    expect(texts(notices)).toEqual([]);
  });
});

describe('the problem popup', () => {
  const raised = (code: number, message = '') => ({ type: 'problem.raised' as const, problem: { code, message } });
  const shown = (...events: ReturnType<typeof raised>[]) => {
    const notices = createTestActor(noticesMachine);
    notices.send(...events);
    return notices.snapshot().context.problem;
  };

  it('shows the status of a call that failed', () => expect(shown(raised(503, 'Busy'))).toEqual({ code: 503, message: 'Busy' }));
  it('says 501 when there is no status', () => expect(shown(raised(0))).toEqual({ code: 501, message: '' }));
  it('does not show for status 400', () => expect(shown(raised(400, 'Bad request'))).toBeNull());
  it('is one, however many calls fail', () => expect(shown(raised(503), raised(500))?.code).toBe(503));
});
