import { describe, expect, it } from 'vitest';
import { Language, ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { importPrebuiltLessons } from '../../server/content/importContent.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { catalogue, ids, item_id, resourceIds, schoolServer } from './fixtureSchool.ts';
import { auditOf, expectFailure, type TestClient, type TestServer } from './testServer.ts';

const unit_id = idOf('course/unit');
const reading = { item_id, resource_type_id: ResourceType.reading, time: 10, sort_order: 1, remarks: '' };
const video = { item_id: idOf('course/unit/sub/video'), resource_type_id: ResourceType.video, time: 5, sort_order: 2, remarks: 'Watch' };
const self = (client: TestClient) => ({ user_puid: client.user.userPuid });
const contents = (...resources: object[]) => ({ lesson_resources: JSON.stringify(resources) });

const add = (client: TestClient, lesson_name = 'Rocks', more: object = contents(reading)) =>
  client.ok(calls.savePrebuilt, { ...self(client), lesson_name, unit_id, ...more });
const get = (client: TestClient, lesson_id: number) => client.ok(calls.prebuiltLesson, { ...self(client), lesson_id });
/** What a teacher finds in the library. */
const offered = async (client: TestClient) =>
  (await client.ok(calls.prebuiltLessons, self(client))).map(({ lesson_name, resources }) => `${lesson_name}: ${resources.length}`);
const listed = async (client: TestClient, name: string) =>
  (await client.ok(calls.prebuiltList, self(client))).find(({ lesson_name }) => lesson_name === name);
const publish = (client: TestClient, lesson_id: number, ...district_ids: number[]) =>
  client.ok(calls.publishPrebuilt, { ...self(client), lesson_id, district_ids });
const copies = (client: TestClient, lesson_id: number) => client.ok(calls.prebuiltCopies, { ...self(client), lesson_id });
const audited = async ({ db }: TestServer) =>
  (await auditOf(db, 'prebuilt.%').select(['district_id', 'action', 'detail']).execute()).map(({ district_id, action, detail }) => ({
    district_id,
    action,
    ...JSON.parse(detail),
  }));

describe('the prebuilt lessons of a district', () => {
  it('are added by its administrators, and offered once something is in them', async () => {
    const [server, dan, tess, ted] = await schoolServer('dan', 'tess', 'ted');
    const before = await offered(tess);
    const { lesson_id, version } = await add(dan, 'Rocks', {});
    expect(await offered(tess)).toEqual(before);
    expect(await listed(dan, 'Rocks')).toMatchObject({
      ...{ lesson_id, unit_id, unit_name: 'Unit', product_name: 'Course', language_id: Language.english },
      ...{ resource_count: 0, groups: 0, origin: 'own', is_changed: false },
    });
    await dan.ok(calls.savePrebuilt, {
      ...self(dan),
      ...{ lesson_id, version, lesson_name: 'Rocks', lesson_objective: 'Tell them apart', total_time: 15, due_date: '2030-01-01' },
      ...contents(video, { ...reading, sort_order: 1 }),
    });
    expect((await offered(tess)).toSorted()).toEqual([...before, 'Rocks: 2'].toSorted());
    expect(await get(dan, lesson_id)).toMatchObject({
      ...{ lesson_objective: 'Tell them apart', total_time: 15, due_date: null, version: 2, unit_id, is_assignment: 'no' },
      lesson_resources: [
        { title: 'reading', sort_order: 1 },
        { title: 'video', sort_order: 2, remarks: 'Watch' },
      ],
    });
    expect((await offered(ted)).some((name) => name.startsWith('Rocks'))).toBe(false);
    expect(await audited(server)).toEqual([
      { district_id: ids.district, action: 'prebuilt.add', after: expect.objectContaining({ name: 'Rocks', unit: 'Unit', resources: '' }) },
      {
        ...{ district_id: ids.district, action: 'prebuilt.update' },
        before: expect.objectContaining({ objective: '', resources: '' }),
        after: expect.objectContaining({ objective: 'Tell them apart', minutes: 15, resources: 'reading, video' }),
      },
    ]);
  });

  it('are not for teachers, school administrators or other districts to change', async () => {
    const [, dan, tess, sue, dora] = await schoolServer('dan', 'tess', 'sue', 'dora');
    const { lesson_id } = await add(dan);
    for (const other of [tess, sue]) {
      expectFailure(await other.call(calls.savePrebuilt, { ...self(other), lesson_name: 'Mine', unit_id }), 403);
      expectFailure(await other.call(calls.deletePrebuilt, { ...self(other), lesson_id }), 403);
      expectFailure(await other.call(calls.prebuiltList, self(other)), 403);
    }
    const place = { version: 1, lesson_name: 'Theirs', unit_id };
    for (const [call, more] of [
      [calls.prebuiltLesson, {}],
      [calls.prebuiltUse, {}],
      [calls.placePrebuilt, place],
      [calls.savePrebuilt, place],
      [calls.deletePrebuilt, {}],
      [calls.restorePrebuilt, {}],
    ] as const)
      expectFailure(await dora.call(call, { ...self(dora), lesson_id, ...more } as never), 404);
    expectFailure(await dan.call(calls.publishPrebuilt, { ...self(dan), lesson_id, district_ids: [ids.otherDistrict] }), 403);
    // A teacher's own lesson is not one of them, whoever asks.
    expectFailure(await dan.call(calls.prebuiltLesson, { ...self(dan), lesson_id: ids.tomsLesson }), 404);
  });

  it('need a name and a unit that exists, and one name in a unit unless somebody wants it twice', async () => {
    const [, dan] = await schoolServer('dan');
    await add(dan);
    expect((await dan.call(calls.savePrebuilt, { ...self(dan), lesson_name: 'Sand' })).data).toMatchObject({
      reason: 'prebuiltUnitMissing',
    });
    expectFailure(await dan.call(calls.savePrebuilt, { ...self(dan), lesson_name: 'Sand', unit_id: 999 }), 404);
    const twice = { ...self(dan), lesson_name: 'Rocks', unit_id };
    expect((await dan.call(calls.savePrebuilt, { ...twice, same_name: 'ask' })).data).toMatchObject({ reason: 'lessonNameTaken' });
    await dan.ok(calls.savePrebuilt, { ...twice, same_name: 'keep' });
    expectFailure(await dan.call(calls.savePrebuilt, { ...twice, lesson_name: 'x'.repeat(201) }), 400);
  });

  it('are changed over the version that somebody saw, with two at once as with two in a row', async () => {
    const [, dan, max] = await schoolServer('dan', 'max');
    const { lesson_id, version } = await add(dan);
    const save = (client: TestClient, lesson_name: string) =>
      client.call(calls.savePrebuilt, { ...self(client), lesson_id, version, lesson_name, ...contents(reading) });
    const answers = await Promise.all([save(dan, 'Stones'), save(max, 'Minerals')]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ code }) => code === 409);
    expect(refused?.data).toMatchObject({ reason: 'lessonChanged', version: 2 });
    const moved = await dan.call(calls.placePrebuilt, { ...self(dan), lesson_id, version, lesson_name: 'Late', unit_id });
    expect(moved.data).toMatchObject({ reason: 'recordChanged' });
  });

  it('move to another unit with its language', async () => {
    const [, dan, max] = await schoolServer('dan', 'max');
    const { lesson_id, version } = await add(dan);
    const other = await max.ok(calls.saveProduct, { name: 'Curso', text: '', grades: [], language_id: Language.spanish, mapped_id: null });
    const unit = await max.ok(calls.saveUnit, { product_id: other.id, name: 'Unidad', text: '', mapped_id: null });
    expect(await dan.ok(calls.placePrebuilt, { ...self(dan), lesson_id, version, lesson_name: 'Rocas', unit_id: unit.id })).toMatchObject({
      lesson_name: 'Rocas',
      unit_name: 'Unidad',
      product_name: 'Curso',
      language_id: Language.spanish,
      version: 2,
    });
  });

  it('keep the progress in what stays, and say whom a change or a deletion concerns', async () => {
    const [, dan, tess] = await schoolServer('dan', 'tess');
    const lesson_id = ids.freeLesson;
    const { version, lesson_resources } = await get(dan, lesson_id);
    const use = await dan.ok(calls.prebuiltUse, { ...self(dan), lesson_id });
    expect(use.groups).toBe((await listed(dan, (await get(dan, lesson_id)).lesson_name))?.groups);
    const [first] = lesson_resources;
    await dan.ok(calls.savePrebuilt, {
      ...{ ...self(dan), lesson_id, version, lesson_name: 'Shorter' },
      ...contents({ ...first, title: undefined }, video),
    });
    const after = (await get(dan, lesson_id)).lesson_resources;
    expect(after[0]?.id).toBe(resourceIds(lesson_id).reading);
    expect(after).toHaveLength(2);
    await dan.ok(calls.deletePrebuilt, { ...self(dan), lesson_id });
    expect((await offered(tess)).some((name) => name.startsWith('Shorter'))).toBe(false);
    expectFailure(await dan.call(calls.prebuiltLesson, { ...self(dan), lesson_id }), 404);
    await dan.ok(calls.restorePrebuilt, { ...self(dan), lesson_id });
    await dan.ok(calls.restorePrebuilt, { ...self(dan), lesson_id });
    expect(await offered(tess)).toContain('Shorter: 2');
    expect(await dan.ok(calls.prebuiltUse, { ...self(dan), lesson_id })).toEqual(use);
  });
});

