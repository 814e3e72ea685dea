import { useEffect, useState } from 'react';
import { unsaved } from '../../machines/provider/providerAnswers.ts';
import { type ProviderAssessmentInput, providerAssessmentMachine } from '../../machines/provider/providerAssessmentMachine.ts';
import { m } from '../../paraglide/messages.js';
import { providerActors } from '../../services/provider.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Html } from '../../ui/Html.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type SaveState, SaveStatus } from '../../ui/SaveStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { frameAnnouncements, ProviderFrame } from './ProviderFrame.tsx';

const announcements = {
  provider_unavailable: m.provider_unavailable,
  ...frameAnnouncements,
  provider_submitting: m.provider_submitting,
  provider_handed_in: m.provider_handed_in,
  quiz_submit_failed: m.quiz_submit_failed,
};

const newNonce = () => crypto.randomUUID();

interface ProviderAssessmentProps {
  input: ProviderAssessmentInput;
  /** Heading level; 1 if the page has no other heading. */
  level?: 1 | 2;
  /** It was submitted, now or before. */
  onHandedIn: () => void;
}

/** A provider's assessment in a sandboxed frame; docs/assessment-provider.md describes the protocol. */
export default function ProviderAssessment({ input, level = 2, onHandedIn }: ProviderAssessmentProps) {
  const { send, now, chance, actor: app } = useApp();
  const [spread] = useState(chance);
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const assessment = useChart(providerAssessmentMachine, {
    actors: providerActors(send, { app, now, newNonce }),
    input: { ...input, chance: spread },
    announce: announcements,
  });
  const { overview, opened, result, problem, isFramed, isHandedIn, ...seen } = useFields(assessment, (snapshot) => ({
    overview: snapshot.context.overview,
    opened: snapshot.context.opened,
    waiting: unsaved(snapshot.context).length,
    result: snapshot.context.result,
    problem: snapshot.context.problem,
    isLoading: snapshot.hasTag('loading'),
    isUnavailable: snapshot.hasTag('unavailable'),
    isStarting: snapshot.hasTag('starting'),
    isFramed: snapshot.hasTag('framed'),
    isSaving: snapshot.hasTag('saving'),
    isUnsaved: snapshot.hasTag('unsaved'),
    isRefused: snapshot.hasTag('refused'),
    isDown: snapshot.hasTag('down'),
    isHandingIn: snapshot.hasTag('handingIn'),
    isNotHandedIn: snapshot.hasTag('notHandedIn'),
    isHandedIn: snapshot.hasTag('handedIn'),
  }));
  useEffect(() => {
    if (isHandedIn) onHandedIn();
  }, [isHandedIn, onHandedIn]);

  const Title = level === 1 ? 'h1' : 'h2';
  const title = overview && level === 1 ? <Title>{overview.title}</Title> : null;

  if (seen.isUnavailable)
    return (
      <ProblemNotice
        title={m.provider_unavailable()}
        problem={problem}
        focus="provider-problem"
        onRetry={() => assessment.send({ type: 'overview.retried' })}
      />
    );
  if (!overview || seen.isLoading) return <Skeleton shape="text" count={5} />;
  if (isHandedIn && result)
    return (
      <Stack gap={4}>
        {title}
        <Card
          tone="accent"
          level={2}
          title={
            <span tabIndex={-1} data-focus="provider-receipt">
              {m.quiz_submitted()}
            </span>
          }
        >
          {result.submitted_at ? <p>{m.printable_handed_in_at({ at: formatMoment(result.submitted_at, language, time_zone) })}</p> : null}
          <p>{m.provider_answered({ answered: result.answered, questions: result.questions })}</p>
          {result.receipt ? <p>{m.provider_receipt({ receipt: result.receipt })}</p> : null}
          <p>
            {result.score === null || result.max_score === null
              ? m.provider_score_later()
              : m.provider_score({ score: result.score, max: result.max_score })}
          </p>
        </Card>
      </Stack>
    );
  if (seen.isDown)
    return (
      <ProblemNotice
        title={m.provider_down()}
        problem={problem ?? { code: 0, message: m.provider_down_text() }}
        focus="provider-problem"
        onRetry={() => assessment.send({ type: 'frame.reopened' })}
      />
    );
  if (seen.isNotHandedIn)
    return (
      <ProblemNotice
        title={m.quiz_submit_failed()}
        problem={problem}
        focus="provider-problem"
        onRetry={() => assessment.send({ type: 'submission.retried' })}
      />
    );
  if (seen.isHandingIn)
    return (
      <Stack gap={4}>
        <p>{m.provider_submitting()}</p>
        <Skeleton shape="text" count={3} />
      </Stack>
    );
  if (isFramed && opened) {
    const saveState: SaveState = seen.isUnsaved
      ? { kind: 'failed', count: seen.waiting, ...(seen.isRefused && problem ? { reason: problemText(problem) } : {}) }
      : { kind: seen.isSaving ? 'saving' : 'saved' };
    return (
      <Stack gap={4}>
        {title}
        <ProviderFrame
          actor={assessment}
          title={overview.title}
          beside={<SaveStatus state={saveState} timeZone={time_zone} onRetry={() => assessment.send({ type: 'delivery.retried' })} />}
        />
      </Stack>
    );
  }
  return (
    <Stack gap={4}>
      {title}
      <Card tone="accent" level={2} title={m.quiz_before_you_start()}>
        <Html html={overview.intro} />
        <p>{m.provider_facts({ questions: overview.question_count, points: overview.points, minutes: overview.minutes })}</p>
        <p>{m.provider_where()}</p>
        {level === 2 ? (
          <p>
            <Link href={paths.providerAssessment(input.lessonId, input.quizId, input.resourceTrackingId)}>{m.provider_own_page()}</Link>
          </p>
        ) : null}
        {problem ? (
          <Notice tone="error" title={m.quiz_start_failed()}>
            {problemText(problem)}
          </Notice>
        ) : null}
        <div>
          <Button variant="primary" isPending={seen.isStarting} onPress={() => assessment.send({ type: 'assessment.started' })}>
            {result ? m.quiz_continue() : m.quiz_start()}
          </Button>
        </div>
      </Card>
    </Stack>
  );
}
