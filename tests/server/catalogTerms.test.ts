import { beforeEach, describe, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { importContent } from '../../server/content/importContent.ts';
import { checked, courseOf, imported, zipOf } from './courseZip.ts';
import { catalogue, ids, item_id, schoolServer } from './fixtureSchool.ts';
import { termId, terms, tissue } from './glossaryTerms.ts';
import { giveTermSet } from './termSet.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let max: TestClient;
let ana: TestClient;
let zoe: TestClient;
beforeEach(async () => {
  [server, max, ana, zoe] = await schoolServer('max', 'ana', 'zoe');
});

const fact = { fact: 'A muscle is made of tissue that can pull.', fact_es: 'Un músculo es de tejido que puede tirar.' };
const sentence = { fill_in: 'Cells of one kind form a __.', fill_in_es: 'Las células de un tipo forman un _____.' };
const own = (client: TestClient) => ({ user_puid: client.user.userPuid });
const add = (texts: object = {}, client = max) => client.ok(calls.addCatalogTerm, { ...tissue, ...texts });
const list = () => max.ok(calls.catalogTerms, {});
const row = async (term_id: number) => max.ok(calls.catalogTerm, { term_id });
const names = async (client: TestClient, language_id: number = Language.english) =>
  (await client.ok(calls.glossaryTerms, { ...own(client), language_id })).map(({ term }) => term);
/** The fixture's cell, with texts that the form accepts. */
const cell = async (texts: object = {}) => ({
  ...tissue,
  ...{ term_id: termId('cell'), version: (await row(termId('cell'))).version, term: 'cell', term_es: 'célula' },
  ...texts,
});
const edit = async (texts: object = {}) => max.ok(calls.updateCatalogTerm, await cell(texts));
const write = (html: string, language_id: number = Language.english) =>
  server.db
    .updateTable('content_item')
    .set({ body: JSON.stringify({ kind: 'html', html }), language_id })
    .where('item_id', '=', item_id)
    .execute();
const marked = async (language_id: number = Language.english) =>
  (await ana.ok(calls.glossaryItemTerms, { ...own(ana), item_id, language_id })).map(({ term }) => term).sort();

describe('a term of the catalog', () => {
  it('is added for all districts, in both languages, with what is practiced', async () => {
    const added = await add({ ...fact, ...sentence });
    expect(added).toMatchObject({ ...tissue, ...fact, version: 1, is_offered: true, origin: 'added', is_course_new: false, item_count: 0 });
    expect(added.fill_in).toBe('Cells of one kind form a ____.');
    for (const client of [ana, zoe]) {
      expect(await names(client)).toContain('tissue');
      expect(await names(client, Language.spanish)).toContain('tejido');
    }
    const { questions } = await ana.ok(calls.glossaryFillIn, { ...own(ana), subject: 'life' });
    expect(questions.map(({ sentence: text }) => text)).toContain('Cells of one kind form a ____.');
    expect((await list()).map(({ term }) => term)).toEqual([...terms.map(({ term }) => term), 'tissue'].sort());
  });

  it('needs neither a fact nor a sentence, and is then nobody’s question', async () => {
    const { term_id } = await add();
    expect(await names(ana)).toContain('tissue');
    expect((await ana.ok(calls.glossaryFacts, own(ana))).map(({ term }) => term)).not.toContain('tissue');
    const { questions } = await ana.ok(calls.glossaryFillIn, { ...own(ana), subject: 'life' });
    expect(questions.map((one) => one.term_id)).not.toContain(term_id);
    const sheet = await ana.ok(calls.glossarySheet, { ...own(ana), subject: 'life', sheet: 1 });
    expect(sheet.sentences).toHaveLength(2);
    const set = await giveTermSet(server, { terms: [term_id, termId('atom')] });
    expect(await ana.ok(calls.termSetQuestions, { ...own(ana), ...set })).toMatchObject({ term_count: 1 });
  });

  it.each([
    ['a short definition', { definition: 'Cells.' }, 'definition', 'tooShort'],
    ['a definition without an end', { definition_es: 'Células que trabajan juntas' }, 'definition_es', 'noSentenceEnd'],
    ['a fact in one language', { fact: fact.fact }, 'fact_es', 'missing'],
    ['a sentence in one language', { fill_in_es: sentence.fill_in_es }, 'fill_in', 'missing'],
    ['a sentence without a blank', { ...sentence, fill_in: 'Cells form it.' }, 'fill_in', 'noBlank'],
    ['two blanks', { ...sentence, fill_in: 'A ___ is made of ___.' }, 'fill_in', 'blankTwice'],
    ['the term in its sentence', { ...sentence, fill_in: 'Tissues are ____.' }, 'fill_in', 'namesTerm'],
    ['the term in its Spanish sentence', { ...sentence, fill_in_es: 'El tejido es ____.' }, 'fill_in_es', 'namesTerm'],
    ['the name of another term', { term: 'Mitosis' }, 'term', 'taken'],
    ['the Spanish name of another term', { term_es: 'Célula' }, 'term_es', 'taken'],
  ])('is refused with %s', async (_, texts, field, reason) => {
    const refused = await max.call(calls.addCatalogTerm, { ...tissue, ...texts } as never);
    expect(refused.code).toBe(reason === 'taken' ? 409 : 400);
    expect(refused.data).toMatchObject({ fields: [{ field, reason }] });
    expect(await list()).toHaveLength(terms.length);
  });

  it('may have the name of a term of another subject', async () =>
    expect(await add({ term: 'atom', term_es: 'átomo' })).toMatchObject({ subject: 'life', term: 'atom' }));

  it('is changed once of two changes at once', async () => {
    const texts = await cell({ definition: 'The smallest part that is alive.' });
    expect(await max.ok(calls.updateCatalogTerm, texts)).toMatchObject({ version: 2, origin: 'edited' });
    expect(await max.call(calls.updateCatalogTerm, texts)).toMatchObject({ code: 409, data: { reason: 'recordChanged' } });
    const [found] = await ana.ok(calls.glossaryTerms, { ...own(ana), search: 'cell' });
    expect(found?.definition).toBe('The smallest part that is alive.');
  });

  it('is marked by its new words, and by the old ones no more', async () => {
    await write('<p>A cell is in each tissue.</p>');
    await add();
    expect(await marked()).toEqual(['cell', 'tissue']);
    await edit({ term: 'organ', term_es: 'órgano' });
    expect(await marked()).toEqual(['tissue']);
    expect(await row(termId('cell'))).toMatchObject({ item_count: 0 });
    await edit({ term: 'cell', term_es: 'órgano' });
    expect(await marked()).toEqual(['cell', 'tissue']);
    await write('<p>Un órgano.</p>', Language.spanish);
    await edit({ term: 'cell', term_es: 'célula' });
    expect(await marked(Language.spanish)).toEqual([]);
  });

  it('is in the audit with its texts, before and after', async () => {
    const { term_id } = await add();
    await edit({ definition: 'The smallest part that is alive.' });
    await max.ok(calls.withdrawCatalogTerm, { term_id });
    await max.ok(calls.offerCatalogTerm, { term_id });
    const { rows } = await max.ok(calls.auditEntries, { user_puid: ids.max, kind: 'content' });
    expect(rows.map(({ action, subject }) => `${action} ${subject.name}`)).toEqual(
      expect.arrayContaining(['term.add tissue', 'term.update cell', 'term.withdraw tissue', 'term.offer tissue']),
    );
    expect(rows.find(({ action }) => action === 'term.update')?.changes).toContainEqual({
      ...{ field: 'definition', before: 'What cell means.', after: 'The smallest part that is alive.' },
    });
  });
});

describe('a withdrawn term', () => {
  const withdraw = () => max.ok(calls.withdrawCatalogTerm, { term_id: termId('cell') });
  const offer = () => max.ok(calls.offerCatalogTerm, { term_id: termId('cell') });

  it('is nowhere to be read, and a shorter one is marked in its place; then it is back', async () => {
    await write('<p>Kinetic energy, and a cell.</p>');
    await add();
    expect(await marked()).toEqual(expect.arrayContaining(['kinetic energy', 'cell']));
    await withdraw();
    await max.ok(calls.withdrawCatalogTerm, { term_id: termId('kinetic energy') });
    expect(await marked()).toEqual(['energy']);
    expect(await names(ana)).not.toContain('cell');
    const found = await ana.ok(calls.glossaryTerms, { ...own(ana), search: 'célula' });
    expect(found.map(({ term }) => term)).not.toContain('cell');
    expect((await ana.ok(calls.glossaryFacts, own(ana))).map(({ term }) => term)).not.toContain('cell');
    expect(await row(termId('cell'))).toMatchObject({ is_offered: false });
    await offer();
    await max.ok(calls.offerCatalogTerm, { term_id: termId('kinetic energy') });
    expect(await marked()).toEqual(['cell', 'kinetic energy']);
    expect(await names(zoe)).toContain('cell');
  });

  it('is nobody’s term of the day', async () => {
    const ofDay = async () => (await ana.ok(calls.glossarySubjects, own(ana))).term_of_the_day;
    const first = await ofDay();
    await max.ok(calls.withdrawCatalogTerm, { term_id: Number(first?.term_id) });
    expect((await ofDay())?.term_id).not.toBe(first?.term_id);
    for (const { term } of terms) await max.ok(calls.withdrawCatalogTerm, { term_id: termId(term) });
    expect(await ofDay()).toBeNull();
  });

  it('keeps favorites and practice; who was asked before may answer', async () => {
    const term_id = termId('cell');
    await ana.ok(calls.setGlossaryFavorite, { ...own(ana), term_id, is_favorite: true });
    await ana.ok(calls.checkFillIn, { ...own(ana), term_id, answer_text: 'cell' });
    await withdraw();
    expect(await ana.ok(calls.checkFillIn, { ...own(ana), term_id, answer_text: 'cell' })).toMatchObject({ result: 'right' });
    const ofClass = () => max.ok(calls.glossaryClass, { group_puid: ids.class });
    const asked = async () =>
      (await ana.ok(calls.glossaryFillIn, { ...own(ana), subject: 'life' })).questions.map((question) => question.term_id);
    expect(await asked()).not.toContain(term_id);
    expect((await ofClass()).students.find(({ user_puid }) => user_puid === ids.ana)).toMatchObject({ practiced: 0, terms: [] });
    await offer();
    expect(await asked()).toContain(term_id);
    expect((await ofClass()).students.find(({ user_puid }) => user_puid === ids.ana)).toMatchObject({ practiced: 1 });
    const facts = await ana.ok(calls.glossaryFacts, own(ana));
    expect(facts.find((one) => one.term_id === term_id)).toMatchObject({ is_favorite: true });
  });

  it('is left out of sets, of which the rest is all there is to do', async () => {
    const set = await giveTermSet(server, { terms: [termId('cell'), termId('atom')] });
    const answer = (term_id: number, answer_text: string) => ana.ok(calls.checkTermSet, { ...own(ana), ...set, term_id, answer_text });
    expect(await answer(termId('atom'), 'atom')).toMatchObject({ percentage_completed: 50 });
    await withdraw();
    expect(await ana.ok(calls.termSetQuestions, { ...own(ana), ...set })).toMatchObject({ term_count: 1, percentage_completed: 100 });
    // It was on a page that was open before.
    expect(await answer(termId('cell'), 'cell')).toMatchObject({ result: 'right', right_count: 1, term_count: 1 });
    await offer();
    expect(await answer(termId('atom'), 'atom')).toMatchObject({ right_count: 1, term_count: 2, percentage_completed: 50 });
    await withdraw();
    const refused = await (await server.signIn('tess')).call(calls.createTermSet, {
      ...{ user_puid: ids.tess, creation_key: 'k', title: 'Cells', language_id: Language.english, term_ids: [termId('cell')] },
    });
    expectFailure(refused, 404);
  });

  it('stays withdrawn when the course is imported again', async () => {
    await withdraw();
    await importContent(server.db, catalogue);
    expect(await names(ana)).not.toContain('cell');
    expect(await row(termId('cell'))).toMatchObject({ is_offered: false, origin: 'course' });
  });
});

describe('an import of the course', () => {
  const withCell = (texts: object) =>
    courseOf({
      'glossary.json': JSON.stringify(terms.map((term) => (term.term === 'cell' ? { ...term, ...texts } : term))),
    });
  const named = async (texts: object) => {
    const { changes, job } = await checked(server, max, await zipOf(withCell(texts)));
    const ofTerms = changes.filter(({ thing }) => thing === 'term').map(({ change, name }) => `${change} ${name}`);
    return { ofTerms, counts: job.counts.find(({ thing }) => thing === 'term') };
  };

  it('leaves an edited term alone, says so, and keeps what the course has', async () => {
    await edit();
    expect((await named({})).ofTerms).toEqual([]);
    const other = { definition: 'Another definition of a cell.' };
    expect(await named(other)).toMatchObject({ ofTerms: ['kept cell'], counts: { kept: 1, changed: 0, unchanged: terms.length - 1 } });
    await imported(server, max, withCell(other));
    expect(await row(termId('cell'))).toMatchObject({ definition: tissue.definition, origin: 'edited', is_course_new: true });
    // Who edits it again has seen what the course has, and keeps the own texts.
    expect(await edit({ definition: 'The smallest part that is alive.' })).toMatchObject({ origin: 'edited', is_course_new: false });
  });

  it('changes a term that nobody edited, and an open form is then out of date', async () => {
    const before = await cell();
    await imported(server, max, withCell({ definition: 'Another definition of a cell.' }));
    expect(await row(termId('cell'))).toMatchObject({ definition: 'Another definition of a cell.', version: 2, origin: 'course' });
    expect(await max.call(calls.updateCatalogTerm, before)).toMatchObject({ code: 409, data: { reason: 'recordChanged' } });
  });

  it('finds a term that was added here before the course had it', async () => {
    const { term_id } = await add();
    const further = { ...fact, ...sentence, fill_in: 'One is a ____.', fill_in_es: 'Uno es un ____.' };
    const files = courseOf({ 'glossary.json': JSON.stringify([...terms, { ...tissue, ...further }]) });
    await imported(server, max, files);
    expect(await row(term_id)).toMatchObject({ fact: '', origin: 'edited', is_course_new: true });
    expect((await names(ana)).filter((name) => name === 'tissue')).toHaveLength(1);
    // With the course's own texts it is the course's.
    expect(await max.ok(calls.updateCatalogTerm, { term_id, version: 1, ...tissue, ...further })).toMatchObject({ origin: 'course' });
  });

  it('that is undone takes its terms back, but for those that were edited since', async () => {
    const mass = { ...terms[0], term: 'mass', term_es: 'masa', subject: 'physical' };
    const job = await imported(server, max, courseOf({ 'glossary.json': JSON.stringify([...terms, mass]) }));
    const found = (await list()).find(({ term }) => term === 'mass');
    await max.ok(calls.updateCatalogTerm, { ...tissue, term_id: Number(found?.term_id), version: 1, term: 'mass', term_es: 'masa' });
    await max.ok(calls.undoCourse, { job_id: job.job_id });
    await server.settle();
    expect((await list()).map(({ term }) => term)).toContain('mass');
  });
});

it('only the provider’s administrators write terms, and nobody while acting as them', async () => {
  for (const name of ['dan', 'tess', 'ana', 'sue'])
    expect((await (await server.signIn(name)).call(calls.addCatalogTerm, tissue)).code, name).toBe(403);
});
