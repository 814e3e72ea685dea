// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Question } from '../../contract/quiz.ts';
import { m } from '../../src/paraglide/messages.js';
import AnimationPlayer from '../../src/views/player/AnimationPlayer.tsx';
import Interactive from '../../src/views/player/Interactive.tsx';
import Reading from '../../src/views/player/Reading.tsx';
import { QuestionInput } from '../../src/views/quiz/QuestionInput.tsx';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

/** A voice that finishes a sentence when the test lets it. */
class FakeVoice {
  readonly said: string[] = [];
  #current: { onend: (() => void) | null } | null = null;
  speak(utterance: { text: string; lang: string; onend: (() => void) | null }) {
    this.said.push(`${utterance.lang}: ${utterance.text}`);
    this.#current = utterance;
  }
  cancel() {
    // Some browsers report canceled speech as ended.
    const before = this.#current;
    this.#current = null;
    before?.onend?.();
  }
  get isSpeaking() {
    return this.#current !== null;
  }
  /** Ends the sentence. */
  finish() {
    const before = this.#current;
    this.#current = null;
    act(() => before?.onend?.());
  }
}

let voice: FakeVoice;
let highlights: Map<string, { range: Range }>;

beforeEach(() => {
  voice = new FakeVoice();
  highlights = new Map();
  vi.stubGlobal('speechSynthesis', voice);
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      lang = '';
      rate = 1;
      onend: (() => void) | null = null;
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  vi.stubGlobal('CSS', { highlights, supports: () => false, escape: (text: string) => text });
  vi.stubGlobal(
    'Highlight',
    class {
      readonly range: Range;
      constructor(range: Range) {
        this.range = range;
      }
    },
  );
  Element.prototype.scrollIntoView ??= () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const marked = () => highlights.get('spoken')?.range.toString();

async function open(children: ReactNode, language: 'en' | 'es' = 'en') {
  const { app } = await openScreen({});
  return render(
    <Around app={app} language={language}>
      <Suspense>{children}</Suspense>
    </Around>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a reading', () => {
  const body = { kind: 'html' as const, html: '<h2>Hielo</h2><p>Es agua. Está fría.</p>' };
  const reading = <Reading body={body} language="es" />;

  it('is read sentence by sentence in its language, each one highlighted, to its end', async () => {
    await open(reading);
    press(m.player_read_aloud());
    for (const sentence of ['Hielo', 'Es agua.', 'Está fría.']) {
      expect(voice.said.at(-1)).toBe(`es-MX: ${sentence}`);
      expect(marked()).toBe(sentence);
      voice.finish();
    }
    expect(voice.said).toHaveLength(3);
    expect(marked()).toBeUndefined();
    screen.getByRole('button', { name: m.player_read_aloud() });
  });
  it('is silent at once on Stop and when it is left', async () => {
    const { unmount } = await open(reading);
    press(m.player_read_aloud());
    press(m.player_read_stop());
    expect([voice.isSpeaking, marked(), voice.said.length]).toEqual([false, undefined, 1]);
    press(m.player_read_aloud());
    expect(voice.isSpeaking).toBe(true);
    unmount();
    expect([voice.isSpeaking, marked(), voice.said.length]).toEqual([false, undefined, 2]);
  });
  it('says why it cannot be read where the browser has no voice', async () => {
    vi.stubGlobal('speechSynthesis', undefined);
    await open(reading);
    expect(screen.getByRole('button', { name: m.player_read_aloud() }).getAttribute('aria-disabled')).toBe('true');
  });
});

const question = (id: number, given: Partial<Question>): Question => ({
  id,
  question_type: 'single_choice',
  question_text: '<p>What melts? Think of <b>heat</b>.</p>',
  diagram: null,
  points: 1,
  unit: null,
  targets: [],
  answer_options: [
    { id: 1, answer_text: 'Ice' },
    { id: 2, answer_text: 'Steam' },
  ],
  ...given,
});
const asked = (one: Question) => <QuestionInput question={one} answer={undefined} onChange={() => {}} onCrossOut={() => {}} />;

/** Everything read aloud, with the text highlighted at the time. */
function hear(): [said: string | undefined, highlighted: string | undefined][] {
  const heard: ReturnType<typeof hear> = [];
  while (voice.isSpeaking) {
    heard.push([voice.said.at(-1), marked()]);
    voice.finish();
  }
  return heard;
}

describe('a question', () => {
  it('is read with its choices, each one highlighted', async () => {
    await open(asked(question(1, {})));
    press(m.quiz_read_aloud());
    expect(hear()).toEqual(['What melts?', 'Think of heat.', 'Ice', 'Steam'].map((sentence) => [`en-US: ${sentence}`, sentence]));
    screen.getByRole('button', { name: m.quiz_read_aloud() });
  });
  it.each([
    ['ordering', { question_text: '<p>Order.</p>' }, ['Order.', 'Ice', 'Steam']],
    [
      'matching',
      {
        question_text: '<p>Match.</p>',
        targets: [
          { id: 'a', text: 'Solid' },
          { id: 'b', text: 'Gas' },
        ],
      },
      ['Match.', 'Solid', 'Gas', 'Ice', 'Steam'],
    ],
    ['numeric', { question_text: 'How many?', answer_options: [], unit: 'm' }, ['How many?']],
  ] as const)('of the type %s is read', async (question_type, given, sentences) => {
    await open(asked(question(1, { ...(given as Partial<Question>), question_type })));
    press(m.quiz_read_aloud());
    expect(hear().map(([said]) => said)).toEqual(sentences.map((sentence) => `en-US: ${sentence}`));
  });
  it('is read in the language of its quiz', async () => {
    await open(<article lang="es">{asked(question(1, { question_text: '<p>¿Qué se derrite?</p>', answer_options: [] }))}</article>);
    press(m.quiz_read_aloud());
    expect(voice.said).toEqual(['es-MX: ¿Qué se derrite?']);
  });
  it('is silent when the student moves on, and when another is read', async () => {
    const first = question(1, {});
    const second = question(2, { question_text: '<p>And what boils?</p>' });
    const { unmount } = await open([<div key="1">{asked(first)}</div>, <div key="2">{asked(second)}</div>]);
    const [one, other] = screen.getAllByRole('button', { name: m.quiz_read_aloud() });
    fireEvent.click(one as HTMLElement);
    fireEvent.click(other as HTMLElement);
    expect(voice.said).toEqual(['en-US: What melts?', 'en-US: And what boils?']);
    expect(marked()).toBe('And what boils?');
    await waitFor(() => expect(screen.getAllByRole('button', { name: m.player_read_stop() })).toHaveLength(1));
    expect(voice.isSpeaking).toBe(true);
    unmount();
    expect([voice.isSpeaking, voice.said.length]).toEqual([false, 2]);
  });
  it('has no button where the browser has no voice', async () => {
    vi.stubGlobal('speechSynthesis', undefined);
    await open(asked(question(1, {})));
    expect(screen.queryByRole('button', { name: m.quiz_read_aloud() })).toBeNull();
  });
});

describe('with Spanish chosen', () => {
  it.each([
    ['es', 'Mira el agua.', 'en'],
    ['en', 'Watch the water.', 'en'],
  ] as const)('(%s) an English animation says: %s', async (wanted, caption, own) => {
    const body = {
      kind: 'video' as const,
      animation: 'water-cycle',
      duration: 60,
      captions: [{ at: 0, text: 'Watch the water.' }],
      translations: [{ language_id: 102, captions: [{ at: 0, text: 'Mira el agua.' }] }],
    };
    const { container } = await open(<AnimationPlayer body={body} language={own} position={0} onProgress={() => {}} />, wanted);
    await screen.findByRole('img');
    expect(container.querySelector('[aria-live=polite]')?.textContent).toBe(caption);
    expect(container.querySelector('[aria-live=polite]')?.getAttribute('lang')).toBe(wanted);
    expect([...container.querySelectorAll('details p')].map((line) => line.textContent)).toEqual([caption]);
  });
  it.each([
    ['es', 'en', 'es'],
    ['en', 'en', 'en'],
    ['en', 'es', 'es'],
  ] as const)('(%s) a simulation of an item in %s speaks %s', async (wanted, own, spoken) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
    const body = { kind: 'interactive' as const, simulation: 'pendulum', parameters: {}, instructions_html: '', text_alternative_html: '' };
    await open(<Interactive body={body} language={own} position={0} onProgress={() => {}} />, wanted);
    const region = await screen.findByRole('region', { name: spoken === 'es' ? 'Péndulo' : 'Pendulum' });
    expect(region.getAttribute('lang')).toBe(spoken);
  });
});
