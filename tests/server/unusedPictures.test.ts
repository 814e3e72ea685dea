import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { namingTexts, removeUnusedPictures } from '../../server/content/unusedPictures.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { packed } from '../../server/exports/formats.ts';
import { purge } from '../../server/kit/purge.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { assignOwnQuiz, authored, ownQuiz } from './ownQuiz.ts';
import { png } from './pictures.ts';
import { days, minutes, type TestClient, type TestServer } from './testServer.ts';

const item_id = idOf('course/unit/sub/quiz');
let server: TestServer;
let tess: TestClient;
let max: TestClient;
let ana: TestClient;
beforeEach(async () => {
  [server, tess, max, ana] = await schoolServer('tess', 'max', 'ana');
});

const file = (width: number) => new File([png(width, 32)], 'cell.png');
const upload = async (width = 64) => (await tess.ok(calls.uploadPicture, { picture: file(width) })).picture_id;
const uploadToBank = async (width = 64) => (await max.ok(calls.uploadBankPicture, { item_id, picture: file(width) })).picture_id;
const stored = async (table: 'authored_picture' | 'catalog_picture') =>
  (await server.db.selectFrom(table).select('picture_id').orderBy('picture_id').execute()).map(({ picture_id }) => picture_id);
const naming = (...names: string[]) =>
  ownQuiz({
    questions: names.map((name, at) =>
      authored(`q${at}`, 'true_false', { is_true: true, text: `<p>Which? <img src="picture/${name}" alt="A cell"></p>` }),
    ),
  });
/** Purges now and a day later. Returns how many pictures went. */
async function purgeTwice(): Promise<number> {
  const first = (await purge(server.ports)).pictures;
  server.clock.now += days(1);
  return first + (await purge(server.ports)).pictures;
}

describe('a picture that nothing names', () => {
  it('goes a day after the purge has found it so, and not before', async () => {
    await upload();
    await uploadToBank();
    expect((await purge(server.ports)).pictures).toBe(0);
    server.clock.now += days(1) - minutes(1);
    expect((await purge(server.ports)).pictures).toBe(0);
    server.clock.now += minutes(1);
    expect((await purge(server.ports, false)).pictures, 'only once a day').toBe(0);
    expect((await purge(server.ports)).pictures).toBe(2);
    expect([await stored('authored_picture'), await stored('catalog_picture')]).toEqual([[], []]);
  });

  it('has another day once it was uploaded again, or named and left out again', async () => {
    const [again, named] = [await upload(10), await upload(20)];
    await purge(server.ports);
    server.clock.now += days(1);
    tess = await server.signIn('tess');
    await upload(10);
    const { item_id: own, version } = await tess.ok(calls.createQuiz, { creation_key: 'k', quiz: naming(named) });
    await tess.ok(calls.saveQuiz, { item_id: own, version, quiz: ownQuiz() });
    expect((await purge(server.ports)).pictures).toBe(0);
    expect(await stored('authored_picture')).toEqual([again, named].toSorted());
    server.clock.now += days(1);
    expect((await purge(server.ports)).pictures).toBe(2);
  });
});

describe('a picture in use', () => {
  it('stays with a draft, a published question, one that was retired, and a deleted quiz', async () => {
    const [draft, published, retired, deleted, unused] = [
      await upload(10),
      await upload(20),
      await upload(30),
      await upload(40),
      await upload(50),
    ];
    await tess.ok(calls.createQuiz, { creation_key: 'draft', quiz: naming(draft) });
    const own = await tess.ok(calls.createQuiz, { creation_key: 'published', quiz: naming(retired) });
    await tess.ok(calls.publishQuiz, { item_id: own.item_id, version: own.version });
    const { named } = await assignOwnQuiz(server, tess, own.item_id);
    const { result_id } = await ana.ok(calls.startQuiz, named);
    const saved = await tess.ok(calls.saveQuiz, { item_id: own.item_id, version: own.version, quiz: naming(published) });
    await tess.ok(calls.publishQuiz, { item_id: own.item_id, version: saved.version });
    const gone = await tess.ok(calls.createQuiz, { creation_key: 'deleted', quiz: naming(deleted) });
    await tess.ok(calls.removeQuiz, { item_id: gone.item_id });
    expect(await purgeTwice()).toBe(1);
    expect(await stored('authored_picture')).toEqual([draft, published, retired, deleted].toSorted());
    expect(await stored('authored_picture')).not.toContain(unused);
    ana = await server.signIn('ana');
    expect((await ana.ok(calls.startQuiz, named)).quiz_details.questions[0]?.question_text).toMatch(/data:image/);
    expect(result_id).toBeGreaterThan(0);
  });

  const places = Object.entries(namingTexts).flatMap(([table, [key, columns]]) => columns.map((column) => ({ table, key, column })));
  it.each(places)('stays with $table, $column', async ({ table, key, column }) => {
    const kept = [await upload(10), await uploadToBank(10)];
    const [lone, loneOfBank] = [await upload(20), await uploadToBank(20)];
    const { quiz, version } = await max.ok(calls.bankDraft, { item_id });
    await max.ok(calls.saveBankDraft, { item_id, version, quiz });
    await tess.ok(calls.createQuiz, { creation_key: 'k', quiz: ownQuiz() });
    if (table === 'catalog_item')
      await insertAll(server.db, 'catalog_item', [
        { item_id, document: '{}', version: 1, published_version: 0, drawings: '{}', is_edited: 0, course: '{}', is_course_new: 0 },
      ]);
    const rows = server.db
      .selectFrom(table as 'question')
      .select(key as 'question_id')
      .orderBy(key as 'question_id');
    const { [key as 'question_id']: last } = (await rows.execute()).at(-1) ?? { question_id: 0 };
    const text = JSON.stringify({ text: `<img src="picture/${kept[0]}">`, picture: { picture_id: kept[1] } });
    await server.db
      .updateTable(table as 'question')
      .set({ [column]: text })
      .where(key as 'question_id', '=', last)
      .execute();
    expect(await purgeTwice()).toBe(2);
    expect([...(await stored('authored_picture')), ...(await stored('catalog_picture'))]).toEqual(kept);
    expect(kept).not.toContain(lone);
    expect(kept).not.toContain(loneOfBank);
  });

  it('stays while an import of the course can be undone, which puts it back', async () => {
    const picture_id = await uploadToBank();
    await insertAll(server.db, 'course_import', [
      {
        ...{ district_id: ids.district, job_id: 1, created_by: ids.max, state: 'done' as const, file_name: 'course.zip', size: 1 },
        ...{ findings: '[]', changes: '[]', counts: '{}', errors: 0, warnings: 0, catalogue_version: 1, left_alone: 0 },
        ...{ undone_by: null, undone_district_id: null, created_at: 0, updated_at: 0, finished_at: 0, runner: null, lease_until: 0 },
      },
    ]);
    await insertAll(server.db, 'course_import_part', [
      {
        ...{ district_id: ids.district, job_id: 1, kind: 'log', part_no: 1 },
        content: packed(JSON.stringify([{ before: { question_html: `<img src="picture/${picture_id}">` } }])),
      },
    ]);
    expect(await removeUnusedPictures(server.db, 0)).toBe(0);
    expect(await removeUnusedPictures(server.db, days(2))).toBe(0);
    await server.db.deleteFrom('course_import_part').execute();
    expect(await removeUnusedPictures(server.db, days(2))).toBe(0);
    expect(await removeUnusedPictures(server.db, days(3))).toBe(1);
  });
});
