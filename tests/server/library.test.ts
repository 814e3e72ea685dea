import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import type { ExternalResource } from '../../contract/library.ts';
import type { RefusalCode } from '../../contract/refusals.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import { catalogueOf } from '../../server/search/catalogue.ts';
import { encodeRouteValue } from '../../src/views/routeValue.ts';
import { catalogue, ids, item_id, quiz_id, schoolServer } from './fixtureSchool.ts';
import { type Answer, days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let tom: TestClient;
beforeEach(async () => {
  [server, tess, tom] = await schoolServer('tess', 'tom');
});

const place = { product_id: idOf('course'), unit_id: idOf('course/unit'), subunit_id: idOf('course/unit/sub') };
const own = (client: TestClient) => ({ user_puid: client.user.userPuid });
const keep = (client: TestClient) => client.ok(calls.addToMyLibrary, { ...own(client), ...place, item_id, item_type_id: 1 });
const search = (client: TestClient, query = '', further = {}) => client.ok(calls.search, { ...own(client), query, ...further });
const upload = (client: TestClient, bytes: BlobPart[], name: string) =>
  client.call(calls.uploadAttachment, { ...own(client), attachment: new File(bytes, name) });

describe('my library', () => {
  it('holds an item once, however often it is put in, and gives it back by id', async () => {
    const first = await keep(tess);
    expect(await keep(tess)).toEqual(first);
    expect((await tess.ok(calls.myLibrary, own(tess))).items.map((item) => [item.item_id, item.resource_id])).toEqual([
      [item_id, first.resource_id],
    ]);
    expect((await search(tess, 'reading')).items[0]?.resource_id).toBe(first.resource_id);
    const other = await tess.ok(calls.addExternal, { ...own(tess), title: 'Tides', url: 'https://tides.example/' });
    await tess.ok(calls.removeFromMyLibrary, { ...own(tess), ...first });
    expect(await tess.ok(calls.myLibrary, own(tess))).toMatchObject({ items: [], external: [{ resource_id: other.resource_id }] });
  });
  it('is nobody else’s: not in their library, not in their search, not to be removed', async () => {
    const { resource_id } = await keep(tess);
    const external = await tess.ok(calls.addExternal, { ...own(tess), title: 'Secret harbour tides', url: 'https://tides.example/' });
    for (const other of [tom, await server.signIn('ted'), await server.signIn('dan')]) {
      expect(await other.ok(calls.myLibrary, own(other))).toEqual({ items: [], external: [] });
      const found = await search(other, 'harbour tides');
      expect(found.mine).toEqual([]);
      expect((await search(other, 'reading')).items.every((item) => item.resource_id === null)).toBe(true);
      for (const id of [resource_id, external.resource_id])
        expectFailure(await other.call(calls.removeFromMyLibrary, { ...own(other), resource_id: id }), 404);
      expectFailure(
        await other.call(calls.updateExternal, {
          ...own(other),
          resource_id: external.resource_id,
          title: 'Mine',
          url: 'https://x.example/',
        }),
        404,
      );
    }
    expect((await search(tess, 'harbor tide')).mine).toEqual([]);
    expect((await search(tess, 'harbour tide')).mine.map((one) => one.title)).toEqual(['Secret harbour tides']);
    expect((await search(tess, 'harbour tide', { offset: 48 })).mine, 'only on the first page').toEqual([]);
  });
  it('takes no item that is none, or of another kind', async () => {
    const add = (wrong = {}) => tess.call(calls.addToMyLibrary, { ...own(tess), ...place, item_id, item_type_id: 1, ...wrong });
    for (const wrong of [{ item_id: 12 }, { item_type_id: 2 }, { product_id: 12 }, { unit_id: 12 }, { subunit_id: 12 }])
      expectFailure(await add(wrong), 404);
    await server.db.updateTable('content_item').set({ is_offered: 0 }).where('item_id', '=', item_id).execute();
    expectFailure(await add(), 404);
  });
  it.each(['', 'ftp://x.example/', 'javascript:alert(1)', 'data:text/html,x', '//x.example', 'x'])(
    'takes no address like "%s"',
    async (url) => {
      expectFailure(await tess.call(calls.addExternal, { ...own(tess), title: 'T', url }), 400);
    },
  );
  it('takes a resource with an address or a file, and none with neither', async () => {
    expectFailure(await tess.call(calls.addExternal, { ...own(tess), title: 'T' }), 400, /web address or choose a file/);
    expectFailure(await tess.call(calls.addExternal, { ...own(tess), title: '   ', url: 'https://x.example/' }), 400);
    expect(await server.db.selectFrom('library_resource').selectAll().execute()).toEqual([]);
  });
  it('keeps whatever people write but signs that turn it, and cuts nothing', async () => {
    const title = "<b>Ø 🌊 abc</b> ' or 1=1 --";
    await tess.ok(calls.addExternal, { ...own(tess), title: title.replace('abc', '\u202eabc'), url: 'https://x.example/?a=1&b=2#c' });
    expect((await tess.ok(calls.myLibrary, own(tess))).external).toMatchObject([{ title, url: 'https://x.example/?a=1&b=2#c' }]);
    expectFailure(await tess.call(calls.addExternal, { ...own(tess), title: 'x'.repeat(201), url: 'https://x.example/' }), 400);
  });
});

async function zipOf(names: readonly string[], text = 'x'): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter());
  for (const name of names) await writer.add(name, new TextReader(text));
  return writer.close();
}

