import fc from 'fast-check';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { backgroundLesson } from '../../common/chosenDay.ts';
import { longestName, pageLength } from '../../common/lessonLimits.ts';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import { plainLine } from '../../contract/plainLine.ts';
import { type WorkspaceMeta, workspace } from '../../contract/workspace.ts';
import { idOf } from '../../server/content/ids.ts';
import { cleanRichText } from '../../server/content/richText.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { naughty } from '../kit/naughty.ts';
import { ids, item_id, schoolServer } from './fixtureSchool.ts';
import { days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

const product_id = idOf('course');
const unit_id = idOf('course/unit');
const subunit_id = idOf('course/unit/sub');
const quizItem = idOf('course/unit/sub/quiz');
const none = 'null' as const;

let server: TestServer;
let tess: TestClient;
let tom: TestClient;
beforeEach(async () => {
  [server, tess, tom] = await schoolServer('tess', 'tom');
});

const mine = { user_puid: ids.tess };
const resources = (...items: readonly (readonly [item_id: number, type: number, sort_order: number, id?: number])[]) =>
  JSON.stringify(
    items.map(([item, resource_type_id, sort_order, id]) => ({
      item_id: item,
      resource_type_id,
      time: 5,
      sort_order,
      remarks: '',
      ...(id === undefined ? {} : { id }),
    })),
  );
const create = (further: Partial<InputOf<typeof workspace.createLesson>> = {}) =>
  tess.ok(workspace.createLesson, { ...mine, lesson_name: 'Rocks', ...further });
const update = (lesson_id: number, further: Partial<InputOf<typeof workspace.updateLesson>> = {}) =>
  tess.call(workspace.updateLesson, { ...mine, lesson_id, move_lesson: 'no', lesson_name: 'Rocks', ...further });
const detail = (lesson_id: number, isAssignment = false) => tess.ok(workspace.getLesson, { lesson_id, isAssignment });
const folder = (folder_name: string, parent_folder_type: 'product' | 'other', parent_folder_id: number) =>
  tess.call(workspace.createFolder, { ...mine, folder_name, product_id, parent_folder_type, parent_folder_id, sort_order: 1 });
const assignTo = async (client: TestClient, lesson_id: number, group_puid: number) =>
  client.ok(calls.assign, {
    lesson_id,
    group_puid,
    assignment_no: 1,
    assignment_details: JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null }),
  });
const share = (lesson_id: number, user_puid: number, shared_by_puid: number) =>
  server.db
    .insertInto('lesson_share')
    .values({ district_id: 1, lesson_id, user_puid, shared_by_puid, permission: 100, shared_at: 1 })
    .execute();
const namesOf = (page: { lessons: { lesson_name: string }[]; assignments: { lesson_name: string }[] }) => [
  page.lessons.map((row) => row.lesson_name),
  page.assignments.map((row) => row.lesson_name),
];

