import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { redact } from '../../src/developer/redact.ts';

describe('what is shown', () => {
  it('hides secrets by their names and by their looks', () => {
    expect(
      redact({
        token: 'abc',
        accessToken: 'abc',
        credentials: { username: 'ada', password: 'lovelace' },
        header: 'Bearer eyJhbGciOiJI.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4',
        tokenInfo: { expiresIn: 900 },
        count: 3,
      }),
    ).toEqual({ token: '•••', accessToken: '•••', credentials: '•••', header: 'Bearer •••', tokenInfo: { expiresIn: 900 }, count: 3 });
  });

  it('shows the ids of transitions, which have dots like a token', () => {
    const id = 'xstate.after.betweenUpdates.lessonPlayer.playing.tracking.settled';
    expect(redact({ id })).toEqual({ id });
  });

  it('keeps that a secret is missing', () => {
    expect(redact({ token: null, password: '' })).toEqual({ token: null, password: '' });
  });

  it('shows personal data on the screen, but not on what leaves the machine', () => {
    const context = {
      user: { userPuid: 7, first_name: 'Ada', role: 1, email: 'ada@example.org' },
      note: 'Write to ada@example.org',
      isStudentUser: true,
      answers: { 12: { answerText: 'The cell wall', answerId: 2 } },
    };
    expect(redact(context)).toEqual(context);
    expect(redact(context, { personal: true })).toEqual({
      user: { userPuid: '•••', first_name: '•••', role: 1, email: '•••' },
      note: 'Write to •••',
      isStudentUser: true,
      answers: { 12: { answerText: '•••', answerId: 2 } },
    });
  });

  it('names what is no data, and what is too much', () => {
    const circle: Record<string, unknown> = { again: null };
    circle.again = circle;
    const actor = createActor(createMachine({ id: 'm' }));
    expect(
      redact({
        circle,
        actor,
        act: () => {},
        map: new Map([['a', 1]]),
        set: new Set([1]),
        date: new Date(0),
        wrong: new Date(Number.NaN),
        failed: new TypeError('no'),
        none: undefined,
        huge: 'x'.repeat(1_000),
        many: Array.from({ length: 500 }, (_, index) => index),
        file: new Blob(['x']),
        big: 1n,
        infinite: Number.POSITIVE_INFINITY,
      }),
    ).toMatchObject({
      circle: { again: '(circular)' },
      actor: expect.stringMatching(/^\(actor /),
      act: '(function)',
      map: { '(map)': [['a', 1]] },
      set: { '(set)': [1] },
      date: '1970-01-01T00:00:00.000Z',
      wrong: '(invalid date)',
      failed: { name: 'TypeError', message: 'no' },
      none: '(undefined)',
      huge: expect.stringMatching(/… \(1000 characters\)$/),
      many: expect.arrayContaining(['… (300 more)']),
      file: '(Blob)',
      big: '1',
      infinite: 'Infinity',
    });
  });

  it('is JSON whatever comes in, and never holds a secret', () => {
    fc.assert(
      fc.property(fc.object({ withMap: true, withSet: true, withDate: true, withBigInt: true, maxDepth: 6 }), (value) => {
        const shown = redact({ value, password: 'open sesame', deep: [{ token: 'open sesame' }] });
        expect(JSON.stringify(shown)).not.toContain('open sesame');
        expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
      }),
      { examples: [[{ number: -0 }], [{ number: Number.NaN }]] },
    );
  });
});
