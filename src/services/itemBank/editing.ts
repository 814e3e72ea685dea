import type { AuthoredQuiz } from '../../../contract/authoring.ts';
import { type BankDraft, itemBank } from '../../../contract/itemBank.ts';
import type { EditorCalls } from '../authoring.ts';
import type { Send } from '../kit/client.ts';

/** The calls for a quiz of the catalog, which exists before its draft. `onLoaded` gets what the form does not have in fields. */
export const bankCalls = (send: Send, ofItem: number, onLoaded: (draft: BankDraft) => void): EditorCalls => ({
  load: async (item_id, options) => {
    const draft = await send(itemBank.bankDraft, { item_id }, options);
    onLoaded(draft);
    return { ...draft, document: draft.quiz };
  },
  save: ({ itemId, version, document }, options) =>
    send(itemBank.saveBankDraft, { item_id: itemId as number, version: version as number, quiz: document as AuthoredQuiz }, options),
  publish: (draft, options) => send(itemBank.publishBankDraft, draft, options),
  preview: (draft, options) => send(itemBank.previewBankDraft, draft, options),
  uploadPicture: (picture, options) => send(itemBank.uploadBankPicture, { item_id: ofItem, picture }, options),
  picture: (picture_id, options) => send(itemBank.bankPicture, { picture_id }, options),
});
