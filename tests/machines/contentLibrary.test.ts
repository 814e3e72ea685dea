import { describe, expect, it } from 'vitest';
import { contentLibraryMachine, emptyFilter, type LibraryInput } from '../../src/machines/library/contentLibraryMachine.ts';
import { searchFieldMachine } from '../../src/machines/library/searchFieldMachine.ts';
import { contentLibraryModel, energy, firstPage, noHits, secondPage, water } from './contentLibrary.model.ts';
import { createTestActor } from './scenario.ts';

const inputs = contentLibraryModel.inputs as unknown as Record<'addressed' | 'fresh' | 'returned', LibraryInput>;
const open = (input: LibraryInput) => createTestActor(contentLibraryMachine, input);
const units = inputs.returned.kept!.units;

describe('opening the library', () => {
  it('searches at once for what the address says', () => {
    const library = open(inputs.addressed);
    expect(library.inputs('search')).toEqual([{ userPuid: 3, filter: energy, offset: 0, count: null }]);
  });
  it('goes to where the person begins when the address says nothing', async () => {
    const library = open(inputs.fresh);
    expect(library.inputs('search')).toEqual([]);
    await library.done('loadPlaces', units);
    expect(library.inputs('search')).toEqual([{ userPuid: 3, filter: { ...emptyFilter, productId: 1 }, offset: 0, count: null }]);
  });
  it('shows what an earlier visit left at once, and looks again', () => {
    const library = open(inputs.returned);
    expect(library.snapshot().matches({ results: 'refreshing' })).toBe(true);
    expect(library.snapshot().context).toMatchObject({ result: firstPage, selected: 1 });
    expect(library.inputs('search')).toHaveLength(1);
  });
  it('searches as for the first time when an earlier visit found nothing', async () => {
    const library = open({ ...inputs.returned, kept: { ...inputs.returned.kept!, result: noHits } });
    expect(library.inputs('search')).toEqual([{ userPuid: 3, filter: inputs.returned.filter, offset: 0, count: null }]);
    await library.fails('search', 503, 'Busy');
    expect(library.snapshot().matches({ results: 'failed' })).toBe(true);
  });
  it('keeps that in sight when looking again fails', async () => {
    const library = open(inputs.returned);
    await library.fails('search', 503, 'Busy');
    expect(library.snapshot().matches({ results: 'shown' })).toBe(true);
    expect(library.snapshot().context.result).toEqual(firstPage);
  });
});

describe('searching', () => {
  it('asks for the newest filter only', async () => {
    const library = open(inputs.addressed);
    library.send({ type: 'filter.changed', filter: water });
    expect(library.inputs('search').map((input) => (input as { filter: typeof water }).filter.query)).toEqual(['energy', 'water']);
    await library.done('search', firstPage);
    expect(library.snapshot().context).toMatchObject({ filter: water, result: firstPage });
  });
  it('adds page after page until everything is there', async () => {
    const library = open(inputs.addressed);
    await library.done('search', firstPage);
    library.send({ type: 'end.reached' });
    expect(library.inputs('searchMore')).toMatchObject([{ offset: 1 }]);
    await library.done('searchMore', secondPage);
    expect(library.snapshot().context.result?.items.map((item) => item.item_id)).toEqual([1, 2]);
    library.send({ type: 'end.reached' });
    expect(library.inputs('searchMore')).toHaveLength(1);
  });
  it('keeps what is there when the next page fails', async () => {
    const library = open(inputs.addressed);
    await library.done('search', firstPage);
    library.send({ type: 'end.reached' });
    await library.fails('searchMore', 503, 'Busy');
    expect(library.snapshot().context.result?.items).toHaveLength(1);
    library.send({ type: 'results.retried' });
    expect(library.inputs('searchMore')).toHaveLength(2);
  });
  it('says so when nothing fits', async () => {
    const library = open(inputs.addressed);
    await library.done('search', noHits);
    expect(library.snapshot().matches({ results: 'empty' })).toBe(true);
  });
});

describe('the search field', () => {
  it('waits for a pause in the typing, and not after Enter', () => {
    const field = createTestActor(searchFieldMachine, { query: 'energy' });
    field.send({ type: 'query.typed', query: 'wa' });
    field.pass(299);
    field.send({ type: 'query.typed', query: 'wat' });
    field.pass(299);
    expect(field.emitted).toEqual([]);
    field.pass(1);
    expect(field.emitted).toEqual([{ type: 'query.settled', query: 'wat' }]);
    expect(field.snapshot().value).toBe('still');
    field.send({ type: 'query.typed', query: 'water' }, { type: 'query.submitted' });
    expect(field.emitted.at(-1)).toEqual({ type: 'query.settled', query: 'water' });
    field.pass(1000);
    expect(field.emitted).toHaveLength(2);
  });
  it('takes the words of another filter, and drops what was being typed', () => {
    const field = createTestActor(searchFieldMachine, { query: 'energy' });
    field.send({ type: 'query.typed', query: 'wa' }, { type: 'query.replaced', query: 'water' });
    expect(field.snapshot().context.query).toBe('water');
    field.pass(1000);
    expect(field.emitted).toEqual([]);
  });
});

describe('the start', () => {
  it('is from now on where the person has saved it', async () => {
    const library = open(inputs.addressed);
    await library.done('loadPlaces', units);
    library.send({ type: 'start.saved', start: { ...units.default_data, unit_id: 4 } });
    expect(library.snapshot().context.units?.default_data.unit_id).toBe(4);
  });
});

describe('a kept start in the language of the mapped product', () => {
  const product = (product_id: number, language_id: number, mapped_id: number | null) =>
    ({ product_id, language_id, mapped_id }) as (typeof units)['categories'][number];
  const categories = [product(1, 101, 2), product(2, 102, 1), product(3, 101, null)];
  const start = { product_id: 1, unit_id: 4, sub_unit_id: 5, level3_id: null, language_id: 102 };
  it.each([
    ['uses the product that the chosen one maps to', start, { productId: 2, languages: [102] }],
    ['stays where it is in such a product', { ...start, product_id: 2 }, { productId: 2, unitId: 4, subUnitId: 5, languages: [102] }],
    [
      'stays where it is without a mapped product',
      { ...start, product_id: 3 },
      { productId: 3, unitId: 4, subUnitId: 5, languages: [102] },
    ],
    ['is as it was kept in any other language', { ...start, language_id: 101 }, { productId: 1, unitId: 4, subUnitId: 5 }],
  ])('%s', async (_, default_data, filter) => {
    const library = open(inputs.fresh);
    await library.done('loadPlaces', { ...units, categories, default_data });
    expect(library.inputs('search')).toEqual([{ userPuid: 3, filter: { ...emptyFilter, ...filter }, offset: 0, count: null }]);
  });
});
