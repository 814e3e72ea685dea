import { beforeAll, describe, expect, it } from 'vitest';
import { fillCatalogue } from '../../bench/library/catalogue.ts';
import { ResourceType } from '../../contract/content.ts';
import { importContent } from '../../server/content/importContent.ts';
import { readCourses } from '../../server/content/readCourse.ts';
import { openDatabase } from '../../server/db/open.ts';
import { sampleFiles } from '../../server/sample/files.ts';
import { type Catalogue, catalogueOf } from '../../server/search/catalogue.ts';
import { find, type Wanted } from '../../server/search/find.ts';
import { standardReader } from '../../server/search/standards.ts';

const none: Wanted = { query: '', resource_types_denied: [], kinds: [], grades: [], languages: [], standards: [] };
let catalogue: Catalogue;
beforeAll(async () => {
  const db = await openDatabase(':memory:');
  await importContent(db, readCourses(sampleFiles()));
  catalogue = await catalogueOf(db);
  return () => db.destroy();
});
const search = (wanted: Partial<Wanted>) => {
  const found = find(catalogue, { ...none, ...wanted });
  return { ...found, items: found.numbers.map((number) => catalogue.items[number]!) };
};

describe('words', () => {
  it.each([
    ['photosynthesis', /plant/i],
    ['photosinthesis', /plant/i],
    ['fotosynthesis', /plant/i],
    ['Photosynthesys', /plant/i],
    ['gravty', /gravit/i],
    ['gravtiy', /gravit/i],
    ['plate tektonics', /plate/i],
    ['earthquaks', /earthquake|plate/i],
    ['volcanos', /volcan|plate/i],
    ['eclispe', /eclipse/i],
    ['seasns', /season/i],
    ['moon fases', /moon/i],
    ['pendullum', /pendulum|energy/i],
    ['kinetik energy', /energy/i],
    ['enrgy', /energy/i],
    ['circut', /circuit|charge|electric/i],
    ['magnetizm', /magnet/i],
    ['denisty', /dens/i],
    ['chemical reacton', /reaction/i],
    ['partcle model', /particle/i],
    ['fod web', /food/i],
    ['food wbe', /food/i],
    ['inheritence', /inherit|trait|gene/i],
    ['punnet square', /punnett/i],
    ['ozmosis', /osmosis|cell/i],
    ['greenhous', /greenhouse|climate/i],
    ['wether', /weather|whether/i],
    ['water cicle', /water/i],
    ['voyger', /voyager/i],
    ['popcron', /popcorn/i],
    ['planetas', /planet/i],
    ['gravedad', /grave|órbita|planet/i],
    ['reaccion quimica', /reacci/i],
    ['eclipses de luna', /luna|eclipse/i],
  ])('"%s" finds what was meant', (query, expected) => {
    const { items } = search({ query });
    expect(items.length).toBeGreaterThan(0);
    expect(
      items
        .slice(0, 3)
        .map((item) => `${item.title} · ${item.summary}`)
        .join('\n'),
    ).toMatch(expected);
  });
  it('says which words it searched instead', () => {
    expect(search({ query: 'photosinthesis' }).corrected).toBe('photosynthesis');
    expect(search({ query: 'photosynthesis' }).corrected).toBeNull();
    expect(search({ query: 'photosyn' }).corrected, 'a word that is still being typed').toBeNull();
  });
  it('an item whose title is the query comes first', () => {
    for (const item of catalogue.items.filter((_, number) => number % 7 === 0))
      expect(
        search({ query: item.title, languages: [item.language_id] })
          .items.slice(0, 2)
          .map((one) => one.title),
      ).toContain(item.title);
  });
  it('knows kinds by their names', () => {
    expect(search({ query: 'energy quiz' }).items[0]?.item_type_id).toBe(ResourceType.quiz);
    expect(search({ query: 'simulación densidad' }).items[0]?.item_type_id).toBe(ResourceType.interactive);
  });
  it.each(['', '   ', '…', '???', '<script>', "' or 1=1 --", '😀', '\u202e', 'x'.repeat(200), '* -', 'the of and'])(
    'takes "%s" without harm',
    (query) => {
      expect(() => search({ query })).not.toThrow();
    },
  );
});

