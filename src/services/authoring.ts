import { type AuthoredQuizDetail, authoring, pictureLimits, type SavedQuiz } from '../../contract/authoring.ts';
import type { QuizPreview } from '../../contract/quiz.ts';
import type { QuizToSave } from '../machines/authoring/quizEditorMachine.ts';
import type { PreviewAnswer, PreviewMark, QuizPreviewInput } from '../machines/quiz/quizPreviewMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { type ConnectedApp, watchConnection } from './kit/connection.ts';
import { redrawn } from './kit/redrawn.ts';
import { previewMark } from './quiz/quizPreview.ts';

/** The calls of the `quizEditor` chart. */
export const quizEditorActors = (send: Send, app: ConnectedApp) => ({
  watchConnection: watchConnection(app),
  loadQuiz: callActor<AuthoredQuizDetail, { itemId: number | null }>(({ input, signal }) =>
    send(authoring.authoredQuiz, { item_id: input.itemId ?? 0 }, { signal }),
  ),
  saveDraft: callActor<SavedQuiz, QuizToSave>(({ input: { itemId, creationKey, version, quiz }, signal }) =>
    // Quiet: the state of saving is always on the screen.
    itemId === null || version === null
      ? send(authoring.createQuiz, { creation_key: creationKey, quiz }, { signal, quiet: true })
      : send(authoring.saveQuiz, { item_id: itemId, version, quiz }, { signal, quiet: true }),
  ),
});

/**
 * The calls of the `quizPreview` chart for a draft.
 *
 * @param whenSaved resolves with the id when the server has the newest draft; rejects with the problem if it cannot have it
 */
export const draftPreviewActors = (send: Send, whenSaved: (signal: AbortSignal) => Promise<{ item_id: number }>) => ({
  loadPreview: callActor<QuizPreview, QuizPreviewInput>(async ({ signal }) => {
    const { item_id } = await whenSaved(signal);
    return send(authoring.previewDraft, { item_id, answers: [] }, { signal });
  }),
  markAnswer: callActor<PreviewMark, PreviewAnswer>(async ({ input: { questionId, answer }, signal }) => {
    const { item_id } = await whenSaved(signal);
    const given = { question_id: questionId, answer_id: answer.answerId, answer_text: answer.answerText, time_spent: 0 };
    return previewMark(await send(authoring.previewDraft, { item_id, answers: [given] }, { signal }), questionId);
  }),
});

/** Tries to make a picture small enough for a question: longest edge in pixels, and how it is stored. The first that fits is taken. */
const sizes = [
  { edge: 1200, type: 'image/png', quality: 1 },
  { edge: 1200, type: 'image/jpeg', quality: 0.85 },
  { edge: 800, type: 'image/jpeg', quality: 0.75 },
] as const;

/** Uploads a picture, made smaller first. Drawings stay sharp, photos become JPEG. Returns its name, and its bytes to show. */
export async function uploadPicture(send: Send, file: File, signal: AbortSignal): Promise<{ picture_id: string; picture: Blob }> {
  let picture: Blob = file;
  for (const { edge, ...as } of sizes) {
    if (as.type === 'image/png' && file.type === 'image/jpeg') continue;
    const fit = ({ width, height }: { width: number; height: number }) => {
      const share = Math.min(1, edge / Math.max(width, height));
      return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
    };
    picture = await redrawn(file, fit, as);
    if (picture.size <= pictureLimits.bytes) break;
  }
  const { picture_id } = await send(authoring.uploadPicture, { picture: new File([picture], 'picture') }, { signal, quiet: true });
  return { picture_id, picture };
}

/** A picture as a `data:` address. */
export async function pictureData(send: Send, picture_id: string): Promise<string> {
  const { media_type, content } = await send(authoring.picture, { picture_id }, { quiet: true });
  return `data:${media_type};base64,${content}`;
}
