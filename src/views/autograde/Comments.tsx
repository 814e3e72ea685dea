import { may } from '../../../common/may.ts';
import { autograde, type ResponseComment } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { placeName } from '../comments/placeName.ts';
import { textIn, writtenIn } from '../comments/textIn.ts';
import { useUser } from '../hooks.ts';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import s from './autograde.module.css';

interface CommentsProps {
  comments: readonly ResponseComment[];
  /** A comment was taken back, or its answer marked seen. */
  onChanged: () => void;
}

/** The comments on an answer, oldest first, with what the student answered. An own comment that nobody has read can be taken back. */
export function Comments({ comments, onChanged }: CommentsProps) {
  const { send } = useApp();
  const user = useUser();
  const { userPuid } = user;
  const removal = useCommand(
    'takeBackComment',
    ({ comment_id }: ResponseComment, { signal }) => send(autograde.takeBackComment, { user_puid: userPuid, comment_id }, { signal }),
    { question: 'plain', announce: { done: () => m.autograde_taken_back() }, onDone: onChanged },
  );
  const seeing = useCommand(
    'answersSeen',
    (comment_ids: number[], { signal }) => send(autograde.markAnswersSeen, { user_puid: userPuid, comment_ids }, { signal }),
    { announce: { done: () => m.autograde_answers_seen(), failed: problemText }, onDone: onChanged },
  );
  const fresh = comments.filter(({ answer }) => answer?.is_new).map(({ comment_id }) => comment_id);
  return (
    <Stack gap={3}>
      {seeing.problem ? (
        <div data-focus="command-problem" tabIndex={-1}>
          <Notice tone="error">{problemText(seeing.problem)}</Notice>
        </div>
      ) : null}
      {comments.length === 0 ? (
        <Text tone="soft">{m.autograde_comments_none()}</Text>
      ) : (
        <ol className={s.comments}>
          {comments.map((comment) => (
            <li key={comment.comment_id}>
              <Comment
                comment={comment}
                {...(comment.user_puid === userPuid && !comment.is_read ? { onTakeBack: () => removal.give(comment) } : {})}
              />
            </li>
          ))}
        </ol>
      )}
      {fresh.length > 0 ? (
        <Row>
          <Button
            size="small"
            isPending={seeing.isSaving}
            reason={may(user, autograde.markAnswersSeen) ? null : m.refusal_notWhileActing()}
            onPress={() => seeing.give(fresh)}
          >
            {m.autograde_mark_seen({ count: fresh.length })}
          </Button>
        </Row>
      ) : null}
      <ConfirmDialog
        isOpen={removal.isAsking}
        onOpenChange={(isOpen) => !isOpen && removal.dismissQuestion()}
        title={m.autograde_take_back_title()}
        confirmLabel={m.autograde_take_back()}
        isDanger
        isPending={removal.isSaving}
        error={removal.problem ? problemText(removal.problem) : null}
        onConfirm={() => removal.confirm()}
      >
        {m.autograde_take_back_text({ text: removal.order?.feedback_text ?? '' })}
      </ConfirmDialog>
    </Stack>
  );
}

function Comment({ comment, onTakeBack }: { comment: ResponseComment; onTakeBack?: () => void }) {
  const { language } = usePreferences();
  const user = useUser();
  const { user_name, comment_time, score, translation, place, is_for_student, is_read, answer } = comment;
  const { text, lang, isForeign } = textIn(comment, language);
  const other = text === comment.feedback_text ? translation : comment.feedback_text;
  const otherLang = language === 'en' ? 'es' : 'en';
  return (
    <Stack gap={1}>
      <p className={s.text} dir="auto" lang={lang}>
        {score === null ? text : m.autograde_comment_score({ text, score: figureWords(score, language) })}
      </p>
      {translation !== '' && other !== '' ? (
        <p className={s.text} dir="auto" lang={otherLang}>
          {other}
        </p>
      ) : null}
      {isForeign && lang ? (
        <Text tone="soft" size={2}>
          {writtenIn(lang)}
        </Text>
      ) : null}
      {place ? <Text size={2}>{`${m.comments_read_again()} ${placeName(place)}`}</Text> : null}
      <Text tone="soft" size={2}>
        {m.autograde_comment_by({ name: user_name, when: formatMoment(comment_time, language, user.time_zone) })} ·{' '}
        {!is_for_student ? m.autograde_comment_staff_only() : is_read ? m.autograde_comment_read() : m.autograde_comment_unread()}
      </Text>
      {answer ? (
        <div className={s.answer}>
          <Row gap={2}>
            {answer.is_new ? <Badge tone="accent">{m.comments_unread()}</Badge> : null}
            <Text tone="soft" size={2}>
              {m.autograde_comment_answer({ when: formatMoment(answer.answer_time, language, user.time_zone) })}
            </Text>
          </Row>
          <p className={s.text} dir="auto">
            {answer.answer_text}
          </p>
        </div>
      ) : null}
      {onTakeBack ? (
        <Row>
          <Button size="small" reason={may(user, autograde.takeBackComment) ? null : m.refusal_notWhileActing()} onPress={onTakeBack}>
            {m.autograde_take_back()}
          </Button>
        </Row>
      ) : null}
    </Stack>
  );
}
