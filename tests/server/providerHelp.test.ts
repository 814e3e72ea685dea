import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { expectFailure, type TestClient } from './testServer.ts';

it('goes to the provider alone, is answered in the inbox, and is seen by its sender and the district', async () => {
  const [server] = await schoolServer('tess');
  const sue = await server.signIn('sue');
  const file = new File([new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d])], 'plan.pdf');
  const { request_id } = await sue.ok(calls.askProvider, { user_puid: ids.sue, request_text: ' Add our school ', file });
  const requests = async (client: TestClient) =>
    (await client.ok(calls.providerRequests, { user_puid: client.user.userPuid })).rows.map((row) => [
      row.request_text,
      row.file_name,
      row.answer?.text ?? null,
    ]);
  const open = [['Add our school', 'plan.pdf', null]];
  const [dan, sid, dora] = [await server.signIn('dan'), await server.signIn('sid'), await server.signIn('dora')];
  expect([await requests(sue), await requests(dan), await requests(sid), await requests(dora)]).toEqual([open, open, [], []]);
  const max = await server.signIn('max');
  const inboxOf = async (client: TestClient) =>
    (await client.ok(calls.userMessages, { user_puid: client.user.userPuid, state: 'open' })).rows.map(({ kind }) => kind);
  expect([await inboxOf(max), await inboxOf(dan)]).toEqual([['provider'], []]);
  const answer = { message_id: request_id, district_id: 1, answer_text: 'Done' };
  expectFailure(await dan.call(calls.answerUserMessage, { user_puid: ids.dan, ...answer }), 404);
  await max.ok(calls.answerUserMessage, { user_puid: ids.max, ...answer });
  expect(await requests(sue)).toEqual([['Add our school', 'plan.pdf', 'Done']]);
  expect(await sue.ok(calls.notification, { user_puid: ids.sue })).toMatchObject([{ kind: 'answer', notification_text: 'Done' }]);
});