describe('files', () => {
  it.each([
    ['a PDF', ['%PDF-1.7 text'], 'a.pdf', 'application/pdf', 'a.pdf'],
    [
      'a picture under a wrong name',
      [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
      'virus.exe',
      'image/png',
      'virus.png',
    ],
    ['a JPEG', [new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'p.jpeg', 'image/jpeg', 'p.jpg'],
    ['plain text', ['tides: 1, 2, 3\n'], 'tides.TXT', 'text/plain', 'tides.txt'],
    ['a table', ['a,b\r\n1,2'], 't.csv', 'text/csv', 't.csv'],
    ['a name with a path', ['%PDF-1'], '../../etc/pass‮wd.pdf', 'application/pdf', 'passwd.pdf'],
    ['a name of dots', ['%PDF-1'], '...', 'application/pdf', 'attachment.pdf'],
  ])('%s is kept as what it is, under a tidy name', async (_, bytes, name, media_type, file_name) => {
    const answer = await upload(tess, bytes as BlobPart[], name);
    expect(answer.data).toMatchObject({ media_type, file_name });
  });
  it('an office document is told by its parts', async () => {
    const answer = await upload(tess, [await zipOf(['[Content_Types].xml', 'word/document.xml'])], 'plan.docx');
    expect(answer.data).toMatchObject({ file_name: 'plan.docx', media_type: expect.stringContaining('wordprocessingml') });
  });
  it.each([
    ['a web page', ['<html><script>alert(1)</script>'], 'a.html'],
    ['a web page that says it is a PDF', ['<html>'], 'a.pdf'],
    ['an SVG', ['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg'],
    ['a program', [new Uint8Array([0x4d, 0x5a, 0, 0])], 'a.exe'],
    ['a program that says it is text', [new Uint8Array([0x4d, 0x5a, 0, 0])], 'a.txt'],
    ['half an archive', [new Uint8Array([0x50, 0x4b, 0x03, 0x04, 9, 9])], 'a.docx'],
    ['text that is not UTF-8', [new Uint8Array([0xc3, 0x28])], 'a.txt'],
  ])('refuses %s', async (_, bytes, name) => expectFailure(await upload(tess, bytes as BlobPart[], name), 415));
  it('refuses archives: plain ones, with macros, and those that would grow without measure', async () => {
    expectFailure(await upload(tess, [await zipOf(['a.txt'])], 'a.zip'), 415);
    expectFailure(await upload(tess, [await zipOf(['word/document.xml', 'word/vbaProject.bin'])], 'a.docx'), 415);
    expectFailure(await upload(tess, [await zipOf(['word/document.xml'], '0'.repeat(3_000_000))], 'a.docx'), 415, /far larger/);
  });
  it('refuses an empty file, and one over 10 MB', async () => {
    expectFailure(await upload(tess, [], 'a.pdf'), 400, /empty/);
    expectFailure(await upload(tess, ['%PDF-', new Uint8Array(10 * 1024 * 1024)], 'a.pdf'), 413, /larger than 10 MB/);
  });
  it('holds 50 MB of a person, and forgets after a day what no resource names', async () => {
    const big = ['%PDF-', new Uint8Array(9_900_000)];
    for (let i = 0; i < 5; i++) expect((await upload(tess, big, 'a.pdf')).code).toBe(200);
    expectFailure(await upload(tess, big, 'a.pdf'), 413, /50 MB/);
    expect((await upload(tom, ['%PDF-'], 'a.pdf')).code, 'another person').toBe(200);
    server.clock.now += days(1) + 1;
    expect((await upload(tess, big, 'a.pdf')).code).toBe(200);
    expect(
      await server.db.selectFrom('library_attachment').select('attachment_id').where('owner_puid', '=', ids.tess).execute(),
    ).toHaveLength(1);
  });

  async function withFile(name = 'tide table.pdf') {
    const { attachment_id } = (await upload(tess, ['%PDF-1.7 tides'], name)).data as { attachment_id: number };
    return tess.ok(calls.addExternal, { ...own(tess), title: 'Tides', attachment_id });
  }
  it('downloads for a minute, as an attachment that may do nothing', async () => {
    await tess.ok(calls.addExternal, {
      ...own(tess),
      title: 'Ebb',
      attachment_id: ((await upload(tess, ['%PDF-1.7 ebb'], 'ebb.pdf')).data as { attachment_id: number }).attachment_id,
    });
    const { resource_id } = await withFile('Wasserstände „Ö“.pdf');
    const { path } = await tess.ok(calls.attachmentLink, { ...own(tess), resource_id });
    const file = await server.app.request(`http://orrery.test${path}`);
    expect(await file.text()).toBe('%PDF-1.7 tides');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''Wasserst%C3%A4nde/);
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    server.clock.now += 61_000;
    expect((await server.app.request(`http://orrery.test${path}`)).status).toBe(404);
  });
  it('gives no file for a made-up address, nor to anybody else', async () => {
    const { resource_id } = await withFile();
    expectFailure(await tom.call(calls.attachmentLink, { ...own(tom), resource_id }), 404);
    const { path } = await tess.ok(calls.attachmentLink, { ...own(tess), resource_id });
    for (const bad of [`${path}x`, path.slice(0, -5), `/api/lms/v2/mylibrary/file/${tess.token}`, '/api/lms/v2/mylibrary/file/1'])
      expect((await server.app.request(`http://orrery.test${bad}`)).status).toBe(404);
  });
  it('belongs to one resource of its owner, goes when it is replaced, and goes with the resource', async () => {
    const { resource_id, attachment } = await withFile();
    const attachment_id = attachment!.attachment_id;
    const count = async () => (await server.db.selectFrom('library_attachment').select('attachment_id').execute()).length;
    expectFailure(await tess.call(calls.addExternal, { ...own(tess), title: 'Other', attachment_id }), 404);
    expectFailure(await tom.call(calls.addExternal, { ...own(tom), title: 'Stolen', attachment_id }), 404);
    const next = (await upload(tess, ['%PDF-2'], 'b.pdf')).data as { attachment_id: number };
    const changed = await tess.ok(calls.updateExternal, { ...own(tess), resource_id, title: 'Tides', attachment_id: next.attachment_id });
    expect(changed.attachment?.file_name).toBe('b.pdf');
    expect(await count()).toBe(1);
    await tess.ok(calls.removeFromMyLibrary, { ...own(tess), resource_id });
    expect(await count()).toBe(0);
  });
});

describe('a resource from elsewhere that is in my library already', () => {
  type Further = Partial<InputOf<typeof calls.addExternal>>;
  const ask = { same_resource: 'ask' } as const;
  const add = (client: TestClient, further: Further) => client.call(calls.addExternal, { ...own(client), title: 'Tides', ...further });
  const change = (resource_id: number, further: Further) =>
    tess.call(calls.updateExternal, { ...own(tess), title: 'Tides', resource_id, ...further });
  const file = async (client: TestClient, text = '%PDF-1.7 tides', name = 'tides.pdf') =>
    ((await upload(client, [text], name)).data as { attachment_id: number }).attachment_id;
  const mine = async () => (await tess.ok(calls.myLibrary, own(tess))).external;
  const expectReason = (answer: Answer, reason: RefusalCode) => {
    expectFailure(answer, 409);
    expect((answer.data as { reason?: string } | null)?.reason).toBe(reason);
  };
  const url = 'https://tides.example/';

  it('asks about a web address when it is told to, however it is spelled, and keeps both otherwise', async () => {
    expect((await add(tess, { url, ...ask })).code).toBe(200);
    for (const same of [url, 'https://tides.example', 'HTTPS://Tides.Example:443/'])
      expectReason(await add(tess, { title: 'Other', url: same, ...ask }), 'sameAddress');
    expect(await mine(), 'nothing was added').toHaveLength(1);
    for (const other of ['http://tides.example/', 'https://tides.example/a', 'https://tides.example/?a', 'https://tides.example/#a'])
      expect((await add(tess, { url: other, ...ask })).code, other).toBe(200);
    expect((await add(tom, { url, ...ask })).code, 'of another person').toBe(200);
    expect((await add(tess, { url, same_resource: 'keep' })).code).toBe(200);
    expect((await add(tess, { url })).code, 'who does not know of the question is not asked').toBe(200);
    expect((await mine()).filter((one) => one.url === url)).toHaveLength(3);
  });
  it('asks about a file by what is in it, and the file waits for the answer', async () => {
    await add(tess, { attachment_id: await file(tess), ...ask });
    const attachment_id = await file(tess, '%PDF-1.7 tides', 'another name.pdf');
    expectReason(await add(tess, { attachment_id, ...ask }), 'sameFile');
    expect((await add(tess, { attachment_id: await file(tess, '%PDF-1.7 Tides'), ...ask })).code, 'of the same length').toBe(200);
    expect((await add(tom, { attachment_id: await file(tom), ...ask })).code, 'of another person').toBe(200);
    expect((await add(tess, { attachment_id, same_resource: 'keep' })).data.attachment).toMatchObject({ attachment_id });
    expect((await add(tess, { attachment_id: await file(tess) })).code).toBe(200);
    await file(tess, '%PDF-1.7 ebb');
    expect((await add(tess, { attachment_id: await file(tess, '%PDF-1.7 ebb'), ...ask })).code, 'no resource has the first one').toBe(200);
  });
  it('says nothing about somebody else’s file', async () => {
    await add(tom, { attachment_id: await file(tom), ...ask });
    const attachment_id = await file(tom);
    expectFailure(await add(tess, { attachment_id, ...ask }), 404);
    expectReason(await add(tom, { attachment_id, ...ask }), 'sameFile');
  });
  it('asks about a change only where it is one, and changes nothing before the answer', async () => {
    await add(tess, { url, attachment_id: await file(tess) });
    const { resource_id, attachment } = (await add(tess, { url, attachment_id: await file(tess) })).data as ExternalResource;
    const attachment_id = attachment!.attachment_id;
    expect((await change(resource_id, { url, attachment_id, title: 'Ebb', ...ask })).code, 'it has them').toBe(200);
    const elsewhere = { url: 'https://ebb.example/', attachment_id: await file(tess, '%PDF-1.7 ebb') };
    expect((await change(resource_id, { ...elsewhere, ...ask })).code).toBe(200);
    const before = await mine();
    expectReason(await change(resource_id, { ...elsewhere, url, ...ask }), 'sameAddress');
    expectReason(await change(resource_id, { ...elsewhere, attachment_id: await file(tess), ...ask }), 'sameFile');
    expect(await mine()).toEqual(before);
    expect((await change(resource_id, { ...elsewhere, url, same_resource: 'keep' })).code).toBe(200);
    const again = await change(resource_id, { ...elsewhere, url, attachment_id: await file(tess, '%PDF-1.7 ebb'), ...ask });
    expect(again.code, 'the same file, uploaded anew in its own place').toBe(200);
  });
  it('answers with what was changed, and not with what was changed in the same millisecond', async () => {
    const { resource_id } = (await add(tess, { url })).data as ExternalResource;
    await add(tess, { url: 'https://ebb.example/' });
    expect((await change(resource_id, { url, title: 'Flood' })).data).toMatchObject({ resource_id, title: 'Flood' });
  });
  it('is there once after twenty were added at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(tess, { url, ...ask })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ code }) => code !== 200)) expectReason(answer, 'sameAddress');
    expect(await mine()).toHaveLength(1);
  });
});

describe('places and the start', () => {
  it('says how many items each place has, and where the person begins', async () => {
    const units = await tess.ok(calls.units, own(tess));
    expect(units.categories).toMatchObject([{ product_id: place.product_id, item_count: 4, mapped_id: null }]);
    expect(units.sub_categories).toMatchObject([{ unit_id: place.unit_id, sub_units: [{ sub_unit_id: place.subunit_id, item_count: 4 }] }]);
    expect(units.default_data).toEqual({
      product_id: place.product_id,
      unit_id: null,
      sub_unit_id: null,
      level3_id: null,
      language_id: 101,
    });
  });
  it('keeps the start for each person, as far as it is a place', async () => {
    await tess.ok(calls.updateDefaultFilter, { ...own(tess), product_id: place.product_id, unit_id: place.unit_id, sub_unit_id: 77 });
    const start = { product_id: place.product_id, unit_id: place.unit_id, sub_unit_id: null, level3_id: null, language_id: 101 };
    expect((await tess.ok(calls.units, own(tess))).default_data).toEqual(start);
    expect((await tom.ok(calls.units, own(tom))).default_data.unit_id).toBeNull();
  });
  it('lists the items of a place page by page', async () => {
    const first = await tess.ok(calls.items, { ...own(tess), ...place, limit: 3 });
    const second = await tess.ok(calls.items, { ...own(tess), ...place, limit: 3, offset: 3 });
    expect([first.total, first.items.length, second.items.length]).toEqual([4, 3, 1]);
    expect(new Set([...first.items, ...second.items].map((item) => item.item_id)).size).toBe(4);
    expectFailure(await tess.call(calls.items, { ...own(tess), product_id: 12 }), 404);
  });
  it('narrows quizzes and assessments by their delivery', async () => {
    const titles = async (further: object) => (await tess.ok(calls.contentItems, { ...place, ...further })).map((item) => item.title);
    expect(await titles({})).toEqual(['quiz', 'assessment']);
    expect(await titles({ is_learnosity_enabled: true })).toEqual([]);
    expect(await titles({ is_learnosity_enabled: false })).toEqual(['quiz', 'assessment']);
  });
});

describe('what a card says', () => {
  it('where the teacher used the item, how often it was given, and the mean of the scores', async () => {
    const used = async (client: TestClient) =>
      (await search(client, '', { kinds: '10' })).items.find((item) => item.quiz_id === quiz_id)?.used;
    expect(await used(tess)).toBeNull();
    const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null });
    await tess.ok(calls.assign, { lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1, assignment_details });
    expect(await used(tess)).toEqual({ lessons: 1, times_assigned: 1, last_assigned_at: expect.any(String), mean_percent: null });
    for (const [name, score] of [
      ['ana', 6],
      ['ben', 3],
    ] as const) {
      const student = await server.signIn(name);
      const { result_id } = await student.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
      await server.db.updateTable('attempt').set({ state: 'graded', score, max_score: 12 }).where('result_id', '=', result_id).execute();
    }
    expect((await used(tess))?.mean_percent).toBeCloseTo(37.5, 6);
    expect(await used(tom), 'another teacher sees nothing of it').toBeNull();
    expect(await used(await server.signIn('ted'))).toBeNull();
    await server.db.updateTable('group_assignment').set({ unassigned_at: server.clock.now }).execute();
    expect(await used(tess), 'taken back').toBeNull();
  });
  it('never says it to a student, who sees only what may be given and no tests', async () => {
    await server.db.updateTable('content_item').set({ is_assignable: 0 }).where('title', '=', 'video').execute();
    const ana = await server.signIn('ana');
    const found = await search(ana);
    expect(found.items.map((item) => item.title)).toEqual(['reading']);
    expect(found.items[0]).toMatchObject({ used: null, resource_id: null });
    expect(found.facets.kinds).toEqual([{ key: '1', count: 1 }]);
  });
});

