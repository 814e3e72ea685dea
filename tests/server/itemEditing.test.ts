import { beforeEach, describe, expect, it } from 'vitest';
import { picturesIn } from '../../common/authoring/richQuestion.ts';
import type { AuthoredItem } from '../../contract/authoredItem.ts';
import { Language } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { Role } from '../../contract/kit.ts';
import type { ContentSet } from '../../server/content/contentSet.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import { catalogue, ids, item_id, schoolServer } from './fixtureSchool.ts';
import { authored } from './ownQuiz.ts';
import { png } from './pictures.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let max: TestClient;
let tess: TestClient;
let ana: TestClient;
beforeEach(async () => {
  [server, max, tess, ana] = await schoolServer('max', 'tess', 'ana');
});

const place = { place_kind: 'sub_unit', place_id: idOf('course/unit/sub') } as const;
const facts = { title: 'Heat', summary: 'How heat moves.', minutes: 12, grades: ['6'], standards: [], sources: [] };
const reading = (html: string): AuthoredItem => ({ ...facts, body: { kind: 'html', html } });
const open = (id = item_id, client = max) => client.ok(calls.itemSource, { item_id: id });
const save = (version: number, item: AuthoredItem, id = item_id, client = max) =>
  client.call(calls.saveItem, { item_id: id, version, item });
/** Saves and publishes an item. */
async function edit(item: AuthoredItem, id = item_id, client = max) {
  const { version } = await open(id, client);
  const saved = await client.ok(calls.saveItem, { item_id: id, version, item });
  return client.ok(calls.publishItem, { item_id: id, version: saved.version });
}
const person = { ana: [ids.ana, Role.student], tess: [ids.tess, Role.teacher] } as const;
const getContent = (client: TestClient, who: keyof typeof person, id = item_id) => {
  const [userPuid, roleId] = person[who];
  return client.call(calls.getContent, { id, userPuid, roleId, districtId: ids.district, stateId: null });
};
const bodyFor = async (client: TestClient, who: keyof typeof person, id = item_id) =>
  ((await getContent(client, who, id)).data as { item_details: { title: string; body: object } }).item_details;
/** The course again, with another text in the reading. */
const courseWith = (html: string): ContentSet => {
  const copy = structuredClone(catalogue);
  for (const item of copy.products[0]?.units[0]?.items ?? []) if (idOf(item.code) === item_id) item.body = { kind: 'html', html };
  return copy;
};
const found = async (query: string) => (await tess.ok(calls.search, { user_puid: ids.tess, query })).items.map((one) => one.item_id);
/** What the audit says about content, the newest first. */
const lines = async () => {
  const { rows } = await max.ok(calls.auditEntries, { user_puid: ids.max, kind: 'content', first: 0, count: 50 } as never);
  return rows.map(({ action, changes }) => ({ action, changes }));
};

