import { beforeEach, describe, expect, it } from 'vitest';
import { emptyVariable } from '../../common/authoring/emptyQuiz.ts';
import type { AuthoredItem } from '../../contract/authoredItem.ts';
import type { AuthoredQuestion } from '../../contract/authoring.ts';
import type { ExportJob } from '../../contract/exportJob.ts';
import { calls } from '../../contract/index.ts';
import { courseTables } from '../../server/content/changes.ts';
import type { CourseTerm } from '../../server/content/contentSet.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent, importPrebuiltLessons } from '../../server/content/importContent.ts';
import { readCourses } from '../../server/content/readCourse.ts';
import { resumeExports } from '../../server/exports/exportJobs.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { sampleFiles } from '../../server/sample/files.ts';
import { checked, courseOf, imported } from './courseZip.ts';
import { download, filesOf } from './downloads.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { authored, everyAuthoredType } from './ownQuiz.ts';
import { png } from './pictures.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let max: TestClient;
let dan: TestClient;

beforeEach(async () => {
  [server, max, dan] = await schoolServer('max', 'dan');
});

const look = async ({ job_id }: Pick<ExportJob, 'job_id'>, who = max) => (await who.ok(calls.getExports, { job_id }))[0] as ExportJob;
/** Exports the catalog, and returns the zip and the files in it. */
async function exported(who = max) {
  const { job_id } = await who.ok(calls.exportCourse, {});
  await server.settle();
  const job = await look({ job_id }, who);
  expect(job.state).toBe('ready');
  const bytes = await download(server, who, job);
  return { job, bytes, files: await filesOf(bytes) };
}
/** All rows that an import of a course may write. */
async function catalogOf() {
  const rows: Record<string, string[]> = {};
  for (const table of [...(Object.keys(courseTables) as (keyof typeof courseTables)[]), 'catalog_picture'])
    rows[table] = (
      await server.db
        .selectFrom(table as 'product')
        .selectAll()
        .execute()
    )
      .map((row) => JSON.stringify(row))
      .sort();
  return rows;
}
/** What an import of the export would change. */
async function changesOf(bytes: Uint8Array) {
  const { job, changes, findings } = await checked(server, max, bytes);
  expect([job.state, findings]).toEqual(['checked', []]);
  return changes;
}

const sample = () => new Map([...sampleFiles()].filter(([path]) => !path.startsWith('roster/')));
/** The product's own course, with its prebuilt lessons. */
async function importSample() {
  const set = readCourses(sample());
  await importContent(server.db, set);
  await importPrebuiltLessons(tenant(server.db, ids.district), set.products, { at: server.clock.now, newId: server.ports.newId });
}
const middle = 'middle-school-science';
const motion = `${middle}/matter/particles-and-states/particles-in-motion`;

/** Publishes what `change` makes of an item. */
async function edit(item_id: number, change: (item: AuthoredItem) => AuthoredItem) {
  const { version, item } = await max.ok(calls.itemSource, { item_id });
  const saved = await max.ok(calls.saveItem, { item_id, version, item: change(item) });
  await max.ok(calls.publishItem, { item_id, version: saved.version });
}
const withHtml = (change: (html: string) => string) => (item: AuthoredItem) =>
  item.body.kind === 'html' ? { ...item, body: { ...item.body, html: change(item.body.html) } } : item;
/** Publishes what `change` makes of the questions of an item. */
async function ask(item_id: number, change: (questions: AuthoredQuestion[]) => AuthoredQuestion[]) {
  const { version, quiz } = await max.ok(calls.bankDraft, { item_id });
  const saved = await max.ok(calls.saveBankDraft, { item_id, version, quiz: { ...quiz, questions: change(quiz.questions) } });
  await max.ok(calls.publishBankDraft, { item_id, version: saved.version });
}
const added = async (place_id: number, item_kind: 'reading' | 'slides' | 'leveled_reader' | 'link', title: string) =>
  (await max.ok(calls.createItem, { creation_key: `${item_kind}-${title.length}`, place_kind: 'sub_unit', place_id, item_kind, title }))
    .item_id;
const facts = { summary: 'S', minutes: 5, grades: ['6'], standards: [], sources: [{ name: 'NIST', note: '' }] };

