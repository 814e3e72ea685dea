import type { AuthoredItem } from '../../../contract/authoredItem.ts';
import { calls } from '../../../contract/index.ts';
import { idOf } from '../../../server/content/ids.ts';
import { insertAll } from '../../../server/db/upsert.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { png } from '../../server/pictures.ts';
import type { TestServer } from '../../server/testServer.ts';

const places = { emptyProduct: 1931, removedProduct: 1932, withdrawnItem: 1933, removedLesson: 1934 } as const;
const draft = {
  bank_item_id: idOf('course/unit/sub/quiz'),
  bank_version: 1,
  item_id: idOf('course/unit/sub/reading'),
  item_version: 1,
} as const;
export type ContentWorld = typeof places & typeof draft & { bank_picture_id: string; item: AuthoredItem };

/** Adds a product in which nothing is, one that was deleted, a prebuilt lesson that was deleted, and drafts of a quiz and an item. */
export async function makeContentWorld({ db, clock, signIn }: TestServer): Promise<ContentWorld> {
  const product = (product_id: number) => ({
    ...{ product_id, code: `setup/${product_id}`, name: `Product ${product_id}`, description: '', language_id: 101 },
    ...{ mapped_id: null, grades: '[]', sort_order: product_id, version: 1 },
  });
  await insertAll(db, 'product', [product(places.emptyProduct)]);
  const stored = JSON.stringify(product(places.removedProduct));
  await insertAll(db, 'removed_place', [{ place_id: places.removedProduct, kind: 'product', stored, removed_at: clock.now }]);
  const lesson = await db
    .selectFrom('lesson')
    .selectAll()
    .where('district_id', '=', ids.district)
    .where('lesson_id', '=', ids.freeLesson)
    .executeTakeFirstOrThrow();
  await insertAll(db, 'lesson', [{ ...lesson, lesson_id: places.removedLesson, deleted_at: clock.now }]);
  const pam = await signIn('pam');
  const { quiz, version } = await pam.ok(calls.bankDraft, { item_id: draft.bank_item_id });
  await pam.ok(calls.saveBankDraft, { item_id: draft.bank_item_id, version, quiz: { ...quiz, title: 'Draft' } });
  await db.updateTable('catalog_quiz').set({ version: draft.bank_version }).execute();
  const { picture_id: bank_picture_id } = await pam.ok(calls.uploadBankPicture, {
    item_id: draft.bank_item_id,
    picture: new File([png(9, 9)], 'a.png'),
  });
  const row = await db.selectFrom('content_item').selectAll().where('item_id', '=', draft.item_id).executeTakeFirstOrThrow();
  await insertAll(db, 'content_item', [{ ...row, item_id: places.withdrawnItem, code: 'course/unit/sub/withdrawn', is_offered: 0 }]);
  const source = await pam.ok(calls.itemSource, { item_id: draft.item_id });
  const item = { ...source.item, ...{ summary: 'About matter.', minutes: 5, grades: ['6'] } };
  await pam.ok(calls.saveItem, { item_id: draft.item_id, version: source.version, item });
  await db.updateTable('catalog_item').set({ version: draft.item_version }).execute();
  return { ...places, ...draft, bank_picture_id, item };
}