describe('standards in any spelling', () => {
  it.each([
    ['MS-PS1-4', 'MS-PS1-4'],
    ['ms-ps1-4', 'MS-PS1-4'],
    ['ms ps1 4', 'MS-PS1-4'],
    ['msps14', 'MS-PS1-4'],
    ['MSPS1-4', 'MS-PS1-4'],
    ['MS.PS1.4', 'MS-PS1-4'],
    ['MS_PS1_4', 'MS-PS1-4'],
    ['MS–PS1–4', 'MS-PS1-4'],
    ['ms - ps 1 - 4', 'MS-PS1-4'],
    ['NGSS MS-PS1-4', 'MS-PS1-4'],
    ['(MS-PS1-4)', 'MS-PS1-4'],
    ['MS-PS1-04', 'MS-PS1-4'],
    ['PS1-4', 'MS-PS1-4'],
    ['ｍｓ－ｐｓ１－４', 'MS-PS1-4'],
    ['5-ess1-1', '5-ESS1-1'],
    ['3-5 ETS1 2', '3-5-ETS1-2'],
    ['TEKS 6.6A', 'TEKS 6.6A'],
    ['teks 6.6(A)', 'TEKS 6.6A'],
    ['teks6.6a', 'TEKS 6.6A'],
    ['6.6A', 'TEKS 6.6A'],
    ['6.6(a)', 'TEKS 6.6A'],
    ['TEK 6.6A', 'TEKS 6.6A'],
    ['TEKS 3.10 B', 'TEKS 3.10B'],
    ['teks 5.9', 'TEKS 5.9'],
    ['112.26(b)(6)(A)', 'TEKS 6.6A'],
    ['112.26(b)(6)(a)', 'TEKS 6.6A'],
    ['§112.26(b)(6)(A)', 'TEKS 6.6A'],
    ['112.26b6A', 'TEKS 6.6A'],
    ['112.26 b 6 a', 'TEKS 6.6A'],
    ['112 26 b 6 a', 'TEKS 6.6A'],
    ['11226b6a', 'TEKS 6.6A'],
    ['112.26 (6)(A)', 'TEKS 6.6A'],
    ['TEKS 112.26(b)(6)(A)', 'TEKS 6.6A'],
    ['teks §112.26 (b)(6)(a)', 'TEKS 6.6A'],
    ['19 TAC §112.26(b)(6)(A)', 'TEKS 6.6A'],
    ['TEKS 19 TAC 112.26 (b) (6) (A)', 'TEKS 6.6A'],
    ['112.5(b)(10)(B)', 'TEKS 3.10B'],
    ['112.6(b)(7)', 'TEKS 4.7'],
    ['112.7 b 9', 'TEKS 5.9'],
    ['112.27(b)(14)(B)', 'TEKS 7.14B'],
    ['112.28(b)(13)(C)', 'TEKS 8.13C'],
  ])('"%s" is %s', (query, code) => {
    expect(catalogue.reader.read(query).codes).toContain(code);
    expect(catalogue.reader.read(query).words).toBe('');
  });
  it('finds exactly the items that serve it', () => {
    const serving = catalogue.items.filter((item) => item.standards.includes('MS-PS1-4')).map((item) => item.item_id);
    expect(serving.length).toBeGreaterThan(0);
    for (const query of ['MS-PS1-4', 'ms ps1 4', 'msps14'])
      expect(search({ query }).items.map((item) => item.item_id)).toEqual(expect.arrayContaining(serving));
    expect(search({ query: 'MS-PS1-4' }).items).toHaveLength(serving.length);
  });
  const fits = (pattern: RegExp) => catalogue.standards.map(({ code }) => code).filter((code) => pattern.test(code));
  it.each([
    ['ms-ess', /^MS-ESS/],
    ['MS ESS', /^MS-ESS/],
    ['MSESS', /^MS-ESS/],
    ['ms.ess.', /^MS-ESS/],
    ['NGSS ms-ess', /^MS-ESS/],
    ['ESS2', /-ESS2-/],
    ['ess2', /-ESS2-/],
    ['ess 2', /-ESS2-/],
    ['ESS2.A', /-ESS2-/],
    ['MS-ESS2.A', /^MS-ESS2-/],
    ['MS-ESS2', /^MS-ESS2-/],
    ['5-ESS', /^5-ESS/],
    ['3-5-ets', /^3-5-ETS/],
    ['ESS', /-ESS/],
    ['ps', /-PS/],
    ['ngss', /-(PS|LS|ESS|ETS)\d/],
    ['NGSS standards', /-(PS|LS|ESS|ETS)\d/],
    ['teks', /^TEKS/],
    ['TEKS', /^TEKS/],
    ['tek', /^TEKS/],
    ['T.E.K.S.', /^$/],
    ['teks 6', /^TEKS 6\./],
    ['TEKS grade 6', /^TEKS 6\./],
    ['TEKS 112.26', /^TEKS 6\./],
    ['teks 112 26', /^TEKS 6\./],
    ['112.26', /^TEKS 6\./],
    ['§112.26', /^TEKS 6\./],
    ['112.26(b)', /^TEKS 6\./],
    ['112.26(b)(6)', /^TEKS 6\.6[A-Z]/],
    ['112.26b6', /^TEKS 6\.6[A-Z]/],
    ['TEKS 6.6', /^TEKS 6\.6[A-Z]/],
    ['teks 3.1', /^$/],
    ['112.18(b)(6)(A)', /^$/],
    ['112 5', /^$/],
    ['112', /^$/],
  ])('"%s" is all that begins so', (query, pattern) => {
    const { codes, words } = catalogue.reader.read(query);
    expect(codes.toSorted()).toEqual(fits(pattern).toSorted());
    if (codes.length === 0) return;
    expect(words).toBe('');
    const { items } = search({ query });
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item.standards.some((code) => pattern.test(code))).toBe(true);
  });
  it('puts first what an item teaches before what it touches', () => {
    const isTeks = (code: string) => code.startsWith('TEKS');
    let touching = 0;
    for (const { code } of catalogue.standards) {
      const { items } = search({ query: code });
      const places = items.map((item) => item.standards.filter((one) => isTeks(one) === isTeks(code)).indexOf(code));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      if (places[0] === 0) touching += places.filter((place) => place > 0).length;
    }
    expect(touching, 'items that only touch what others teach').toBeGreaterThan(10);
  });
  it('a framework narrows words beside it, and a code beside its framework is exact', () => {
    const both = search({ query: 'teks density' });
    expect(both.items.length).toBeGreaterThan(0);
    for (const item of both.items) expect(item.standards.some((one) => one.startsWith('TEKS'))).toBe(true);
    expect(both.items.map(({ title }) => title).join()).toMatch(/dens/i);
    expect(search({ query: 'TEKS: 6.6A' }).standards).toEqual(['TEKS 6.6A']);
    expect(search({ query: 'NGSS MS-PS1-4' }).standards).toEqual(['MS-PS1-4']);
  });
  it('takes a topic for all of its standards, and words beside a code', () => {
    expect(catalogue.reader.read('MS-PS1').codes).toEqual(['MS-PS1-1', 'MS-PS1-2', 'MS-PS1-3', 'MS-PS1-4', 'MS-PS1-5', 'MS-PS1-6']);
    const both = search({ query: 'ms ps1 4 quiz' });
    expect(both.standards).toEqual(['MS-PS1-4']);
    expect(both.items.length).toBeGreaterThan(0);
    for (const item of both.items) expect(item.standards).toContain('MS-PS1-4');
  });
  it.each(['grade 6', '3 10', '66', '1.5 metres', 'ms', 'energy 4', '2026', 'ls circuits', 'May 6', '112 26 6 A'])(
    '"%s" is none',
    (query) => expect(catalogue.reader.read(query).codes).toEqual([]),
  );
  it('reads no code where there are none', () => expect(standardReader([]).read('MS-PS1-4')).toEqual({ codes: [], words: 'MS PS1 4' }));
  it('reads every code of the catalogue back, with and without its signs', () => {
    for (const { code } of catalogue.standards) {
      expect(catalogue.reader.read(code).codes, code).toContain(code);
      expect(catalogue.reader.read(code.toLowerCase().replace(/[-–]/g, ' ')).codes, code).toContain(code);
    }
  });
});

