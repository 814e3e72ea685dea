// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type animationNames, simulationNames } from '../../common/simulationNames.ts';
import { animations, simulations } from '../../src/simulations/index.ts';

const languages = ['en', 'es'] as const;
const words = {
  en: { play: 'Play', pause: 'Pause', step: 'Step', reset: 'Reset' },
  es: { play: 'Reproducir', pause: 'Pausa', step: 'Paso', reset: 'Reiniciar' },
};

/** Requested frames that are neither drawn nor canceled. */
let frames = new Map<number, FrameRequestCallback>();
let clock = 0;
let reducesMotion = false;

beforeEach(() => {
  frames = new Map();
  clock = 0;
  reducesMotion = false;
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frames.set(++last, callback);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reducesMotion && query.includes('prefers-reduced-motion: reduce') }));
});
afterEach(() => vi.unstubAllGlobals());

/** Draws `count` frames at 60 per second. */
function draw(count: number) {
  for (let i = 0; i < count; i++) {
    clock += 1000 / 60;
    const now = [...frames.values()];
    frames.clear();
    act(() => {
      for (const callback of now) callback(clock);
    });
  }
}

async function show(name: (typeof simulationNames)[number], language: (typeof languages)[number], parameters = {}) {
  const { default: Simulation } = await simulations[name]();
  return render(<Simulation parameters={parameters} language={language} />);
}

const controlRoles = ['button', 'slider', 'radio', 'checkbox', 'combobox'] as const;
const controls = (root: HTMLElement) => controlRoles.flatMap((role) => within(root).queryAllByRole(role));

/** Texts in a picture, and its accessible names. */
function textsIn(root: Element): string[] {
  const texts = [...root.querySelectorAll('*')]
    // Problems of a content item are reported to its author, in English.
    .filter((element) => !element.closest('ul[lang=en], style'))
    .flatMap((element) => [
      ...['aria-label', 'aria-valuetext', 'title', 'alt'].map((attribute) => element.getAttribute(attribute) ?? ''),
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => textContent ?? ''),
    ]);
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** Names, and words that are the same in both languages. */
const sameInBoth = /^(Control|Total|animal|Venus|Celsius|Hg)$/i;
/** A book has one title. */
const books = /CRC Handbook of Chemistry and Physics/g;
/** Common English words that do not exist in Spanish. */
const onlyEnglish = /\b(the|of|and|with|from|this|that|are|which|when|speed|time|water|light|heat|height|weight|reset|step)\b/i;

/** Spanish texts that are really English: identical to the English ones, or with English-only words. */
const englishIn = (spanish: ReadonlySet<string>, english: ReadonlySet<string>) =>
  [...spanish].filter(
    (text) => onlyEnglish.test(text.replace(books, '')) || (english.has(text) && /\p{L}{4}/u.test(text) && !sameInBoth.test(text)),
  );

