import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { isAnswered, type QuizInput, quizMachine } from '../../machines/quiz/quizMachine.ts';
import { m } from '../../paraglide/messages.js';
import { quizActors } from '../../services/quiz.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Html } from '../../ui/Html.tsx';
import { IconArrowLeft, IconArrowRight, IconFlag, IconFlagFilled, IconX } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Timer } from '../../ui/Timer.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { focusElement, useChartMeta, useFocusOnChange, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { QuestionInput } from './QuestionInput.tsx';
import s from './QuizView.module.css';
import { ReleasedReview } from './ReleasedReview.tsx';

interface QuizViewProps {
  input: QuizInput;
  /** The quiz is handed in, now or before. */
  onHandedIn: () => void;
}

const announcements = {
  quiz_reviewing: m.quiz_reviewing,
  quiz_submit_failed: m.quiz_submit_failed,
  quiz_submitting: m.quiz_submitting,
  quiz_submitted: m.quiz_submitted,
};

/** A quiz or assessment, as the `quiz` chart goes: overview, questions one a page, looking over, handing in, receipt. */
export default function QuizView({ input, onHandedIn }: QuizViewProps) {
  const { send, now, actorOptions } = useApp();
  const logic = useMemo(() => quizMachine.provide({ actors: quizActors(send, now, actorOptions.clock) }), [send, now, actorOptions.clock]);
  const quiz = useActorRef(logic, { ...actorOptions, input });
  useChartMeta(quiz, announcements);
  const state = useSelector(quiz, (snapshot) => snapshot);
  const isHandedIn = state.hasTag('handedIn');
  useEffect(() => {
    if (isHandedIn) onHandedIn();
  }, [isHandedIn, onHandedIn]);

  if (state.matches('unavailable')) {
    return (
      <ProblemNotice
        title={m.quiz_unavailable()}
        problem={state.context.problem}
        focus="quiz-problem"
        onRetry={() => quiz.send({ type: 'overview.retried' })}
      />
    );
  }
  if (state.matches('loading')) return <Skeleton shape="text" count={5} />;
  if (isHandedIn) return <HandedIn state={state} />;
  if (state.matches('overview') || state.matches('starting')) {
    return <Overview state={state} onStart={() => quiz.send({ type: 'quiz.started' })} />;
  }
  if (state.matches({ answering: 'question' })) return <QuestionPage state={state} quiz={quiz} />;
  return <Review state={state} quiz={quiz} />;
}

type QuizActor = ReturnType<typeof useActorRef<typeof quizMachine>>;
type QuizState = ReturnType<QuizActor['getSnapshot']>;

function Overview({ state, onStart }: { state: QuizState; onStart: () => void }) {
  const { overview, problem } = state.context;
  if (!overview) return null;
  return (
    <Card tone="accent" level={2} title={m.quiz_before_you_start()}>
      <Html html={overview.intro} />
      <dl className={s.facts}>
        <div>
          <dt>{m.quiz_questions()}</dt>
          <dd>{overview.question_count}</dd>
        </div>
        <div>
          <dt>{m.quiz_points()}</dt>
          <dd>{overview.points}</dd>
        </div>
        <div>
          <dt>{overview.is_timed ? m.quiz_timed() : m.quiz_minutes()}</dt>
          <dd>{overview.minutes}</dd>
        </div>
      </dl>
      {problem ? (
        <Notice tone="error" title={m.quiz_start_failed()}>
          {problemText(problem)}
        </Notice>
      ) : null}
      <div>
        <Button variant="primary" isPending={state.matches('starting')} onPress={onStart}>
          {overview.result ? m.quiz_continue() : m.quiz_start()}
        </Button>
      </div>
    </Card>
  );
}

function QuestionPage({ state, quiz }: { state: QuizState; quiz: QuizActor }) {
  const { now } = useApp();
  const { questions, index, answers, flagged, endTime } = state.context;
  const question = questions[index];
  useFocusOnChange('question', question?.id);
  if (!question) return null;
  const isFlagged = flagged.includes(question.id);
  const open = (to: number) => quiz.send({ type: 'question.opened', index: to });
  const isLast = index === questions.length - 1;
  return (
    <Stack gap={5}>
      <Row justify="between">
        <QuestionPalette state={state} onOpen={open} />
        {endTime === null ? null : <Timer remaining={Math.max(0, (Date.parse(endTime) - now()) / 1000)} />}
      </Row>
      <section key={question.id} className={s.question} aria-labelledby={`question-${question.id}`}>
        <Row justify="between">
          <h2 id={`question-${question.id}`} tabIndex={-1}>
            {m.quiz_question_of({ at: index + 1, of: questions.length })}
          </h2>
          <Button
            variant="quiet"
            size="small"
            icon={isFlagged ? IconFlagFilled : IconFlag}
            aria-pressed={isFlagged}
            onPress={() => quiz.send({ type: 'question.flagged', questionId: question.id })}
          >
            {isFlagged ? m.quiz_flagged() : m.quiz_flag()}
          </Button>
        </Row>
        <QuestionInput
          question={question}
          answer={answers[question.id]}
          onChange={(answer) =>
            quiz.send(
              isAnswered(answer)
                ? { type: 'answer.changed', questionId: question.id, answer }
                : { type: 'answer.cleared', questionId: question.id },
            )
          }
        />
        {isAnswered(answers[question.id]) ? (
          <Row>
            <Button
              variant="quiet"
              size="small"
              icon={IconX}
              onPress={() => {
                quiz.send({ type: 'answer.cleared', questionId: question.id });
                focusElement('question');
              }}
            >
              {m.quiz_clear()}
            </Button>
          </Row>
        ) : null}
      </section>
      <Row justify="between">
        <Button icon={IconArrowLeft} reason={index === 0 ? m.quiz_is_first() : null} onPress={() => open(index - 1)}>
          {m.quiz_previous()}
        </Button>
        <Row>
          {isLast ? null : (
            <Button variant="primary" iconEnd={IconArrowRight} onPress={() => open(index + 1)}>
              {m.quiz_next()}
            </Button>
          )}
          <Button variant={isLast ? 'primary' : 'secondary'} onPress={() => quiz.send({ type: 'quiz.reviewed' })}>
            {m.quiz_look_over()}
          </Button>
        </Row>
      </Row>
    </Stack>
  );
}