describe('facets and filters', () => {
  it('count what each value gives, with the other filters as they are', () => {
    const wanted = { query: 'energy', grades: ['6'], kinds: [ResourceType.reading] };
    const { facets } = search(wanted);
    expect(facets.kinds.length).toBeGreaterThan(1);
    for (const { key, count } of facets.kinds)
      expect(search({ ...wanted, kinds: [Number(key)] }).numbers, `kind ${key}`).toHaveLength(count);
    for (const { key, count } of facets.grades) expect(search({ ...wanted, grades: [key] }).numbers, `grade ${key}`).toHaveLength(count);
    for (const { key, count } of facets.languages)
      expect(search({ ...wanted, languages: [Number(key)] }).numbers, `language ${key}`).toHaveLength(count);
    for (const { key, count } of facets.standards) expect(search({ ...wanted, standards: [key] }).numbers, key).toHaveLength(count);
  });
  it('several values of one filter are any of them, several filters all of them', () => {
    const { items } = search({ kinds: [ResourceType.quiz, ResourceType.video], grades: ['3'] });
    expect(new Set(items.map((item) => item.item_type_id))).toEqual(new Set([ResourceType.quiz, ResourceType.video]));
    for (const item of items) expect(item.grades).toContain('3');
  });
  it('an empty result says which filter to drop, and the number is what dropping it gives', () => {
    const wanted = { query: 'photosynthesis', grades: ['3'], kinds: [ResourceType.reading], standards: ['MS-LS1-6'] };
    const nothing = search(wanted);
    expect(nothing.numbers).toEqual([]);
    expect(nothing.suggestions.length).toBeGreaterThan(0);
    for (const { filter, count } of nothing.suggestions) {
      const dropped = filter === 'all' ? { query: wanted.query } : { ...wanted, [filter]: filter === 'query' ? '' : [] };
      expect(search(dropped).numbers, filter).toHaveLength(count);
    }
    expect(search({}).suggestions).toEqual([]);
  });
  it('a standard that is none gives nothing, and not everything', () => {
    expect(search({ standards: ['XX-1'] }).numbers).toEqual([]);
    expect(search({ standards: ['XX-1'] }).suggestions).toContainEqual({ filter: 'standards', count: catalogue.items.length });
  });
  it('language 102 uses the mapped product', () => {
    const english = catalogue.products.find((product) => product.code === 'middle-school-science')!;
    const spanish = catalogue.products.find((product) => product.mapped_id === english.product_id)!;
    const { items } = search({ product_id: english.product_id, languages: [102] });
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item.product_id).toBe(spanish.product_id);
    const unit = catalogue.units.find((one) => one.product_id === spanish.product_id)!;
    const inUnit = search({ product_id: english.product_id, unit_id: unit.mapped_id!, languages: [102] });
    expect(new Set(inUnit.items.map((item) => item.unit_id))).toEqual(new Set([unit.unit_id]));
  });
  it('kinds that are denied are never there, nor counted', () => {
    const { items, facets } = search({ resource_types_denied: [ResourceType.quiz] });
    expect(items.some((item) => item.item_type_id === ResourceType.quiz)).toBe(false);
    expect(facets.kinds.some(({ key }) => key === String(ResourceType.quiz))).toBe(false);
  });
  it('without a query all is there, in the order of the catalogue', () =>
    expect(search({}).numbers).toEqual(catalogue.items.map((_, number) => number)));
});

