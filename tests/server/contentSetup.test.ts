import { describe, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import type { ContentPlace } from '../../contract/contentSetup.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { ids, item_id, schoolServer } from './fixtureSchool.ts';
import { auditOf, expectFailure, type TestClient } from './testServer.ts';

const product_id = idOf('course');
const unit_id = idOf('course/unit');
const sub_unit_id = idOf('course/unit/sub');
const addUnit = (client: TestClient, name: string, product = product_id) =>
  client.ok(calls.saveUnit, { product_id: product, name, text: '', mapped_id: null });
const outline = async (client: TestClient, kind: ContentPlace['kind']) =>
  (await client.ok(calls.setupPlaces, {})).filter((one) => one.kind === kind).map(({ name, place }) => `${place} ${name}`);
const titles = async (client: TestClient, more: object = {}) =>
  (await client.ok(calls.setupItems, { kind: 'sub_unit', place_id: sub_unit_id, ...more })).rows.map(({ title }) => title);
const flags = { item_id, version: 1, is_assignable: false, is_learnosity_enabled: true, language_id: Language.english, mapped_id: null };

describe('the places of the catalog', () => {
  it('are listed with how many items they have, for the provider only', async () => {
    const [, max, dan] = await schoolServer('max', 'dan');
    const places = await max.ok(calls.setupPlaces, {});
    expect(places.map(({ kind, name, place, item_count }) => [kind, name, place, item_count])).toEqual([
      ['product', 'Course', 1, 4],
      ['unit', 'Unit', 1, 4],
      ['sub_unit', 'Sub-unit', 1, 4],
    ]);
    expectFailure(await dan.call(calls.setupPlaces, {}), 403);
    expectFailure(await dan.call(calls.saveSubUnit, { unit_id, name: 'Mine' }), 403);
  });

  it('are added, and found by the teachers of every district at once', async () => {
    const [, max, tess, ted] = await schoolServer('max', 'tess', 'ted');
    const product = await max.ok(calls.saveProduct, {
      ...{ name: 'Physics', text: 'All of it', grades: ['7', '8'], language_id: Language.english, mapped_id: null },
    });
    expect(product).toMatchObject({ kind: 'product', place: 2, grades: ['7', '8'], text: 'All of it', version: 1, item_count: 0 });
    const unit = await addUnit(max, 'Waves', product.id);
    const sub = await max.ok(calls.saveSubUnit, { unit_id: unit.id, name: 'Sound' });
    const part = await max.ok(calls.saveLevel3, { sub_unit_id: sub.id, name: 'Echo' });
    expect(part).toMatchObject({ kind: 'level3', parent_id: sub.id, language_id: Language.english });
    for (const teacher of [tess, ted]) {
      const { categories, sub_categories } = await teacher.ok(calls.units, { user_puid: teacher.user.userPuid });
      expect(categories.map(({ name }) => name)).toEqual(['Course', 'Physics']);
      expect(sub_categories.find(({ unit_id: one }) => one === unit.id)?.sub_units).toMatchObject([
        { name: 'Sound', level3: [{ name: 'Echo' }] },
      ]);
    }
  });

  it('have one name among those of their parent, in any case', async () => {
    const [, max] = await schoolServer('max');
    const { data } = await max.call(calls.saveUnit, { product_id, name: 'UNIT', text: '', mapped_id: null });
    expect(data).toMatchObject({ reason: 'valueTaken', fields: [{ field: 'name' }] });
    const other = await max.ok(calls.saveProduct, { name: 'Other', text: '', grades: [], language_id: 101, mapped_id: null });
    await addUnit(max, 'Unit', other.id);
  });

  it('are changed one at a time: others of the same kind stay as they are', async () => {
    const [, max] = await schoolServer('max');
    const other = await max.ok(calls.saveProduct, { name: 'Other', text: '', grades: [], language_id: 101, mapped_id: null });
    const unit = await addUnit(max, 'Waves', other.id);
    const changed = await max.ok(calls.saveUnit, { unit_id, product_id, version: 1, name: 'Matter', text: 'New', mapped_id: null });
    expect(changed).toMatchObject({ name: 'Matter', text: 'New', version: 2 });
    expect(await max.ok(calls.setupPlace, { kind: 'unit', id: unit.id })).toEqual(unit);
  });

  it('are not changed over a newer version, nor moved to another parent', async () => {
    const [server, max] = await schoolServer('max');
    const change = { unit_id, product_id, version: 1, text: 'New', mapped_id: null };
    const both = await Promise.all(['One', 'Two'].map((name) => max.call(calls.saveUnit, { ...change, name })));
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    expect(both.find(({ code }) => code === 409)?.data).toMatchObject({ reason: 'recordChanged' });
    expect(await max.ok(calls.setupPlace, { kind: 'unit', id: unit_id })).toMatchObject({ version: 2, text: 'New' });
    const other = await max.ok(calls.saveProduct, { name: 'Other', text: '', grades: [], language_id: 101, mapped_id: null });
    expectFailure(await max.call(calls.saveUnit, { ...change, version: 2, name: 'Unit', product_id: other.id }), 404);
    const lines = await auditOf(server.db, 'place.%').select(['action', 'subject', 'detail']).execute();
    expect(lines.map(({ action }) => action)).toEqual(['place.update', 'place.add']);
    expect(lines[0]?.subject).toBe(`unit ${unit_id}`);
    expect(JSON.parse(lines[0]?.detail ?? '')).toMatchObject({ before: { name: 'Unit', description: '' }, after: { description: 'New' } });
    const [line] = (await max.ok(calls.auditEntries, { user_puid: ids.max, kind: 'content' })).rows;
    expect(line).toMatchObject({ action: 'place.add', subject: { kind: 'product', name: 'Other' } });
  });

  it('belong to a counterpart in the other language only', async () => {
    const [, max] = await schoolServer('max');
    const product = { text: '', grades: [], mapped_id: product_id };
    expectFailure(await max.call(calls.saveProduct, { ...product, name: 'More', language_id: Language.english }), 404);
    const spanish = await max.ok(calls.saveProduct, { ...product, name: 'Curso', language_id: Language.spanish });
    const unit = { product_id: spanish.id, text: '' };
    expectFailure(await max.call(calls.saveUnit, { ...unit, name: 'Unidad', mapped_id: product_id }), 404);
    expect(await max.ok(calls.saveUnit, { ...unit, name: 'Unidad', mapped_id: unit_id })).toMatchObject({ mapped_id: unit_id });
    // Items keep their language.
    const course = { product_id, version: 1, name: 'Course', text: '', grades: ['6'], mapped_id: null };
    expect((await max.call(calls.saveProduct, { ...course, language_id: Language.spanish })).data).toMatchObject({
      reason: 'recordInUse',
    });
  });

  it('are deleted while nothing is in them, and put back where they were', async () => {
    const [server, max] = await schoolServer('max');
    const waves = await addUnit(max, 'Waves');
    await addUnit(max, 'Light');
    const sub = await max.ok(calls.saveSubUnit, { unit_id: waves.id, name: 'Sound' });
    const used = { reason: 'recordInUse' };
    for (const [kind, id] of [
      ['product', product_id],
      ['sub_unit', sub_unit_id],
      ['unit', waves.id],
    ] as const)
      expect((await max.call(calls.removePlace, { kind, id })).data).toMatchObject(used);
    await max.ok(calls.removePlace, { kind: 'sub_unit', id: sub.id });
    // A lesson of another district is in it.
    const lesson = await server.db.selectFrom('lesson').selectAll().limit(1).executeTakeFirstOrThrow();
    const foreign = { ...lesson, district_id: ids.otherDistrict, lesson_id: 77, owner_puid: null, unit_id: waves.id, is_custom_unit: null };
    await server.db.insertInto('lesson').values(foreign).execute();
    expect((await max.call(calls.removePlace, { kind: 'unit', id: waves.id })).data).toMatchObject(used);
    await server.db.deleteFrom('lesson').where('lesson_id', '=', 77).execute();
    await max.ok(calls.removePlace, { kind: 'unit', id: waves.id });
    expectFailure(await max.call(calls.removePlace, { kind: 'unit', id: waves.id }), 404);
    expect(await outline(max, 'unit')).toEqual(['1 Unit', '2 Light']);
    // Its unit is gone.
    expectFailure(await max.call(calls.restorePlace, { kind: 'sub_unit', id: sub.id }), 404);
    await max.ok(calls.restorePlace, { kind: 'unit', id: waves.id });
    expect(await outline(max, 'unit')).toEqual(['1 Unit', '2 Waves', '3 Light']);
    await max.ok(calls.restorePlace, { kind: 'sub_unit', id: sub.id });
    expectFailure(await max.call(calls.restorePlace, { kind: 'sub_unit', id: sub.id }), 404);
  });

  it('are ordered among those of their parent', async () => {
    const [, max] = await schoolServer('max');
    const waves = await addUnit(max, 'Waves');
    await addUnit(max, 'Light');
    await max.ok(calls.orderContent, { kind: 'unit', id: waves.id, place: 1 });
    expect(await outline(max, 'unit')).toEqual(['1 Waves', '2 Unit', '3 Light']);
    await max.ok(calls.orderContent, { kind: 'unit', id: waves.id, place: 2_000_000_000 });
    expect(await outline(max, 'unit')).toEqual(['1 Unit', '2 Light', '3 Waves']);
    // Together, each place is still given once.
    await Promise.all([1, 2, 3, 1].map((place) => max.ok(calls.orderContent, { kind: 'unit', id: waves.id, place })));
    expect((await outline(max, 'unit')).map((line) => line[0])).toEqual(['1', '2', '3']);
  });
});

describe('the items of a place', () => {
  it('are ordered, and the library follows', async () => {
    const [, max, tess] = await schoolServer('max', 'tess');
    expect(await titles(max)).toEqual(['reading', 'video', 'quiz', 'assessment']);
    await max.ok(calls.orderContent, { kind: 'item', id: item_id, place: 3 });
    expect(await titles(max)).toEqual(['video', 'quiz', 'reading', 'assessment']);
    const { items } = await tess.ok(calls.items, { user_puid: ids.tess, product_id });
    expect(items.map(({ title }) => title)).toEqual(['video', 'quiz', 'reading', 'assessment']);
    const { rows } = await max.ok(calls.setupItems, { kind: 'product', place_id: product_id, search: 'IDE' });
    expect(rows.map(({ title, place }) => [title, place])).toEqual([['video', 1]]);
    expect(await titles(max, { sort: '-title' })).toEqual(['video', 'reading', 'quiz', 'assessment']);
  });

  it('of a place of the third level change places among themselves', async () => {
    const [server, max] = await schoolServer('max');
    const part = await max.ok(calls.saveLevel3, { sub_unit_id, name: 'Part' });
    for (const title of ['reading', 'assessment'])
      await server.db.updateTable('content_item').set({ level3_id: part.id }).where('title', '=', title).execute();
    const there = async () =>
      (await max.ok(calls.setupItems, { kind: 'level3', place_id: part.id })).rows.map(({ title, place }) => `${place} ${title}`);
    expect(await there()).toEqual(['1 reading', '2 assessment']);
    await max.ok(calls.orderContent, { kind: 'item', id: item_id, place: 2, is_in_level3: true });
    expect(await there()).toEqual(['1 assessment', '2 reading']);
    expect(await titles(max)).toEqual(['assessment', 'video', 'quiz', 'reading']);
    const video = idOf('course/unit/sub/video');
    expectFailure(await max.call(calls.orderContent, { kind: 'item', id: video, place: 1, is_in_level3: true }), 404);
  });

  it('have flags, which two administrators do not overwrite', async () => {
    const [, max, tess] = await schoolServer('max', 'tess');
    const both = await Promise.all([true, false].map((is_assignable) => max.call(calls.saveItemFlags, { ...flags, is_assignable })));
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    await max.ok(calls.saveItemFlags, { ...flags, version: 2 });
    const { items } = await tess.ok(calls.items, { user_puid: ids.tess, product_id });
    expect(items[0]).toMatchObject({ item_id, is_assignable: false, is_learnosity_enabled: true });
    expect(await max.ok(calls.setupItem, { item_id })).toMatchObject({ version: 3, is_assignable: false });
  });

  it('are the same as an item in the other language, and no other', async () => {
    const [server, max] = await schoolServer('max');
    const video = idOf('course/unit/sub/video');
    expectFailure(await max.call(calls.saveItemFlags, { ...flags, mapped_id: video }), 404);
    await server.db.updateTable('content_item').set({ language_id: Language.spanish }).where('item_id', '=', video).execute();
    expect(await max.ok(calls.saveItemFlags, { ...flags, mapped_id: video })).toMatchObject({ mapped_id: video, mapped_title: 'video' });
    await server.db.updateTable('content_item').set({ owner_puid: ids.tess }).where('item_id', '=', video).execute();
    // What a teacher wrote is none of the catalog.
    expectFailure(await max.call(calls.setupItem, { item_id: video }), 404);
    expectFailure(await max.call(calls.saveItemFlags, { ...flags, item_id: video }), 404);
    expectFailure(await max.call(calls.orderContent, { kind: 'item', id: video, place: 1 }), 404);
    expect(await titles(max)).toEqual(['reading', 'quiz', 'assessment']);
  });
});
