import { beforeAll, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { type Calls, calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { exportSources } from '../../server/exports/tables.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd } from './oddClass.ts';
import type { TestServer } from './testServer.ts';

/*
 * A question that a class dropped counts in no report: what the students answered makes no difference any more. Each report is read of two
 * classes that are the same but for the answers to that question.
 */

const item = { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz };
const inPeriod = { from_date: '2029-12-01', to_date: '2030-01-31' };
const ofClass = { ...inPeriod, group_puid: ids.class };
const ofAna = { ...ofClass, student_puid: ids.ana };
const ofAssignment = { group_assignment_id: odd.due };

/** Every report that tells classes apart by their scores: the call, who reads it, and of what. */
const reports: [call: keyof Calls, as: string, input: object, note?: string][] = [
  ['assignmentResult', 'tess', { group_puid: ids.class, lesson_id: ids.orderedLesson, ...ofAssignment }],
  ['quizStatistics', 'tess', ofAssignment],
  ['studentAnswers', 'tess', { ...ofAssignment, student_puid: ids.ana }],
  ['studentProgress', 'tess', ofAna],
  ['groupAssementReport', 'tess', ofClass],
  ['assessmentStatus', 'tess', { group_puid: ids.class, quiz_id, ...ofAssignment }],
  ['studentAssignments', 'tess', ofAna],
  ['classReport', 'tess', ofClass],
  ['progressMonitoring', 'tess', { ...ofClass, level: 'student', student_puid: ids.ana }, 'of a student'],
  ['progressMonitoring', 'tess', { ...ofClass, level: 'group' }, 'of a class'],
  ['standardsOfClass', 'tess', ofClass],
  ['itemsOfStudent', 'tess', ofAna],
  ['itemAnalysis', 'tess', { level: 'group', id: ids.class, ...inPeriod }, 'of a class'],
  ['itemAnalysis', 'dan', { level: 'district', id: ids.district, ...inPeriod }, 'of a district'],
  ['studentAssementReport', 'tess', ofAna],
  ['familyReport', 'tess', ofAna],
  ['studentReport', 'ana', { user_puid: ids.ana }],
  ['studentDashboard', 'ana', { user_puid: ids.ana }],
];

interface World {
  server: TestServer;
  question_id: number;
}

/** A class whose answers to the first question are all right or all wrong, and that dropped it or not. */
async function makeWorld(isRight: boolean, isDropped: boolean): Promise<World> {
  const [server, tess] = await schoolServer('tess');
  const { db } = server;
  await makeOddClass(
    server,
    Array.from({ length: 10 }, (_, at) => [1, at % 3, at % 2, 1, at % 2, at % 4, 2, 1]),
  );
  const { question_id } = await db
    .selectFrom('question')
    .select('question_id')
    .where('quiz_id', '=', quiz_id)
    .orderBy('sort_order')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('question')
    .set({ standards: JSON.stringify(['MS-PS1-4']) })
    .where('quiz_id', '=', quiz_id)
    .execute();
  const options = await db.selectFrom('question_option').selectAll().where('question_id', '=', question_id).execute();
  const { option_id } = options.find(({ is_answer }) => (is_answer === 1) === isRight)!;
  // Whoever is not in the class any more is not regraded.
  const theirs = await db
    .selectFrom('attempt')
    .select('result_id')
    .where('user_puid', 'not in', [odd.left, odd.deactivated, odd.moved])
    .execute();
  await db
    .updateTable('response')
    .set({ answer_id: option_id, answer_text: '' })
    .where('question_id', '=', question_id)
    .where(
      'result_id',
      'in',
      theirs.map(({ result_id }) => result_id),
    )
    .execute();
  for (const settings of isDropped ? [{}, { outcome: 'dropped' as const }] : [{}]) {
    const wanted = { ...item, question_index: 0, user_puid: ids.tess, group_puids: [ids.class], settings, is_rule: false };
    const { versions } = await tess.ok(calls.previewRegrade, wanted);
    await tess.ok(calls.applyRegrade, { ...wanted, regrade_key: `regrade-${versions[0]!.version}`, seen_versions: versions });
  }
  return { server, question_id };
}

/** A report without the answers to the question themselves, which staff may still read. */
function without(question_id: number, value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .filter((one) => Object(one).question_id !== question_id && Object(one).id !== question_id)
      .map((one) => without(question_id, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(question_id, one)]));
}

/** What a report says in two classes whose answers to the question differ. */
async function inBoth(isDropped: boolean, read: (world: World) => Promise<unknown>): Promise<[unknown, unknown]> {
  const [right, wrong] = worlds[isDropped ? 'dropped' : 'counted'];
  return [without(right.question_id, await read(right)), without(wrong.question_id, await read(wrong))];
}
let worlds: Record<'dropped' | 'counted', [right: World, wrong: World]>;
beforeAll(async () => {
  const both = async (isDropped: boolean): Promise<[World, World]> => [await makeWorld(true, isDropped), await makeWorld(false, isDropped)];
  worlds = { dropped: await both(true), counted: await both(false) };
});

describe('a dropped question counts in no report', () => {
  it.each(reports.map(([call, as, input, note]) => [note ? `${call}, ${note}` : call, call, as, input] as const))(
    '%s',
    async (_, call, as, input) => {
      const read = async ({ server }: World) => (await server.signIn(as)).ok(calls[call] as typeof calls.quizStatistics, input as never);
      const [right, wrong] = await inBoth(true, read);
      expect(right).toEqual(wrong);
      // The same report does tell the two apart while the question counts.
      const [better, worse] = await inBoth(false, read);
      expect(better).not.toEqual(worse);
    },
  );

  it.each(['results', 'answers'] as const)('the export of %s', async (table) => {
    const read = ({ server }: World) =>
      exportSources[table].rows(
        tenant(server.db, ids.district),
        { school_id: null, from: null, to: null } as never,
        { after: 0, last: null },
        false,
      );
    const [right, wrong] = await inBoth(true, read);
    expect(right).toEqual(wrong);
    const [better, worse] = await inBoth(false, read);
    expect(better).not.toEqual(worse);
  });
});
