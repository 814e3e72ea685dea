import { beforeEach, describe, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { mostOwnTerms } from '../../contract/ownTerms.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { assessment_id, ids, item_id, schoolServer } from './fixtureSchool.ts';
import { termId } from './glossaryTerms.ts';
import { giveTermSet } from './termSet.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let ana: TestClient;
let tess: TestClient;
beforeEach(async () => {
  [server, ana, tess] = await schoolServer('ana', 'tess');
});

const slinky = { term: 'Slinky', definition: 'A long soft spring.', fill_in: 'We watch waves in a ___.' };
const spanish = { term_es: 'resorte', definition_es: 'Un resorte largo y blando.', fill_in_es: 'Vemos ondas en un __.' };
const own = (client: TestClient) => ({ user_puid: client.user.userPuid });
const add = (texts: object = {}, { client = tess, group_puid = ids.class as number } = {}) =>
  client.call(calls.addOwnTerm, { group_puid, ...slinky, ...texts });
const added = async (texts: object = {}) => tess.ok(calls.addOwnTerm, { group_puid: ids.class, ...slinky, ...texts });
const list = async (client = tess) => (await client.ok(calls.ownTerms, {})).map(({ term }) => term);
/** Names in the glossary of a reader that the catalog does not have. */
const seen = async (client: TestClient) =>
  (await client.ok(calls.glossaryTerms, { ...own(client), subject: 'class' })).map(({ term }) => term);

describe('a term of a class', () => {
  it('is seen by its students and teachers, beside those of the course, in lists, search, practice and on paper', async () => {
    const { term_id } = await added(spanish);
    expect((await ana.ok(calls.glossaryTerms, own(ana))).map(({ term }) => term)).toContain('Slinky');
    expect(await seen(tess)).toEqual(['Slinky']);
    const [found] = await ana.ok(calls.glossaryTerms, { ...own(ana), search: 'slinkie', language_id: Language.spanish });
    expect(found).toMatchObject({ term_id, subject: 'class', language_id: Language.spanish, term: 'resorte', other_term: 'Slinky' });
    const { subjects } = await ana.ok(calls.glossarySubjects, own(ana));
    expect(subjects.at(-1)).toEqual({ subject: 'class', term_count: 1 });
    const { questions } = await ana.ok(calls.glossaryFillIn, { ...own(ana), subject: 'class' });
    expect(questions).toMatchObject([{ term_id, sentence: 'We watch waves in a ____.' }]);
    expect(questions[0]?.choices).toHaveLength(4);
    expect(await ana.ok(calls.checkFillIn, { ...own(ana), term_id, answer_text: 'slinky' })).toMatchObject({ result: 'right' });
    const sheet = await ana.ok(calls.glossarySheet, { ...own(ana), subject: 'class', sheet: 1, language_id: Language.spanish });
    expect(sheet.sentences).toEqual(['Vemos ondas en un ____.']);
    // It has no fact, and is nobody’s term of the day.
    expect(await ana.ok(calls.glossaryFacts, { ...own(ana), subject: 'class' })).toEqual([]);
    const report = await tess.ok(calls.glossaryClass, { group_puid: ids.class });
    expect(report.terms).toMatchObject([{ term_id, subject: 'class', term: 'Slinky', practiced: 1 }]);
  });

  it('is seen by nobody else: other classes, other districts, former students, archived classes', async () => {
    const { term_id } = await added();
    for (const name of ['cal', 'zoe', 'tom', 'ted', 'sue', 'dan']) {
      const client = await server.signIn(name);
      expect(await seen(client), name).toEqual([]);
      expect((await client.call(calls.checkFillIn, { ...own(client), term_id, answer_text: 'slinky' })).code, name).toBe(404);
    }
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.ana).execute();
    expect(await seen(ana)).toEqual([]);
    expect(await seen(tess)).toEqual(['Slinky']);
    await server.db.updateTable('class_group').set({ active: 0 }).where('group_puid', '=', ids.class).execute();
    expect(await seen(tess)).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('is asked and shown in English where it has no Spanish', async () => {
    const { term_id } = await added({ term_es: 'resorte', definition_es: 'Un resorte.' });
    const inSpanish = { ...own(ana), language_id: Language.spanish };
    const { questions } = await ana.ok(calls.glossaryFillIn, { ...inSpanish, subject: 'class' });
    expect(questions).toMatchObject([{ sentence: 'We watch waves in a ____.' }]);
    expect(await ana.ok(calls.checkFillIn, { ...inSpanish, term_id, answer_text: 'Slinky' })).toMatchObject({ result: 'right' });
    await added({ term: 'Ramp' });
    const terms = await ana.ok(calls.glossaryTerms, { ...inSpanish, subject: 'class' });
    expect(terms).toMatchObject([
      { term: 'Ramp', language_id: Language.english, other_term: '' },
      { term: 'resorte', language_id: Language.spanish, other_term: 'Slinky' },
    ]);
  });

  it('may have the name of a term of the course, which is told; choices then have no name twice', async () => {
    expect(await added({ term: 'Atom' })).toMatchObject({ is_in_glossary: true });
    expect(await added({ term: 'Slinky' })).toMatchObject({ is_in_glossary: false });
    expect(await added({ term: 'Imán' })).toMatchObject({ is_in_glossary: true });
    const { questions } = await ana.ok(calls.glossaryFillIn, own(ana));
    for (const { choices } of questions) expect(new Set(choices.map((choice) => choice.toLowerCase())).size).toBe(4);
  });

  it('is in sets for its own class; others get the set without it', async () => {
    const { term_id } = await added();
    const set = await giveTermSet(server, { terms: [term_id, termId('atom')] });
    const count = async (client: TestClient) => (await client.ok(calls.termSetQuestions, { ...own(client), ...set })).term_count;
    expect(await count(ana)).toBe(2);
    const answer = (client: TestClient, id: number, answer_text: string) =>
      client.ok(calls.checkTermSet, { ...own(client), ...set, term_id: id, answer_text });
    expect(await answer(ana, term_id, 'slinky')).toMatchObject({ percentage_completed: 50 });
    // Once it is gone, the rest is all there is to do.
    await tess.ok(calls.removeOwnTerm, { term_id });
    expect(await answer(ana, termId('atom'), 'atom')).toMatchObject({ right_count: 1, term_count: 1, percentage_completed: 100 });
  });

  it('is marked for its class in texts of the library, before a term of the course with the same name, and for nobody else', async () => {
    const body = JSON.stringify({ kind: 'html', html: '<p>Slinkies, and an <b>atom</b>. Un resorte.</p>' });
    await server.db.updateTable('content_item').set({ body }).where('item_id', '=', item_id).execute();
    await server.db
      .insertInto('term_item')
      .values({ term_id: termId('atom'), item_id, mentions: 1 })
      .execute();
    await added(spanish);
    await added({ term: 'Atom', definition: 'What things are made of.' });
    await added({ term: 'Ramp' });
    const marked = async (client: TestClient, language_id: number = Language.english) =>
      (await client.ok(calls.glossaryItemTerms, { ...own(client), item_id, language_id })).map(({ term }) => term);
    for (const client of [ana, tess]) expect(await marked(client)).toEqual(['Slinky', 'Atom', 'atom']);
    expect(await marked(ana, Language.spanish)).toEqual(['Atom', 'resorte', 'átomo']);
    for (const name of ['cal', 'zoe', 'tom']) expect(await marked(await server.signIn(name)), name).toEqual(['atom']);
    const used = await tess.ok(calls.glossaryTermsOfItems, { ...own(tess), item_ids: [item_id] });
    expect(used.map(({ term }) => term)).toEqual(['atom', 'Atom', 'Slinky']);
  });

  it('is closed with the glossary: in a timed assessment, and where the school has switched it off', async () => {
    await added();
    await assignTo(server, ids.freeLesson);
    await ana.ok(calls.startAssessment, { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    expect((await ana.call(calls.glossaryTerms, { ...own(ana), subject: 'class' })).code).toBe(423);
    await server.db
      .updateTable('school')
      .set({ nav_tabs: JSON.stringify([{ key: 'glossary', show: false }]) })
      .execute();
    expect((await tess.call(calls.ownTerms, {})).code).toBe(403);
    expect((await add({ term: 'Ramp' })).code).toBe(403);
  });
});

describe('adding a term', () => {
  it('is for teachers of the class', async () => {
    for (const [name, code] of [
      ['ana', 403],
      ['sue', 403],
      ['dan', 403],
      ['tom', 404],
      ['ted', 404],
    ] as const)
      expect((await add({}, { client: await server.signIn(name) })).code, name).toBe(code);
    expect(await server.db.selectFrom('own_term').selectAll().execute()).toEqual([]);
  });

  it('to all classes adds it where it is missing', async () => {
    const { code } = await tess.call(calls.addGroup, {
      ...own(tess),
      ...{ kind: 'class', group_name: 'Second period', subject: 'Science', grade: '6', period: '2' },
    });
    expect(code).toBe(200);
    await added();
    expect(await tess.ok(calls.addOwnTerm, { group_puid: 0, ...slinky })).toMatchObject({ group_name: 'Second period' });
    expect(await list()).toEqual(['Slinky', 'Slinky']);
    expectFailure(await tess.call(calls.addOwnTerm, { group_puid: 0, ...slinky }), 409);
    const tom = await server.signIn('tom');
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.tom).execute();
    expect((await add({}, { client: tom, group_puid: 0 })).code).toBe(404);
  });

  it.each([
    ['no term', { term: ' ' }, 'term', 'missing'],
    ['too long a term', { term: 'x'.repeat(61) }, 'term', 'tooLong'],
    ['no definition', { definition: '' }, 'definition', 'missing'],
    ['a sentence without a blank', { fill_in: 'We watch waves.' }, 'fill_in', 'noBlank'],
    ['a Spanish sentence without a blank', { ...spanish, fill_in_es: 'Vemos ondas.' }, 'fill_in_es', 'noBlank'],
    ['Spanish without a definition', { term_es: 'resorte' }, 'definition_es', 'missing'],
    ['Spanish without a term', { fill_in_es: 'Un ___.', definition_es: 'Un resorte.' }, 'term_es', 'missing'],
  ])('with %s is refused beside its field', async (_, texts, field, reason) => {
    const { code, data } = await add(texts);
    expect(code).toBe(400);
    expect(data).toMatchObject({ fields: [{ field, reason }] });
  });

  it('keeps markup as text', async () => {
    expect(await added({ term: '<b>Slinky</b>', definition: '<script>alert(1)</script> & more' })).toMatchObject({
      ...{ term: '<b>Slinky</b>', definition: '<script>alert(1)</script> & more' },
    });
  });

  it('of a name that the class has is refused beside the name, whatever its case', async () => {
    await added();
    const { code, data } = await add({ term: 'SLINKY' });
    expect(code).toBe(409);
    expect(data).toMatchObject({ fields: [{ field: 'term', reason: 'taken' }] });
  });

  it('ends at a limit', async () => {
    await added();
    const row = await server.db.selectFrom('own_term').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: mostOwnTerms - 2 }, (_, at) => ({ ...row, term_id: 7000 + at, term_key: `term ${at}` }));
    await server.db.insertInto('own_term').values(more).execute();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => add({ term: `More ${at}` })));
    expect(answers.map(({ code }) => code).sort(), 'eight at once for the last place').toEqual([200, ...Array(7).fill(409)]);
    await tess.ok(calls.removeOwnTerm, { term_id: 7000 });
    await added({ term: 'In its place' });
    expect((await tess.call(calls.restoreOwnTerm, { term_id: 7000 })).code, 'back into a full class').toBe(409);
    await tess.ok(calls.restoreOwnTerm, { term_id: 7001 });
    expect(await list()).toHaveLength(mostOwnTerms);
  });
});

