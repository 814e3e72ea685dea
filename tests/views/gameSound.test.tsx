// @vitest-environment jsdom

import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { RoomSound } from '../../src/views/quizGame/RoomSound.tsx';
import { cueOf, isLastSecond, type Moment } from '../../src/views/quizGame/roomCues.ts';
import { tones } from '../../src/views/quizGame/tones.ts';
import { recorder, stubAudio } from './kit/audio.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

describe('tones', () => {
  it('make nothing before the first one, and one context for all', () => {
    const { heard, context, close } = recorder();
    const make = vi.fn(() => context);
    const { play, close: end } = tones(make);
    end();
    expect(make).not.toHaveBeenCalled();
    play('right');
    play('second');
    expect(heard).toEqual(['659 at 0.00', '988 at 0.12', '880 at 0.00']);
    expect(make).toHaveBeenCalledTimes(1);
    end();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('wake a context that the browser has suspended', () => {
    const { context, resume } = recorder('suspended');
    tones(() => context).play('end');
    expect(resume).toHaveBeenCalledTimes(1);
  });
});

const at = (phase: Moment['phase'], round_no: number | null = null, isRight: boolean | null = null): Moment => ({
  ...{ phase, round_no, isRight },
});

it.each([
  ['nothing of what was before the page', null, at('asking', 1), null],
  ['the first question', at('lobby'), at('asking', 1), 'start'],
  ['the next question', at('revealed', 1, true), at('asking', 2), 'start'],
  ['a game at everyone’s own pace', at('lobby'), at('open', 1), 'start'],
  ['not the next question at an own pace', at('open', 1), at('open', 2), null],
  ['not the end of a pause', at('paused', 1), at('asking', 1), null],
  ['a right answer', at('asking', 1), at('revealed', 1, true), 'right'],
  ['a wrong answer', at('asking', 1), at('revealed', 1, false), 'wrong'],
  ['not the end of a round on the board', at('asking', 1), at('revealed', 1, null), null],
  ['nothing twice', at('revealed', 1, true), at('revealed', 1, true), null],
  ['the end', at('revealed', 2, true), at('over'), 'end'],
  ['the end once', at('over'), at('over'), null],
] as const)('is heard: %s', (_, before, now, cue) => expect(cueOf(before, now)).toBe(cue));

it('counts the last five seconds', () =>
  expect([null, -1, 0, 1, 5, 6].map(isLastSecond)).toEqual([false, false, false, true, true, false]));

describe('the switch', () => {
  let opened: Screen;
  let heard: string[];
  const made = vi.fn();
  beforeEach(async () => {
    localStorage.clear();
    made.mockClear();
    heard = stubAudio(made);
    opened = await openScreen();
  });
  afterEach(() => vi.unstubAllGlobals());

  const room = (moment: Moment, endsAt: string | null = null) => (
    <Around app={opened.app}>
      <RoomSound {...moment} endsAt={endsAt} />
    </Around>
  );
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: m.quizGame_sound() });

  it('is off at first, and nothing is made until it is on and something happens', () => {
    const { rerender, unmount } = render(room(at('lobby')));
    expect(toggle().checked).toBe(false);
    rerender(room(at('asking', 1)));
    fireEvent.click(toggle());
    expect(made).not.toHaveBeenCalled();
    rerender(room(at('revealed', 1, true)));
    expect(heard).toEqual(['659 at 0.00', '988 at 0.12']);
    expect(made).toHaveBeenCalledTimes(1);
    fireEvent.click(toggle());
    rerender(room(at('over')));
    expect(heard).toHaveLength(2);
    unmount();
  });

  it('stays on for this device', () => {
    const first = render(room(at('lobby')));
    fireEvent.click(toggle());
    first.unmount();
    render(room(at('lobby')));
    expect(toggle().checked).toBe(true);
    fireEvent.click(toggle());
    expect(localStorage.length).toBe(0);
  });

  it('lets the last seconds be heard, but not those of a pause', () => {
    localStorage.setItem('orrery.gameSound', 'on');
    const soon = new Date(opened.app.now() + 2500).toISOString();
    const { rerender } = render(room(at('asking', 1), soon));
    expect(heard).toEqual(['880 at 0.00']);
    rerender(room(at('paused', 1), null));
    rerender(room(at('revealed', 1, null), null));
    expect(heard).toHaveLength(1);
  });
});
