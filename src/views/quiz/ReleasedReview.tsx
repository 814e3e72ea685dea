import { useSelector } from '@xstate/react';
import { isAnswered } from '../../../common/attempt.ts';
import { may } from '../../../common/may.ts';
import { comments } from '../../../contract/comments.ts';
import { type QuizReview, quiz } from '../../../contract/quiz.ts';
import { feedbackReadingMachine } from '../../machines/comments/feedbackReadingMachine.ts';
import { m } from '../../paraglide/messages.js';
import { feedbackReadingActors } from '../../services/comments.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { Html } from '../../ui/Html.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { StudentComments } from '../comments/StudentComments.tsx';
import { writeDraft } from '../comments/useDraft.ts';
import { Marked } from '../glossary/Marked.tsx';
import { termsOnce } from '../glossary/termsOnce.ts';
import { useSession, useWorker } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { type Command, useCommand } from '../useCommand.ts';
import { answerInWords, keyInWords, keyLabel } from './answers.ts';
import s from './QuizView.module.css';
import { reasonText } from './reasons.ts';

const messages = { comments_answer_missing: m.comments_answer_missing };

type ReviewedQuestion = QuizReview['questions'][number];

const answerOf = ({ response }: Pick<ReviewedQuestion, 'response'>) =>
  response ? { answerId: response.answer_id, answerText: response.answer_text } : undefined;

const isWaiting = ({ response }: Pick<ReviewedQuestion, 'response'>) => response?.points === null && isAnswered(answerOf({ response }));

function Mark({ response }: Pick<ReviewedQuestion, 'response'>) {
  if (!response || !isAnswered(answerOf({ response }))) return <StatusDot status="none">{m.quiz_review_open()}</StatusDot>;
  if (isWaiting({ response })) return <StatusDot status="busy">{m.quiz_review_waits()}</StatusDot>;
  if (response.is_correct) return <StatusDot status="done">{m.quiz_review_right()}</StatusDot>;
  return <StatusDot status="failed">{response.points ? m.quiz_review_partly() : m.quiz_review_wrong()}</StatusDot>;
}

/** A released result by question: the student's answer, the correct one, and why, with the teacher's comments. */
export function ReleasedReview({ resultId }: { resultId: number }) {
  const { send, persistence } = useApp();
  const { userPuid } = useWorker();
  const { language } = usePreferences();
  const collection = useCollection((signal) => send(quiz.quizReview, { user_puid: userPuid, result_id: resultId }, { signal }));
  const { data, refresh, isStale, problem } = collection;
  const chart = useChart(feedbackReadingMachine, {
    actors: feedbackReadingActors(send, userPuid, resultId),
    announce: messages,
    on: {
      'answer.sent': ({ commentId }) => {
        writeDraft(persistence(), commentId, '');
        announce(m.comments_answer_sent());
        refresh();
      },
      'answer.overtaken': refresh,
    },
  });
  const marking = useCommand(
    'commentsRead',
    (comment_ids: number[], { signal }) =>
      send(comments.markCommentsRead, { user_puid: userPuid, result_id: resultId, comment_ids }, { signal }),
    { announce: { done: () => m.comments_marked(), failed: problemText }, onDone: refresh },
  );
  if (!data) return <LoadState collection={collection} shape="card" count={3} />;
  // The teacher took the result back while it was on the screen.
  if (isStale && problem?.reason === 'notFound') return <Notice tone="info">{m.refusal_resultRecalled()}</Notice>;
  const { lesson_id, assignment_id, group_assignment_id } = data.assigned;
  const marked = termsOnce(data.questions.map(({ question }) => question));
  const questions = data.questions.map((one, at) => ({ ...one, question: marked[at] ?? one.question }));
  const waiting = data.questions.filter(isWaiting).length;
  const unread = data.questions.flatMap((one) => one.comments).filter(({ is_read }) => !is_read);
  return (
    <Section title={m.quiz_review_title()}>
      {waiting > 0 ? <Text>{m.quiz_review_still_waiting({ count: waiting })}</Text> : null}
      <NewComments ids={unread.map(({ comment_id }) => comment_id)} marking={marking} />
      <ol className={s.review}>
        {questions.map((reviewed, at) => (
          <li key={reviewed.question.id} className={s.reviewed}>
            <Stack gap={2}>
              <Text tone="soft" size={2}>
                {m.quiz_question_of({ at: at + 1, of: data.questions.length })}
                {reviewed.response && reviewed.response.points === null
                  ? null
                  : ` · ${m.quiz_review_points({ points: reviewed.response?.points ?? 0, max: reviewed.question.points })}`}
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
                    <dt>{keyLabel(reviewed.question)}</dt>
                    <dd>{keyInWords(reviewed.question)}</dd>
                  </div>
                )}
              </dl>
              {reviewed.reasons.length > 0 ? (
                <Text tone="soft" size={2}>
                  {reviewed.reasons.map((reason) => reasonText(reason, language)).join(' ')}
                </Text>
              ) : null}
              {reviewed.question.explanation ? (
                <Marked html={reviewed.question.explanation} terms={reviewed.question.terms}>
                  <Html html={reviewed.question.explanation} />
                </Marked>
              ) : null}
              <StudentComments
                comments={reviewed.comments}
                chart={chart}
                addressOf={(resourceId, heading) =>
                  paths.lessonResource(lesson_id, assignment_id, group_assignment_id, resourceId, heading)
                }
                isMarking={marking.isSaving}
                onRead={marking.give}
              />
            </Stack>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** How many comments are new, and one button for all; or why they could not be marked. */
function NewComments({ ids, marking }: { ids: number[]; marking: Command<number[], unknown> }) {
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  const locked = user && may(user, comments.markCommentsRead) ? null : m.refusal_notWhileActing();
  return (
    <>
      {marking.problem ? <ProblemNotice title={m.comments_not_marked()} problem={marking.problem} focus="command-problem" /> : null}
      {ids.length > 0 ? (
        <Notice
          tone="info"
          action={
            <Button size="small" reason={locked} isPending={marking.isSaving} onPress={() => marking.give(ids)}>
              {m.comments_mark_all()}
            </Button>
          }
        >
          {m.comments_waiting({ count: ids.length })}
        </Notice>
      ) : null}
    </>
  );
}