describe('folders', () => {
  it('go three deep, in a product, a unit or a folder of one’s own, and tell whether they are custom', async () => {
    const one = (await folder('Mine', 'product', product_id)).data.folder_id;
    const two = (await folder('Below', 'other', one)).data.folder_id;
    const three = (await folder('Deep', 'other', two)).data.folder_id;
    const beside = (await folder('In the unit', 'other', unit_id)).data.folder_id;
    const below = (await folder('In the sub-unit', 'other', subunit_id)).data.folder_id;
    expectFailure(await folder('Too deep', 'other', three), 400, /^Folders can be three levels deep, .* Choose a folder higher up\.$/);
    expectFailure(await folder('Too deep', 'other', below), 400, /three levels deep/);
    const { meta } = await tess.ok(workspace.workspaceData, { ...mine, product_id });
    const [product] = (meta as WorkspaceMeta).products;
    expect(product?.folders.map((unit) => [unit.folder_name, unit.is_custom])).toEqual([
      ['Unit', 'no'],
      ['Mine', 'yes'],
    ]);
    expect(product?.folders[0]?.sub_folders).toMatchObject([
      { sub_unit_id: subunit_id, is_custom: 'no', level3_folders: [{ level3_id: below, is_custom: 'yes' }] },
      { sub_unit_id: beside, folder_name: 'In the unit', is_custom: 'yes' },
    ]);
    expect(product?.folders[1]?.sub_folders).toMatchObject([{ sub_unit_id: two, level3_folders: [{ level3_id: three }] }]);
  });
  it('have a name of their own where they are', async () => {
    const { folder_id } = (await folder('Week 1', 'product', product_id)).data;
    expectFailure(await folder('Week 1', 'product', product_id), 409, 'There is a folder “Week 1” here already. Choose another name.');
    await folder('Week 2', 'product', product_id);
    const rename = (folder_name: string) => tess.call(workspace.updateFolder, { ...mine, folder_id, folder_name });
    expectFailure(await rename('Week 2'), 409, /Week 2/);
    for (const name of ['Week 1', 'Week 3']) expect((await rename(name)).code).toBe(200);
  });
  it('of others are not there', async () => {
    const { folder_id } = (await folder('Mine', 'product', product_id)).data;
    const toms = { user_puid: ids.tom };
    expectFailure(await tom.call(workspace.updateFolder, { ...toms, folder_id, folder_name: 'Yours' }), 404);
    const inIt = { product_id, unit_id: folder_id, is_custom_unit_folder: 'yes' } as const;
    expectFailure(await tom.call(workspace.workspaceData, { ...toms, ...inIt }), 404);
    expectFailure(await tom.call(workspace.createLesson, { ...toms, lesson_name: 'x', ...inIt }), 404);
    expectFailure(
      await tom.call(workspace.createFolder, {
        ...toms,
        folder_name: 'x',
        product_id,
        parent_folder_type: 'other',
        parent_folder_id: folder_id,
        sort_order: 1,
      }),
      404,
    );
  });
  it.each([
    { product_id: 5 },
    { product_id, unit_id: 5 },
    { product_id, subunit_id },
    { product_id, unit_id, is_custom_unit_folder: 'yes' as const },
    { product_id, unit_id, level3_id: 5 },
    { unit_id },
  ])('that do not lie in each other are not there: %j', async (place) =>
    expectFailure(await tess.call(workspace.workspaceData, { ...mine, ...place }), 404),
  );
});

describe('the levels', () => {
  const places = {
    product: { product_id },
    unit: { product_id, unit_id, is_custom_unit_folder: 'no' },
    subUnit: { product_id, unit_id, is_custom_unit_folder: 'no', subunit_id, is_custom_subunit_folder: 'no' },
  } as const;
  it('hold what lies in them, and count it', async () => {
    const { folder_id: level3_id } = (await folder('Deep', 'other', subunit_id)).data;
    const all = { ...places, level3: { ...places.subUnit, level3_id, is_custom_level3_folder: 'yes' } } as const;
    for (const [name, place] of Object.entries(all)) {
      await create({ ...place, lesson_name: `Lesson of ${name}` });
      await create({ ...place, lesson_name: `Assignment of ${name}`, is_assignment: 'yes' });
    }
    for (const [name, place] of Object.entries(all)) {
      const data = await tess.ok(workspace.workspaceData, { ...mine, ...place });
      expect(namesOf(data), name).toEqual([[`Lesson of ${name}`], [`Assignment of ${name}`]]);
    }
    const { meta } = await tess.ok(workspace.workspaceData, { ...mine, product_id });
    const [product] = (meta as WorkspaceMeta).products;
    const [unit] = product?.folders ?? [];
    const [sub] = unit?.sub_folders ?? [];
    expect([product, unit, sub, sub?.level3_folders[0]].map((one) => one?.lesson_count)).toEqual([2, 2, 2, 2]);
    expect(meta?.total).toBe(8);
  });
  it('4 holds what one colleague has shared, and nobody else sees it', async () => {
    await share(ids.tomsLesson, ids.tess, ids.tom);
    const data = await tess.ok(workspace.workspaceData, { ...mine, sharedby_user_puid: ids.tom });
    expect(data.lessons).toMatchObject([{ lesson_name: 'Made by Tom', shared_by: { user_puid: ids.tom, name: 'tom Person' } }]);
    expect(data.meta?.shared_by).toEqual([{ user_puid: ids.tom, name: 'tom Person', lesson_count: 1 }]);
    expect((await tess.ok(workspace.workspaceData, { ...mine, sharedby_user_puid: ids.sue })).total).toBe(0);
    for (const sharedby_user_puid of [ids.ana, ids.ted, 999])
      expectFailure(await tess.call(workspace.workspaceData, { ...mine, sharedby_user_puid }), 404);
    const shared = await tess.ok(workspace.allLessons, { ...mine, is_shared: 'yes' });
    expect(shared.total).toBe(1);
    const sue = await server.signIn('sue');
    expect((await sue.ok(workspace.allLessons, { user_puid: ids.sue, is_shared: 'yes' })).total).toBe(0);
  });
  it('a shared lesson can be looked at, assigned and copied, and not changed', async () => {
    await share(ids.tomsLesson, ids.tess, ids.tom);
    expect(await tess.ok(workspace.previewLesson, { ...mine, lesson_id: ids.tomsLesson })).toBeGreaterThan(0);
    await assignTo(tess, ids.tomsLesson, ids.class);
    const copy = await tess.ok(workspace.duplicateLesson, { ...mine, lesson_id: ids.tomsLesson, type: 'lesson' });
    expect((await detail(copy.lesson_id)).lesson_resources).toHaveLength(1);
    expectFailure(await update(ids.tomsLesson), 404);
    expectFailure(await tess.call(workspace.deleteLesson, { lesson_id: ids.tomsLesson, is_assignment: 'no' }), 404);
    expectFailure(await tess.call(workspace.getLesson, { lesson_id: ids.tomsLesson, isAssignment: false }), 404);
  });
});