describe('the course’s prebuilt lessons', () => {
  const lesson = {
    name: 'Matter',
    objective: 'O',
    instructions: '',
    minutes: 20,
    enforce_order: false,
    items: ['course/unit/sub/reading'],
  };
  const products = (objective: string) =>
    catalogue.products.map((product) => ({
      ...product,
      units: product.units.map((unit) => ({ ...unit, prebuilt_lessons: [{ ...lesson, objective }] })),
    }));
  const importInto = (server: TestServer, objective: string) =>
    importPrebuiltLessons(tenant(server.db, ids.district), products(objective), { at: server.clock.now, newId: server.ports.newId });

  it('follow the course until the district changes or deletes them', async () => {
    const [server, dan] = await schoolServer('dan');
    await importInto(server, 'One');
    await importInto(server, 'Two');
    const row = await listed(dan, 'Matter');
    const lesson_id = row?.lesson_id ?? 0;
    expect(row).toMatchObject({ origin: 'course', is_changed: false, resource_count: 1 });
    expect((await get(dan, lesson_id)).lesson_objective).toBe('Two');
    await dan.ok(calls.placePrebuilt, { ...self(dan), lesson_id, version: 1, lesson_name: 'Stuff', unit_id });
    await importInto(server, 'Three');
    expect(await listed(dan, 'Matter')).toBeUndefined();
    expect(await listed(dan, 'Stuff')).toMatchObject({ lesson_id, origin: 'course', is_changed: true });
    await dan.ok(calls.deletePrebuilt, { ...self(dan), lesson_id });
    await importInto(server, 'Four');
    expect(await listed(dan, 'Stuff')).toBeUndefined();
    expect(await listed(dan, 'Matter')).toBeUndefined();
  });

  it('are what a new district begins with', async () => {
    const [server, dan, max] = await schoolServer('dan', 'max');
    await importInto(server, 'One');
    await add(dan, 'Only here');
    const { district_id } = await max.ok(calls.addDistrict, {
      ...{ ...self(max), name: 'West', state_id: null, time_zone: 'America/Denver', language: null, hosts: [], nav_tabs: [] },
    });
    const there = await server.db.selectFrom('lesson').select(['lesson_name', 'version']).where('district_id', '=', district_id).execute();
    expect(there).toEqual([{ lesson_name: 'Matter', version: 1 }]);
    const row = await listed(dan, 'Matter');
    expect((await copies(max, row?.lesson_id ?? 0)).map(({ name, state }) => [name, state])).toEqual([
      ['South', 'none'],
      ['West', 'current'],
    ]);
  });
});

