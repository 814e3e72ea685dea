import { isAnswered } from '../../../common/attempt.ts';
import { type QuizReview, quiz } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Section } from '../../ui/Page.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useWorker } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { answerInWords, keyInWords } from './answers.ts';
import s from './QuizView.module.css';
import { reasonText } from './reasons.ts';

type ReviewedQuestion = QuizReview['questions'][number];

const answerOf = ({ response }: Pick<ReviewedQuestion, 'response'>) =>
  response ? { answerId: response.answer_id, answerText: response.answer_text } : undefined;

function Mark({ response }: Pick<ReviewedQuestion, 'response'>) {
  if (!response || !isAnswered(answerOf({ response }))) return <StatusDot status="none">{m.quiz_review_open()}</StatusDot>;
  if (response.is_correct) return <StatusDot status="done">{m.quiz_review_right()}</StatusDot>;
  return <StatusDot status="failed">{response.points ? m.quiz_review_partly() : m.quiz_review_wrong()}</StatusDot>;
}

/** A released result by question: the student's answer, the correct one, and why. */
export function ReleasedReview({ resultId }: { resultId: number }) {
  const { send } = useApp();
  const { userPuid } = useWorker();
  const { language } = usePreferences();
  const collection = useCollection((signal) => send(quiz.quizReview, { user_puid: userPuid, result_id: resultId }, { signal }));
  const { data } = collection;
  if (!data) return <LoadState collection={collection} shape="card" count={3} />;
  return (
    <Section title={m.quiz_review_title()}>
      <ol className={s.review}>
        {data.questions.map((reviewed, at) => (
          <li key={reviewed.question.id} className={s.reviewed}>
            <Stack gap={2}>
              <Text tone="soft" size={2}>
                {m.quiz_question_of({ at: at + 1, of: data.questions.length })} ·{' '}
                {m.quiz_review_points({ points: reviewed.response?.points ?? 0, max: reviewed.question.points })}
              </Text>
              <Html html={reviewed.question.question_text} />
              <Mark response={reviewed.response} />
              <dl className={s.answers}>
                <div>
                  <dt>{m.quiz_your_answer()}</dt>
                  <dd>{answerInWords(reviewed.question, answerOf(reviewed)) || '–'}</dd>
                </div>
                {reviewed.response?.is_correct ? null : (
                  <div>
                    <dt>{m.quiz_review_key()}</dt>
                    <dd>{keyInWords(reviewed.question)}</dd>
                  </div>
                )}
              </dl>
              {reviewed.reasons.length > 0 ? (
                <Text tone="soft" size={2}>
                  {reviewed.reasons.map((reason) => reasonText(reason, language)).join(' ')}
                </Text>
              ) : null}
              {reviewed.question.explanation ? <Html html={reviewed.question.explanation} /> : null}
            </Stack>
          </li>
        ))}
      </ol>
    </Section>
  );
}