describe('lists', () => {
  it('come in windows that fit together, narrowed and ordered', async () => {
    const count = 2 * pageLength + 30;
    await insertAll(
      server.db,
      'lesson',
      Array.from({ length: count }, (_, index) => ({
        district_id: 1,
        lesson_id: 70_000 + index,
        owner_puid: ids.tess,
        lesson_name: `${index % 2 ? 'lesson' : 'Lesson'} ${String(index).padStart(3, '0')}`,
        lesson_objective: '',
        instructions: '',
        total_time: null,
        due_date: index % 3 === 0 ? `2030-02-${String((index % 28) + 1).padStart(2, '0')}` : null,
        product_id,
        is_assignment: index % 5 === 0 ? 1 : 0,
        enforce_order: 0,
        language_id: 101,
        version: 1,
        created_at: 1,
        updated_at: index,
        deleted_at: null,
      })),
    );
    const page = (further: object) => tess.ok(workspace.allLessons, { ...mine, ...further });
    const pages = await Promise.all([0, pageLength, 2 * pageLength, 3 * pageLength].map((offset) => page({ offset })));
    expect(pages.map((one) => one.lessons.length + one.assignments.length)).toEqual([pageLength, pageLength, 30, 0]);
    const rows = pages.flatMap((one) => [...one.lessons, ...one.assignments]).toSorted((a, b) => a.position - b.position);
    expect(rows.map((row) => row.position)).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(rows.map((row) => row.lesson_name.toLowerCase())).toEqual(rows.map((_, index) => `lesson ${String(index).padStart(3, '0')}`));
    expect(pages.map((one) => one.meta !== null)).toEqual([true, false, false, false]);
    expect((await page({ kind: 'assignment' })).total).toBe(46);
    expect((await page({ search: 'LESSON 12' })).total).toBe(10);
    expect(
      (await page({ sort: '-updated', limit: 1 })).assignments.concat((await page({ sort: '-updated', limit: 1 })).lessons)[0]?.lesson_id,
    ).toBe(70_000 + count - 1);
    const due = await page({ sort: 'due', limit: 1 });
    expect([...due.lessons, ...due.assignments][0]?.due_date).toBe('2030-02-01');
    expect(await page({ limit: 0 })).toMatchObject({ total: count, lessons: [], assignments: [] });
  });
  it.each(['100%', 'a_b', 'back\\slash', "it's", '😀'])('find exactly %s', async (name) => {
    await create({ lesson_name: `About ${name}!` });
    await create({ lesson_name: 'About 1000, axb, nothing' });
    const found = await tess.ok(workspace.allLessons, { ...mine, search: name });
    expect(namesOf(found)).toEqual([[`About ${name}!`], []]);
  });
});