/** One small button for each question: answered, not answered, flagged, and where one is. */
function QuestionPalette({ state, onOpen }: { state: QuizState; onOpen: (index: number) => void }) {
  const { questions, answers, flagged, index } = state.context;
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

function Review({ state, quiz }: { state: QuizState; quiz: QuizActor }) {
  const { questions, answers, flagged, problem } = state.context;
  const isBusy = state.matches('submitting');
  const closed = isBusy ? m.quiz_submitting() : state.matches('overdue') ? m.quiz_time_over() : null;
  const open = questions.filter(({ id }) => !isAnswered(answers[id])).length;
  return (
    <Stack gap={5}>
      <h2 tabIndex={-1} data-focus="review-title">
        {m.quiz_look_over()}
      </h2>
      {state.hasTag('failed') ? (
        <div data-focus="quiz-problem" tabIndex={-1}>
          <Notice tone="error" title={m.quiz_submit_failed()}>
            {problem ? problemText(problem) : null} {m.quiz_nothing_lost()}
          </Notice>
        </div>
      ) : null}
      {open > 0 ? (
        <Notice tone="warning">{m.quiz_unanswered({ count: open })}</Notice>
      ) : (
        <Notice tone="success">{m.quiz_all_answered()}</Notice>
      )}
      <ol className={s.review}>
        {questions.map(({ id, question_text }, at) => (
          <li key={id}>
            <div className={s.reviewText}>
              <Html html={question_text} />
              <Text tone="soft" size={2}>
                {isAnswered(answers[id]) ? m.quiz_state_answered() : m.quiz_state_open()}
                {flagged.includes(id) ? ` · ${m.quiz_state_flagged()}` : ''}
              </Text>
            </div>
            <Button
              size="small"
              reason={closed}
              aria-label={m.quiz_open_question({ number: at + 1 })}
              onPress={() => quiz.send({ type: 'question.opened', index: at })}
            >
              {m.quiz_change()}
            </Button>
          </li>
        ))}
      </ol>
      <Row justify="between">
        <Button icon={IconArrowLeft} reason={closed} onPress={() => quiz.send({ type: 'review.closed' })}>
          {m.quiz_back_to_questions()}
        </Button>
        <Button variant="primary" isPending={isBusy} onPress={() => quiz.send({ type: 'quiz.submitted' })}>
          {m.quiz_hand_in()}
        </Button>
      </Row>
    </Stack>
  );
}

function HandedIn({ state }: { state: QuizState }) {
  const { result } = state.context;
  const { language } = usePreferences();
  const { time_zone } = useUser();
  if (!result) return null;
  return (
    <Stack gap={5}>
      <Card
        level={2}
        tone="accent"
        title={
          <span tabIndex={-1} data-focus="result-title">
            {m.quiz_submitted()}
          </span>
        }
      >
        <dl className={s.facts}>
          <div>
            <dt>{m.quiz_answered_count()}</dt>
            <dd>{m.quiz_of({ at: result.answered, of: result.questions })}</dd>
          </div>
          {result.submitted_at ? (
            <div>
              <dt>{m.quiz_handed_in_at()}</dt>
              <dd>{formatMoment(result.submitted_at, language, time_zone)}</dd>
            </div>
          ) : null}
          {result.receipt ? (
            <div>
              <dt>{m.quiz_receipt()}</dt>
              <dd>
                <code>{result.receipt}</code>
              </dd>
            </div>
          ) : null}
          {result.score !== null && result.max_score !== null ? (
            <div>
              <dt>{m.quiz_score()}</dt>
              <dd>{m.quiz_of({ at: result.score, of: result.max_score })}</dd>
            </div>
          ) : null}
        </dl>
        {result.is_late ? <Text tone="soft">{m.quiz_was_late()}</Text> : null}
        <Text tone="soft">{result.score === null ? m.quiz_score_later() : m.quiz_released()}</Text>
      </Card>
      {result.state === 'released' ? <ReleasedReview resultId={result.result_id} /> : null}
    </Stack>
  );
}
