import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import type { Answer } from '../../../common/attempt.ts';
import type { Question } from '../../../contract/quiz.ts';
import { type PreviewMark, type QuizPreviewInput, quizPreviewMachine } from '../../machines/quiz/quizPreviewMachine.ts';
import { m } from '../../paraglide/messages.js';
import { quizPreviewActors } from '../../services/quiz/quizPreview.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Html } from '../../ui/Html.tsx';
import { IconArrowLeft, IconArrowRight, IconPrinter } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useApp } from '../app.ts';
import { Marked } from '../glossary/Marked.tsx';
import { unmarked } from '../glossary/termsOnce.ts';
import { useFocusOnChange } from '../hooks.ts';
import { offer } from '../offer.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import { chosen, isChoice, keyInWords, keyLabel } from './answers.ts';
import { MarkNotice } from './MarkNotice.tsx';
import { QuestionInput } from './QuestionInput.tsx';
import { isTyping, QuestionPalette, Shortcuts } from './QuestionNavigation.tsx';
import { QuestionText } from './QuestionText.tsx';
import s from './QuizPreview.module.css';
import q from './QuizView.module.css';

const QuizPaper = lazy(async () => ({ default: (await import('../student/QuizPaper.tsx')).QuizPaper }));
const KeyPaper = lazy(async () => ({ default: (await import('../library/PrintQuizWithKeyPage.tsx')).Paper }));

const announcements = {
  check_right: m.check_right,
  check_wrong: m.check_wrong,
  check_failed: m.check_failed,
  preview_key_shown: m.preview_key_shown,
};

const shortcuts = () => [
  { keys: ['1'], label: m.quiz_key_choose() },
  { keys: ['N'], label: m.quiz_key_next() },
  { keys: ['P'], label: m.quiz_key_previous() },
  { keys: ['C'], label: m.preview_key_check() },
  { keys: ['A'], label: m.preview_key_toggle() },
  { keys: ['?'], label: m.quiz_key_help() },
];

interface QuizPreviewProps {
  input: QuizPreviewInput;
  lessonName: string;
  /** Students take it on paper. */
  isOnPaper: boolean;
  /** Calls of the chart; default: those for a quiz of the library or a lesson. */
  actors?: ReturnType<typeof quizPreviewActors>;
}

/**
 * A quiz in the teacher's preview and in front of the class, driven by the `quizPreview` chart: playable questions, and the key on demand.
 */