describe('a lesson', () => {
  it('without more than its name has the defaults of the wire', async () => {
    const { lesson_id, version } = await tess.ok(workspace.createLesson, {
      ...mine,
      lesson_name: 'Rocks',
      lesson_objective: none,
      total_time: none,
      due_date: none,
      product_id: none,
      unit_id: none,
      subunit_id: none,
      level3_id: none,
    });
    expect(version).toBe(1);
    expect(await detail(lesson_id)).toMatchObject({
      lesson_objective: '',
      instructions: '',
      total_time: null,
      due_date: null,
      product_id: null,
      is_custom_unit_folder: null,
      is_assignment: 'no',
      enforce_order: false,
      lesson_resources: [],
    });
  });
  it('has no time where the time is 0, and the fixed ones when it is made in the background', async () => {
    expect((await detail((await create({ total_time: 0 })).lesson_id)).total_time).toBeNull();
    expect(await detail((await create(backgroundLesson)).lesson_id)).toMatchObject({ total_time: 15, due_date: '2020-01-01' });
  });
  it('keeps the order, the time and the remarks of its resources, and their ids when it is changed', async () => {
    const { lesson_id } = await create({ lesson_resources: resources([quizItem, 10, 7], [item_id, 1, 3]) });
    const before = (await detail(lesson_id)).lesson_resources;
    expect(before.map((one) => [one.title, one.sort_order])).toEqual([
      ['reading', 1],
      ['quiz', 2],
    ]);
    const [reading, quiz] = before.map((one) => one.id);
    const answer = await update(lesson_id, {
      lesson_resources: resources([item_id, 1, 2, reading], [quizItem, 10, 1, quiz], [item_id, 1, 3]),
    });
    expect(answer.data.version).toBe(2);
    const after = (await detail(lesson_id)).lesson_resources;
    expect(after.map((one) => one.id).slice(0, 2)).toEqual([quiz, reading]);
    expect(after).toHaveLength(3);
  });
  it('takes no resource that the catalogue has not, has as another kind, or that is another lesson’s', async () => {
    expectFailure(await tess.call(workspace.createLesson, { ...mine, lesson_name: 'x', lesson_resources: resources([5, 1, 1]) }), 404);
    expectFailure(
      await tess.call(workspace.createLesson, { ...mine, lesson_name: 'x', lesson_resources: resources([item_id, 2, 1]) }),
      400,
      /type of a resource has changed/,
    );
    const { lesson_id } = await create({ lesson_resources: resources([item_id, 1, 1]) });
    const other = (await detail((await create({ lesson_resources: resources([item_id, 1, 1]) })).lesson_id)).lesson_resources[0]?.id;
    expectFailure(await update(lesson_id, { lesson_resources: resources([item_id, 1, 1, other]) }), 404);
    expect((await detail(lesson_id)).version, 'nothing was changed').toBe(1);
  });
  it('that was changed meanwhile is not overwritten: 409 with the newer one', async () => {
    const { lesson_id } = await create();
    expect((await update(lesson_id, { version: 1, lesson_name: 'First' })).data).toEqual({ lesson_id, version: 2 });
    const late = await update(lesson_id, { version: 1, lesson_name: 'Second' });
    expectFailure(late, 409, 'This lesson was changed somewhere else in the meantime.');
    expect(late.data).toMatchObject({ lesson_name: 'First', version: 2 });
    expect((await detail(lesson_id)).lesson_name).toBe('First');
  });
  it('takes one of twenty changes at once', async () => {
    const { lesson_id } = await create();
    const codes = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await update(lesson_id, { version: 1, lesson_name: `Change ${index}` })).code),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(19);
  });
  it('moves with move_lesson yes, and only moves; a change does not move it', async () => {
    const { lesson_id } = await create({ product_id, lesson_resources: resources([item_id, 1, 1]) });
    const place = { product_id, unit_id, is_custom_unit_folder: 'no' } as const;
    const moved = await update(lesson_id, { move_lesson: 'yes', ...place, lesson_name: 'Another name' });
    expect(moved.data.version, 'an open form is not in its way').toBe(1);
    expect(await detail(lesson_id)).toMatchObject({ lesson_name: 'Rocks', unit_id, is_custom_unit_folder: 'no', lesson_resources: [{}] });
    await update(lesson_id, { lesson_name: 'New name', product_id: none });
    expect(await detail(lesson_id)).toMatchObject({ lesson_name: 'New name', unit_id });
  });
  it('keeps of its instructions what is text, lists, emphasis and links', async () => {
    const { lesson_id } = await create({
      instructions:
        '<h2>Do</h2><p onclick="x()">Look <b>here</b><script>steal()</script></p><img src=x onerror=y><a href="javascript:z">no</a>',
    });
    expect((await detail(lesson_id)).instructions).toBe('<h3>Do</h3><p>Look <strong>here</strong></p>no');
  });
});