describe.each(simulationNames)('%s', (name) => {
  it.each(languages)('is named throughout, and axe finds nothing, in %s', async (language) => {
    const { container } = await show(name, language);
    expect(screen.getByRole('region').getAttribute('lang')).toBe(language);
    expect(screen.getByRole('region').getAttribute('aria-label')).toBeTruthy();
    const picture = screen.getByRole('img');
    expect(picture.querySelector('title')?.textContent?.length).toBeGreaterThan(20);
    for (const control of controls(container)) expect(control).toHaveProperty('tagName', expect.stringMatching(/BUTTON|INPUT|SELECT/));
    for (const role of controlRoles) {
      expect(within(container).queryAllByRole(role)).toHaveLength(within(container).queryAllByRole(role, { name: /\S/ }).length);
    }
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });

  it('says all in Spanish that it says in English', async () => {
    const [english, spanish] = [await show(name, 'en'), await show(name, 'es')].map(({ container }) =>
      [...container.querySelectorAll('section, label, legend, dt, th, caption, button, summary, details p, title, option')].map(
        (element) => (element.tagName === 'SECTION' ? element.getAttribute('aria-label') : element.firstChild?.textContent),
      ),
    );
    expect(spanish).toHaveLength(english?.length ?? 0);
    const same = english?.filter((text, i) => text && /[a-z]{4}/i.test(text) && text === spanish?.[i]);
    expect(same?.filter((text) => !/^(Control|Total|animal|Venus)$/i.test(text ?? ''))).toEqual([]);
  });

  it('draws and says nothing in English when it speaks Spanish, whatever is chosen', async () => {
    reducesMotion = true;
    const said = async (language: (typeof languages)[number]) => {
      const { container, unmount } = await show(name, language);
      const all = new Set<string>();
      const listen = () => {
        for (const text of textsIn(container)) all.add(text);
      };
      listen();
      for (const slider of within(container).queryAllByRole<HTMLInputElement>('slider'))
        for (const value of [slider.min, slider.max]) {
          fireEvent.change(slider, { target: { value } });
          listen();
        }
      for (const select of within(container).queryAllByRole<HTMLSelectElement>('combobox'))
        for (const { value } of [...select.options]) {
          fireEvent.change(select, { target: { value } });
          listen();
        }
      for (const choice of ['radio', 'checkbox'].flatMap((role) => within(container).queryAllByRole(role))) {
        fireEvent.click(choice);
        listen();
      }
      const step = within(container).queryByRole('button', { name: words[language].step });
      for (let times = 0; step && times < 20; times++) {
        fireEvent.click(step);
        listen();
      }
      unmount();
      return all;
    };
    expect(englishIn(await said('es'), await said('en'))).toEqual([]);
  });

  it('lets the Tab key reach every control, in the order of the page', async () => {
    const user = userEvent.setup();
    const { container } = await show(name, 'en');
    const reached = new Set<Element>();
    for (let i = 0; i < 60; i++) {
      await user.tab();
      if (!document.activeElement || document.activeElement === document.body || reached.has(document.activeElement)) break;
      reached.add(document.activeElement);
    }
    for (const control of controls(container)) {
      const group = control instanceof HTMLInputElement && control.type === 'radio' && control.name;
      const stop = group ? container.querySelector(`input[name="${group}"]:checked`) : control;
      expect(reached.has(stop as Element), control.outerHTML).toBe(true);
    }
    const order = [...reached];
    for (const [i, element] of order.slice(1).entries()) {
      expect((order[i] as Element).compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  it('changes with every control, and is as before after Reset', async () => {
    const user = userEvent.setup();
    reducesMotion = true;
    const { container } = await show(name, 'en');
    const picture = () => container.querySelector('section')?.innerHTML;
    const whole = picture();
    for (const slider of screen.queryAllByRole<HTMLInputElement>('slider')) {
      const before = picture();
      fireEvent.change(slider, { target: { value: slider.valueAsNumber > Number(slider.min) ? slider.min : slider.max } });
      expect(picture(), slider.labels?.[0]?.textContent ?? '').not.toBe(before);
    }
    for (const select of screen.queryAllByRole<HTMLSelectElement>('combobox')) {
      const before = picture();
      await user.selectOptions(select, select.options[select.selectedIndex === 0 ? 1 : 0]?.value ?? '');
      expect(picture()).not.toBe(before);
    }
    // The speed of the planets has a visible effect only once they move.
    const seen = (choice: HTMLElement) => !choice.closest('fieldset')?.textContent?.startsWith('Days per second');
    for (const choice of [
      ...screen.queryAllByRole<HTMLInputElement>('radio', { checked: false }),
      ...screen.queryAllByRole('checkbox'),
    ].filter(seen)) {
      const before = picture();
      choice.focus();
      await user.keyboard(' ');
      expect(picture()).not.toBe(before);
    }
    screen.getByRole('button', { name: 'Reset' }).focus();
    await user.keyboard('{Enter}');
    expect(picture()).toBe(whole);
  });

  it.each(languages)('leaves no frame behind when it goes, in %s', async (language) => {
    const { unmount } = await show(name, language);
    const play = screen.queryByRole('button', { name: words[language].play });
    if (play) fireEvent.click(play);
    draw(3);
    unmount();
    expect(frames.size).toBe(0);
  });

  it('shows what the author set wrongly, and goes on with its own values', async () => {
    await show(name, 'es', { nonsense: 1 });
    expect(screen.getByRole('note').textContent).toMatch(/"nonsense" is not a parameter here/);
  });
});

const moving = simulationNames.filter((name) => name !== 'punnett-square' && name !== 'food-web');

describe.each(moving)('%s moves', (name) => {
  it('by frames while it plays, rests on Pause and while out of sight, and steps by the keyboard', async () => {
    const user = userEvent.setup();
    reducesMotion = true;
    const { container } = await show(name, 'en', name === 'greenhouse' ? { co2: 560 } : {});
    const look = () => container.querySelector('[role=img]')?.innerHTML;
    expect(frames.size).toBe(0);

    const still = look();
    screen.getByRole('button', { name: 'Step' }).focus();
    await user.keyboard(' ');
    const stepped = look();
    expect(stepped).not.toBe(still);
    expect(frames.size).toBe(0);

    screen.getByRole('button', { name: 'Play' }).focus();
    await user.keyboard('{Enter}');
    draw(10);
    expect(look()).not.toBe(stepped);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause' }));

    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(frames.size).toBe(0);
    vi.mocked(vi.spyOn(document, 'hidden', 'get')).mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(frames.size).toBe(1);

    await user.keyboard(' ');
    const paused = look();
    draw(10);
    expect(look()).toBe(paused);
    expect(frames.size).toBe(0);
  });
});

describe('the live region', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('says the values once a change has rested for a second, and nothing at first', async () => {
    reducesMotion = true;
    const { container } = await show('pendulum', 'en');
    const live = container.querySelector('[aria-live=polite]');
    act(() => void vi.advanceTimersByTime(5000));
    expect(live?.textContent).toBe('');
    const length = screen.getByRole('slider', { name: 'Length of the string' });
    for (const value of ['1.1', '1.5', '2']) {
      fireEvent.change(length, { target: { value } });
      act(() => void vi.advanceTimersByTime(300));
      expect(live?.textContent).toBe('');
    }
    act(() => void vi.advanceTimersByTime(1000));
    expect(live?.textContent).toContain('A string of 2.0 m');
    expect(live?.textContent).toContain('2.86 s');
  });

  it('speaks at most once a second while a simulation plays', async () => {
    const { container } = await show('energy-track', 'es', { friction: 0.2 });
    fireEvent.click(screen.getByRole('button', { name: 'Reproducir' }));
    const said: string[] = [];
    for (let i = 0; i < 240; i++) {
      draw(1);
      act(() => void vi.advanceTimersByTime(1000 / 60));
      const now = container.querySelector('[aria-live=polite]')?.textContent ?? '';
      if (now !== (said.at(-1) ?? '')) said.push(now);
    }
    expect(said.length).toBeLessThanOrEqual(4);
  });
});

describe('an out-of-view simulation', () => {
  it('rests, and goes on when it is seen again', async () => {
    let report: (inView: boolean) => void = () => {};
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          report = (isIntersecting) => callback([{ isIntersecting }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    await show('wave-string', 'en');
    expect(frames.size).toBe(1);
    act(() => report(false));
    expect(frames.size).toBe(0);
    act(() => report(true));
    expect(frames.size).toBe(1);
  });

  it('does not start by itself where less motion is wished', async () => {
    reducesMotion = true;
    await show('wave-string', 'en');
    expect(frames.size).toBe(0);
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });
});

describe.each(Object.keys(animations) as (typeof animationNames)[number][])('animation %s', (name) => {
  it('draws nothing in English when it speaks Spanish', async () => {
    const { default: Animation } = await animations[name]();
    const drawn = (language: (typeof languages)[number]) => {
      const all = new Set<string>();
      for (let time = 0; time <= 60; time += 2) {
        const { container, unmount } = render(<Animation time={time} language={language} />);
        for (const text of textsIn(container)) all.add(text);
        unmount();
      }
      return all;
    };
    expect(englishIn(drawn('es'), drawn('en'))).toEqual([]);
  });
  it.each(languages)('is one picture at every moment, a function of time alone, in %s', async (language) => {
    const { default: Animation } = await animations[name]();
    const at = (time: number) => {
      const { container, unmount } = render(<Animation time={time} language={language} />);
      expect(container.children).toHaveLength(1);
      const picture = screen.getByRole('img');
      expect(picture).toBe(container.firstElementChild);
      expect(picture.querySelector('title')?.textContent?.length).toBeGreaterThan(20);
      const html = container.innerHTML.replaceAll(/(id|aria-labelledby)="[^"]*"/g, '');
      expect(html).not.toMatch(/NaN|undefined|Infinity/);
      unmount();
      return html;
    };
    const moments = [0, 5, 11, 16.5, 23, 30, 37, 44, 52, 58, 60];
    const pictures = moments.map(at);
    expect(new Set(pictures).size).toBeGreaterThan(moments.length - 3);
    expect(moments.toReversed().map(at).toReversed()).toEqual(pictures);
    expect(frames.size).toBe(0);
  });
});