export default function QuizPreview({ input, lessonName, isOnPaper, actors }: QuizPreviewProps) {
  const { send } = useApp();
  const preview = useChart(quizPreviewMachine, { actors: actors ?? quizPreviewActors(send), input, announce: announcements });
  const [hasShortcuts, setShortcuts] = useState(false);
  const { quiz, index, answers, marks, questionId, problem, isKeyShown, ...seen } = useFields(preview, (snapshot) => ({
    quiz: snapshot.context.quiz,
    index: snapshot.context.index,
    answers: snapshot.context.answers,
    marks: snapshot.context.marks,
    questionId: snapshot.context.questionId,
    problem: snapshot.context.problem,
    isUnavailable: snapshot.hasTag('unavailable'),
    isEmpty: snapshot.hasTag('empty'),
    isUnchecked: snapshot.hasTag('unchecked'),
    isBusy: snapshot.hasTag('busy'),
    isKeyShown: snapshot.hasTag('keyShown'),
  }));
  const question = quiz?.questions[index];
  useFocusOnChange('question', isOnPaper ? undefined : question?.id);
  const checking = { type: 'answer.checked' as const, questionId: question?.id ?? 0 };
  const notYet = useWhyNot<typeof quizPreviewMachine>(preview, checking, { hasAnswer: m.check_answer_first() });
  const opening = (to: number) => ({ type: 'question.opened' as const, index: to });
  const isFirst = useWhyNot<typeof quizPreviewMachine>(preview, opening(index - 1), { isThere: m.quiz_is_first() });
  const isLast = useWhyNot<typeof quizPreviewMachine>(preview, opening(index + 1), { isThere: m.preview_is_last() });

  if (seen.isUnavailable)
    return (
      <ProblemNotice
        title={m.check_unavailable()}
        problem={problem}
        focus="preview-problem"
        onRetry={() => preview.send({ type: 'preview.retried' })}
      />
    );
  if (seen.isEmpty) return <EmptyState title={m.preview_empty()} />;
  if (!quiz || !question) return <Skeleton shape="text" count={6} />;

  const { questions } = quiz;
  const points = questions.reduce((sum, one) => sum + one.points, 0);
  const showKey = (isShown: boolean) => preview.send({ type: isShown ? 'key.shown' : 'key.hidden' });
  const open = (to: number) => offer(preview, opening(to));
  const answer = (given: Answer) => preview.send({ type: 'answer.changed', questionId: question.id, answer: given });
  const check = () => offer(preview, checking);
  const commandOf = ({ key, code }: KeyboardEvent): (() => void) | undefined => {
    const option = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
    if (option !== undefined) {
      const id = question.answer_options[Number(option) - 1]?.id;
      return id === undefined || !isChoice(question) ? undefined : () => answer(chosen(question, answers[question.id], id));
    }
    const commands: Record<string, () => void> = {
      n: () => open(index + 1),
      p: () => open(index - 1),
      c: check,
      a: () => showKey(!isKeyShown),
    };
    return commands[key.toLowerCase()];
  };
  /** Only while the focus is among the questions, so that single letters do not clash with other shortcuts. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target as Element)) return;
    const act = commandOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const keySwitch = <Switch label={m.preview_key()} isSelected={isKeyShown} onChange={showKey} />;

  if (isOnPaper)
    return (
      <Stack gap={5}>
        <div className={s.onScreen}>
          <Stack gap={4}>
            <p>{m.preview_paper()}</p>
            <Row justify="between">
              {keySwitch}
              <Button icon={IconPrinter} onPress={() => window.print()}>
                {m.printable_print()}
              </Button>
            </Row>
          </Stack>
        </div>
        <Suspense fallback={<Skeleton shape="text" count={8} />}>
          <QuizPaper
            quiz={{
              title: quiz.title,
              intro: quiz.intro,
              lesson_name: lessonName,
              group_name: '',
              teacher_name: '',
              period: null,
              questions,
            }}
            studentName=""
          />
          {isKeyShown ? (
            <div className={s.newPage}>
              <KeyPaper sheet={{ ...quiz, intro_html: '' }} withKey />
            </div>
          ) : null}
        </Suspense>
      </Stack>
    );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only shortcuts; every action has a control.
    <div className={s.board} onKeyDown={onKeyDown}>
      {quiz.intro ? <QuestionText html={quiz.intro} /> : null}
      {quiz.is_timed ? <Notice tone="info">{m.preview_timed({ minutes: quiz.minutes })}</Notice> : null}
      <div className={s.bar}>
        <Text tone="soft">
          {m.quiz_questions()}: {questions.length} · {m.quiz_points()}: {points}
        </Text>
        {keySwitch}
      </div>
      {questions.length > 1 ? <QuestionPalette questions={questions} answers={answers} index={index} onOpen={open} /> : null}
      <section className={q.question} aria-labelledby={`preview-${question.id}`} data-begin>
        <h2 id={`preview-${question.id}`}>{m.quiz_question_of({ at: index + 1, of: questions.length })}</h2>
        <QuestionInput key={question.id} question={unmarked(question)} answer={answers[question.id]} onChange={answer} />
        <MarkOf mark={marks[question.id]} isKeyShown={isKeyShown} terms={question.terms} />
        {seen.isUnchecked && questionId === question.id && problem ? (
          <Notice tone="error" title={m.check_failed()} isSaid>
            {problemText(problem)}
          </Notice>
        ) : null}
        <div>
          <Button isPending={seen.isBusy && questionId === question.id} reason={notYet} onPress={check}>
            {m.check_button()}
          </Button>
        </div>
        {isKeyShown ? <Key question={question} /> : null}
      </section>
      <Row justify="between">
        <Button icon={IconArrowLeft} reason={isFirst} onPress={() => open(index - 1)}>
          {m.preview_previous()}
        </Button>
        <Button variant="primary" iconEnd={IconArrowRight} reason={isLast} onPress={() => open(index + 1)}>
          {m.preview_next()}
        </Button>
      </Row>
      <div>
        <Shortcuts isOpen={hasShortcuts} onOpen={() => setShortcuts(true)} shortcuts={shortcuts()} />
      </div>
    </div>
  );
}

interface MarkOfProps extends Pick<Question, 'terms'> {
  mark: PreviewMark | undefined;
  isKeyShown: boolean;
}

function MarkOf({ mark, isKeyShown, terms }: MarkOfProps) {
  if (!mark) return null;
  const { isRight, points, explanation } = mark;
  const partly = !isRight && points > 0 ? { title: m.quiz_review_partly() } : {};
  return <MarkNotice isRight={isRight} {...partly} explanation={isKeyShown ? '' : explanation} terms={terms} />;
}

/** The correct answer, why, and what wrong answers can mean. */
function Key({ question }: { question: Question }) {
  const mistakes = question.answer_options.filter(({ misconception }) => misconception);
  return (
    <dl className={s.key}>
      <div>
        <dt>{keyLabel(question)}</dt>
        <dd className={s.right}>{keyInWords(question)}</dd>
      </div>
      {question.explanation ? (
        <div>
          <dt>{m.check_why()}</dt>
          <dd>
            <Marked html={question.explanation} terms={question.terms}>
              <Html html={question.explanation} />
            </Marked>
          </dd>
        </div>
      ) : null}
      {mistakes.length > 0 ? (
        <div>
          <dt>{m.preview_mistakes()}</dt>
          <dd>
            <ul className={s.mistakes}>
              {mistakes.map(({ id, answer_text, misconception }) => (
                <li key={id}>
                  <strong>{answer_text}</strong> – {misconception}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
