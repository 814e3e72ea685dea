import { beforeEach, describe, expect, it } from 'vitest';
import { Language, ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { sharePermission } from '../../contract/sharing.ts';
import { mostSetTerms } from '../../contract/termSets.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { assessment_id, ids, item_id as reading, schoolServer } from './fixtureSchool.ts';
import { termId } from './glossaryTerms.ts';
import { type GivenSet, giveTermSet } from './termSet.ts';
import type { TestClient, TestServer } from './testServer.ts';

let server: TestServer;
let ana: TestClient;
let ben: TestClient;
let tess: TestClient;
beforeEach(async () => {
  [server, ana, ben, tess] = await schoolServer('ana', 'ben', 'tess');
});

const own = (client: TestClient) => ({ user_puid: client.user.userPuid });
const nowhere = { lesson_id: 0, group_assignment_id: 0, resource_id: 0 };
const questions = (set: GivenSet, client = ana, further = {}) => client.ok(calls.termSetQuestions, { ...own(client), ...set, ...further });
const answer = (set: GivenSet, name: string, answer_text = name, client = ana, further = {}) =>
  client.ok(calls.checkTermSet, { ...own(client), ...set, term_id: termId(name), answer_text, ...further });
const contentOf = (client: TestClient, id: number) =>
  client.call(calls.getContent, {
    ...{ id, userPuid: client.user.userPuid, roleId: client.user.role, districtId: client.user.districtID, stateId: null },
  });
const create = (client: TestClient, creation_key: string, term_ids: number[], title = 'Terms') =>
  client.call(calls.createTermSet, { ...own(client), creation_key, title, term_ids });
const assignmentOf = async ({ group_assignment_id }: GivenSet) =>
  (
    await server.db
      .selectFrom('group_assignment')
      .select('assignment_id')
      .where('group_assignment_id', '=', group_assignment_id)
      .executeTakeFirstOrThrow()
  ).assignment_id;
const tracked = (set: GivenSet) =>
  server.db
    .selectFrom('resource_tracking')
    .select(['user_puid', 'percentage_completed', 'position'])
    .where('lesson_resource_id', '=', set.resource_id)
    .orderBy('user_puid')
    .execute();

describe('a set of terms', () => {
  it('is a resource like others, with its terms in both languages in the order in which they were chosen', async () => {
    const set = await giveTermSet(server, { terms: [termId('magnet'), termId('atom'), termId('magnet')] });
    const answered = await contentOf(ana, set.item_id);
    expect(answered).toMatchObject({ code: 200 });
    const { item_details } = answered.data as { item_details: { title: string; item_type_id: number; body: { terms: unknown[] } } };
    expect(item_details).toMatchObject({ title: 'Terms: 3', item_type_id: ResourceType.termSet, quiz_id: null });
    expect(item_details.body.terms).toMatchObject([
      { term: 'magnet', other_term: 'imán', language_id: Language.english },
      { term: 'atom', other_term: 'átomo' },
    ]);
    const { lesson_resources } = await ana.ok(calls.lessonPlayer, {
      ...own(ana),
      lesson_id: set.lesson_id,
      assignment_id: await assignmentOf(set),
    });
    expect(lesson_resources).toMatchObject([{ resource_type_id: ResourceType.termSet, is_handed_in: true, percentage_completed: 0 }]);
  });

  it('is made once, however often the call is repeated', async () => {
    const first = (await create(tess, 'k', [termId('atom')])).data as { item_id: number };
    expect((await create(tess, 'k', [termId('cell')])).data).toEqual(first);
    expect((await create(tess, 'other', [termId('cell')])).data).not.toEqual(first);
    const tom = await server.signIn('tom');
    expect(((await create(tom, 'k', [termId('atom')])).data as { item_id: number }).item_id).not.toBe(first.item_id);
  });

  it('has terms that exist, at least one and not too many', async () => {
    expect((await create(tess, 'k', [5])).code).toBe(404);
    expect((await create(tess, 'k', [])).code).toBe(400);
    expect(
      (
        await create(
          tess,
          'k',
          Array.from({ length: mostSetTerms + 1 }, (_, at) => at + 1),
        )
      ).code,
    ).toBe(400);
    expect((await create(ana, 'k', [termId('atom')])).code).toBe(403);
    expect(await server.db.selectFrom('term_set').selectAll().execute()).toEqual([]);
  });

  it('is seen by its author, and with a lesson that has it; for everyone else it does not exist', async () => {
    const { item_id } = (await create(tess, 'k', [termId('atom')])).data as { item_id: number };
    const [tom, zoe, ted] = [await server.signIn('tom'), await server.signIn('zoe'), await server.signIn('ted')];
    expect((await contentOf(tess, item_id)).code).toBe(200);
    for (const client of [ana, tom, zoe, ted]) expect((await contentOf(client, item_id)).code).toBe(404);
    const place = { ...nowhere, item_id };
    expect((await tom.call(calls.termSetQuestions, { ...own(tom), ...place })).code).toBe(404);
    const resources = JSON.stringify([{ item_id, resource_type_id: ResourceType.termSet, sort_order: 1 }]);
    const foreign = await tom.call(calls.createLesson, { ...own(tom), lesson_name: 'Mine', lesson_resources: resources });
    expect(foreign.code).toBe(404);
    const { lesson_id } = await tess.ok(calls.createLesson, { ...own(tess), lesson_name: 'Hers', lesson_resources: resources });
    await tess.ok(calls.shareLesson, { lesson_id, user_puid_list: [ids.tom], shared_by_puid: ids.tess, permission: sharePermission });
    expect((await contentOf(tom, item_id)).code).toBe(200);
    const copy = await tom.ok(calls.duplicateLesson, { ...own(tom), lesson_id, type: 'lesson', lesson_name: 'Copy' });
    expect((await tom.ok(calls.getLesson, { lesson_id: copy.lesson_id, isAssignment: false })).lesson_resources).toMatchObject([
      { item_id, title: 'Terms' },
    ]);
  });

  it('is printed as cards and as a sheet, for whoever sees it', async () => {
    const { item_id: set_id } = await giveTermSet(server);
    const cards = await tess.ok(calls.glossaryTerms, { ...own(tess), set_id });
    expect(cards.map(({ term }) => term)).toEqual(['atom', 'cell']);
    const sheet = await tess.ok(calls.glossarySheet, { ...own(tess), set_id, sheet: 1 });
    expect(sheet).toMatchObject({ sheets: 1, words: ['atom', 'cell'] });
    expect(sheet.answers).toHaveLength(2);
    const tom = await server.signIn('tom');
    expect((await tom.call(calls.glossaryTerms, { ...own(tom), set_id })).code).toBe(404);
    expect((await tom.call(calls.glossarySheet, { ...own(tom), set_id, sheet: 1 })).code).toBe(404);
  });

  it('can be of the terms that the items of a lesson use', async () => {
    await server.db
      .insertInto('term_item')
      .values([{ term_id: termId('cell'), item_id: reading, mentions: 1 }])
      .execute();
    const found = await tess.ok(calls.glossaryTermsOfItems, { ...own(tess), item_ids: [reading, 5], language_id: Language.spanish });
    expect(found.map(({ term }) => term)).toEqual(['célula']);
    expect(await tess.ok(calls.glossaryTermsOfItems, { ...own(tess), item_ids: [] })).toEqual([]);
  });
});

describe('practice with a set', () => {
  it('asks for its terms alone, each once, without the answers', async () => {
    const set = await giveTermSet(server);
    const { questions: asked, ...progress } = await questions(set);
    expect(progress).toEqual({ right_count: 0, term_count: 2, percentage_completed: 0 });
    expect(asked.map(({ sentence }) => sentence)).toEqual(['Here 4 letters fit: ____.', 'Here 4 letters fit: ____.']);
    for (const { choices } of asked) expect(new Set(choices).size).toBe(4);
    const [spanish] = (await questions(set, ana, { language_id: Language.spanish })).questions;
    expect(spanish?.sentence).toBe('Aquí caben 5 letras: ____.');
  });

  it('is done when each term was right once; what was right is not asked again until then', async () => {
    const set = await giveTermSet(server);
    expect(await answer(set, 'cell', 'atom')).toMatchObject({ result: 'wrong', term: 'cell', right_count: 0, percentage_completed: 0 });
    expect(await answer(set, 'atom')).toMatchObject({ result: 'right', right_count: 1, term_count: 2, percentage_completed: 50 });
    expect(await answer(set, 'atom')).toMatchObject({ right_count: 1 });
    expect(await tracked(set)).toEqual([{ user_puid: ids.ana, percentage_completed: 50, position: 1 }]);
    expect((await questions(set)).questions.map(({ term_id }) => term_id)).toEqual([termId('cell')]);
    // A later wrong answer takes nothing back, and the language does not matter.
    expect(await answer(set, 'atom', 'cell')).toMatchObject({ result: 'wrong', right_count: 1 });
    expect(await answer(set, 'cell', 'célula', ana, { language_id: Language.spanish, hints: 2 })).toMatchObject({
      percentage_completed: 100,
    });
    expect(await tracked(set)).toEqual([{ user_puid: ids.ana, percentage_completed: 100, position: 2 }]);
    expect((await questions(set)).questions).toHaveLength(2);
    const { completed_at } = await server.db
      .selectFrom('lesson_tracking')
      .select('completed_at')
      .where('lesson_id', '=', set.lesson_id)
      .executeTakeFirstOrThrow();
    expect(completed_at).not.toBeNull();
  });

  it('counts what two tabs answer at once only once', async () => {
    const set = await giveTermSet(server);
    const all = await Promise.all(['atom', 'atom', 'cell', 'cell'].map((name) => answer(set, name)));
    expect(all.every(({ result }) => result === 'right')).toBe(true);
    expect(await tracked(set)).toEqual([{ user_puid: ids.ana, percentage_completed: 100, position: 2 }]);
  });

  it('does not believe a device that says it is done', async () => {
    const set = await giveTermSet(server);
    const { lesson_id, group_assignment_id, resource_id } = set;
    const assignment_id = await assignmentOf(set);
    const named = { ...own(ana), lesson_id, assignment_id, time_spent: 30, tracking_id: 0 };
    const lesson_tracking_id = await ana.ok(calls.trackLesson, { ...named, mode: 'update', group_assignment_id });
    const track = (percentage_completed: number) =>
      ana.ok(calls.trackResource, {
        ...{ ...named, lesson_tracking_id, resource_id, percentage_completed, previous_resource_id: 0 },
        resource_type_id: ResourceType.termSet,
      });
    await track(100);
    expect(await tracked(set)).toEqual([{ user_puid: ids.ana, percentage_completed: 0, position: 0 }]);
    await answer(set, 'atom');
    await track(100);
    expect(await tracked(set)).toEqual([{ user_puid: ids.ana, percentage_completed: 50, position: 1 }]);
  });

  it('counts for later practice in the glossary, too', async () => {
    await answer(await giveTermSet(server), 'atom');
    const { due_count } = await ana.ok(calls.glossaryFillIn, own(ana));
    expect(due_count).toBe(0);
    const rows = await server.db.selectFrom('glossary_practice').select(['term_id', 'box']).execute();
    expect(rows).toEqual([{ term_id: termId('atom'), box: 1 }]);
  });

  it('gives hints', async () => {
    const set = await giveTermSet(server);
    const hint = (step: number, name = 'cell') => ana.call(calls.termSetHint, { ...own(ana), ...set, term_id: termId(name), step });
    expect((await hint(1)).data).toEqual({ first_letter: 'c', lengths: null });
    expect((await hint(2)).data).toEqual({ first_letter: 'c', lengths: [4] });
    expect((await hint(1, 'magnet')).code).toBe(404);
  });

  it('is for students who have the lesson, in its place and its order', async () => {
    const set = await giveTermSet(server);
    const [cal, zoe] = [await server.signIn('cal'), await server.signIn('zoe')];
    for (const client of [cal, zoe]) expect((await client.call(calls.termSetQuestions, { ...own(client), ...set })).code).toBe(404);
    expect((await ana.call(calls.termSetQuestions, { ...own(ana), ...set, resource_id: 7 })).code).toBe(404);
    expect((await ana.call(calls.termSetQuestions, { ...own(ana), ...set, ...nowhere })).code).toBe(404);
    expect((await ana.call(calls.termSetQuestions, { ...own(ben), ...set })).code).toBe(404);
    expect((await ana.call(calls.checkTermSet, { ...own(ana), ...set, term_id: termId('magnet'), answer_text: 'magnet' })).code).toBe(404);
    const item = { item_id: reading, resource_type_id: ResourceType.reading, sort_order: 0 };
    const ordered = await giveTermSet(server, { terms: [termId('magnet')], further: [item], enforce_order: true });
    expect((await ana.call(calls.termSetQuestions, { ...own(ana), ...ordered })).code).toBe(409);
  });

  it('stores nothing for staff, who preview it', async () => {
    const set = { ...(await giveTermSet(server)), ...nowhere };
    expect((await questions(set, tess)).questions).toHaveLength(2);
    expect(await answer(set, 'atom', 'atom', tess)).toMatchObject({ result: 'right', right_count: 0 });
    for (const table of ['term_set_answer', 'glossary_practice', 'lesson_tracking'] as const)
      expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('is closed during a timed assessment', async () => {
    const set = await giveTermSet(server);
    await assignTo(server, ids.freeLesson);
    await ana.ok(calls.startAssessment, { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    expect((await ana.call(calls.termSetQuestions, { ...own(ana), ...set })).code).toBe(423);
    expect((await ana.call(calls.checkTermSet, { ...own(ana), ...set, term_id: termId('atom'), answer_text: 'atom' })).code).toBe(423);
    expect((await contentOf(ana, set.item_id)).code).toBe(423);
  });

  it('goes on where a school has switched the glossary off, like all of an assigned lesson; new sets are not made there', async () => {
    const set = await giveTermSet(server);
    await server.db
      .updateTable('school')
      .set({ nav_tabs: JSON.stringify([{ key: 'glossary', show: false }]) })
      .execute();
    expect((await questions(set)).questions).toHaveLength(2);
    expect((await answer(set, 'atom')).result).toBe('right');
    expect((await create(tess, 'k', [termId('atom')])).code).toBe(403);
  });
});

it('the teacher sees how far each student is', async () => {
  const set = await giveTermSet(server);
  await answer(set, 'atom');
  await answer(set, 'atom', 'atom', ben);
  await answer(set, 'cell', 'cell', ben);
  const { resource, students } = await tess.ok(calls.resourceDetails, {
    group_assignment_id: set.group_assignment_id,
    lesson_resource_id: set.resource_id,
  });
  expect(resource).toMatchObject({ title: 'Terms: 2', begun: 2, completed: 1 });
  expect(students.map(({ user_puid, work }) => [user_puid, work?.percentage_completed, work?.position])).toEqual([
    [ids.ana, 50, 1],
    [ids.ben, 100, 2],
  ]);
});
