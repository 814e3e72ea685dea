import { useSelector } from '@xstate/react';
import { may } from '../../../common/may.ts';
import { comments as commentCalls, mostCommentAnswerLetters, type StudentComment } from '../../../contract/comments.ts';
import type { feedbackReadingMachine } from '../../machines/comments/feedbackReadingMachine.ts';
import { m } from '../../paraglide/messages.js';
import { commentDraftsSlice } from '../../services/kit/slices/commentDrafts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useApp } from '../app.ts';
import { useSession, useWorker } from '../hooks.ts';
import { offer } from '../offer.ts';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import type { Chart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import s from './comments.module.css';
import { placeName } from './placeName.ts';
import { textIn, writtenIn } from './textIn.ts';
import { useDraft } from './useDraft.ts';

interface StudentCommentsProps {
  comments: readonly StudentComment[];
  chart: Chart<typeof feedbackReadingMachine>;
  /** Address of a place in the lesson. */
  addressOf: (lessonResourceId: number, heading: string | null) => string;
  isMarking: boolean;
  onRead: (ids: number[]) => void;
}

/** The comments on one answer, each with its place to read again and the student's answer, or a field for it. */
export function StudentComments({ comments, ...props }: StudentCommentsProps) {
  if (comments.length === 0) return null;
  return (
    <Stack gap={2}>
      <h3 className={s.heading}>{m.comments_title({ count: comments.length })}</h3>
      <ol className={s.comments}>
        {comments.map((comment) => (
          <li key={comment.comment_id} className={s.comment} data-new={!comment.is_read || undefined}>
            <Comment comment={comment} {...props} />
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function Comment({ comment, chart, addressOf, isMarking, onRead }: Omit<StudentCommentsProps, 'comments'> & { comment: StudentComment }) {
  const { persistence } = useApp();
  const { language } = usePreferences();
  const { time_zone } = useWorker();
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  const { isOpen, isAnswered } = useFields(chart, ({ context }) => ({
    isOpen: context.commentId === comment.comment_id,
    isAnswered: context.answered.includes(comment.comment_id),
  }));
  const { comment_id, user_name, comment_time, is_read, place, answer } = comment;
  const { text, lang, isForeign } = textIn(comment, language);
  const locked = user && may(user, commentCalls.answerComment) ? null : m.refusal_notWhileActing();
  const hasDraft = (persistence()?.read(commentDraftsSlice)?.[comment_id] ?? '') !== '';
  return (
    <Stack gap={2}>
      <Row gap={2}>
        {is_read ? null : <Badge tone="accent">{m.comments_unread()}</Badge>}
        <Text tone="soft" size={2}>
          {m.comments_by({ name: user_name, when: formatMoment(comment_time, language, time_zone) })}
        </Text>
      </Row>
      <p className={s.text} lang={lang} dir="auto">
        {text}
      </p>
      {isForeign && lang ? (
        <Text tone="soft" size={2}>
          {writtenIn(lang)}
        </Text>
      ) : null}
      {place ? (
        <p className={s.place}>
          {m.comments_read_again()}{' '}
          {place.lesson_resource_id === null ? (
            m.comments_place_gone({ place: placeName(place) })
          ) : (
            <Link href={addressOf(place.lesson_resource_id, place.heading)}>{placeName(place)}</Link>
          )}
        </p>
      ) : null}
      {answer ? (
        <div className={s.answer}>
          <Text tone="soft" size={2}>
            {m.comments_your_answer({ when: formatMoment(answer.answer_time, language, time_zone) })}
          </Text>
          <p className={s.text} dir="auto">
            {answer.answer_text}
          </p>
        </div>
      ) : null}
      {isOpen ? <AnswerField chart={chart} commentId={comment_id} locked={locked} /> : null}
      <Row gap={2}>
        {is_read ? null : (
          <Button size="small" reason={locked} isPending={isMarking} onPress={() => onRead([comment_id])}>
            {m.comments_mark_read()}
          </Button>
        )}
        {answer || isOpen || isAnswered ? null : (
          <Button size="small" reason={locked} onPress={() => offer(chart, { type: 'answer.opened', commentId: comment_id })}>
            {hasDraft ? m.comments_answer_continue() : m.comments_answer_open()}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** The field for an answer. What is typed is on the device at once. */
function AnswerField({
  chart,
  commentId,
  locked,
}: {
  chart: Chart<typeof feedbackReadingMachine>;
  commentId: number;
  locked: string | null;
}) {
  const { draft, keepDraft } = useDraft(commentId);
  const { isSending, isMissing, problem, isUnreached } = useFields(chart, (snapshot) => ({
    isSending: snapshot.hasTag('busy'),
    isMissing: snapshot.hasTag('fieldError'),
    problem: snapshot.context.problem,
    isUnreached: snapshot.hasTag('unreached'),
  }));
  return (
    <Stack gap={2}>
      {problem ? (
        <div data-focus="comment-problem" tabIndex={-1}>
          <Notice tone={isUnreached ? 'warning' : 'error'} title={isUnreached ? m.comments_answer_kept() : m.comments_answer_not_sent()}>
            {isUnreached ? m.comments_answer_kept_text() : `${problemText(problem)} ${m.comments_answer_stays()}`}
          </Notice>
        </div>
      ) : null}
      <TextArea
        label={m.comments_answer()}
        description={m.comments_answer_help({ most: mostCommentAnswerLetters })}
        value={draft}
        maxLength={mostCommentAnswerLetters}
        isReadOnly={isSending}
        error={isMissing ? m.comments_answer_missing() : undefined}
        onChange={(text) => {
          keepDraft(text);
          offer(chart, { type: 'form.edited' });
        }}
        data-focus="comment-answer"
      />
      <Row gap={2}>
        <Button
          variant="primary"
          size="small"
          isPending={isSending}
          reason={locked}
          onPress={() => offer(chart, { type: 'answer.submitted', text: draft })}
        >
          {m.comments_answer_send()}
        </Button>
        <Button size="small" reason={isSending ? m.ui_wait() : null} onPress={() => offer(chart, { type: 'answer.closed' })}>
          {m.comments_answer_later()}
        </Button>
      </Row>
    </Stack>
  );
}
