import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import type { RefusalCode } from '../../contract/refusals.ts';
import { longestName, mostFolders, type WorkspaceMeta, workspace } from '../../contract/workspace.ts';
import { idOf } from '../../server/content/ids.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { purge } from '../../server/kit/purge.ts';
import { ids, item_id, schoolServer } from './fixtureSchool.ts';
import { type Answer, days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

const product_id = idOf('course');
const otherProduct = idOf('another course');
const unit_id = idOf('course/unit');
const subunit_id = idOf('course/unit/sub');

let server: TestServer;
let tess: TestClient;
let tom: TestClient;
beforeEach(async () => {
  [server, tess, tom] = await schoolServer('tess', 'tom');
  const course = await server.db.selectFrom('product').selectAll().where('product_id', '=', product_id).executeTakeFirstOrThrow();
  await server.db
    .insertInto('product')
    .values({ ...course, product_id: otherProduct, code: 'another', name: 'Another course', sort_order: 2 })
    .execute();
});

const mine = { user_puid: ids.tess };
const inProduct = { product_id, parent_folder_type: 'product', parent_folder_id: product_id } as const;
const inFolder = (parent_folder_id: number, product = product_id) =>
  ({ product_id: product, parent_folder_type: 'other', parent_folder_id }) as const;
type Target = ReturnType<typeof inFolder> | typeof inProduct;
const folder = async (folder_name: string, target: Target = inProduct) =>
  (await tess.ok(workspace.createFolder, { ...mine, folder_name, ...target, sort_order: 1 })).folder_id;
const move = (folder_id: number, target: Target, further: Partial<InputOf<typeof workspace.moveFolder>> = {}) =>
  tess.call(workspace.moveFolder, { ...mine, folder_id, ...target, ...further });
const remove = (folder_id: number) => tess.call(workspace.deleteFolder, { folder_id });
const restore = (folder_id: number) => tess.call(workspace.restoreFolder, { folder_id });
/** The location of one of tess's own folders, by ids from the first level down. Folders of the catalog are given by name. */
const at = (...path: readonly ('unit' | 'sub' | number)[]) => {
  const part = (index: number) => path[index];
  const id = (one: 'unit' | 'sub' | number) => (one === 'unit' ? unit_id : one === 'sub' ? subunit_id : one);
  const custom = (one: 'unit' | 'sub' | number) => (typeof one === 'number' ? ('yes' as const) : ('no' as const));
  const [unit, sub, level3] = [part(0), part(1), part(2)];
  return {
    product_id,
    ...(unit === undefined ? {} : { unit_id: id(unit), is_custom_unit_folder: custom(unit) }),
    ...(sub === undefined ? {} : { subunit_id: id(sub), is_custom_subunit_folder: custom(sub) }),
    ...(level3 === undefined ? {} : { level3_id: id(level3), is_custom_level3_folder: custom(level3) }),
  };
};
const lesson = async (lesson_name: string, place: object = { product_id }, further: Partial<InputOf<typeof workspace.createLesson>> = {}) =>
  (await tess.ok(workspace.createLesson, { ...mine, lesson_name, ...place, ...further })).lesson_id;
const namesAt = async (place: object) => {
  const { lessons, assignments } = await tess.ok(workspace.workspaceData, { ...mine, product_id, ...place });
  return [...lessons, ...assignments].map((row) => row.lesson_name);
};
interface Shape {
  [name: string]: Shape;
}
/** Tess's own folders by name, nested. Catalog folders appear only if they contain any. */
const tree = async (): Promise<Shape> => {
  const { products } = (await tess.ok(workspace.workspaceData, { ...mine, product_id })).meta as WorkspaceMeta;
  const own = (list: readonly { folder_name: string; is_custom: string; shape: Shape }[]): Shape =>
    Object.fromEntries(
      list.filter((one) => one.is_custom === 'yes' || Object.keys(one.shape).length > 0).map((one) => [one.folder_name, one.shape]),
    );
  return Object.fromEntries(
    products.map((product) => [
      product.product_name,
      own(
        product.folders.map((unit) => ({
          ...unit,
          shape: own(
            unit.sub_folders.map((sub) => ({ ...sub, shape: own(sub.level3_folders.map((level3) => ({ ...level3, shape: {} }))) })),
          ),
        })),
      ),
    ]),
  );
};
const course = async () => (await tree()).Course;
/** Expects a refusal with a reason that screens have a message for. */
const expectReason = (answer: Answer, code: number, reason: RefusalCode) => {
  expectFailure(answer, code);
  expect((answer.data as { reason?: string } | null)?.reason).toBe(reason);
};
const assign = (client: TestClient, lesson_id: number, group_puid: number = ids.class) =>
  client.ok(calls.assign, {
    lesson_id,
    group_puid,
    assignment_no: 1,
    assignment_details: JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null }),
  });
