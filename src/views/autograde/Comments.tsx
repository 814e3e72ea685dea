import type { ResponseComment } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import { formatMoment } from '../dates.ts';
import { useUser } from '../hooks.ts';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';
import s from './autograde.module.css';

/** The comments on an answer, oldest first. */
export function Comments({ comments }: { comments: readonly ResponseComment[] }) {
  const { language } = usePreferences();
  const { time_zone } = useUser();
  if (comments.length === 0) return <Text tone="soft">{m.autograde_comments_none()}</Text>;
  return (
    <ol className={s.comments}>
      {comments.map(({ user_puid, user_name, feedback_text, comment_time, score }) => (
        <li key={`${user_puid} ${comment_time} ${feedback_text}`}>
          <p className={s.text} dir="auto">
            {score === null ? feedback_text : m.autograde_comment_score({ text: feedback_text, score: figureWords(score, language) })}
          </p>
          <Text tone="soft" size={2}>
            {m.autograde_comment_by({ name: user_name, when: formatMoment(comment_time, language, time_zone) })}
          </Text>
        </li>
      ))}
    </ol>
  );
}
