import { lazy, Suspense, useEffect, useState } from 'react';
import { type Answer, isAnswered } from '../../../common/attempt.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import s from './QuizView.module.css';

const KeyboardShortcuts = lazy(async () => ({ default: (await import('../../ui/KeyboardShortcuts.tsx')).KeyboardShortcuts }));

/** Letters typed into a field are not commands. */
export const isTyping = (target: EventTarget) =>
  target instanceof Element && target.matches('input:not([type=radio], [type=checkbox]), select, textarea');

const none: readonly number[] = [];

interface ShortcutsProps {
  isOpen: boolean;
  onOpen: () => void;
  shortcuts: readonly { keys: readonly string[]; label: string }[];
}

/** The list of shortcuts: by its button, or by `?` outside of text fields. Its dialog loads on first use. */
export function Shortcuts({ isOpen, onOpen, shortcuts }: ShortcutsProps) {
  useEffect(() => {
    if (isOpen) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event.target as Element)) onOpen();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, onOpen]);
  const [opened, setOpened] = useState(0);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        onPress={() => {
          onOpen();
          setOpened(opened + 1);
        }}
      >
        {m.quiz_shortcuts()} (?)
      </Button>
      {isOpen ? (
        <Suspense>
          <KeyboardShortcuts key={opened} startsOpen groups={[{ title: m.quiz_questions(), shortcuts }]} />
        </Suspense>
      ) : null}
    </>
  );
}

interface QuestionPaletteProps {
  questions: readonly Pick<Question, 'id'>[];
  answers: Readonly<Record<number, Answer>>;
  /** Ids of flagged questions. */
  flagged?: readonly number[];
  /** Index of the open question. */
  index: number;
  onOpen: (index: number) => void;
}

/** One small button for each question: answered, unanswered, flagged, current. */
export function QuestionPalette({ questions, answers, flagged = none, index, onOpen }: QuestionPaletteProps) {
  return (
    <nav aria-label={m.quiz_palette()}>
      <ol className={s.palette}>
        {questions.map(({ id }, at) => {
          const answered = isAnswered(answers[id]);
          const marked = flagged.includes(id);
          const words = marked ? m.quiz_state_flagged() : answered ? m.quiz_state_answered() : m.quiz_state_open();
          return (
            <li key={id}>
              <button
                type="button"
                className={s.chip}
                data-answered={answered || undefined}
                data-flagged={marked || undefined}
                aria-current={at === index ? 'step' : undefined}
                aria-label={m.quiz_palette_item({ number: at + 1, state: words })}
                onClick={() => onOpen(at)}
              >
                {at + 1}
                <span aria-hidden="true">{marked ? '⚑' : answered ? '✓' : '·'}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