describe('a catalogue that is too large to be indexed at once', () => {
  it('answers from titles first, says so, and from all words as soon as it can; after an import it begins anew', async () => {
    const db = await openDatabase(':memory:');
    await fillCatalogue(db, 0, 4_200);
    const large = await catalogueOf(db);
    expect(large.search, 'nobody waits for the index').toBeNull();
    const { title } = large.items[700]!;
    const look = (query: string) => find(large, { ...none, query });
    const early = look(title.toUpperCase());
    expect(early.isTitlesOnly).toBe(true);
    expect(early.numbers).toContain(700);
    expect(early.corrected).toBeNull();
    // Whatever needs no words is complete from the start: places, kinds and counts.
    expect(look('')).toMatchObject({ isTitlesOnly: false, numbers: { length: 4_200 } });
    expect(look('nothing has this in its title').numbers).toEqual([]);

    await large.ready;
    expect(await catalogueOf(db), 'made once').toBe(large);
    const late = look(title);
    expect(late.isTitlesOnly).toBe(false);
    expect(late.numbers).toContain(700);
    for (const number of early.numbers) expect(late.numbers).toContain(number);

    await db
      .updateTable('catalogue')
      .set({ version: large.version + 1 })
      .execute();
    const next = await catalogueOf(db);
    expect(next).not.toBe(large);
    await next.ready;
    await db.destroy();
  });
  it('forgets an index that could not be made', async () => {
    const db = await openDatabase(':memory:');
    await fillCatalogue(db, 0, 4_200);
    const large = await catalogueOf(db);
    await db.destroy();
    await expect(large.ready).rejects.toThrow();
    expect(large.search).toBeNull();
  });
});