describe('a duplicate', () => {
  it('lies beside the lesson with all of its resources', async () => {
    const { lesson_id } = await create({ product_id, unit_id, is_custom_unit_folder: 'no', lesson_resources: resources([item_id, 1, 1]) });
    const copy = await tess.ok(workspace.duplicateLesson, { ...mine, lesson_id, type: 'lesson', lesson_name: 'Rocks (copy)' });
    const made = await detail(copy.lesson_id);
    expect(made).toMatchObject({ lesson_name: 'Rocks (copy)', unit_id, version: 1, lesson_resources: [{ item_id }] });
    expect(made.lesson_resources[0]?.id).not.toBe((await detail(lesson_id)).lesson_resources[0]?.id);
  });
  it.each([
    ['lesson', 'no', 'Unable to Duplicate. Live lesson already exists'],
    ['assignment', 'yes', 'Unable to Duplicate. Assignment already exists'],
  ] as const)('of a %s fails when the name is taken, in the words of the specification', async (type, is_assignment, message) => {
    const { lesson_id } = await create({ is_assignment });
    const duplicate = (lesson_name?: string) =>
      tess.call(workspace.duplicateLesson, { ...mine, lesson_id, type, ...(lesson_name ? { lesson_name } : {}) });
    expectFailure(await duplicate(), 409, message);
    expect((await duplicate('Free')).code).toBe(200);
    expectFailure(await duplicate('Free'), 409, message);
    const other = type === 'lesson' ? 'assignment' : 'lesson';
    expectFailure(await tess.call(workspace.duplicateLesson, { ...mine, lesson_id, type: other }), 404);
    await tess.ok(workspace.deleteLesson, { lesson_id, is_assignment });
    const copy = (await tess.ok(workspace.allLessons, { ...mine, kind: type }))[type === 'lesson' ? 'lessons' : 'assignments'][0];
    expect(
      (await tess.call(workspace.duplicateLesson, { ...mine, lesson_id: copy!.lesson_id, type, lesson_name: 'Rocks' })).code,
      'the name of a deleted one is free',
    ).toBe(200);
  });
  it('of a prebuilt lesson becomes one’s own', async () => {
    const { lesson_id } = await tess.ok(workspace.duplicateLesson, { ...mine, lesson_id: ids.freeLesson, type: 'lesson' });
    expect((await detail(lesson_id)).lesson_resources).toHaveLength(4);
    expect(await tess.ok(workspace.allLessons, mine)).toMatchObject({ total: 1, lessons: [{ lesson_id }] });
  });
});

