import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { plainLineOf } from '../../../common/authoring/formats/reading.ts';
import type { QuizProblem } from '../../../common/authoring/quizProblems.ts';
import type { AuthoredQuestion } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconCopy, IconEdit, IconTrash } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import s from './authoring.module.css';
import { typeName } from './typeNames.ts';

const QuestionFields = lazy(async () => ({ default: (await import('./QuestionFields.tsx')).QuestionFields }));

export interface QuestionRowProps {
  question: AuthoredQuestion;
  index: number;
  count: number;
  isOpen: boolean;
  problems: readonly QuizProblem[];
  newKey: () => string;
  onOpen: () => void;
  /** Its fields have come. */
  onShown: () => void;
  onClose: () => void;
  /** `isTyped`: further typing in the same field belongs to the same undo step. */
  onChange: (question: AuthoredQuestion, field: string, isTyped: boolean) => void;
  onMove: (step: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  /** A new question of the same type. */
  onNext: () => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** A question in the list: its words and tools, and its fields when it is open. */
export function QuestionRow({ question, index, count, isOpen, problems, onOpen, onShown, onClose, ...act }: QuestionRowProps) {
  const number = index + 1;
  const words = plainLineOf(question.text) || m.authoring_no_text();
  const isWrong = problems.some((one) => one.question === question.key);
  // Before the editor of the text, which would break the line.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    act.onNext();
  };
  return (
    <li className={s.question} data-question={question.key} onKeyDownCapture={onKeyDownCapture}>
      <div className={s.head}>
        <h2 className={s.number}>{m.authoring_question({ number })}</h2>
        <Badge>{typeName(question.question_type)}</Badge>
        {isWrong ? <Badge tone="danger">{m.authoring_incomplete_question()}</Badge> : null}
        {isOpen ? null : <span className={s.words}>{words}</span>}
        <Row gap={0} noWrap>
          <IconButton
            size="small"
            icon={isOpen ? IconChevronDown : IconEdit}
            label={isOpen ? m.authoring_close({ number }) : m.authoring_open({ number })}
            aria-expanded={isOpen}
            onPress={isOpen ? onClose : onOpen}
          />
          <IconButton
            size="small"
            icon={IconArrowUp}
            label={m.authoring_up({ number })}
            reason={index === 0 ? m.authoring_is_first() : null}
            onPress={() => act.onMove(-1)}
          />
          <IconButton
            size="small"
            icon={IconArrowDown}
            label={m.authoring_down({ number })}
            reason={number === count ? m.authoring_is_last() : null}
            onPress={() => act.onMove(1)}
          />
          <IconButton size="small" icon={IconCopy} label={m.authoring_duplicate({ number })} onPress={act.onDuplicate} />
          <IconButton size="small" icon={IconTrash} label={m.authoring_remove({ number })} onPress={act.onRemove} />
        </Row>
      </div>
      {isOpen ? (
        <Suspense>
          <QuestionFields question={question} problems={problems} {...act} />
          <Shown onShown={onShown} />
        </Suspense>
      ) : null}
    </li>
  );
}

/** Says that what stands beside it has come. */
function Shown({ onShown }: Pick<QuestionRowProps, 'onShown'>) {
  const said = useEffectEvent(onShown);
  useEffect(() => said(), []);
  return null;
}
