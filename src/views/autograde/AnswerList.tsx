import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { GradedQuestion, QuestionResponse } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { usePreferences } from '../shell/preferences.ts';
import s from './autograde.module.css';
import { answerText, beginning, pointsText } from './words.ts';

interface AnswerListProps {
  question: GradedQuestion['question'];
  /** Answers that are the same, by group. */
  groups: readonly (readonly QuestionResponse[])[];
  /** Place of the group that is graded. */
  at: number;
  onMove: (at: number) => void;
  onPoints: (points: number) => void;
  onComment: () => void;
  /** Accepts the suggestion for the group. */
  onAccept: () => void;
}

/**
 * The answers to a question as a list to choose from: arrow keys move, single keys give points. They work in the list alone, so that no
 * other control loses a key (WCAG 2.1.4).
 */
export function AnswerList({ question, groups, at, onMove, onPoints, onComment, onAccept }: AnswerListProps) {
  const { language } = usePreferences();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.children[at];
    // Only inside the list: the page stays where it is.
    if (list.current?.contains(document.activeElement)) chosen?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);
  const nextWaiting = () => {
    const later = groups.findIndex((group, place) => place > at && group.some(({ points }) => points === null));
    return later >= 0 ? later : groups.findIndex((group) => group.some(({ points }) => points === null));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const moves: Record<string, number> = { arrowdown: at + 1, arrowup: at - 1, home: 0, end: groups.length - 1, n: nextWaiting() };
    if (key in moves) {
      const to = moves[key] as number;
      if (to >= 0 && to < groups.length) onMove(to);
    } else if (/^\d$/.test(key)) {
      if (Number(key) <= question.points) onPoints(Number(key));
    } else if (key === 'f') onPoints(question.points);
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
      aria-label={m.autograde_list()}
      aria-activedescendant={`${id}-${at}`}
      onKeyDown={onKeyDown}
      data-focus="answers"
    >
      {groups.map((group, place) => {
        const first = group[0] as QuestionResponse;
        const isSelected = place === at;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, as a listbox does
          <div
            key={`${first.result_id} ${group.length}`}
            id={`${id}-${place}`}
            className={s.option}
            role="option"
            tabIndex={-1}
            aria-selected={isSelected}
            onClick={() => onMove(place)}
          >
            <p className={s.text} dir="auto">
              {beginning(answerText(question, first))}
            </p>
            <div className={s.about}>
              <span>{m.autograde_count({ count: group.length })}</span>
              <span>{pointsText(group, question.points, language)}</span>
            </div>
          </div>
        );
      })}
    </div>
  );
}
