import { type AuthoredQuizDetail, authoring, type SavedQuiz } from '../../contract/authoring.ts';
import type { QuizPreview } from '../../contract/quiz.ts';
import type { QuizToSave } from '../machines/authoring/quizEditorMachine.ts';
import type { PreviewAnswer, PreviewMark, QuizPreviewInput } from '../machines/quiz/quizPreviewMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { type ConnectedApp, watchConnection } from './kit/connection.ts';
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
