import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { type Answer, isAnswered } from '../../../common/attempt.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft, IconArrowRight, IconFlag, IconFlagFilled, IconX } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { useApp } from '../app.ts';
import { termsOnce } from '../glossary/termsOnce.ts';
import { focusElement, useFocusOnChange } from '../hooks.ts';
import { useFields } from '../useFields.ts';
import { chosen, isChoice } from './answers.ts';
import { QuestionInput } from './QuestionInput.tsx';
import { isTyping, QuestionPalette, Shortcuts } from './QuestionNavigation.tsx';
import { QuizSaveNotices, QuizSaveStatus } from './QuizSave.tsx';
import s from './QuizView.module.css';
import type { QuizActor } from './quizActor.ts';

/** An empty answer clears the previous one. */
function answerQuestion(quiz: QuizActor, { id }: Question, answer: Answer, at: number): void {
  if (isAnswered(answer)) quiz.send({ type: 'answer.changed', questionId: id, answer, at });
  else quiz.send({ type: 'answer.cleared', questionId: id, at });
}

const shortcuts = () => [
  { keys: ['1'], label: m.quiz_key_choose() },
  { keys: ['Shift', '1'], label: m.quiz_key_cross_out() },
  { keys: ['N'], label: m.quiz_key_next() },
  { keys: ['P'], label: m.quiz_key_previous() },
  { keys: ['F'], label: m.quiz_key_flag() },
  { keys: ['R'], label: m.quiz_key_look_over() },
  { keys: ['?'], label: m.quiz_key_help() },
];

/** The questions, one per page or all on one, with the position and the save state. */
export function QuestionPage({ quiz }: { quiz: QuizActor }) {
  const { questions, index, layout, answers, flagged, crossedOut } = useFields(quiz, ({ context }) => ({
    questions: context.questions,
    index: context.index,
    layout: context.layout,
    answers: context.answers,
    flagged: context.flagged,
    crossedOut: context.crossedOut,
  }));
  const { now } = useApp();
  const [hasShortcuts, setShortcuts] = useState(false);
  const isAll = layout === 'all';
  const once = useMemo(() => termsOnce(questions), [questions]);
  const question = questions[index];
  const isLast = index === questions.length - 1;
  useFocusOnChange('question', isAll ? undefined : question?.id);
  const open = (to: number) => {
    if (isAll) document.getElementById(`question-${questions[to]?.id}`)?.focus();
    else if (quiz.getSnapshot().can({ type: 'question.opened', index: to })) quiz.send({ type: 'question.opened', index: to });
  };
  const lookOver = () => {
    if (quiz.getSnapshot().can({ type: 'quiz.reviewed' })) quiz.send({ type: 'quiz.reviewed' });
  };
  const answerOf = (of: Question) => quiz.getSnapshot().context.answers[of.id];

  /** Only while the focus is among the questions, so that single letters do not clash with other shortcuts. */
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element;
    // React passes on the keys of what a question opens over the page, such as a definition.
    if (!question || event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || !event.currentTarget.contains(target)) return;
    const act = commandOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const commandOf = ({ key, code, shiftKey }: KeyboardEvent): (() => unknown) | undefined => {
    if (!question) return undefined;
    const option = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
    if (option !== undefined) {
      const id = question.answer_options[Number(option) - 1]?.id;
      if (id === undefined || !isChoice(question)) return undefined;
      return shiftKey
        ? () => quiz.send({ type: 'option.crossedOut', questionId: question.id, optionId: id })
        : () => answerQuestion(quiz, question, chosen(question, answerOf(question), id), now());
    }
    switch (key.toLowerCase()) {
      case 'n':
        return () => open(index + 1);
      case 'p':
        return () => open(index - 1);
      case 'f':
        return () => quiz.send({ type: 'question.flagged', questionId: question.id });
      case 'r':
        return lookOver;
      default:
        return undefined;
    }
  };

  if (!question) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only shortcuts; every action has a control.
    <div className={s.page} onKeyDown={onKeyDown}>
      <QuizSaveStatus quiz={quiz} />
      <QuizSaveNotices quiz={quiz} />
      <QuestionPalette questions={questions} answers={answers} flagged={flagged} index={index} onOpen={open} />
      {(isAll ? once : [question]).map((one, place) => (
        <QuestionCard
          key={one.id}
          question={one}
          at={isAll ? place : index}
          of={questions.length}
          answer={answers[one.id]}
          isFlagged={flagged.includes(one.id)}
          crossedOut={crossedOut[one.id] ?? none}
          isAll={isAll}
          quiz={quiz}
        />
      ))}
      <Row justify="between">
        {isAll ? (
          <span />
        ) : (
          <Button icon={IconArrowLeft} reason={index === 0 ? m.quiz_is_first() : null} onPress={() => open(index - 1)}>
            {m.quiz_previous()}
          </Button>
        )}
        <Row>
          {isLast || isAll ? null : (
            <Button variant="primary" iconEnd={IconArrowRight} onPress={() => open(index + 1)}>
              {m.quiz_next()}
            </Button>
          )}
          <Button variant={isLast || isAll ? 'primary' : 'secondary'} onPress={lookOver}>
            {m.quiz_look_over()}
          </Button>
        </Row>
      </Row>
      <div className={s.tools}>
        <NativeSelect
          label={m.quiz_layout()}
          value={layout}
          placeholder=""
          options={[
            { key: 'one', label: m.quiz_layout_one() },
            { key: 'all', label: m.quiz_layout_all() },
          ]}
          onChange={(key) => quiz.send({ type: 'layout.chosen', layout: key === 'all' ? 'all' : 'one' })}
        />
        <Shortcuts isOpen={hasShortcuts} onOpen={() => setShortcuts(true)} shortcuts={shortcuts()} />
      </div>
    </div>
  );
}