describe('the catalog as a folder', () => {
  it('is the course that was imported, as its authors write it', async () => {
    await importSample();
    const { files, bytes, job } = await exported();
    // The catalog of the fixture has a video without captions, and a question whose drawing has none of its places.
    expect(job.left_out.map(({ code, name }) => `${code} ${name}`)).toEqual(['unwritable video', 'unwritable quiz']);
    expect(await changesOf(bytes)).toEqual([]);
    const reading = files.get(`courses/${motion}.reading.md`) ?? '';
    expect(reading).toContain('## Everything is made of tiny moving particles');
    expect(reading).toMatch(
      /!\[Three boxes show particles[^\]]*\]\(particles-in-motion-1\.svg "The same kind of particle in three states\."\)/,
    );
    expect(files.get(`courses/${middle}/matter/particles-and-states/particles-in-motion-1.svg`)).toMatch(/^<svg (?!aria)[^>]*>\s*<title>/);
    expect([...files.values()].filter((text) => text.includes('<!--html-->') || text.includes('"catalog"'))).toEqual([]);
    const units = [...sample()].filter(([path]) => path.endsWith('unit.json'));
    const lessonsIn = (text: string | undefined) => (JSON.parse(text ?? '{}') as { prebuilt_lessons: unknown }).prebuilt_lessons;
    for (const [path, text] of units) expect(lessonsIn(files.get(path)), path).toEqual(lessonsIn(text));
  }, 60_000);

  it('has what was written in the product, and an import finds nothing to change', async () => {
    await importSample();
    const { picture_id } = await max.ok(calls.uploadMedia, { item_id: idOf(motion), picture: new File([png(9, 9)], 'a.png') });
    await edit(
      idOf(motion),
      withHtml(
        (html) =>
          `<h3>Ours</h3><p>Water is H<sub>2</sub>O &amp; <u>wet</u>: <math alttext="E = m c^2"></math>.</p><p><img src="picture/${picture_id}" alt="A dot"></p><ol start="3" type="a"><li><p>three</p></li></ol>${html}<table><tbody><tr><th scope="col">a</th></tr><tr><td>1</td></tr></tbody></table>`,
      ),
    );
    const rows = await server.db.selectFrom('content_item').selectAll().where('owner_puid', 'is', null).execute();
    const idOfKind = (kind: string) =>
      rows.find(({ body, code }) => body.includes(`"kind":"${kind}"`) && code.startsWith(middle))?.item_id ?? 0;
    const pages = (item: AuthoredItem): AuthoredItem =>
      item.body.kind === 'pages' ? { ...item, body: { ...item.body, pages: item.body.pages.toReversed() } } : item;
    await edit(idOfKind('pages'), pages);
    await edit(idOfKind('interactive'), (item) => ({ ...item, title: 'Ours', minutes: 7 }));
    await edit(idOfKind('film'), (item) => ({ ...item, body: { kind: 'film', text_alternative: '<p>A <u>shadow</u>.</p>' } }));
    // Places and items of our own.
    const { id: unit_id } = await max.ok(calls.saveUnit, { name: 'Añadida', text: '', product_id: idOf(middle), mapped_id: null });
    const { id: sub_unit_id } = await max.ok(calls.saveSubUnit, { name: 'Añadida', unit_id });
    await max.ok(calls.saveLevel3, { name: 'Third', sub_unit_id });
    await max.ok(calls.orderContent, { kind: 'sub_unit', id: idOf(`${middle}/matter/particles-and-states`), place: 2 });
    await max.ok(calls.orderContent, { kind: 'item', id: idOf(motion), place: 3 });
    const one = await added(sub_unit_id, 'reading', 'One of ours');
    await edit(one, (item) => ({ ...item, ...facts, body: { kind: 'html', html: '<p>First.</p><p>Second.</p>' } }));
    const slides = await added(sub_unit_id, 'slides', 'Slides');
    await edit(slides, (item) => ({ ...item, ...facts, body: { ...item.body, pages: ['<p>1</p>', '<p>2</p>'] } as AuthoredItem['body'] }));
    const reader = await added(sub_unit_id, 'leveled_reader', 'Slides');
    await edit(reader, (item) => ({
      ...{ ...item, ...facts },
      body: { kind: 'pages', pages: ['<p>x</p>'], lexile: null, spanish_remark: 'fácil' },
    }));
    await ask(reader, () => [...everyAuthoredType].filter(({ is_scored_by_person }) => !is_scored_by_person));
    await max.ok(calls.withdrawItem, { item_id: slides });
    const draft = await added(sub_unit_id, 'link', 'Never published');
    await ask(idOf(`${middle}/matter/properties-of-matter/density-quiz`), (questions) => [
      ...questions
        .map((question, at) => ({ ...question, points: question.points + (at % 2), text: `${question.text}<p>Really?</p>` }))
        .toReversed(),
      authored('force', 'numeric', {
        ...{ text: '<p>{m} kg and {a} m/s²</p>', value: 'm * a', tolerance: '1 %', unit: 'N' },
        variables: [
          { ...emptyVariable('v1'), name: 'm', min: '1', max: '3', step: '0.5' },
          { ...emptyVariable('v2'), name: 'a', is_list: true, list: '2; 9.8' },
        ],
      }),
      authored('label', 'label_diagram', {
        picture: { picture_id, alt: 'A dot', width: 9, height: 9 },
        spots: [
          { key: 'a', x: 100, y: 200, text: 'left' },
          { key: 'b', x: 700, y: 200, text: 'right' },
        ],
      }),
    ]);
    // Terms that were renamed, added and withdrawn.
    const [renamed, withdrawn] = await max.ok(calls.catalogTerms, {});
    if (!renamed || !withdrawn) throw new Error('The sample has no terms.');
    const { is_offered: _, origin: __, is_course_new: ___, item_count: ____, ...texts } = renamed;
    await max.ok(calls.updateCatalogTerm, { ...texts, term: 'renamed here' });
    const definitions = { definition: 'What was added in the product.', definition_es: 'Lo que se agregó en el producto.' };
    await max.ok(calls.addCatalogTerm, { subject: 'physical', term: 'addendum', term_es: 'anexo', ...definitions });
    await max.ok(calls.withdrawCatalogTerm, { term_id: withdrawn.term_id });
    const before = await catalogOf();
    const { files, bytes, job } = await exported();
    const written = JSON.parse(files.get('glossary.json') ?? '[]') as CourseTerm[];
    expect(written.find(({ term }) => term === 'renamed here')).toMatchObject({ known_as: String(renamed.term_id) });
    expect(written.find(({ term }) => term === 'addendum')).toMatchObject({ fact: '', fill_in_es: '' });
    expect(written.find(({ term }) => term === withdrawn.term)).toMatchObject({ is_offered: false });
    expect(job.left_out.map(({ code, name }) => `${code} ${name}`)).toEqual([
      ...['unpublished Never published', 'unwritable video', 'unwritable quiz'],
    ]);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        `pictures/${picture_id}.png`,
        `courses/${middle}/anadida/anadida/one-of-ours.reading.md`,
        `courses/${middle}/anadida/anadida/slides.slides.md`,
        `courses/${middle}/anadida/anadida/slides-2.leveled_reader.md`,
      ]),
    );
    expect(await changesOf(bytes)).toEqual([]);
    // Nor is anything written if it is confirmed: drafts, and what the course had, stay too.
    const { job_id } = (await checked(server, max, bytes)).job;
    await max.ok(calls.confirmCourse, { job_id });
    await server.settle();
    expect(await catalogOf()).toEqual(before);
    expect(await server.db.selectFrom('content_item').select('title').where('item_id', '=', draft).execute()).toHaveLength(1);
  }, 120_000);

  it('can be imported where nothing of it is', async () => {
    await imported(server, max, courseOf());
    const item_id = idOf('warm/unit/sub/heat');
    const { picture_id } = await max.ok(calls.uploadMedia, { item_id, picture: new File([png(9, 9)], 'a.png') });
    await edit(
      item_id,
      withHtml(() => `<p>Ours <math alttext="x^2"></math></p><p><img src="picture/${picture_id}" alt="A dot"></p>`),
    );
    const { bytes } = await exported();
    const [other, mia] = await schoolServer('max');
    const { job } = await checked(other, mia, bytes);
    await mia.ok(calls.confirmCourse, { job_id: job.job_id });
    await other.settle();
    const rowOf = (of: TestServer) =>
      of.db.selectFrom('content_item').select(['title', 'body']).where('item_id', '=', item_id).executeTakeFirst();
    expect(await rowOf(other)).toEqual(await rowOf(server));
    const pictures = (of: TestServer) => of.db.selectFrom('catalog_picture').selectAll().execute();
    expect(await pictures(other)).toEqual(await pictures(server));
    // Undone, the item is gone.
    await mia.ok(calls.undoCourse, { job_id: job.job_id });
    await other.settle();
    expect(await rowOf(other)).toBeUndefined();
  }, 60_000);

  it('is one of the exports of whoever asked for it, and in the audit', async () => {
    const { job } = await exported();
    expect(job).toMatchObject({ format: 'course', tables: [], archive: null, tables_done: 1, tables_all: 1, with_names: false });
    expectFailure(await (await server.signIn('pam')).call(calls.getExports, { job_id: job.job_id }), 404);
    const { rows } = await max.ok(calls.auditEntries, { user_puid: ids.max, kind: 'exports' });
    expect(rows.map(({ action }) => action)).toEqual(['export.download', 'export.done', 'export.course']);
    expectFailure(await dan.call(calls.exportCourse, {}), 403);
  });

  it('is given to nobody who is no provider any more', async () => {
    const { job } = await exported();
    const { path } = await max.ok(calls.getExportLink, { job_id: job.job_id });
    await server.db.updateTable('app_user').set({ role_id: 9 }).where('user_puid', '=', ids.max).execute();
    expect((await server.app.request(`http://orrery.test${path}`)).status).toBe(404);
  });

  it('goes on on another server', async () => {
    const { job_id } = await max.ok(calls.exportCourse, {});
    await server.settle();
    await server.db
      .updateTable('export_job')
      .set({ state: 'running', tables_done: 0, parts: 0, lease_until: 0, runner: 1 })
      .where('job_id', '=', job_id)
      .execute();
    await server.db.deleteFrom('export_part').where('job_id', '=', job_id).execute();
    await resumeExports(server.ports);
    await server.settle();
    expect((await look({ job_id })).state).toBe('ready');
  });
});