const share = (lesson_id: number, user_puid: number = ids.tom, shared_by_puid: number = ids.tess) =>
  server.db
    .insertInto('lesson_share')
    .values({ district_id: 1, lesson_id, user_puid, shared_by_puid, permission: 100, shared_at: 1 })
    .execute();

describe('a folder that is moved', () => {
  it('takes along what is in it, through all levels and back', async () => {
    const [week, other] = [await folder('Week'), await folder('Other')];
    const day = await folder('Day', inFolder(week));
    await lesson('Of the week', at(week));
    await lesson('Of the day', at(week, day), { is_assignment: 'yes' });
    const gone = await lesson('Deleted', at(week, day));
    await tess.ok(workspace.deleteLesson, { lesson_id: gone, is_assignment: 'no' });

    expect((await move(week, inFolder(other))).data).toEqual({ folder_name: 'Week' });
    expect(await course()).toEqual({ Other: { Week: { Day: {} } } });
    expect(await namesAt(at(other, week))).toEqual(['Of the week']);
    expect(await namesAt(at(other, week, day))).toEqual(['Of the day']);
    await tess.ok(workspace.restoreLesson, { lesson_id: gone, is_assignment: 'no' });
    expect(await namesAt(at(other, week, day)), 'one that was deleted came along, too').toEqual(['Deleted', 'Of the day']);

    // Into the catalog's folders, and back up.
    expect((await move(week, inFolder(unit_id))).code).toBe(200);
    expect(await course()).toEqual({ Other: {}, Unit: { Week: { Day: {} } } });
    expect(await namesAt(at('unit', week, day))).toEqual(['Deleted', 'Of the day']);
    expect((await move(day, inFolder(subunit_id))).code).toBe(200);
    expect(await namesAt(at('unit', 'sub', day))).toEqual(['Deleted', 'Of the day']);
    expect((await move(day, inProduct)).code).toBe(200);
    expect(await course()).toEqual({ Day: {}, Other: {}, Unit: { Week: {} } });
    expect(await namesAt(at(day))).toEqual(['Deleted', 'Of the day']);
    expect(await namesAt(at('unit', week))).toEqual(['Of the week']);
  });
  it('goes to another product with all that is in it', async () => {
    const week = await folder('Week');
    const day = await folder('Day', inFolder(week));
    await lesson('Of the day', at(week, day));
    const elsewhere = { product_id: otherProduct, parent_folder_type: 'product', parent_folder_id: otherProduct } as const;
    expect((await move(week, elsewhere as never)).code).toBe(200);
    expect(await tree()).toEqual({ Course: {}, 'Another course': { Week: { Day: {} } } });
    expect(await namesAt({ ...at(week, day), product_id: otherProduct })).toEqual(['Of the day']);
    expect((await folder('Hour', inFolder(day, otherProduct))) > 0).toBe(true);
    expectFailure(await move(week, inFolder(unit_id, otherProduct)), 404);
  });
  it('cannot go into itself, nor into what is in it', async () => {
    const week = await folder('Week');
    const day = await folder('Day', inFolder(week));
    const hour = await folder('Hour', inFolder(day));
    for (const into of [week, day, hour]) expectReason(await move(week, inFolder(into)), 409, 'folderIntoItself');
    expect(await course()).toEqual({ Week: { Day: { Hour: {} } } });
  });
  it('cannot go deeper than three with what is in it', async () => {
    const [week, other] = [await folder('Week'), await folder('Other')];
    const day = await folder('Day', inFolder(week));
    const inner = await folder('Inner', inFolder(other));
    const deep = await folder('Deep', inFolder(inner));
    expectReason(await move(week, inFolder(inner)), 400, 'folderTooDeep');
    expectReason(await move(day, inFolder(deep)), 400, 'folderTooDeep');
    expectReason(await move(week, inFolder(subunit_id)), 400, 'folderTooDeep');
    expect((await move(day, inFolder(inner))).code, 'it fits without what is in it').toBe(200);
    expect(await course()).toEqual({ Other: { Inner: { Day: {}, Deep: {} } }, Week: {} });
  });
  it(`finds room among ${mostFolders} folders at most, and so does a new one`, async () => {
    const [full, week] = [await folder('Full'), await folder('Week')];
    await insertAll(
      server.db,
      'folder',
      Array.from({ length: mostFolders - 1 }, (_, index) => ({
        district_id: 1,
        folder_id: 900_000 + index,
        owner_puid: ids.tess,
        ...inFolder(full),
        folder_name: `Folder ${index}`,
        sort_order: 1,
      })),
    );
    const last = await folder('Last', inFolder(full));
    expectReason(await move(week, inFolder(full)), 409, 'folderFull');
    expectReason(
      await tess.call(workspace.createFolder, { ...mine, folder_name: 'x', ...inFolder(full), sort_order: 1 }),
      409,
      'folderFull',
    );
    expect((await move(last, inProduct)).code).toBe(200);
    expect((await move(week, inFolder(full))).code).toBe(200);
    // All of them at once, and back.
    expect((await remove(full)).code).toBe(200);
    expect(await course()).toEqual({ Last: {} });
    expect((await restore(full)).code).toBe(200);
    expect(Object.keys((await course())?.Full ?? {})).toHaveLength(mostFolders);
  });
  it('asks where its name is taken; kept all the same it gets a number', async () => {
    const [week, other] = [await folder('Week'), await folder('Other')];
    await folder('Week', inFolder(other));
    await folder('Week (2)', inFolder(other));
    const refused = await move(week, inFolder(other), { same_name: 'ask' });
    expectReason(refused, 409, 'folderNameTaken');
    expect(await course(), 'nothing was changed').toEqual({ Other: { Week: {}, 'Week (2)': {} }, Week: {} });
    expect((await move(week, inFolder(other), { same_name: 'keep' })).data).toEqual({ folder_name: 'Week (3)' });
    expect(await course()).toEqual({ Other: { Week: {}, 'Week (2)': {}, 'Week (3)': {} } });
    expect((await move(week, inFolder(other), { same_name: 'ask' })).data, 'it is there already').toEqual({ folder_name: 'Week (3)' });
  });
  it('keeps its longest name within the limit, with whole characters', async () => {
    const name = `${'x'.repeat(longestName - 4)}🪨🪨`;
    const [other, week] = [await folder('Other'), await folder(name)];
    await folder(name, inFolder(other));
    const { folder_name } = (await move(week, inFolder(other))).data;
    expect(folder_name.length).toBeLessThanOrEqual(longestName);
    expect(folder_name.isWellFormed()).toBe(true);
    expect(folder_name.endsWith(' (2)')).toBe(true);
  });
  it('is one’s own, and so is where it goes', async () => {
    const week = await folder('Week');
    const toms = { user_puid: ids.tom };
    const { folder_id: his } = await tom.ok(workspace.createFolder, { ...toms, folder_name: 'Toms', ...inProduct, sort_order: 1 });
    await share(await lesson('Shared', at(week)));
    expectFailure(await tom.call(workspace.moveFolder, { ...toms, folder_id: week, ...inFolder(his) }), 404);
    expectFailure(await tom.call(workspace.moveFolder, { ...toms, folder_id: his, ...inFolder(week) }), 404);
    expectFailure(await move(week, inFolder(his)), 404);
    expectFailure(await move(week, inFolder(5)), 404);
    expectFailure(await move(unit_id, inProduct), 404);
    for (const call of [workspace.deleteFolder, workspace.restoreFolder, workspace.folderUse])
      expectFailure(await tom.call(call, { folder_id: week }), 404);
    const cat = await server.signIn('sue');
    expectFailure(await cat.call(workspace.deleteFolder, { folder_id: week }), 404);
    expect(await course()).toEqual({ Week: {} });
  });
  it('makes no circle when two tabs move two folders into one another', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await folder(`A ${round}`), await folder(`B ${round}`)];
      const answers = await Promise.all([move(a, inFolder(b)), move(b, inFolder(a))]);
      expect(answers.map((answer) => answer.code).toSorted()).toEqual([200, 409]);
      expectReason(answers.find((answer) => answer.code === 409) as Answer, 409, 'folderIntoItself');
    }
    const shapes = Object.values((await course()) as Shape);
    expect(shapes).toHaveLength(10);
    for (const shape of shapes) expect(Object.keys(shape)).toHaveLength(1);
  });
  it('grows no deeper than three by two tabs at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b, c, d] = [await folder(`A ${round}`), await folder(`B ${round}`), await folder(`C ${round}`), await folder(`D ${round}`)];
      await move(c, inFolder(b));
      const answers = await Promise.all([move(b, inFolder(a)), move(d, inFolder(c))]);
      expect(answers.map((answer) => answer.code).toSorted(), 'each fits, and not both').toEqual([200, 400]);
    }
  });
  it('keeps one name of twenty that are made at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await tess.call(workspace.createFolder, { ...mine, folder_name: 'Same', ...inProduct, sort_order: 1 });
        return answer.code;
      }),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(19);
  });
});