interface QuestionCardProps {
  question: Question;
  at: number;
  of: number;
  answer: Answer | undefined;
  isFlagged: boolean;
  crossedOut: readonly number[];
  /** All questions are on the page. */
  isAll: boolean;
  quiz: QuizActor;
}

const none: readonly number[] = [];

/** With a hundred questions on one page, only the changed one rerenders: its props do not change with another question. */
const QuestionCard = memo(function QuestionCard({ question, at, of, answer, isFlagged, crossedOut, isAll, quiz }: QuestionCardProps) {
  const { now } = useApp();
  const { id } = question;
  const visit = () => {
    if (isAll && at !== quiz.getSnapshot().context.index) quiz.send({ type: 'question.visited', index: at });
  };
  const clear = () => {
    quiz.send({ type: 'answer.cleared', questionId: id, at: now() });
    if (isAll) document.getElementById(`question-${id}`)?.focus();
    else focusElement('question');
  };
  return (
    <section className={s.question} aria-labelledby={`question-${id}`} data-begin onFocus={visit}>
      <Row justify="between">
        <h2 id={`question-${id}`} tabIndex={-1}>
          {m.quiz_question_of({ at: at + 1, of })}
        </h2>
        <Button
          variant="quiet"
          size="small"
          icon={isFlagged ? IconFlagFilled : IconFlag}
          aria-pressed={isFlagged}
          onPress={() => quiz.send({ type: 'question.flagged', questionId: id })}
        >
          {isFlagged ? m.quiz_flagged() : m.quiz_flag()}
        </Button>
      </Row>
      <QuestionInput
        question={question}
        answer={answer}
        crossedOut={crossedOut}
        onChange={(given) => answerQuestion(quiz, question, given, now())}
        onCrossOut={(optionId) => quiz.send({ type: 'option.crossedOut', questionId: id, optionId })}
      />
      {isAnswered(answer) ? (
        <Row>
          <Button variant="quiet" size="small" icon={IconX} onPress={clear}>
            {m.quiz_clear()}
          </Button>
        </Row>
      ) : null}
    </section>
  );
});
