import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { announce } from '../../ui/announce.ts';
import s from './autograde.module.css';
import { beginning } from './words.ts';

/** One answer, or several that are graded as one. */
export interface ListedAnswer {
  key: string;
  text: string;
  about: readonly string[];
  isWaiting: boolean;
}

interface AnswerListProps {
  label: string;
  answers: readonly ListedAnswer[];
  /** Place of the answer that is graded. */
  at: number;
  /** Most points of that answer. */
  most: number;
  onMove: (at: number) => void;
  onPoints: (points: number) => void;
  onComment: () => void;
  /** Accepts the suggestion. */
  onAccept: () => void;
}

/**
 * Answers as a list to choose from: arrow keys move, single keys give points. They work in the list alone, so that no
 * other control loses a key (WCAG 2.1.4).
 */
export function AnswerList({ label, answers, at, most, onMove, onPoints, onComment, onAccept }: AnswerListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  /** The next number is that many points and a half. */
  const isHalf = useRef(false);
  useEffect(() => {
    const chosen = list.current?.children[at];
    // Only inside the list: the page stays where it is.
    if (list.current?.contains(document.activeElement)) chosen?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);
  const nextWaiting = () => {
    const later = answers.findIndex(({ isWaiting }, place) => place > at && isWaiting);
    return later >= 0 ? later : answers.findIndex(({ isWaiting }) => isWaiting);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const half = isHalf.current ? 0.5 : 0;
    isHalf.current = ['.', ',', '½'].includes(key);
    const moves: Record<string, number> = { arrowdown: at + 1, arrowup: at - 1, home: 0, end: answers.length - 1, n: nextWaiting() };
    if (key in moves) {
      const to = moves[key] as number;
      if (to >= 0 && to < answers.length) onMove(to);
    } else if (/^\d$/.test(key)) {
      if (Number(key) + half <= most) onPoints(Number(key) + half);
    } else if (isHalf.current) announce(m.autograde_half_next());
    else if (key === 'f') onPoints(most);
    else if (key === 'c') onComment();
    else if (key === 'a') onAccept();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      className={s.list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKeyDown}
      data-focus="answers"
    >
      {answers.map(({ key, text, about }, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, as a listbox does
        <div
          key={key}
          id={`${id}-${place}`}
          className={s.option}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          onClick={() => onMove(place)}
        >
          <p className={s.text} dir="auto">
            {beginning(text)}
          </p>
          <div className={s.about}>
            {about.map((one) => (
              <span key={one}>{one}</span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
