import { useCallback, useEffect, useRef, useState } from 'react';
import { browserVoice, type Voice } from '../../services/player/speech.ts';
import { keepAttention } from './attention.ts';

/** Blocks that contain sentences; a diagram's texts are not read. */
const blocks = 'p, li, h2, h3, h4, figcaption, td, th';
const highlightName = 'spoken';

/** A sentence and its position; null if it cannot be highlighted. */
export interface Sentence {
  text: string;
  range: Range | null;
}

/** A range over the characters `from` to `to` of an element's text. */
function rangeOf(element: Element, from: number, to: number): Range {
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  let isOpen = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (!isOpen && from < at + length) {
      range.setStart(node, from - at);
      isOpen = true;
    }
    if (isOpen && to <= at + length) {
      range.setEnd(node, to - at);
      break;
    }
    at += length;
  }
  return range;
}

/** The sentences of elements that contain only text. */
export function sentencesIn(elements: readonly Element[], language: string): Sentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return elements.flatMap((element) =>
    [...segmenter.segment(element.textContent ?? '')]
      .filter(({ segment }) => segment.trim() !== '')
      .map(({ segment, index }) => ({ text: segment.trim(), range: rangeOf(element, index, index + segment.trimEnd().length) })),
  );
}

/** The sentences of a text, in reading order. */
export const sentencesOf = (root: Element, language: string): Sentence[] =>
  sentencesIn(
    [...root.querySelectorAll(blocks)].filter((block) => !block.closest('svg') && !block.querySelector(blocks)),
    language,
  );

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function show(range: Range | null): void {
  if (!('highlights' in CSS)) return;
  if (range === null) CSS.highlights.delete(highlightName);
  else {
    CSS.highlights.set(highlightName, new Highlight(range));
    range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', behavior: reducedMotion() ? 'auto' : 'smooth' });
  }
}

/** Stops the current reading: there is only one voice. */
let endOther: (() => void) | null = null;

const languageAt = (element: Element): 'en' | 'es' => (element.closest('[lang]')?.getAttribute('lang')?.startsWith('es') ? 'es' : 'en');

/**
 * Reads the text of an element aloud, sentence by sentence, and highlights the current one. `page` identifies the text: if it changes while
 * reading, reading continues there. `onPageRead` is called at the end of a page. Default of the language: the page's `lang`. `sentences`
 * finds the sentences.
 */
export function useReadAloud(
  root: () => Element | null,
  page: unknown,
  language: 'en' | 'es' | null,
  onPageRead: () => boolean,
  sentences: (root: Element, language: 'en' | 'es') => Sentence[] = sentencesOf,
) {
  const [voice] = useState<Voice | undefined>(browserVoice);
  const [isReading, setReading] = useState(false);
  const newest = useRef({ root, onPageRead, sentences });
  useEffect(() => {
    newest.current = { root, onPageRead, sentences };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is read from its start
  useEffect(() => {
    const element = newest.current.root();
    if (!voice || !isReading || !element) return;
    const spoken = language ?? languageAt(element);
    const all = newest.current.sentences(element, spoken);
    const end = () => setReading(false);
    endOther?.();
    endOther = end;
    const read = (at: number) => {
      const sentence = all[at];
      if (!sentence) {
        if (!newest.current.onPageRead()) setReading(false);
        return;
      }
      show(sentence.range);
      keepAttention();
      voice.say(sentence.text, spoken === 'es' ? 'es-MX' : 'en-US', () => read(at + 1));
    };
    read(0);
    return () => {
      // Another reader may have the voice by now.
      if (endOther !== end) return;
      endOther = null;
      voice.stop();
      show(null);
    };
  }, [voice, isReading, language, page]);
  return { hasVoice: voice !== undefined, isReading, toggle: useCallback(() => setReading((is) => !is), []) };
}
