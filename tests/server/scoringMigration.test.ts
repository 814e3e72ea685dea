import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { attemptStates } from '../../contract/quizResult.ts';
import type { ScoredBy } from '../../contract/scoring.ts';
import { idOf } from '../../server/content/ids.ts';
import { scoring } from '../../server/db/migrations/038-scoring.ts';
import type { AnyDatabase } from '../../server/db/migrations/kit.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass } from './oddClass.ts';
import type { TestClient, TestServer } from './testServer.ts';

/** What an old response may be, and who must have scored it. `people`: the points that people gave, oldest first; null: only a comment. */
const kinds: { text: string; option?: boolean; points: number | null; people?: (number | null)[]; scored_by: ScoredBy }[] = [
  { text: 'steam', points: 1, scored_by: 'key' },
  { text: 'ice', points: 0, scored_by: 'key' },
  { text: '', option: true, points: 1, scored_by: 'key' },
  { text: 'waits', points: null, scored_by: null },
  { text: 'waits, with a comment', points: null, people: [null], scored_by: null },
  { text: 'a person', points: 0.5, people: [0.5], scored_by: 'person' },
  { text: 'no points by a person', points: 0, people: [0, null], scored_by: 'person' },
  { text: 'two people', points: 0.25, people: [1, 0.25], scored_by: 'person' },
  { text: '', points: 0, scored_by: null },
  { text: ' ', points: 0, scored_by: null },
  { text: '[]', points: 0, scored_by: null },
  { text: '{}', points: 0, scored_by: null },
];

let server: TestServer;
let tess: TestClient;
let before: Awaited<ReturnType<typeof stored>>;

const stored = async () => ({
  attempts: await server.db.selectFrom('attempt').selectAll().orderBy('result_id').execute(),
  earlier: await server.db.selectFrom('earlier_attempt').selectAll().orderBy('result_id').execute(),
  comments: await server.db.selectFrom('response_comment').selectAll().orderBy('comment_id').execute(),
  responses: (await server.db.selectFrom('response').selectAll().orderBy('result_id').orderBy('question_id').execute()).map(
    ({ scored_by: _, is_dropped: __, ...response }) => response,
  ),
});

beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
  // One student for each state and kind.
  const all = attemptStates.flatMap((state) => kinds.map((kind) => ({ state, kind })));
  await makeOddClass(
    server,
    all.map(() => [1, 0, 1, 1]),
  );
  const rows = await server.db.selectFrom('question').select('question_id').where('quiz_id', '=', quiz_id).orderBy('sort_order').execute();
  const question_id = rows[3]!.question_id;
  for (const [at, { state, kind }] of all.entries()) {
    const { result_id } = await server.db
      .selectFrom('attempt')
      .select('result_id')
      .where('user_puid', '=', 1020 + at)
      .executeTakeFirstOrThrow();
    const isStarted = state === 'started';
    await server.db
      .updateTable('attempt')
      .set({ state, score: isStarted ? null : 2 + (kind.points ?? 0), ...(isStarted ? { submitted_at: null } : {}) })
      .where('result_id', '=', result_id)
      .execute();
    await server.db
      .updateTable('response')
      .set({ answer_text: kind.text, answer_id: kind.option ? 7 : null, points: isStarted ? null : kind.points, is_correct: null })
      .where('result_id', '=', result_id)
      .where('question_id', '=', question_id)
      .execute();
    for (const [place, score] of (isStarted ? [] : (kind.people ?? [])).entries())
      await server.db
        .insertInto('response_comment')
        .values({
          ...{ district_id: ids.district, comment_id: 90_000 + at * 10 + place, result_id, question_id, user_puid: ids.tess, score },
          ...{ feedback_text: score === null ? 'Look again.' : '', created_at: server.clock.now + place },
        })
        .execute();
  }
  // The tables as migration 037 left them.
  const { schema } = server.db as unknown as AnyDatabase;
  for (const table of ['regrade_change', 'regrade', 'question_scoring']) await schema.dropTable(table).execute();
  for (const column of ['scored_by', 'is_dropped']) await schema.alterTable('response').dropColumn(column).execute();
  before = await stored();
  await scoring.up(server.db as never);
});

describe('a database from before classes scored in their own way', () => {
  it('keeps every score, answer, comment and earlier attempt', async () => {
    expect(before.responses.length).toBeGreaterThan(attemptStates.length * kinds.length);
    expect(before.earlier.length).toBeGreaterThan(0);
    expect(await stored()).toEqual(before);
  });

  it('says who scored each answer, and drops none', async () => {
    const responses = await server.db
      .selectFrom('response as r')
      .innerJoin('attempt as a', 'a.result_id', 'r.result_id')
      .innerJoin('question as q', 'q.question_id', 'r.question_id')
      .select(['a.user_puid', 'a.state', 'r.answer_text', 'r.scored_by', 'r.is_dropped', 'q.sort_order'])
      .where('a.user_puid', '>=', 1020)
      .orderBy('a.user_puid')
      .orderBy('q.sort_order')
      .execute();
    expect(new Set(responses.map(({ is_dropped }) => is_dropped))).toEqual(new Set([0]));
    const fourth = responses.filter((_, at) => at % 4 === 3);
    expect(fourth.map(({ state, answer_text, scored_by }) => [state, answer_text, scored_by])).toEqual(
      attemptStates.flatMap((state) => kinds.map(({ text, scored_by }) => [state, text, state === 'started' ? null : scored_by])),
    );
  });

  it('can be regraded, and leaves the points of people', async () => {
    const asked = { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz, question_index: 3, user_puid: ids.tess };
    const wanted = { ...asked, group_puids: [ids.class], settings: { also_right: ['waits'] }, is_rule: false };
    const { changes, versions } = await tess.ok(calls.previewRegrade, wanted);
    expect(versions).toEqual([{ group_puid: ids.class, version: 0 }]);
    expect(
      changes.filter(({ scored_by_before, scored_by_after }) => scored_by_before === 'person' || scored_by_after === 'person'),
    ).toEqual([]);
    await tess.ok(calls.applyRegrade, { ...wanted, regrade_key: 'regrade-1', seen_versions: versions });
    const people = await server.db.selectFrom('response').select('points').where('scored_by', '=', 'person').execute();
    expect(people.map(({ points }) => points).toSorted()).toEqual(
      attemptStates
        .filter((state) => state !== 'started')
        .flatMap(() => [0.5, 0, 0.25])
        .toSorted(),
    );
  });
});