describe('changing a term', () => {
  it('is refused over a version that a co-teacher has saved', async () => {
    const { term_id, version } = await added();
    const save = (definition: string) => tess.call(calls.updateOwnTerm, { term_id, version, ...slinky, definition });
    expect((await save('First.')).code).toBe(200);
    expect((await save('Second.')).code).toBe(409);
    expect(await tess.ok(calls.ownTerm, { term_id })).toMatchObject({ definition: 'First.', version: 2 });
  });

  it('to a name that the class has is refused', async () => {
    await added();
    const { term_id, version } = await added({ term: 'Ramp' });
    expect((await tess.call(calls.updateOwnTerm, { term_id, version, ...slinky })).code).toBe(409);
  });

  it('is for teachers of the class', async () => {
    const { term_id, version } = await added();
    for (const name of ['tom', 'ted']) {
      const client = await server.signIn(name);
      expect((await client.call(calls.ownTerm, { term_id })).code).toBe(404);
      expect((await client.call(calls.updateOwnTerm, { term_id, version, ...slinky })).code).toBe(404);
      expect((await client.call(calls.removeOwnTerm, { term_id })).code).toBe(404);
      expect((await client.call(calls.restoreOwnTerm, { term_id })).code).toBe(404);
    }
  });
});

describe('removing a term', () => {
  it('takes it from the students, and Undo brings it back with what they practiced', async () => {
    const { term_id } = await added();
    await ana.ok(calls.checkFillIn, { ...own(ana), term_id, answer_text: 'slinky' });
    await tess.ok(calls.removeOwnTerm, { term_id });
    expect(await list()).toEqual([]);
    expect(await seen(ana)).toEqual([]);
    expect((await tess.call(calls.removeOwnTerm, { term_id })).code).toBe(404);
    await tess.ok(calls.restoreOwnTerm, { term_id });
    await tess.ok(calls.restoreOwnTerm, { term_id });
    expect(await seen(ana)).toEqual(['Slinky']);
    const { terms } = await tess.ok(calls.glossaryClass, { group_puid: ids.class });
    expect(terms).toMatchObject([{ term_id, practiced: 1 }]);
  });

  it('makes its name free; it does not come back over another of that name', async () => {
    const { term_id } = await added();
    await tess.ok(calls.removeOwnTerm, { term_id });
    await added();
    expect((await tess.call(calls.restoreOwnTerm, { term_id })).code).toBe(409);
    expect(await list()).toEqual(['Slinky']);
  });
});