describe('a draft', () => {
  it('begins with what students get, and is of nobody until it is saved', async () => {
    const source = await open();
    expect(source).toMatchObject({
      ...{ item_id, is_offered: true, is_course_new: false, question_count: null, language_id: Language.english },
      item: { title: 'reading', summary: 'About reading', minutes: 10, grades: ['6'], body: { kind: 'html', html: '<p>Text</p>' } },
    });
    expect(source.published_version).toBe(source.version);
    expect(source.course_item).toEqual(source.item);
    expect(await server.db.selectFrom('catalog_item').selectAll().execute()).toEqual([]);
  });

  it('is saved by version: the other of two editors is told', async () => {
    const { version, item } = await open();
    const pam = await server.signIn('pam');
    const first = { ...item, title: 'First' };
    expect((await save(version, first)).data).toEqual({ item_id, version: version + 1, published_version: version });
    // The response was lost, and the device sends the same again.
    expect((await save(version, first)).data).toEqual({ item_id, version: version + 1, published_version: version });
    expectFailure(await save(version, { ...item, title: 'Late' }, item_id, pam), 409, /in the meantime/);
    expectFailure(await pam.call(calls.publishItem, { item_id, version }), 409, /in the meantime/);
    expect((await open()).item.title).toBe('First');
    // Of two at the same time, one is refused.
    const both = await Promise.all([save(version + 1, { ...item, title: 'A' }), save(version + 1, { ...item, title: 'B' }, item_id, pam)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });

  it('may be incomplete, and is not published then', async () => {
    const { version } = await open();
    const saved = await max.ok(calls.saveItem, { item_id, version, item: { ...reading(''), title: '', standards: ['MS-NO-1'] } });
    expectFailure(await max.call(calls.publishItem, { item_id, version: saved.version }), 400, /3 more to fix/);
    expect(await bodyFor(ana, 'ana')).toMatchObject({ title: 'reading', body: { html: '<p>Text</p>' } });
  });

  it('has no markup but that of texts, and no picture that was not uploaded', async () => {
    const { version } = await open();
    const html = `<p onclick="x()">Hot<script>x()</script></p><p><img src="picture/${'a'.repeat(32)}" alt="x"><img src="https://x.example/a.png"></p>`;
    await save(version, reading(html));
    expect((await open()).item.body).toEqual({ kind: 'html', html: '<p>Hot</p><p></p>' });
  });

  it('keeps its kind', async () => {
    const { version } = await open();
    expect((await save(version, { ...facts, body: { kind: 'link', url: 'https://x.example/', why: '' } })).code).toBe(404);
  });

  it('is not there for quizzes, for what users wrote, and for nothing', async () => {
    for (const id of [idOf('course/unit/sub/quiz'), 77]) expect((await max.call(calls.itemSource, { item_id: id })).code).toBe(404);
  });

  it('is for the provider’s administrators alone, and not while they act as somebody', async () => {
    const { version, item } = await open();
    for (const client of [tess, ana, await server.signIn('dora')]) {
      expect((await client.call(calls.itemSource, { item_id })).code).toBe(403);
      expect((await save(version, item, item_id, client)).code).toBe(403);
    }
  });
});

describe('a published version', () => {
  it('is what students of all districts get, and is found by its words', async () => {
    expect(await found('entropy')).toEqual([]);
    await edit(reading('<h3>Entropy</h3><p>It grows.</p>'));
    expect(await bodyFor(ana, 'ana')).toMatchObject({
      ...{ title: 'Heat', summary: 'How heat moves.', minutes: 12 },
      body: { kind: 'html', html: '<h2>Entropy</h2><p>It grows.</p>' },
    });
    expect(await found('entropy')).toEqual([item_id]);
    expect((await open()).item).toEqual(reading('<h3>Entropy</h3><p>It grows.</p>'));
  });

  it('has its terms counted again', async () => {
    const mentions = () => server.db.selectFrom('term_item').selectAll().where('item_id', '=', item_id).execute();
    expect(await mentions()).toEqual([]);
    const { term } = await server.db.selectFrom('glossary_term').select('term').executeTakeFirstOrThrow();
    await edit(reading(`<p>${term}. Again: ${term}.</p>`));
    expect((await mentions()).map((one) => Number(one.mentions))).toContain(2);
  });

  it('changes nothing the second time, and is in the audit with what it said before', async () => {
    const { version } = await edit(reading('<p>Hot.</p>'));
    expect(await max.ok(calls.publishItem, { item_id, version })).toEqual({ item_id, version, published_version: version });
    const audit = await lines();
    expect(audit.map(({ action }) => action).toSorted()).toEqual(['item.draft', 'item.publish']);
    expect(audit.find(({ action }) => action === 'item.publish')?.changes).toContainEqual({ field: 'text', before: 'Text', after: 'Hot.' });
  });

  it('shows pictures that were uploaded, with their alternative', async () => {
    const { picture_id } = await max.ok(calls.uploadMedia, { item_id, picture: new File([png(9, 9)], 'a.png') });
    const picture = (alt: string) => `<p><img src="picture/${picture_id}" alt="${alt}"></p><p>Text</p>`;
    const { version } = await open();
    const saved = await max.ok(calls.saveItem, { item_id, version, item: reading(picture('')) });
    expectFailure(await max.call(calls.publishItem, { item_id, version: saved.version }), 400, /1 more to fix/);
    await edit(reading(picture('A cell')));
    const { body } = (await bodyFor(ana, 'ana')) as { body: { html: string } };
    expect(body.html).toMatch(/^<p><img src="data:image\/png;base64,[^"]+" alt="A cell" width="9" height="9"><\/p>/);
    expect((await max.ok(calls.previewItem, { item_id })).body).toEqual(body);
  });

  it('keeps the course’s drawings, which the form shows', async () => {
    const drawing = '<figure class="figure"><svg aria-label="A flame"><title>Flame</title><desc>Hot</desc></svg></figure>';
    await importContent(server.db, courseWith(`<p>One</p>\n${drawing}`));
    const { item, drawings } = await open();
    expect(drawings).toEqual([{ picture_id: picturesIn(item.body.kind === 'html' ? item.body.html : '')[0], html: drawing }]);
    await edit({ ...item, body: { kind: 'html', html: `${item.body.kind === 'html' ? item.body.html : ''}<p>Two</p>` } });
    expect(await bodyFor(ana, 'ana')).toMatchObject({ body: { html: `<p>One</p>${drawing}<p>Two</p>` } });
    // It comes back after a version without it.
    await edit(reading('<p>None</p>'));
    await edit(item);
    expect(await bodyFor(ana, 'ana')).toMatchObject({ body: { html: `<p>One</p>${drawing}` } });
  });

  it('gives its title to its questions', async () => {
    const video = idOf('course/unit/sub/video');
    const { item } = await open(video);
    expect((await open(video)).question_count).toBe(1);
    await edit({ ...item, title: 'Look closely' }, video);
    expect((await max.ok(calls.bankDraft, { item_id: video })).quiz.title).toBe('Look closely');
  });
});

describe('an import of the course', () => {
  it('does not undo an edit, and offers the course’s version', async () => {
    await edit(reading('<p>Ours.</p>'));
    await importContent(server.db, catalogue);
    expect(await bodyFor(ana, 'ana')).toMatchObject({ title: 'Heat', body: { html: '<p>Ours.</p>' } });
    expect((await open()).is_course_new).toBe(false);
    for (let times = 0; times < 2; times++) await importContent(server.db, courseWith('<p>Theirs.</p>'));
    expect(await bodyFor(ana, 'ana')).toMatchObject({ title: 'Heat', body: { html: '<p>Ours.</p>' } });
    const { is_course_new, course_item } = await open();
    expect(is_course_new).toBe(true);
    expect(course_item).toMatchObject({ title: 'reading', body: { html: '<p>Theirs.</p>' } });
    await edit(course_item);
    expect(await bodyFor(ana, 'ana')).toMatchObject({ title: 'reading', body: { html: '<p>Theirs.</p>' } });
    await importContent(server.db, courseWith('<p>Theirs.</p>'));
    expect((await open()).is_course_new).toBe(false);
  });

  it('reaches items with a draft that is not published, and says so in the editor', async () => {
    const { version } = await open();
    await save(version, reading('<p>Ours.</p>'));
    await importContent(server.db, courseWith('<p>Theirs.</p>'));
    expect(await bodyFor(ana, 'ana')).toMatchObject({ body: { html: '<p>Theirs.</p>' } });
    expect(await open()).toMatchObject({ is_course_new: true, item: { body: { html: '<p>Ours.</p>' } } });
  });

  it('is noticed by a form that was open meanwhile', async () => {
    const { version } = await open();
    await importContent(server.db, courseWith('<p>Theirs.</p>'));
    expectFailure(await save(version, reading('<p>Ours.</p>')), 409, /in the meantime/);
  });
});

describe('a new item', () => {
  const add = (item_kind: 'reading' | 'slides' | 'leveled_reader' | 'data_lab' | 'link' | 'interactive' | 'investigation', key = 'one') =>
    max.ok(calls.createItem, { ...place, creation_key: key, item_kind, title: 'Thunder' });

  it('is a draft that nobody else finds, until it is published', async () => {
    const { item_id: id, published_version } = await add('reading');
    expect(published_version).toBe(0);
    // The same key again makes no second one.
    expect((await add('reading')).item_id).toBe(id);
    expect((await max.ok(calls.setupItem, { item_id: id })).state).toBe('draft');
    expect(await found('thunder')).toEqual([]);
    expect((await getContent(tess, 'tess', id)).code).toBe(404);
    expect((await max.call(calls.offerItem, { item_id: id })).code).toBe(404);
    await edit({ ...reading('<p>Loud.</p>'), title: 'Thunder' }, id);
    expect(await found('thunder')).toEqual([id]);
    expect(await bodyFor(tess, 'tess', id)).toMatchObject({ title: 'Thunder', body: { kind: 'html', html: '<p>Loud.</p>' } });
    expect((await max.ok(calls.setupItem, { item_id: id })).state).toBe('published');
  });

  it('is of any kind that has a form', async () => {
    const texts = { instructions: '<p>Go.</p>', text_alternative: '<p>It swings.</p>' };
    const bodies = {
      slides: { kind: 'pages', pages: ['<p>One</p>', '<p>Two</p>'], lexile: null, spanish_remark: '' },
      leveled_reader: { kind: 'pages', pages: ['<p>One</p>'], lexile: 820, spanish_remark: '' },
      link: { kind: 'link', url: 'https://www.nasa.gov/', why: '<p>Read.</p>' },
      interactive: { kind: 'interactive', simulation: 'pendulum', parameters: { length: 1 }, ...texts },
      investigation: { kind: 'html', html: '<p>Do.</p>' },
    } as const;
    for (const [kind, body] of Object.entries(bodies)) {
      const { item_id: id } = await add(kind as keyof typeof bodies, kind);
      await edit({ ...facts, body: body as AuthoredItem['body'] }, id);
      expect((await bodyFor(tess, 'tess', id)).body).toMatchObject({ kind: body.kind });
    }
    const rows = await server.db.selectFrom('content_item').select('lexile').where('lexile', 'is not', null).execute();
    expect(rows).toEqual([{ lexile: 820 }]);
  });

  it('needs questions if it is a data lab, which it gets in their form', async () => {
    const { item_id: id } = await add('data_lab');
    const columns = ['t', 'T'].map((name) => ({ name, label: name, unit: '' }));
    const body = { kind: 'data', csv: 't,T\n0,20\n1,30', columns, plot: { x: 't', y: 'T', type: 'line' }, task: '<p>Look.</p>' } as const;
    const item: AuthoredItem = { ...facts, body: body as unknown as AuthoredItem['body'] };
    const saved = await max.ok(calls.saveItem, { item_id: id, version: 1, item });
    expectFailure(await max.call(calls.publishItem, { item_id: id, version: saved.version }), 400, /1 more to fix/);
    const { quiz, version } = await max.ok(calls.bankDraft, { item_id: id });
    const questions = [authored('a', 'true_false', { is_true: true })];
    const draft = await max.ok(calls.saveBankDraft, { item_id: id, version, quiz: { ...quiz, questions } });
    await max.ok(calls.publishBankDraft, { item_id: id, version: draft.version });
    await max.ok(calls.publishItem, { item_id: id, version: saved.version });
    expect(await bodyFor(tess, 'tess', id)).toMatchObject({ quiz_id: expect.any(Number), body: { kind: 'data' } });
  });

  it('is added to places that are there', async () => {
    const asked = { creation_key: 'one', item_kind: 'link', title: 'Thunder' } as const;
    expect((await max.call(calls.createItem, { ...asked, place_kind: 'level3', place_id: 5 })).code).toBe(404);
    expect((await tess.call(calls.createItem, { ...asked, ...place })).code).toBe(403);
  });
});

describe('a withdrawn item', () => {
  it('is not offered any more, lessons that have it keep it, and it comes back', async () => {
    expect(await found('reading')).toContain(item_id);
    // A published item of the course, which nobody edited.
    await max.ok(calls.withdrawItem, { item_id });
    expect(await found('reading')).not.toContain(item_id);
    expect((await max.ok(calls.setupItem, { item_id })).state).toBe('withdrawn');
    // Prebuilt lessons have it.
    expect((await getContent(tess, 'tess')).code).toBe(200);
    // An import of the course does not bring it back.
    await importContent(server.db, catalogue);
    expect(await found('reading')).not.toContain(item_id);
    await max.ok(calls.withdrawItem, { item_id });
    await max.ok(calls.offerItem, { item_id });
    expect(await found('reading')).toContain(item_id);
    expect((await lines()).map(({ action }) => action)).toEqual(['item.offer', 'item.withdraw']);
  });

  it('is published anew with its next version', async () => {
    await max.ok(calls.withdrawItem, { item_id });
    await edit(reading('<p>Better.</p>'));
    expect(await found('heat')).toContain(item_id);
  });

  it('is not there for students without a lesson that has it', async () => {
    const zoe = await server.signIn('zoe');
    await max.ok(calls.withdrawItem, { item_id });
    expect(
      (await zoe.call(calls.getContent, { id: item_id, userPuid: ids.zoe, roleId: 1, districtId: ids.otherDistrict, stateId: null })).code,
    ).toBe(404);
  });
});

describe('the list of items', () => {
  const { place_id } = place;
  const listed = (only?: 'drafts' | 'withdrawn') =>
    max.ok(calls.setupItems, { kind: 'sub_unit', place_id, ...(only ? { only } : {}) } as never);
  const of = async (id = item_id) => (await max.ok(calls.setupItem, { item_id: id })).draft;

  it('says of what a draft waits, who wrote it and since when, until it is published', async () => {
    expect((await listed('drafts')).rows).toEqual([]);
    const since = new Date(server.clock.now).toISOString();
    const { version } = await open();
    await save(version, reading('<p>One.</p>'));
    server.clock.now += 60_000;
    const pam = await server.signIn('pam');
    await save(version + 1, reading('<p>Two.</p>'), item_id, pam);
    const draft = { by: ['max Person', 'pam Person'], since };
    const { total, rows } = await listed('drafts');
    expect([total, rows.map((row) => [row.item_id, row.state, row.draft])]).toEqual([1, [[item_id, 'published', draft]]]);
    await max.ok(calls.publishItem, { item_id, version: version + 2 });
    expect([await of(), (await listed('drafts')).total]).toEqual([null, 0]);
  });

  it('counts the questions of an item to it', async () => {
    const id = idOf('course/unit/sub/video');
    const { version, quiz } = await max.ok(calls.bankDraft, { item_id: id });
    await max.ok(calls.saveBankDraft, { item_id: id, version, quiz: { ...quiz, questions: quiz.questions.slice(0, 1) } });
    expect((await of(id))?.by).toHaveLength(1);
    await max.ok(calls.publishBankDraft, { item_id: id, version: version + 1 });
    expect(await of(id)).toBeNull();
  });

  it('has new items among the drafts, and others once they are withdrawn', async () => {
    const { item_id: id } = await max.ok(calls.createItem, { ...place, creation_key: 'one', item_kind: 'link', title: 'Thunder' });
    await max.ok(calls.withdrawItem, { item_id });
    const names = async (only: 'drafts' | 'withdrawn') => (await listed(only)).rows.map((row) => row.item_id);
    expect([await names('drafts'), await names('withdrawn')]).toEqual([[id], [item_id]]);
  });

  it('knows of a draft whose authors nobody noted', async () => {
    const { version } = await open();
    await save(version, reading('<p>One.</p>'));
    await server.db.deleteFrom('catalog_drafter').execute();
    expect(await of()).toEqual({ by: [], since: null });
  });
});

describe('what is said in a film or an animation', () => {
  const vtt = (text: string) => `WEBVTT\n\n00:00:00.000 --> 00:00:60.000\n${text}\n`.replace('00:00:60', '00:01:00');
  const one = async () => {
    const { item_id: id } = await max.ok(calls.createItem, { ...place, creation_key: 'film', item_kind: 'video', title: 'Ice' });
    return id;
  };
  const animation = (captions: { en: string; es: string }, name = 'water-cycle'): AuthoredItem => ({
    ...{ ...facts, body: { kind: 'video', animation: name, captions } },
  });

  it('is written in WebVTT in both languages, and the animation is one of those that exist', async () => {
    const id = await one();
    await edit(animation({ en: vtt('Rain falls.'), es: vtt('Llueve.') }), id);
    expect(
      JSON.parse((await server.db.selectFrom('content_item').select('body').where('item_id', '=', id).executeTakeFirstOrThrow()).body),
    ).toEqual({
      ...{ kind: 'video', animation: 'water-cycle', duration: 60, captions: [{ at: 0, text: 'Rain falls.' }] },
      translations: [{ language_id: Language.spanish, captions: [{ at: 0, text: 'Llueve.' }] }],
    });
    expect((await open(id)).item.body).toMatchObject({ captions: { en: vtt('Rain falls.'), es: vtt('Llueve.') } });
  });

  it('keeps its animation if the form names one that does not exist', async () => {
    const id = await one();
    await edit(animation({ en: vtt('Rain falls.'), es: '' }, 'no-such'), id);
    expect((await open(id)).item.body).toMatchObject({ animation: 'no-such' });
    expect(await bodyFor(ana, 'ana', id)).toMatchObject({ body: { animation: 'heating-ice' } });
  });

  it('is asked for in the language of the item, and every line of it is read', async () => {
    const id = await one();
    const cases = [
      animation({ en: '', es: vtt('Llueve.') }),
      animation({ en: 'Rain falls.', es: '' }),
      animation({ en: 'WEBVTT\n\n0:00 --> 0:05\nRain falls.', es: '' }),
      animation({ en: vtt('Rain'), es: 'Llueve.' }),
    ];
    for (const item of cases) {
      const { version } = await open(id);
      const saved = await max.ok(calls.saveItem, { item_id: id, version, item });
      expectFailure(await max.call(calls.publishItem, { item_id: id, version: saved.version }), 400, /1 more to fix/);
    }
  });

  it('stays as the course has it in a draft that is older than its fields', async () => {
    const video_id = idOf('course/unit/sub/video');
    const { version, item } = await open(video_id);
    await max.ok(calls.saveItem, { item_id: video_id, version, item: { ...item, title: 'Ours', body: { kind: 'video' } } });
    expect((await open(video_id)).item.body).toEqual(item.body);
    await importContent(server.db, catalogue);
    expect(await open(video_id)).toMatchObject({ is_course_new: false, item: { title: 'Ours', body: item.body } });
  });
});
