import { comments } from '../../contract/comments.ts';
import type { CommentAnswer } from '../machines/comments/feedbackReadingMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** The call of the `feedbackReading` chart, for one result. */
export const feedbackReadingActors = (send: Send, user_puid: number, result_id: number) => ({
  sendAnswer: callActor<unknown, CommentAnswer>(({ input: { commentId: comment_id, text }, signal }) =>
    send(comments.answerComment, { user_puid, result_id, comment_id, answer_text: text.trim() }, { signal }),
  ),
});
