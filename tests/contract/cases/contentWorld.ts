import type { AuthoredItem } from '../../../contract/authoredItem.ts';
import { calls } from '../../../contract/index.ts';
import { idOf } from '../../../server/content/ids.ts';
import type { Row } from '../../../server/db/schema.ts';
import { insertAll } from '../../../server/db/upsert.ts';
import { packed } from '../../../server/exports/formats.ts';
import { courseOf, zipOf } from '../../server/courseZip.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { png } from '../../server/pictures.ts';
import type { TestServer } from '../../server/testServer.ts';

const places = { emptyProduct: 1931, removedProduct: 1932, withdrawnItem: 1933, removedLesson: 1934, withdrawnTerm: 1935 } as const;
const draft = {
  bank_item_id: idOf('course/unit/sub/quiz'),
  bank_version: 1,
  item_id: idOf('course/unit/sub/reading'),
  item_version: 1,
} as const;
const courses = { courseUploaded: 1941, courseChecked: 1942, courseDone: 1943 } as const;
export type ContentWorld = typeof places & typeof draft & typeof courses & { bank_picture_id: string; item: AuthoredItem };

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
  const term = await db.selectFrom('glossary_term').selectAll().executeTakeFirstOrThrow();
  await insertAll(db, 'glossary_term', [{ ...term, term_id: places.withdrawnTerm, term: 'ether', term_es: 'éter', is_offered: 0 }]);
  const source = await pam.ok(calls.itemSource, { item_id: draft.item_id });
  const item = { ...source.item, ...{ summary: 'About matter.', minutes: 5, grades: ['6'] } };
  await pam.ok(calls.saveItem, { item_id: draft.item_id, version: source.version, item });
  await db.updateTable('catalog_item').set({ version: draft.item_version }).execute();
  await makeCourseImports({ db, clock });
  return { ...places, ...draft, ...courses, bank_picture_id, item };
}

/** Imports of a course of max's: one to check, one to confirm, and one to undo. */
async function makeCourseImports({ db, clock }: Pick<TestServer, 'db' | 'clock'>): Promise<void> {
  const bytes = await zipOf(courseOf());
  const { version } = await db.selectFrom('catalogue').select('version').executeTakeFirstOrThrow();
  const row = (job_id: number, state: Row<'course_import'>['state']) => ({
    ...{ district_id: ids.district, job_id, created_by: ids.max, state, file_name: 'course.zip', size: bytes.length },
    ...{ findings: '[]', changes: '[]', counts: '[]', errors: 0, warnings: 0, catalogue_version: version, left_alone: 0 },
    ...{ undone_by: null, undone_district_id: null, created_at: clock.now, updated_at: clock.now, finished_at: clock.now },
    ...{ runner: null, lease_until: 0 },
  });
  const part = { district_id: ids.district, part_no: 1 };
  const file = { ...part, kind: 'file' as const, content: Buffer.from(bytes).toString('base64') };
  await insertAll(db, 'course_import', [
    row(courses.courseUploaded, 'uploaded'),
    row(courses.courseChecked, 'checked'),
    row(courses.courseDone, 'done'),
  ]);
  await insertAll(db, 'course_import_part', [
    { ...file, job_id: courses.courseUploaded },
    { ...file, job_id: courses.courseChecked },
    { ...part, kind: 'log', job_id: courses.courseDone, content: packed('[]') },
  ]);
}
