import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { QuizDetails } from '../../../contract/quiz.ts';
import type { QuizInput } from '../../machines/quiz/quizAttempt.ts';
import { quizMachine } from '../../machines/quiz/quizMachine.ts';
import { m } from '../../paraglide/messages.js';
import { ownerOf } from '../../services/login/storedSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useChartMeta, useWorker } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { HandedIn } from './HandedIn.tsx';
import { QuestionPage } from './QuestionPage.tsx';
import { QuestionText } from './QuestionText.tsx';
import s from './QuizView.module.css';
import type { QuizActor } from './quizActor.ts';
import { quizCharts } from './quizCharts.ts';
import { Closed, Elsewhere, Review } from './Review.tsx';
import { TimeLeft } from './TimeLeft.tsx';

interface QuizViewProps {
  input: Omit<QuizInput, 'chance'>;
  /** The quiz was submitted, now or before, at least on this device. */
  onHandedIn: () => void;
}

const announcements = {
  quiz_reviewing: m.quiz_reviewing,
  quiz_submit_failed: m.quiz_submit_failed,
  quiz_submitting: m.quiz_submitting,
  quiz_submitted: m.quiz_submitted,
  quiz_elsewhere: m.quiz_elsewhere,
  quiz_closed: m.quiz_closed,
};
const announcementsOfContact = { quiz_lost: m.quiz_lost };

/** A quiz or assessment, driven by the `quiz` chart: overview, questions, review, submission, receipt. */
export default function QuizView({ input, onHandedIn }: QuizViewProps) {
  const { send, actor: app, now, device, shelf, chance, actorOptions } = useApp();
  const owner = ownerOf(useWorker());
  const { clock } = actorOptions;
  const [spread] = useState(chance);
  // They know the device's state, so they live as long as the chart.
  const actors = useMemo(() => quizCharts({ send, app, now, device, shelf, owner, clock }), [send, app, now, device, shelf, owner, clock]);
  const quiz = useChart(quizMachine, {
    actors,
    input: { ...input, chance: spread },
    announce: announcements,
  });
  useChartMeta(
    useSelector(quiz, ({ children }) => children.contact),
    announcementsOfContact,
  );
  const shown = useFields(quiz, (state) => ({
    isUnavailable: state.hasTag('unavailable'),
    isUnbegun: state.hasTag('unbegun'),
    isElsewhere: state.hasTag('elsewhere'),
    isAnswering: state.hasTag('answering'),
    isReviewing: state.hasTag('reviewing'),
    isClosed: state.hasTag('closed'),
    isHandingIn: state.hasTag('handingIn'),
    isQueued: state.hasTag('queued'),
    isHandedIn: state.hasTag('handedIn'),
    endTime: state.context.endTime,
    problem: state.context.problem,
  }));
  // Submitted on this device and final: the student continues without waiting for a connection.
  const isFinished = shown.isHandedIn || shown.isQueued;
  useEffect(() => {
    if (isFinished) onHandedIn();
  }, [isFinished, onHandedIn]);

  if (shown.isUnavailable) {
    return (
      <ProblemNotice
        title={m.quiz_unavailable()}
        problem={shown.problem}
        focus="quiz-problem"
        onRetry={() => quiz.send({ type: 'overview.retried' })}
      />
    );
  }
  if (shown.isHandedIn) return <HandedIn quiz={quiz} />;
  if (shown.isUnbegun) return <Overview quiz={quiz} />;
  if (shown.isElsewhere) return <Elsewhere quiz={quiz} />;
  if (shown.isHandingIn) return <Review quiz={quiz} />;
  if (shown.isAnswering) {
    if (shown.isClosed) return <Closed quiz={quiz} />;
    return (
      <Stack gap={5}>
        {shown.endTime === null ? null : <TimeLeft endTime={shown.endTime} />}
        {shown.isReviewing ? <Review quiz={quiz} /> : <QuestionPage quiz={quiz} />}
      </Stack>
    );
  }
  return <Skeleton shape="text" count={5} />;
}

/** Why a quiz cannot start without a connection. */
const needsConnection = ({ is_timed }: Pick<QuizDetails, 'is_timed'>) =>
  is_timed ? m.quiz_timed_needs_connection() : m.quiz_needs_connection();

function Overview({ quiz }: { quiz: QuizActor }) {
  const { overview, problem, isStarting } = useFields(quiz, (state) => ({
    overview: state.context.overview,
    problem: state.context.problem,
    isStarting: state.hasTag('starting'),
  }));
  if (!overview) return null;
  return (
    <Card tone="accent" level={2} title={overview.result ? m.quiz_goes_on() : m.quiz_before_you_start()}>
      <QuestionText html={overview.intro} />
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
      {overview.is_timed ? (
        <Notice tone="info">{overview.result ? m.quiz_clock_runs() : m.quiz_clock_goes_on({ minutes: overview.minutes })}</Notice>
      ) : null}
      {problem ? (
        <Notice tone="error" title={m.quiz_start_failed()}>
          {problem.code === 0 ? needsConnection(overview) : problemText(problem)}
        </Notice>
      ) : null}
      <div>
        <Button variant="primary" isPending={isStarting} onPress={() => quiz.send({ type: 'quiz.started' })}>
          {overview.result ? m.quiz_continue() : m.quiz_start()}
        </Button>
      </div>
    </Card>
  );
}
