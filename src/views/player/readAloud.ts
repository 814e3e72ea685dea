import { useCallback, useEffect, useRef, useState } from 'react';
import { browserVoice, type Voice } from '../../services/speech.ts';
import { keepAttention } from './attention.ts';

/** Blocks in which sentences stand; a diagram's words are not read. */
const blocks = 'p, li, h2, h3, h4, figcaption, td, th';
const highlightName = 'spoken';

/** A sentence and where it stands. */
interface Sentence {
  text: string;
  range: Range;
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

/** The sentences of a text, in the order in which they are read. */
export function sentencesOf(root: Element, language: string): Sentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return [...root.querySelectorAll(blocks)]
    .filter((block) => !block.closest('svg') && !block.querySelector(blocks))
    .flatMap((block) =>
      [...segmenter.segment(block.textContent ?? '')]
        .filter(({ segment }) => segment.trim() !== '')
        .map(({ segment, index }) => ({ text: segment.trim(), range: rangeOf(block, index, index + segment.trimEnd().length) })),
    );
}

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function show(range: Range | null): void {
  if (!('highlights' in CSS)) return;
  if (range === null) CSS.highlights.delete(highlightName);
  else {
    CSS.highlights.set(highlightName, new Highlight(range));
    range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', behavior: reducedMotion() ? 'auto' : 'smooth' });
  }
}

/**
 * Reads the text of an element aloud, sentence by sentence, and highlights the one that is read. `page` is what is read: where it
 * changes while reading, reading goes on there. `onPageRead` is called at the end of a page.
 */
export function useReadAloud(root: () => Element | null, page: unknown, language: 'en' | 'es', onPageRead: () => boolean) {
  const [voice] = useState<Voice | undefined>(browserVoice);
  const [isReading, setReading] = useState(false);
  const newest = useRef({ root, onPageRead });
  useEffect(() => {
    newest.current = { root, onPageRead };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is read from its beginning
  useEffect(() => {
    const element = newest.current.root();
    if (!voice || !isReading || !element) return;
    const sentences = sentencesOf(element, language);
    const read = (at: number) => {
      const sentence = sentences[at];
      if (!sentence) {
        if (!newest.current.onPageRead()) setReading(false);
        return;
      }
      show(sentence.range);
      keepAttention();
      voice.say(sentence.text, language === 'es' ? 'es-MX' : 'en-US', () => read(at + 1));
    };
    read(0);
    return () => {
      voice.stop();
      show(null);
    };
  }, [voice, isReading, language, page]);
  return { hasVoice: voice !== undefined, isReading, toggle: useCallback(() => setReading((is) => !is), []) };
}