describe('a folder that is deleted', () => {
  it('says what is in it and who has it, and comes back as it was', async () => {
    const dan = await server.signIn('dan');
    const of = { user_puid: ids.dan };
    const make = (folder_name: string, target: Target) => dan.ok(workspace.createFolder, { ...of, folder_name, ...target, sort_order: 1 });
    const { folder_id: week } = await make('Week', inProduct);
    const { folder_id: day } = await make('Day', inFolder(week));
    await make('Empty', inFolder(day));
    const lesson_resources = JSON.stringify([{ item_id, resource_type_id: 1, time: 5, sort_order: 1, remarks: '' }]);
    const create = async (lesson_name: string, place: object, is_assignment: 'yes' | 'no' = 'no') =>
      (await dan.ok(workspace.createLesson, { ...of, lesson_name, ...place, is_assignment, lesson_resources })).lesson_id;
    const given = await create('Given', at(week, day));
    await create('Shared', at(week), 'yes');
    const gone = await create('Deleted before', at(week, day));
    const beside = await create('Beside', { product_id });
    await dan.ok(workspace.deleteLesson, { lesson_id: gone, is_assignment: 'no' });
    const { lessons, assignments } = await dan.ok(workspace.allLessons, of);
    expect([...lessons, ...assignments]).toHaveLength(3);
    const first = await assign(dan, given);
    await assign(dan, given, ids.otherClass);
    await assign(dan, beside);
    await share(given, ids.tess, ids.dan);
    expect(await dan.ok(workspace.folderUse, { folder_id: week })).toEqual({
      folders: 2,
      lessons: 1,
      assignments: 1,
      assigned: 1,
      groups: 2,
      students: 3,
      shared_with: 1,
    });
    expect(await dan.ok(workspace.folderUse, { folder_id: day })).toMatchObject({ folders: 1, lessons: 1, assignments: 0 });

    const ana = await server.signIn('ana');
    const seen = async () => (await ana.ok(calls.studentDashboard, { user_puid: ids.ana })).assignments.length;
    const start = () => ana.call(calls.trackLesson, { user_puid: ids.ana, time_spent: 0, tracking_id: 0, mode: 'start', ...first });
    const before = await seen();
    const meta = async () => (await dan.ok(workspace.allLessons, of)).meta;
    const whole = await meta();
    const shared = async () => (await tess.ok(workspace.allLessons, { ...mine, is_shared: 'yes' })).total;
    expect(await shared()).toBe(1);

    expect((await dan.call(workspace.deleteFolder, { folder_id: week })).code).toBe(200);
    expect((await dan.ok(workspace.allLessons, of)).lessons.map((row) => row.lesson_name)).toEqual(['Beside']);
    expect(await seen(), 'what is assigned stays with the students').toBe(before);
    expect((await start()).code).toBe(200);
    expect(await shared(), 'a colleague has it no more').toBe(0);
    expect((await dan.ok(calls.assignedGroups, { ...of, lesson_id: given })).length, 'the teacher sees the results').toBe(2);
    for (const call of [workspace.deleteFolder, workspace.folderUse]) expectFailure(await dan.call(call, { folder_id: week }), 404);
    expectFailure(await dan.call(workspace.workspaceData, { ...of, ...at(week) }), 404);

    expect(await dan.ok(workspace.restoreFolder, { folder_id: week })).toEqual({ folder_name: 'Week' });
    expect(await meta()).toEqual(whole);
    expect(await shared()).toBe(1);
    const rows = (await dan.ok(workspace.workspaceData, { ...of, ...at(week, day) })).lessons;
    expect(
      rows.map((row) => row.lesson_name),
      'not what was deleted before',
    ).toEqual(['Given']);
    expect(await dan.ok(workspace.restoreFolder, { folder_id: week }), 'once more changes nothing').toEqual({ folder_name: 'Week' });
  });
  it('comes back under another name where its own is taken, and where its folder has gone to', async () => {
    const [week, other] = [await folder('Week'), await folder('Other')];
    const day = await folder('Day', inFolder(week));
    await lesson('Of the day', at(week, day));
    await remove(day);
    await folder('Day', inFolder(week));
    await move(week, inFolder(other));
    expect((await restore(day)).data).toEqual({ folder_name: 'Day (2)' });
    expect(await course()).toEqual({ Other: { Week: { Day: {}, 'Day (2)': {} } } });
    expect(await namesAt(at(other, week, day))).toEqual(['Of the day']);
  });
  it('waits for the folder that it lay in, and for room below it', async () => {
    const [week, other] = [await folder('Week'), await folder('Other')];
    const day = await folder('Day', inFolder(week));
    const hour = await folder('Hour', inFolder(day));
    const lost = await lesson('Of the hour', at(week, day, hour));
    await remove(day);
    await remove(week);
    expectReason(await restore(day), 409, 'folderParentGone');
    expect((await restore(week)).code).toBe(200);
    expect(await course(), 'what was deleted before stays so').toEqual({ Other: {}, Week: {} });
    await move(week, inFolder(other));
    expectReason(await restore(day), 400, 'folderTooDeep');
    await move(week, inProduct);
    expect((await restore(day)).code).toBe(200);
    expect(await course()).toEqual({ Other: {}, Week: { Day: { Hour: {} } } });
    expect(await namesAt(at(week, day, hour))).toEqual(['Of the hour']);
    expect(lost).toBeGreaterThan(0);
  });
  it('gives a lesson back by itself, to the nearest folder that is there, and leaves it there', async () => {
    const week = await folder('Week');
    const day = await folder('Day', inFolder(week));
    const [one, two] = [await lesson('One', at(week, day)), await lesson('Two', at(week, day))];
    await tess.ok(workspace.deleteLesson, { lesson_id: one, is_assignment: 'no' });
    await remove(day);
    await tess.ok(workspace.restoreLesson, { lesson_id: one, is_assignment: 'no' });
    await tess.ok(workspace.restoreLesson, { lesson_id: two, is_assignment: 'no' });
    expect(await namesAt(at(week))).toEqual(['One', 'Two']);
    await restore(day);
    expect(await namesAt(at(week)), 'who brought it back by itself, wants it there').toEqual(['One', 'Two']);
    expect(await namesAt(at(week, day))).toEqual([]);
  });
  it('takes no lesson that comes at the same moment out of sight', async () => {
    for (let round = 0; round < 10; round += 1) {
      const week = await folder(`Week ${round}`);
      const roaming = await lesson(`Roaming ${round}`);
      const [, made, moved] = await Promise.all([
        remove(week),
        tess.call(workspace.createLesson, { ...mine, lesson_name: `New ${round}`, ...at(week) }),
        tess.call(workspace.updateLesson, { ...mine, lesson_id: roaming, move_lesson: 'yes', ...at(week) }),
      ]);
      // Either it came first and is part of the deletion, or it gets 404 because the folder is gone.
      await restore(week);
      const here = await namesAt(at(week));
      expect(here.includes(`New ${round}`)).toBe(made.code === 200);
      expect(here.includes(`Roaming ${round}`)).toBe(moved.code === 200);
      for (const answer of [made, moved]) expect([200, 404]).toContain(answer.code);
    }
  });
  it('is deleted once and restored once by two tabs', async () => {
    const week = await folder('Week');
    await lesson('Rocks', at(week));
    const deleted = await Promise.all([remove(week), remove(week)]);
    expect(deleted.map((answer) => answer.code).toSorted()).toEqual([200, 404]);
    const restored = await Promise.all([restore(week), restore(week)]);
    expect(restored.map((answer) => answer.code)).toEqual([200, 200]);
    expect(await course()).toEqual({ Week: {} });
    expect(await namesAt(at(week))).toEqual(['Rocks']);
  });
  it('can be brought back for 30 days, and then is forgotten', async () => {
    const [week, other] = [await folder('Week'), await folder('Other')];
    await remove(week);
    server.clock.now += days(29);
    expect((await purge(server.ports)).folders).toBe(0);
    await remove(other);
    tess = await server.signIn('tess');
    expect((await restore(week)).code).toBe(200);
    await remove(week);
    server.clock.now += days(31);
    expect((await purge(server.ports)).folders).toBe(2);
    tess = await server.signIn('tess');
    for (const folder_id of [week, other]) expectFailure(await restore(folder_id), 404);
  });
  it('leaves a link to a student who has come by it', async () => {
    const week = await folder('Week');
    const lesson_id = await lesson('Linked', at(week));
    const { link_id } = await tess.ok(calls.createLessonLink, { lesson_id, is_perpectual_expiry: true, assignment_no: 1 });
    const [ana, ben] = [await server.signIn('ana'), await server.signIn('ben')];
    const open = (client: TestClient, user_puid: number) => client.call(calls.assignFromLessonUrl, { user_puid, link_id });
    expect((await open(ana, ids.ana)).code).toBe(200);
    await remove(week);
    expect((await open(ana, ids.ana)).code).toBe(200);
    expectFailure(await open(ben, ids.ben), 404);
  });
});

