import { expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { makeOddClass } from './oddClass.ts';
import { auditOf, expectFailure, type TestClient } from './testServer.ts';

const wanted = (client: TestClient, with_names: boolean) => ({
  ...{ item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz, question_index: 3, with_names },
  ...{ user_puid: client.user.userPuid, district_id: ids.district },
});

it('has the answers of the teacher’s classes, names only if they are asked for, and stands in the audit', async () => {
  const [server, tess] = await schoolServer('tess');
  await makeOddClass(server);
  const { item_id, itemtype_id, question_index } = wanted(tess, true);
  const seen = await tess.ok(calls.questionResponses, {
    item_id,
    itemtype_id,
    question_index,
    user_puid: ids.tess,
    district_id: ids.district,
  });
  const named = await tess.ok(calls.exportResponses, wanted(tess, true));
  expect(named.map(({ last_name, points }) => [last_name, points])).toEqual(seen.map(({ last_name, points }) => [last_name, points]));
  const without = await tess.ok(calls.exportResponses, wanted(tess, false));
  expect(without.map(({ first_name, last_name }) => [first_name, last_name])).toEqual(seen.map(() => [null, null]));
  expect(without.map(({ points }) => points).toSorted()).toEqual(seen.map(({ points }) => points).toSorted());
  const rows = await auditOf(server.db, 'export.responses').select(['actor_puid', 'subject', 'detail']).execute();
  expect(rows.map(({ actor_puid, subject }) => [actor_puid, subject])).toEqual(Array(2).fill([ids.tess, `item ${item_id}`]));
  expect(rows.map(({ detail }) => JSON.parse(detail).with_names).toSorted()).toEqual([false, true]);
});

it('is for those who see the class, and leaves no trace for others', async () => {
  const [server] = await schoolServer('tess');
  await makeOddClass(server);
  for (const name of ['tom', 'sid']) {
    const client = await server.signIn(name);
    expectFailure(await client.call(calls.exportResponses, wanted(client, false)), 404);
  }
  expect(await auditOf(server.db, 'export.responses').select('audit_id').execute()).toEqual([]);
});
