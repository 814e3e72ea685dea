import type * as v from 'valibot';
import { type AuthoredQuizDetail, authoring, type SavedQuiz } from '../../contract/authoring.ts';
import type { QuizAnswer, QuizPreview } from '../../contract/quiz.ts';
import type { Photo } from '../../contract/shell.ts';
import type { QuizToSave } from '../machines/authoring/quizEditorMachine.ts';
import type { PreviewAnswer, PreviewMark, QuizPreviewInput } from '../machines/quiz/quizPreviewMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { type ConnectedApp, watchConnection } from './kit/connection.ts';
import { previewMark } from './quiz/quizPreview.ts';

interface Options {
  signal: AbortSignal;
  quiet?: true;
}
/** The calls of a quiz's form: of a user's own quiz, or of one of the catalog. */
export interface EditorCalls {
  load: (item_id: number, options: Options) => Promise<AuthoredQuizDetail>;
  save: (quiz: QuizToSave, options: Options) => Promise<SavedQuiz>;
  publish: (draft: { item_id: number; version: number }, options: Options) => Promise<SavedQuiz>;
  preview: (draft: { item_id: number; answers: v.InferInput<typeof QuizAnswer>[] }, options: Options) => Promise<QuizPreview>;
  uploadPicture: (picture: File, options: Options) => Promise<{ picture_id: string }>;
  picture: (picture_id: string, options: Partial<Options>) => Promise<Photo>;
}

/** The calls for the quizzes that users write. */
export const ownQuizCalls = (send: Send): EditorCalls => ({
  load: (item_id, options) => send(authoring.authoredQuiz, { item_id }, options),
  save: ({ itemId, creationKey, version, quiz }, options) =>
    itemId === null || version === null
      ? send(authoring.createQuiz, { creation_key: creationKey, quiz }, options)
      : send(authoring.saveQuiz, { item_id: itemId, version, quiz }, options),
  publish: (draft, options) => send(authoring.publishQuiz, draft, options),
  preview: (draft, options) => send(authoring.previewDraft, draft, options),
  uploadPicture: (picture, options) => send(authoring.uploadPicture, { picture }, options),
  picture: (picture_id, options) => send(authoring.picture, { picture_id }, options),
});

/** The calls of the `quizEditor` chart. */
export const quizEditorActors = (calls: EditorCalls, app: ConnectedApp) => ({
  watchConnection: watchConnection(app),
  loadQuiz: callActor<AuthoredQuizDetail, { itemId: number | null }>(({ input, signal }) => calls.load(input.itemId ?? 0, { signal })),
  // Quiet: the state of saving is always on the screen.
  saveDraft: callActor<SavedQuiz, QuizToSave>(({ input, signal }) => calls.save(input, { signal, quiet: true })),
});

/**
 * The calls of the `quizPreview` chart for a draft.
 *
 * @param whenSaved resolves with the id when the server has the newest draft; rejects with the problem if it cannot have it
 */
export const draftPreviewActors = (calls: EditorCalls, whenSaved: (signal: AbortSignal) => Promise<{ item_id: number }>) => ({
  loadPreview: callActor<QuizPreview, QuizPreviewInput>(async ({ signal }) => {
    const { item_id } = await whenSaved(signal);
    return calls.preview({ item_id, answers: [] }, { signal });
  }),
  markAnswer: callActor<PreviewMark, PreviewAnswer>(async ({ input: { questionId, answer }, signal }) => {
    const { item_id } = await whenSaved(signal);
    const given = { question_id: questionId, answer_id: answer.answerId, answer_text: answer.answerText, time_spent: 0 };
    return previewMark(await calls.preview({ item_id, answers: [given] }, { signal }), questionId);
  }),
});
