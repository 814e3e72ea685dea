import type * as v from 'valibot';
import { type AuthoredQuiz, authoring, type KeyCorrection } from '../../contract/authoring.ts';
import type { QuizAnswer, QuizPreview } from '../../contract/quiz.ts';
import type { Photo } from '../../contract/shell.ts';
import type { DraftToSave, LoadedDraft, SavedDraft } from '../machines/authoring/draftEditorMachine.ts';
import type { PreviewAnswer, PreviewMark, QuizPreviewInput } from '../machines/quiz/quizPreviewMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { type ConnectedApp, watchConnection } from './kit/connection.ts';
import { previewMark } from './quiz/quizPreview.ts';

interface Options {
  signal: AbortSignal;
  quiet?: true;
}
/** The calls of a form with drafts. */
export interface DraftCalls {
  load: (item_id: number, options: Options) => Promise<LoadedDraft>;
  save: (draft: DraftToSave, options: Options) => Promise<SavedDraft>;
  publish: (draft: { item_id: number; version: number }, options: Options) => Promise<SavedDraft>;
}
/** The calls for the pictures of a form. */
export interface PictureCalls {
  uploadPicture: (picture: File, options: Options) => Promise<{ picture_id: string }>;
  picture: (picture_id: string, options: Partial<Options>) => Promise<Photo>;
}
/** The calls of a quiz's form: of a user's own quiz, or of one of the catalog. */
export interface EditorCalls extends DraftCalls, PictureCalls {
  preview: (draft: { item_id: number; answers: v.InferInput<typeof QuizAnswer>[] }, options: Options) => Promise<QuizPreview>;
  /** Questions whose key was corrected after students answered. Absent: they are not looked for. */
  corrections?: (item_id: number, options: Options) => Promise<KeyCorrection[]>;
}

/** The calls for the quizzes that users write. */
export const ownQuizCalls = (send: Send): EditorCalls => ({
  load: async (item_id, options) => {
    const { quiz, ...detail } = await send(authoring.authoredQuiz, { item_id }, options);
    return { ...detail, document: quiz };
  },
  save: ({ itemId, creationKey, version, document }, options) => {
    const quiz = document as AuthoredQuiz;
    return itemId === null || version === null
      ? send(authoring.createQuiz, { creation_key: creationKey, quiz }, options)
      : send(authoring.saveQuiz, { item_id: itemId, version, quiz }, options);
  },
  publish: (draft, options) => send(authoring.publishQuiz, draft, options),
  preview: (draft, options) => send(authoring.previewDraft, draft, options),
  corrections: (item_id, options) => send(authoring.keyCorrections, { item_id }, options),
  uploadPicture: (picture, options) => send(authoring.uploadPicture, { picture }, options),
  picture: (picture_id, options) => send(authoring.picture, { picture_id }, options),
});

/** The calls of the `draftEditor` chart. */
export const draftEditorActors = (calls: DraftCalls, app: ConnectedApp) => ({
  watchConnection: watchConnection(app),
  loadDraft: callActor<LoadedDraft, { itemId: number | null }>(({ input, signal }) => calls.load(input.itemId ?? 0, { signal })),
  // Quiet: the state of saving is always on the screen.
  saveDraft: callActor<SavedDraft, DraftToSave>(({ input, signal }) => calls.save(input, { signal, quiet: true })),
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
