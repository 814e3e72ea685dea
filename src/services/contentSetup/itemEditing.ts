import type { AuthoredItem, ItemSource } from '../../../contract/authoredItem.ts';
import { contentSetup } from '../../../contract/contentSetup.ts';
import { itemBank } from '../../../contract/itemBank.ts';
import type { DraftCalls, PictureCalls } from '../authoring.ts';
import type { Send } from '../kit/client.ts';

/** The calls for an item of the catalog, which exists before its draft. `onLoaded` gets what the form does not have in fields. */
export const itemCalls = (send: Send, ofItem: number, onLoaded: (source: ItemSource) => void): DraftCalls & PictureCalls => ({
  load: async (item_id, options) => {
    const source = await send(contentSetup.itemSource, { item_id }, options);
    onLoaded(source);
    return { ...source, document: source.item };
  },
  save: ({ itemId, version, document }, options) =>
    send(contentSetup.saveItem, { item_id: itemId as number, version: version as number, item: document as AuthoredItem }, options),
  publish: (draft, options) => send(contentSetup.publishItem, draft, options),
  uploadPicture: (picture, options) => send(contentSetup.uploadMedia, { item_id: ofItem, picture }, options),
  picture: (picture_id, options) => send(itemBank.bankPicture, { picture_id }, options),
});