describe('a deletion', () => {
  it('takes the lesson from the students, in the numbers that were said, and gives it back', async () => {
    const dan = await server.signIn('dan');
    const { lesson_id } = await dan.ok(workspace.createLesson, {
      user_puid: ids.dan,
      lesson_name: 'Rocks',
      lesson_resources: resources([item_id, 1, 1]),
    });
    const first = await assignTo(dan, lesson_id, ids.class);
    await assignTo(dan, lesson_id, ids.otherClass);
    await server.db.updateTable('group_assignment').set({ unassigned_at: 5 }).where('group_puid', '=', ids.otherClass).execute();
    const ana = await server.signIn('ana');
    await ana.ok(calls.trackLesson, { user_puid: ids.ana, time_spent: 0, tracking_id: 0, mode: 'start', ...first });
    expect(await dan.ok(workspace.lessonUse, { lesson_id })).toEqual({
      quizzes: [],
      groups: 1,
      students: 2,
      not_started: 1,
      in_progress: 1,
      completed: 0,
      shared_with: 0,
    });
    const seen = async () => (await ana.ok(calls.studentDashboard, { user_puid: ids.ana })).assignments.length;
    expect(await seen()).toBe(1);
    await dan.ok(workspace.deleteLesson, { lesson_id, is_assignment: 'no' });
    expect(await seen()).toBe(0);
    expect((await dan.ok(workspace.allLessons, { user_puid: ids.dan })).total).toBe(0);
    for (const call of [workspace.lessonUse, workspace.checkLesson]) expectFailure(await dan.call(call, { lesson_id }), 404);
    expectFailure(await dan.call(workspace.deleteLesson, { lesson_id, is_assignment: 'no' }), 404);
    expectFailure(await tom.call(workspace.restoreLesson, { lesson_id, is_assignment: 'no' }), 404);
    await dan.ok(workspace.restoreLesson, { lesson_id, is_assignment: 'no' });
    expect(await seen()).toBe(1);
    const groups = await server.db.selectFrom('group_assignment').select('unassigned_at').orderBy('unassigned_at').execute();
    expect(groups.map((row) => row.unassigned_at).toSorted(), 'what was unassigned before stays so').toEqual([5, null]);
  });
  it('asks for the right kind', async () => {
    const { lesson_id } = await create({ is_assignment: 'yes' });
    expectFailure(await tess.call(workspace.deleteLesson, { lesson_id, is_assignment: 'no' }), 404);
    expectFailure(await tess.call(workspace.getLesson, { lesson_id, isAssignment: false }), 404);
    expect((await tess.call(workspace.deleteLesson, { lesson_id, is_assignment: 'yes' })).code).toBe(200);
  });
});

describe('the check before assigning', () => {
  const findings = async (lesson_id: number) =>
    (await tess.ok(workspace.checkLesson, { lesson_id })).map((one) => [one.kind, one.is_blocking]);
  it('finds an empty lesson and a missing due date', async () => {
    expect(await findings((await create()).lesson_id)).toEqual([
      ['empty', true],
      ['noDueDate', false],
    ]);
  });
  it('finds nothing where nothing is wrong, and a day that has passed in the school’s time', async () => {
    const sound = { lesson_resources: resources([item_id, 1, 1], [quizItem, 10, 2]) };
    expect(await findings((await create({ ...sound, due_date: '2030-01-15' })).lesson_id)).toEqual([]);
    expect(await findings((await create({ ...sound, due_date: '2030-01-14' })).lesson_id)).toEqual([['dueDatePassed', false]]);
  });
  it('finds items that are not assignable, quizzes without a key and pictures without words', async () => {
    const { lesson_id } = await create({ due_date: '2030-02-01', lesson_resources: resources([item_id, 1, 1], [quizItem, 10, 2]) });
    await server.db
      .updateTable('content_item')
      .set({ is_assignable: 0, body: JSON.stringify({ kind: 'html', html: '<p><img src="a.svg"></p>' }) })
      .where('item_id', '=', item_id)
      .execute();
    await server.db
      .updateTable('question')
      .set({ answer_key: JSON.stringify({ kind: 'text', accepted: [] }) })
      .where('question_type', '=', 'short_text')
      .execute();
    expect(await findings(lesson_id)).toEqual([
      ['notAssignable', true],
      ['missingAltText', false],
      ['quizWithoutKey', true],
    ]);
  });
});

describe('starting and previewing', () => {
  it('yield ids of their own', async () => {
    const started = [
      await tess.ok(workspace.startLesson, { ...mine, lesson_id: ids.freeLesson }),
      await tess.ok(workspace.previewLesson, { ...mine, lesson_id: ids.freeLesson }),
    ];
    const rows = await server.db.selectFrom('lesson_start').select(['start_id', 'mode']).orderBy('start_id').execute();
    expect(rows).toEqual([
      { start_id: started[0], mode: 'start' },
      { start_id: started[1], mode: 'preview' },
    ]);
    expectFailure(await tess.call(workspace.startLesson, { ...mine, lesson_id: ids.tomsLesson }), 404);
  });
});

