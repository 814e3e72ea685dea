import { lazy, Suspense, useState } from 'react';
import { visibleToStudent } from '../../../contract/quizResult.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { downloadText } from '../../ui/download.ts';
import { IconCopy, IconDownload, IconPrinter } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWorker } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { useFields } from '../useFields.ts';
import s from './QuizView.module.css';
import type { QuizActor } from './quizActor.ts';

const ReleasedReview = lazy(async () => ({ default: (await import('./ReleasedReview.tsx')).ReleasedReview }));

/** The receipt: time, count, and a short hash; the score once it may be seen. */
export function HandedIn({ quiz }: { quiz: QuizActor }) {
  const { result, overview } = useFields(quiz, ({ context }) => ({ result: context.result, overview: context.overview }));
  const { language } = usePreferences();
  const { time_zone, first_name, last_name } = useWorker();
  const [isCopied, setCopied] = useState(false);
  if (!result) return null;
  const visible = visibleToStudent[result.state];
  const time = result.submitted_at ? formatMoment(result.submitted_at, language, time_zone) : '';
  const receipt = [
    m.quiz_receipt_of({ title: overview?.title ?? '' }),
    ...(first_name === '' ? [] : [m.quiz_receipt_student({ name: `${first_name} ${last_name}` })]),
    m.quiz_receipt_time({ time }),
    m.quiz_receipt_count({ at: result.answered, of: result.questions }),
    m.quiz_receipt_code({ code: result.receipt ?? '' }),
  ].join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(receipt);
      setCopied(true);
    } catch {
      // The clipboard is not allowed: the other two ways are beside it.
    }
  };
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
          {time ? (
            <div>
              <dt>{m.quiz_handed_in_at()}</dt>
              <dd>{time}</dd>
            </div>
          ) : null}
          {visible.receipt && result.receipt ? (
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
        {result.is_past_due ? <Text tone="soft">{m.quiz_was_past_due()}</Text> : null}
        {result.is_late ? <Text tone="soft">{m.quiz_was_late()}</Text> : null}
        <Text tone="soft">{visible.score ? m.quiz_released() : m.quiz_score_later()}</Text>
        {result.receipt ? (
          <Row>
            <Button size="small" icon={IconCopy} onPress={() => void copy()}>
              {isCopied ? m.quiz_receipt_copied() : m.quiz_receipt_copy()}
            </Button>
            <Button
              size="small"
              icon={IconDownload}
              onPress={() => downloadText(`${m.quiz_receipt_file()}-${result.receipt}.txt`, 'text/plain', receipt)}
            >
              {m.quiz_receipt_download()}
            </Button>
            <Button size="small" icon={IconPrinter} onPress={() => window.print()}>
              {m.quiz_receipt_print()}
            </Button>
          </Row>
        ) : null}
      </Card>
      {result.isComplete === false ? <Notice tone="warning">{m.quiz_incomplete()}</Notice> : null}
      {visible.review ? (
        <Suspense fallback={<Skeleton shape="card" count={3} />}>
          <ReleasedReview resultId={result.result_id} />
        </Suspense>
      ) : null}
    </Stack>
  );
}