describe('a lesson that is moved to where one has its name', () => {
  it('asks when it is told to, and is kept beside it otherwise', async () => {
    const week = await folder('Week');
    await lesson('Rocks', at(week));
    const again = await lesson('Rocks');
    const moveTo = (lesson_id: number, same_name?: 'ask' | 'keep') =>
      tess.call(workspace.updateLesson, { ...mine, lesson_id, move_lesson: 'yes', ...at(week), ...(same_name ? { same_name } : {}) });
    expectReason(await moveTo(again, 'ask'), 409, 'lessonNameTaken');
    expect(await namesAt({})).toEqual(['Rocks']);
    expect((await moveTo(await lesson('Rocks', {}, { is_assignment: 'yes' }), 'ask')).code, 'an assignment is another thing').toBe(200);
    expect((await moveTo(again, 'keep')).code).toBe(200);
    expect(await namesAt(at(week))).toEqual(['Rocks', 'Rocks', 'Rocks']);
    expect((await moveTo(again, 'ask')).code, 'only another one counts').toBe(409);
    const alone = await lesson('Alone');
    expect((await moveTo(alone, 'ask')).code).toBe(200);
    expect((await moveTo(alone, 'ask')).code, 'it is not in its own way').toBe(200);
    expect((await moveTo(await lesson('Rocks'))).code, 'who does not know of the question is not asked').toBe(200);
  });
});