describe('what people type', () => {
  it(`comes back as it was typed: those of ${naughty.length} texts that a name can be, in names, objectives, remarks and folders`, async () => {
    // The form sends "null" for an empty value (specification, section 5).
    const isName = (text: string) =>
      v.is(workspace.createLesson.body.entries.lesson_name, text) && !text.includes('\u0000') && text !== none;
    const names = naughty.filter(isName);
    expect(names.length).toBeGreaterThan(480);
    // As a form transmits it: well-formed characters, and one kind of line ending.
    const lines = (text: string) => text.trim().toWellFormed().replace(/\r\n?/g, '\n');
    for (const text of names) {
      const lesson_resources = JSON.stringify([{ item_id, resource_type_id: 1, time: null, sort_order: 1, remarks: text.toWellFormed() }]);
      const { lesson_id } = await create({ lesson_name: text, lesson_objective: text, lesson_resources });
      const read = await detail(lesson_id);
      expect([read.lesson_name, read.lesson_objective, read.lesson_resources[0]?.remarks]).toEqual([
        plainLine(text).toWellFormed(),
        lines(text),
        text.toWellFormed(),
      ]);
    }
    const { total } = await tess.ok(workspace.allLessons, { ...mine, limit: 0 });
    expect(total).toBe(names.length);
    const unique = [...new Set(names.map((text) => plainLine(text).toWellFormed()))];
    for (const text of unique) expect((await folder(text, 'product', product_id)).code, text).toBe(200);
    const { meta } = await tess.ok(workspace.workspaceData, { ...mine, product_id });
    expect(new Set((meta as WorkspaceMeta).products[0]?.folders.map((one) => one.folder_name))).toEqual(new Set(['Unit', ...unique]));
  });
  it.each([0, 1, longestName, longestName + 1, 10_000])('names of %d characters are taken or refused with words', async (length) => {
    const lesson_name = 'x'.repeat(length);
    const answer = await tess.call(workspace.createLesson, { ...mine, lesson_name });
    if (length >= 1 && length <= longestName) return expect(answer.code).toBe(200);
    const why = length === 0 ? { reason: 'missing', params: {} } : { reason: 'tooLong', params: { most: longestName } };
    expectFailure(answer, 400, /lesson_name/);
    expect(answer.data).toMatchObject({ fields: [{ field: 'lesson_name', ...why }] });
    return expectFailure(await folder(lesson_name, 'product', product_id), 400, /folder_name/);
  });
  it.each(['2030-02-30', '2030-13-01', 'tomorrow', '15/01/2030', ''])('a day that is none is refused: %s', async (due_date) =>
    expectFailure(await tess.call(workspace.createLesson, { ...mine, lesson_name: 'x', due_date }), 400, /due_date/),
  );
});

describe('rich text', () => {
  it('is the same when it is cleaned again, and holds only what is allowed', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<ul><li>',
        '</li>',
        '<b',
        '>',
        '<a href="',
        'https://a.example/',
        'javascript:x',
        '">',
        '</a>',
        '<script>',
      ),
      fc.constantFrom('&lt;', '&#60;', '&#x3c;', '<!--', '-->', '<svg', 'onload=x', '</', '<img src=x>', "'", '"', '<p title="</p>">', '&'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = cleanRichText(pieces.join(''));
        expect(cleanRichText(clean)).toBe(clean);
        const rest = clean
          .replace(/<\/?(?:p|strong|em|u|s|code|blockquote|ul|ol|li|h3|h4)>|<br>|<\/a>/g, '')
          .replace(/<a href="(?:https?:|mailto:)[^"<>]*">/g, '');
        expect(rest).not.toMatch(/[<>]/);
      }),
      { numRuns: 2_000 },
    );
  });
  it.each([
    ['<p>a<br/>b</p>', '<p>a<br>b</p>'],
    ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['<ul><li>one<li>two</ul>', '<ul><li>one</li><li>two</li></ul>'],
    ['<a href="https://nasa.gov/x?a=1&amp;b=2">x</a>', '<a href="https://nasa.gov/x?a=1&amp;b=2">x</a>'],
    ['<a href=" java&#x0A;script:alert(1)">x</a>', 'x'],
    ['<p></p><p> </p>', ''],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
  ])('%s', (html, clean) => expect(cleanRichText(html)).toBe(clean));
});
