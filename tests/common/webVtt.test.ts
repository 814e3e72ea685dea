import { describe, expect, it } from 'vitest';
import { readVtt, writeVtt } from '../../common/webVtt.ts';

describe('captions in WebVTT', () => {
  it('are the same once they were written and read', () => {
    const captions = [
      { at: 0, text: 'Look' },
      { at: 3.25, text: 'Rain' },
      { at: 3725.5, text: 'The end' },
    ];
    expect(readVtt(writeVtt(captions, 3730))).toEqual({ captions });
    expect(writeVtt([], 60)).toBe('');
  });

  it('may have notes, numbers, formatting and the line ends of Windows', () => {
    expect(readVtt('\uFEFFWEBVTT - Film\r\n\r\nNOTE mine\r\n\r\n1\r\n00:05.000 --> 00:06.000\r\n<i>Two</i>\r\nlines\r\n')).toEqual({
      captions: [{ at: 5, text: 'Two lines' }],
    });
  });

  it('say which line is wrong', () => {
    const problem = (text: string) => readVtt(text);
    expect(problem('')).toEqual({ problem: { code: 'vttStart', line: 1, value: '' } });
    expect(problem('\nHello')).toEqual({ problem: { code: 'vttStart', line: 2, value: 'Hello' } });
    expect(problem('WEBVTT\n\n00:00.000 --> 00:01.000\nOne\n\n\n2\n0:01 --> 0:02\nTwo')).toEqual({
      problem: { code: 'vttTimes', line: 8, value: '0:01 --> 0:02' },
    });
    expect(problem('WEBVTT\n\nOne')).toEqual({ problem: { code: 'vttTimes', line: 3, value: 'One' } });
  });
});