describe('openings, sheets and breakouts', () => {
  it('remembers what was opened, newest first, for each person', async () => {
    const open = (id: number) => tess.ok(calls.contentUrlId, { userPuid: ids.tess, item_id: id });
    expect(await open(item_id)).toEqual({
      id: encodeRouteValue(item_id),
      path: `/authenticated/content/previewResource/${encodeRouteValue(item_id)}`,
    });
    server.clock.now += 1000;
    await open(idOf('course/unit/sub/quiz'));
    server.clock.now += 1000;
    await open(item_id);
    const accessed = await tess.ok(calls.itemsAccessed, own(tess));
    expect(accessed.map(({ item, times }) => [item.title, times])).toEqual([
      ['reading', 2],
      ['quiz', 1],
    ]);
    expect(await tom.ok(calls.itemsAccessed, own(tom))).toEqual([]);
    expectFailure(await tess.call(calls.contentUrlId, { userPuid: ids.tess, item_id: 5 }), 404);
  });
  it('prints a quiz with its key for staff alone', async () => {
    const sheet = await tess.ok(calls.quizSheet, { userPuid: ids.tess, item_id: idOf('course/unit/sub/quiz') });
    expect(sheet.questions).toHaveLength(8);
    expect(sheet.questions[0]?.answer_options.filter((option) => option.is_answer)).toHaveLength(1);
    // The key names options by letter, so they must be in the same order as on every other sheet, not in the key's order.
    for (const type of ['ordering', 'matching', 'label_diagram']) {
      const question = sheet.questions.find(({ question_type }) => question_type === type)!;
      const texts = question.answer_options.map(({ answer_text }) => answer_text);
      expect(texts, type).toEqual(texts.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
      const right = question.correct_option_ids!.map((right_id) => question.answer_options.find(({ id }) => id === right_id)!.answer_text);
      if (type === 'ordering') expect(right.join(' → ')).toBe(question.correct_answer);
      else expect(right.map((text, at) => `${question.targets[at]!.text}: ${text}`).join('; ')).toBe(question.correct_answer);
    }
    const ana = await server.signIn('ana');
    expectFailure(await ana.call(calls.quizSheet, { userPuid: ids.ana, item_id: idOf('course/unit/sub/quiz') }), 403);
    expectFailure(await tess.call(calls.quizSheet, { userPuid: ids.tess, item_id }), 404);
  });
  it('breaks an item out by the address at which it opens', async () => {
    const url = `/authenticated/content/previewResource/${encodeRouteValue(idOf('course/unit/sub/quiz'))}`;
    const { parts } = await tess.ok(calls.itemBreakout, { url });
    expect(parts.map((part) => part.kind)).toEqual(Array(8).fill('question'));
    expect(parts[0]).toMatchObject({ text: 'A single_choice question', points: 1 });
    for (const bad of ['', '/', 'https://x.example/', '/authenticated/content/previewResource/zzzz'])
      expectFailure(await tess.call(calls.itemBreakout, { url: bad }), 404);
  });
});

describe('the catalogue in memory', () => {
  it('is made once, and anew after an import', async () => {
    const before = await catalogueOf(server.db);
    expect(await catalogueOf(server.db)).toBe(before);
    const renamed = structuredClone(catalogue);
    renamed.products[0]!.units[0]!.items[0]!.title = 'Tardigrades';
    await importContent(server.db, renamed);
    expect((await search(tess, 'tardigrade')).items.map((item) => item.title)).toEqual(['Tardigrades']);
    expect(await catalogueOf(server.db)).not.toBe(before);
  });
});

describe('standards', () => {
  it('lists those of a grade and framework that a name fits, with the items that serve them', async () => {
    const set = structuredClone(catalogue);
    set.standards = [
      { code: 'MS-PS1-4', framework: 'NGSS', grades: '6-8', summary: 'Model what heating does to particles.' },
      { code: 'MS-LS1-6', framework: 'NGSS', grades: '6-8', summary: 'Explain photosynthesis.' },
      { code: '5-PS1-1', framework: 'NGSS', grades: '5', summary: 'Matter is made of particles.' },
      { code: 'TEKS 6.6A', framework: 'TEKS', grades: '6', summary: 'Compare solids and gases.' },
    ];
    set.products[0]!.units[0]!.items[0]!.standards = ['MS-PS1-4', 'TEKS 6.6A'];
    await importContent(server.db, set);
    const codes = async (grade_id: number, standard_name: string, is_teks = false) =>
      (await tess.ok(calls.citationData, { grade_id, standard_name, is_teks })).map((standard) => [standard.code, standard.items.length]);
    expect(await codes(6, '')).toEqual([
      ['MS-LS1-6', 0],
      ['MS-PS1-4', 1],
    ]);
    expect(await codes(7, 'ms ps1 4')).toEqual([['MS-PS1-4', 1]]);
    expect(await codes(8, 'photosynth')).toEqual([['MS-LS1-6', 0]]);
    expect(await codes(5, 'particles')).toEqual([['5-PS1-1', 0]]);
    expect(await codes(6, '6.6a', true)).toEqual([['TEKS 6.6A', 1]]);
    expect(await codes(3, '')).toEqual([]);
    const all = await tess.ok(calls.gradesAndStandards, { is_teks: false });
    expect(all.grades).toEqual([5, 6, 7, 8].map((grade_id) => ({ grade_id, standard_count: grade_id === 5 ? 1 : 2 })));
    expect(all.standards.map((standard) => standard.item_count)).toEqual([0, 0, 1]);
  });
});