describe('publishing a prebuilt lesson', () => {
  it('copies it into other districts, brings copies up to date, and leaves changed ones alone', async () => {
    const [server, max, dora, ted] = await schoolServer('max', 'dora', 'ted');
    const { lesson_id } = await add(max, 'Rocks', contents(reading, video));
    expect(await copies(max, lesson_id)).toEqual([{ district_id: ids.otherDistrict, name: 'South', state: 'none' }]);
    expect(await publish(max, lesson_id, ids.otherDistrict)).toEqual({ published: 1, changed: 0 });
    expect(await offered(ted)).toContain('Rocks: 2');
    expect(await publish(max, lesson_id, ids.otherDistrict, ids.otherDistrict)).toEqual({ published: 0, changed: 0 });
    expect((await copies(max, lesson_id))[0]?.state).toBe('current');
    const copy = await listed(dora, 'Rocks');
    const there = copy?.lesson_id ?? 0;
    expect(copy).toMatchObject({ origin: 'published', is_changed: false });
    const before = (await get(dora, there)).lesson_resources;

    await max.ok(calls.savePrebuilt, { ...self(max), lesson_id, lesson_name: 'Stones', ...contents(reading) });
    expect((await copies(max, lesson_id))[0]?.state).toBe('older');
    expect(await publish(max, lesson_id, ids.otherDistrict)).toEqual({ published: 1, changed: 0 });
    const after = await get(dora, there);
    expect(after).toMatchObject({ lesson_name: 'Stones', version: 2 });
    expect(after.lesson_resources.map(({ id }) => id)).toEqual([before[0]?.id]);

    await dora.ok(calls.savePrebuilt, { ...self(dora), lesson_id: there, lesson_name: 'Our stones', ...contents(video) });
    expect(await publish(max, lesson_id, ids.otherDistrict)).toEqual({ published: 0, changed: 1 });
    expect((await copies(max, lesson_id))[0]?.state).toBe('changed');
    expect(await get(dora, there)).toMatchObject({ lesson_name: 'Our stones' });
    expect((await audited(server)).filter(({ action }) => action === 'prebuilt.publish')).toEqual([
      { district_id: ids.otherDistrict, action: 'prebuilt.publish', after: { name: 'Rocks' } },
      { district_id: ids.otherDistrict, action: 'prebuilt.publish', after: { name: 'Stones' } },
    ]);
  });

  it('leaves to every copy its own resources, of the same item, too', async () => {
    const [, max, dora] = await schoolServer('max', 'dora');
    for (const name of ['Rocks', 'Stones']) {
      const { lesson_id } = await add(max, name);
      expect(await publish(max, lesson_id, ids.otherDistrict)).toEqual({ published: 1, changed: 0 });
    }
    const resources = await Promise.all(
      ['Rocks', 'Stones'].map(async (name) => (await get(dora, (await listed(dora, name))?.lesson_id ?? 0)).lesson_resources),
    );
    expect(resources.map((all) => all.map((one) => one.item_id))).toEqual([[item_id], [item_id]]);
    expect(new Set(resources.flat().map(({ id }) => id)).size).toBe(2);
  });

  it('makes one copy, however many publish at once', async () => {
    const [server, max, pam] = await schoolServer('max', 'pam');
    const { lesson_id } = await add(max);
    const answers = await Promise.all(
      [max, pam, max, pam, max, pam, max, pam].map((client) =>
        client.call(calls.publishPrebuilt, { ...self(client), lesson_id, district_ids: [ids.otherDistrict] }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200));
    const found = await server.db
      .selectFrom('lesson')
      .select('lesson_id')
      .where('district_id', '=', ids.otherDistrict)
      .where('lesson_name', '=', 'Rocks')
      .execute();
    expect(found).toHaveLength(1);
  });

  it('refuses what another district cannot have', async () => {
    const [server, max] = await schoolServer('max');
    const empty = await add(max, 'Empty', {});
    const sent = (lesson_id: number, district_ids: number[]) => max.call(calls.publishPrebuilt, { ...self(max), lesson_id, district_ids });
    expect((await sent(empty.lesson_id, [ids.otherDistrict])).data).toMatchObject({ reason: 'prebuiltEmpty' });
    const { lesson_id } = await add(max);
    for (const strange of [ids.district, 999]) expectFailure(await sent(lesson_id, [ids.otherDistrict, strange]), 404);
    expect((await copies(max, lesson_id))[0]?.state).toBe('none');
    await server.db.updateTable('content_item').set({ owner_puid: ids.max }).where('item_id', '=', item_id).execute();
    expect((await sent(lesson_id, [ids.otherDistrict])).data).toMatchObject({ reason: 'prebuiltHasOwn', params: { title: 'reading' } });
  });
});