describe('a lesson that is saved under a name that its folder has', () => {
  type Fields = Partial<InputOf<typeof workspace.createLesson>>;
  const create = (lesson_name: string, place: object, further: Fields = {}) =>
    tess.call(workspace.createLesson, { ...mine, lesson_name, ...place, ...further });
  const rename = (lesson_id: number, lesson_name: string, further: Partial<InputOf<typeof workspace.updateLesson>> = {}) =>
    tess.call(workspace.updateLesson, { ...mine, lesson_id, lesson_name, move_lesson: 'no', ...further });
  const detail = (lesson_id: number) => tess.ok(workspace.getLesson, { lesson_id, isAssignment: false });

  it('is new: asks when it is told to, and is kept beside the other otherwise', async () => {
    const week = await folder('Week');
    const gone = await lesson('Rocks', at(week));
    await tess.ok(workspace.deleteLesson, { lesson_id: gone, is_assignment: 'no' });
    expect((await create('Rocks', at(week), { same_name: 'ask' })).code, 'a deleted one is in nobody’s way').toBe(200);
    expectReason(await create('Rocks', at(week), { same_name: 'ask' }), 409, 'lessonNameTaken');
    expectReason(await create(' Rocks ', at(week), { same_name: 'ask' }), 409, 'lessonNameTaken');
    expect(await namesAt(at(week)), 'nothing was made').toEqual(['Rocks']);
    expect((await create('Rocks', {}, { same_name: 'ask' })).code, 'in no folder').toBe(200);
    expectReason(await create('Rocks', {}, { same_name: 'ask' }), 409, 'lessonNameTaken');
    expect((await create('Rocks', { product_id }, { same_name: 'ask' })).code, 'another folder is another place').toBe(200);
    expect((await create('Rocks', at(week), { same_name: 'ask', is_assignment: 'yes' })).code, 'so is an assignment').toBe(200);
    const toms = { user_puid: ids.tom, product_id, lesson_name: 'Rocks', same_name: 'ask' } as const;
    expect((await tom.call(workspace.createLesson, toms)).code, 'a colleague has names of their own').toBe(200);
    expect((await create('Rocks', at(week), { same_name: 'keep' })).code).toBe(200);
    expect((await create('Rocks', at(week))).code, 'who does not know of the question is not asked').toBe(200);
    expect(await namesAt(at(week))).toEqual(['Rocks', 'Rocks', 'Rocks', 'Rocks']);
  });
  it('gets another name: asks when it is told to, and nothing of the lesson is changed before the answer', async () => {
    const week = await folder('Week');
    await lesson('Rocks', at(week));
    const lesson_resources = JSON.stringify([{ item_id, resource_type_id: 1, time: 5, sort_order: 1, remarks: '' }]);
    const other = await lesson('Soil', at(week), { lesson_resources });
    const before = await detail(other);
    expectReason(await rename(other, 'Rocks', { same_name: 'ask', version: 1, lesson_objective: 'Dig' }), 409, 'lessonNameTaken');
    expect(await detail(other)).toEqual(before);
    expect((await rename(other, 'Sand', { same_name: 'ask', version: 1 })).data).toEqual({ lesson_id: other, version: 2 });
    expect((await rename(other, 'Rocks', { same_name: 'keep' })).code).toBe(200);
    expect(
      (await rename(other, 'Rocks', { same_name: 'ask', lesson_objective: 'Dig' })).code,
      'a name that it has is not asked about',
    ).toBe(200);
    expect((await rename(other, 'Clay')).code).toBe(200);
    expect((await rename(other, 'Rocks')).code, 'who does not know of the question is not asked').toBe(200);
    expect((await rename(await lesson('Rocks'), 'Rocks', { same_name: 'ask' })).code, 'another folder is another place').toBe(200);
  });
  it('is compared with what somebody else has saved before the name is looked at', async () => {
    await lesson('Rocks');
    const other = await lesson('Soil');
    await rename(other, 'Sand');
    const refused = await rename(other, 'Rocks', { same_name: 'ask', version: 1 });
    expectFailure(refused, 409);
    expect(refused.data).toMatchObject({ lesson_name: 'Sand', version: 2 });
  });
  it.each([
    ['a folder of one’s own', async () => at(await folder('Week'))],
    ['a product', async () => ({ product_id })],
    ['no folder', async () => ({})],
  ])('is there once after twenty saves at once, in %s', async (_, makePlace) => {
    const place = await makePlace();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('Same', place, { same_name: 'ask' })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ code }) => code !== 200)) expectReason(answer, 409, 'lessonNameTaken');
  });
  it('is there once after it was made, named and moved there at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `Same ${round}`;
      const others = [await lesson(`Soil ${round}`), await lesson(`Sand ${round}`)];
      const moved = await lesson(name, at('unit'));
      const answers = await Promise.all([
        create(name, { product_id }, { same_name: 'ask' }),
        ...others.map((one) => rename(one, name, { same_name: 'ask' })),
        tess.call(workspace.updateLesson, { ...mine, lesson_id: moved, move_lesson: 'yes', product_id, same_name: 'ask' }),
      ]);
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409]);
      expect((await namesAt({})).filter((one) => one === name)).toHaveLength(1);
    }
  });
});
