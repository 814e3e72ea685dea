import { beforeEach, describe, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { judge } from '../../server/areas/glossary/judge.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import { mentionCounter } from '../../server/search/mentions.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { assessment_id, catalogue, ids, item_id, schoolServer } from './fixtureSchool.ts';
import { termId, terms } from './glossaryTerms.ts';
import { days, hours, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let ana: TestClient;
let zoe: TestClient;
let tess: TestClient;
beforeEach(async () => {
  [server, ana, tess, zoe] = await schoolServer('ana', 'tess', 'zoe');
});

const own = (client: TestClient) => ({ user_puid: client.user.userPuid });
const find = async (search: string, further = {}, client = ana) =>
  (await client.ok(calls.glossaryTerms, { ...own(client), search, ...further })).map(({ term }) => term);

describe('subjects', () => {
  it('are all there, in their order, with the number of their terms', async () => {
    const { subjects } = await ana.ok(calls.glossarySubjects, own(ana));
    expect(subjects.map(({ subject, term_count }) => [subject, term_count])).toEqual([
      ['physical', 6],
      ['life', 2],
      ['earth', 0],
      ['space', 0],
      ['engineering', 0],
      ['practice', 0],
    ]);
  });

  it('come with one term for all of a district, another each day of its zone, and none twice before all others', async () => {
    const ofDay = async (client: TestClient) => (await client.ok(calls.glossarySubjects, own(client))).term_of_the_day?.term;
    // One in the morning in Chicago, two in New York.
    server.clock.now = Date.UTC(2030, 0, 15, 7);
    const first = await ofDay(ana);
    expect(await ofDay(tess)).toBe(first);
    server.clock.now -= hours(1.5);
    const before = await ofDay(ana);
    expect(before).not.toBe(first);
    // It is past midnight in New York already.
    expect(await ofDay(zoe)).toBe(first);
    const seen = new Set<string | undefined>();
    for (let day = 0; day < terms.length; day++) {
      seen.add(await ofDay(ana));
      server.clock.now += days(1);
    }
    expect(seen.size).toBe(terms.length);
    expect(await ofDay(ana)).toBe(before);
  });

  it('say so if there are no terms', async () => {
    await server.db.deleteFrom('term_item').execute();
    await server.db.deleteFrom('glossary_term').execute();
    expect((await ana.ok(calls.glossarySubjects, own(ana))).term_of_the_day).toBeNull();
  });
});

describe('terms of an item', () => {
  const termsOf = async (item: number, language_id: number) =>
    (await ana.ok(calls.glossaryItemTerms, { ...own(ana), item_id: item, language_id })).map(({ term, other_term }) => [term, other_term]);

  it('are those that its text uses, in its language first', async () => {
    await server.db
      .insertInto('term_item')
      .values({ term_id: termId('cell'), item_id, mentions: 1 })
      .execute();
    expect(await termsOf(item_id, Language.english)).toEqual([['cell', 'célula']]);
    expect(await termsOf(item_id, Language.spanish)).toEqual([['célula', 'cell']]);
    expect(await termsOf(item_id + 1, Language.english)).toEqual([]);
  });
});

describe('terms', () => {
  it('are in the order of the language, with the other language beside', async () => {
    const list = await ana.ok(calls.glossaryTerms, { ...own(ana), subject: 'physical', language_id: Language.spanish });
    expect(list.map(({ term, other_term }) => [term, other_term])).toEqual([
      ['aceleración', 'acceleration'],
      ['átomo', 'atom'],
      ['densidad', 'density'],
      ['energía', 'energy'],
      ['energía cinética', 'kinetic energy'],
      ['imán', 'magnet'],
    ]);
    expect(list[5]).toMatchObject({ definition: 'Qué significa imán.', other_definition: 'What magnet means.' });
    expect((await ana.ok(calls.glossaryTerms, own(ana))).map(({ term }) => term)[2]).toBe('cell');
  });

  it.each([
    ['case and accents', 'ATOMO', ['atom']],
    ['the other language, in the plural', 'imanes', ['magnet']],
    ['a plural', 'magnets', ['magnet']],
    ['a beginning', 'acc', ['acceleration']],
    ['a wrong letter', 'dencity', ['density']],
    ['a wrong letter rather than two', 'enerjia', ['energy', 'kinetic energy']],
    ['letters that changed places', 'eneryg', ['energy', 'kinetic energy']],
    ['the words of a definition', 'velocity', ['acceleration']],
    ['several words', 'energia cinetica', ['kinetic energy']],
    ['a word of three letters that is another one', 'cel', ['cell']],
    ['nonsense', 'qqqq', []],
  ])('are found by %s', async (_, words, found) => {
    expect(await find(words)).toEqual(found);
  });

  it('are found within the subject, and in the language of the reader', async () => {
    expect(await find('energy', { subject: 'life' })).toEqual([]);
    expect(await find('energy', { language_id: Language.spanish })).toEqual(['energía', 'energía cinética']);
  });

  it('lead to the items that use them more than once, of their language, that the reader may open', async () => {
    const [product] = catalogue.products;
    const [unit] = product!.units;
    const reading = unit!.items.find(({ code }) => idOf(code) === item_id)!;
    const body = {
      kind: 'html' as const,
      html: '<p>Energy: the <b>energy</b> of magnets. Kinetic energy is energy of motion. Átomo, atomo.</p>',
    };
    const items = unit!.items.map((one) => (one === reading ? { ...one, body } : one));
    await importContent(server.db, { ...catalogue, products: [{ ...product!, units: [{ ...unit!, items }] }] });
    const withItems = async () =>
      (await ana.ok(calls.glossaryTerms, own(ana))).flatMap(({ term, items: of }) => (of.length > 0 ? [[term, of]] : []));
    expect(await withItems()).toEqual([['energy', [{ item_id, title: 'reading' }]]]);
    await importContent(server.db, catalogue);
    expect(await withItems()).toEqual([]);
  });

  it('are closed to a student during a timed assessment', async () => {
    await assignTo(server, ids.freeLesson);
    await ana.ok(calls.startAssessment, { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    expect((await ana.call(calls.glossaryTerms, own(ana))).code).toBe(423);
    expect((await ana.call(calls.glossarySubjects, own(ana))).code).toBe(423);
    expect((await ana.call(calls.glossaryItemTerms, { ...own(ana), item_id })).code).toBe(423);
    expect((await tess.call(calls.glossaryTerms, own(tess))).code).toBe(200);
  });
});

it('a text uses the longest of the names that begin at a word', () => {
  const count = mentionCounter([
    ['e', 'energy'],
    ['k', 'kinetic energy'],
    ['c', 'célula'],
  ]);
  expect([...count('Kinetic energy, energies; kinetic. Celulas: CÉLULA')]).toEqual([
    ['k', 1],
    ['e', 1],
    ['c', 2],
  ]);
  expect([...count('')]).toEqual([]);
});

describe('favorites', () => {
  const favorites = async (client: TestClient) =>
    (await client.ok(calls.glossaryFacts, own(client))).filter(({ is_favorite }) => is_favorite).map(({ term }) => term);
  const keep = (client: TestClient, name: string, is_favorite = true) =>
    client.ok(calls.setGlossaryFavorite, { ...own(client), term_id: termId(name), is_favorite });

  it('are kept once, until they are taken back, and are nobody else’s', async () => {
    await keep(ana, 'atom');
    await keep(ana, 'atom');
    await keep(ana, 'cell');
    await keep(tess, 'magnet');
    expect(await favorites(ana)).toEqual(['atom', 'cell']);
    expect(await favorites(tess)).toEqual(['magnet']);
    await keep(tess, 'atom', false);
    await keep(ana, 'cell', false);
    await keep(ana, 'cell', false);
    expect(await favorites(ana)).toEqual(['atom']);
    expect(await favorites(zoe)).toEqual([]);
  });

  it('belong to the caller alone, and to a term that exists', async () => {
    const foreign = { user_puid: ids.ben, term_id: termId('atom'), is_favorite: true };
    expect((await ana.call(calls.setGlossaryFavorite, foreign)).code).toBe(404);
    expect((await ana.call(calls.setGlossaryFavorite, { ...own(ana), term_id: 5, is_favorite: true })).code).toBe(404);
    expect(await server.db.selectFrom('glossary_favorite').selectAll().execute()).toEqual([]);
  });

  it('come with the facts of a subject, in the order and words of the language', async () => {
    const facts = await ana.ok(calls.glossaryFacts, { ...own(ana), subject: 'life', language_id: Language.spanish });
    expect(facts.map(({ term, fact }) => [term, fact])).toEqual([
      ['célula', 'Un dato sobre célula.'],
      ['mitosis', 'Un dato sobre mitosis.'],
    ]);
  });
});

describe('a typed answer', () => {
  it.each([
    ['right', 'density', 'density'],
    ['right', 'density', '  The DENSITY. '],
    ['right', 'wave', 'waves'],
    ['right', 'imán', 'los imanes'],
    ['right', 'luz', 'luces'],
    ['right', 'body', 'bodies'],
    ['right', 'energía cinética', 'Energia cinetica'],
    ['right', 'light-year', 'lightyear'],
    ['right', 'mass', 'mass'],
    ['almost', 'density', 'densty'],
    ['almost', 'density', 'denisty'],
    ['almost', 'kinetic energy', 'kinetik energy'],
    ['almost', 'waves', 'wawes'],
    ['wrong', 'density', 'dnesitie'],
    ['wrong', 'wave', 'wafe'],
    ['wrong', 'kinetic energy', 'kinetik enregy'],
    ['wrong', 'kinetic energy', 'energy'],
    ['wrong', 'mitosis', 'meiosis'],
    ['wrong', 'density', 'ydensit'],
    ['wrong', 'atom', '?'],
    ['wrong', 'density', `density${' '.repeat(200)}`],
  ] as const)('is %s: for “%s”, %j', (verdict, term, answer) => {
    expect(judge(term, answer, [])).toBe(verdict);
  });

  it('is wrong if its one wrong letter makes it another term', () => {
    expect(judge('reflection', 'refraction', [])).toBe('wrong');
    expect(judge('producer', 'produced', [])).toBe('almost');
    expect(judge('producer', 'Produced', ['atom', 'produced'])).toBe('wrong');
  });
});

describe('a round of sentences', () => {
  const round = (client = ana, further = {}) => client.ok(calls.glossaryFillIn, { ...own(client), ...further });
  const check = (name: string, answer_text: string, { client = ana, ...further }: { client?: TestClient; [key: string]: unknown } = {}) =>
    client.ok(calls.checkFillIn, { ...own(client), term_id: termId(name), answer_text, ...further });
  const practice = async (name: string, user_puid: number = ids.ana) =>
    server.db
      .selectFrom('glossary_practice')
      .select(['box', 'due_day', 'language_id'])
      .where('user_puid', '=', user_puid)
      .where('term_id', '=', termId(name))
      .orderBy('language_id')
      .execute();
  const box = async (name: string) => {
    const [row] = await practice(name);
    return row && [row.box, row.due_day];
  };
  const first = async (count: number) => (await round()).questions.slice(0, count).map(({ term_id }) => term_id);

  it('has different terms with four choices each, one of them right, and says nowhere which', async () => {
    const { questions, due_count } = await round();
    expect(due_count).toBe(0);
    expect(new Set(questions.map(({ term_id }) => term_id))).toEqual(new Set(terms.map(({ term }) => termId(term))));
    for (const { term_id, sentence, choices, ...rest } of questions) {
      const name = terms.find(({ term }) => termId(term) === term_id)!.term;
      expect(sentence).toBe(`Here ${name.length} letters fit: ____.`);
      expect(new Set(choices).size).toBe(4);
      expect(choices).toContain(name);
      expect(Object.keys(rest)).toEqual(['subject', 'language_id']);
    }
    expect(questions.map(({ choices, term_id }) => choices.findIndex((one) => termId(one) === term_id)).some((at) => at !== 0)).toBe(true);
    expect((await round(ana, { subject: 'life', language_id: Language.spanish })).questions.map(({ sentence }) => sentence).sort()).toEqual(
      ['Aquí caben 6 letras: ____.', 'Aquí caben 7 letras: ____.'],
    );
    expect((await round(ana, { subject: 'space' })).questions).toEqual([]);
  });

  it('asks again after one, three, seven, sixteen and thirty-five days, and at once what was wrong', async () => {
    const start = server.clock.now;
    const on = (day: number) => {
      server.clock.now = start + days(day);
    };
    expect(await check('atom', 'Atoms')).toEqual({ result: 'right', term: 'atom', definition: 'What atom means.' });
    const seen: unknown[] = [await box('atom')];
    for (const day of [1, 4, 11, 27, 62]) {
      on(day);
      expect((await round()).due_count, `day ${day}`).toBe(1);
      expect(await first(1)).toEqual([termId('atom')]);
      await check('atom', 'atom');
      expect((await round()).due_count).toBe(0);
      seen.push(await box('atom'));
    }
    expect(seen).toEqual([
      [1, '2030-01-16'],
      [2, '2030-01-19'],
      [3, '2030-01-26'],
      [4, '2030-02-11'],
      [5, '2030-03-18'],
      [5, '2030-04-22'],
    ]);
    on(70);
    expect(await check('atom', 'cell')).toMatchObject({ result: 'wrong', term: 'atom' });
    expect(await box('atom')).toEqual([0, '2030-03-26']);
    expect(await first(1)).toEqual([termId('atom')]);
    await check('atom', 'atom');
    expect(await box('atom')).toEqual([1, '2030-03-27']);
  });

  it('counts days by the clock of the district', async () => {
    // Half past eleven at night in Chicago.
    server.clock.now = Date.UTC(2030, 0, 16, 5, 30);
    await check('atom', 'atom');
    expect(await box('atom')).toEqual([1, '2030-01-16']);
    server.clock.now += hours(1);
    expect((await round()).due_count).toBe(1);
  });

  it('moves a term once, however many tabs answer at once or how often a call is repeated', async () => {
    await Promise.all([check('atom', 'atom'), check('atom', 'atom'), check('atom', 'atom')]);
    expect(await box('atom')).toEqual([1, '2030-01-16']);
    server.clock.now += days(1);
    await Promise.all([check('atom', 'atom'), check('atom', 'atom')]);
    await check('atom', 'atom');
    expect(await box('atom')).toEqual([2, '2030-01-19']);
    await Promise.all([check('cell', 'atom'), check('cell', 'atom')]);
    expect(await box('cell')).toEqual([0, '2030-01-16']);
  });

  it('does not move a term that needed a hint, and asks it again tomorrow', async () => {
    const hint = (step: number) => ana.ok(calls.glossaryHint, { ...own(ana), term_id: termId('kinetic energy'), step });
    expect(await hint(1)).toEqual({ first_letter: 'k', lengths: null });
    expect(await hint(2)).toEqual({ first_letter: 'k', lengths: [7, 6] });
    await check('kinetic energy', 'kinetic energy', { hints: 2 });
    expect(await box('kinetic energy')).toEqual([0, '2030-01-16']);
    server.clock.now += days(1);
    await check('kinetic energy', 'kinetic energy');
    server.clock.now += days(1);
    await check('kinetic energy', 'kinetic energy', { hints: 1 });
    expect(await box('kinetic energy')).toEqual([1, '2030-01-18']);
    await check('kinetic energy', 'kinetic energy', { hints: 1 });
    expect(await box('kinetic energy')).toEqual([1, '2030-01-18']);
  });

  it('puts what is due first, then what is new, then what is not due yet', async () => {
    await check('cell', 'cell');
    await check('magnet', 'no');
    server.clock.now += days(1);
    await check('atom', 'atom');
    await check('density', 'no');
    const { due_count, questions } = await round();
    const order = questions.map(({ term_id }) => terms.find(({ term }) => termId(term) === term_id)?.term);
    expect(due_count).toBe(3);
    expect(order.slice(0, 3)).toEqual(['magnet', 'density', 'cell']);
    expect(order.at(-1)).toBe('atom');
  });

  it('is each person’s own, and each language’s', async () => {
    await check('atom', 'atom');
    await check('atom', 'átomo', { language_id: Language.spanish });
    await check('atom', 'no', { client: tess });
    expect((await practice('atom')).map((row) => [row.language_id, row.box])).toEqual([
      [Language.english, 1],
      [Language.spanish, 1],
    ]);
    expect((await practice('atom', ids.tess)).map((row) => row.box)).toEqual([0]);
    const foreign = { user_puid: ids.ben, term_id: termId('atom'), answer_text: 'atom' };
    expect((await ana.call(calls.checkFillIn, foreign)).code).toBe(404);
    expect((await ana.call(calls.checkFillIn, { ...foreign, ...own(ana), term_id: 5 })).code).toBe(404);
  });

  it('is closed during a timed assessment, answers too', async () => {
    await assignTo(server, ids.freeLesson);
    await ana.ok(calls.startAssessment, { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    const answer = { ...own(ana), term_id: termId('atom'), answer_text: 'atom' };
    expect((await ana.call(calls.checkFillIn, answer)).code).toBe(423);
    expect((await ana.call(calls.glossaryFillIn, own(ana))).code).toBe(423);
    expect((await ana.call(calls.glossaryHint, { ...own(ana), term_id: termId('atom'), step: 2 })).code).toBe(423);
    expect((await ana.call(calls.glossaryFacts, own(ana))).code).toBe(423);
    expect(await practice('atom')).toEqual([]);
  });
});

describe('a sheet', () => {
  const sheet = (client: TestClient, number: number, further = {}) =>
    client.ok(calls.glossarySheet, { ...own(client), sheet: number, ...further });

  it('is the same each time; its key is for staff', async () => {
    const staff = await sheet(tess, 1);
    const student = await sheet(ana, 1);
    expect(student).toEqual({ ...staff, answers: null });
    expect(staff.sheets).toBe(1);
    expect(staff.words).toEqual(['acceleration', 'atom', 'cell', 'density', 'energy', 'kinetic energy', 'magnet', 'mitosis']);
    expect([...(staff.answers ?? [])].sort()).toEqual(staff.words);
    expect(staff.sentences).toEqual(staff.answers?.map((term) => `Here ${term.length} letters fit: ____.`));
  });

  it('is of a subject and a language, and the last one if there are fewer', async () => {
    expect(await sheet(tess, 9, { subject: 'life', language_id: Language.spanish })).toMatchObject({
      sheets: 1,
      words: ['célula', 'mitosis'],
    });
    expect(await sheet(tess, 1, { subject: 'space' })).toEqual({ sheets: 1, sentences: [], words: [], answers: [] });
  });

  it('follows another until all terms are on one', async () => {
    const more = Array.from({ length: 20 }, (_, at) => ({ ...terms[0]!, subject: 'space', term: `term ${at}`, fill_in: `${at} ____` }));
    await importContent(server.db, { ...catalogue, glossary: more });
    const [first, second, last] = [
      await sheet(tess, 1, { subject: 'space' }),
      await sheet(tess, 2, { subject: 'space' }),
      await sheet(tess, 3, { subject: 'space' }),
    ];
    expect([first.sheets, first.sentences.length, second.sentences.length]).toEqual([2, 12, 8]);
    expect(new Set([...first.sentences, ...second.sentences]).size).toBe(20);
    expect(last).toEqual(second);
  });
});

describe('the terms of a class', () => {
  const practiced = (user_puid: number, name: string, box: number, further = {}) =>
    server.db
      .insertInto('glossary_practice')
      .values({
        ...{ district_id: ids.district, user_puid, term_id: termId(name), language_id: Language.english, box },
        ...{ due_day: '2030-01-20', last_at: server.clock.now, ...further },
      })
      .execute();
  const look = async (client = tess, further = {}) => client.ok(calls.glossaryClass, { group_puid: ids.class, ...further });
  const levels = ({
    practiced: all,
    learning,
    familiar,
    known,
  }: { [Level in 'practiced' | 'learning' | 'familiar' | 'known']: number }) => [all, learning, familiar, known];

  it('are those that its students have practiced, in either language, by the better one', async () => {
    await practiced(ids.ana, 'atom', 1);
    await practiced(ids.ana, 'atom', 4, { language_id: Language.spanish, last_at: server.clock.now - days(2) });
    await practiced(ids.ana, 'cell', 3);
    await practiced(ids.ben, 'atom', 0);
    await practiced(ids.cal, 'magnet', 5);
    await practiced(ids.tess, 'density', 5);
    const { students, terms: rows } = await look();
    expect(students.map((one) => [one.user_puid, ...levels(one), one.last_at])).toEqual([
      [ids.ana, 2, 0, 1, 1, new Date(server.clock.now).toISOString()],
      [ids.ben, 1, 1, 0, 0, new Date(server.clock.now).toISOString()],
    ]);
    expect(students.map((one) => one.terms.map(({ term_id, level }) => [term_id, level]).toSorted())).toEqual([
      [
        [termId('atom'), 'known'],
        [termId('cell'), 'familiar'],
      ].toSorted(),
      [[termId('atom'), 'learning']],
    ]);
    expect(rows.map((one) => [one.term, ...levels(one)])).toEqual([
      ['atom', 2, 1, 0, 1],
      ['cell', 1, 0, 1, 0],
    ]);
    expect((await look(tess, { language_id: Language.spanish })).terms.map(({ term }) => term)).toEqual(['átomo', 'célula']);
  });

  it('count only students who are in the class now, and active', async () => {
    await practiced(ids.ana, 'atom', 1);
    await practiced(ids.ben, 'cell', 1);
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.ana).execute();
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    expect(await look()).toMatchObject({ students: [], terms: [] });
  });

  it.each(['tom', 'sid', 'dora'])('are hidden from %s, who does not see the class', async (name) => {
    const client = await server.signIn(name);
    expect((await client.call(calls.glossaryClass, { group_puid: ids.class })).code).toBe(404);
  });
});
