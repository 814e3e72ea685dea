import { beforeEach, describe, expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { assessment_id, ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let ana: TestClient;
beforeEach(async () => {
  [server, tess, ana] = await schoolServer('tess', 'ana');
  await explain('<p>Kinetic energy, and a cell.</p>');
});

const explain = (explanation_html: string) => server.db.updateTable('question').set({ explanation_html }).execute();
const open = async (further: object = {}) => {
  const { game_id, game_code } = await tess.ok(calls.createGame, { quiz_id, group_puid: ids.class, seconds: 20, ...further });
  await ana.ok(calls.registerPlayer, { user_puid: ids.ana, game_code });
  await tess.ok(calls.startGame, { game_id });
  return game_id;
};
const termsFor = async (client: TestClient, game_id: number) =>
  (await client.ok(calls.gameTerms, { game_id })).map(({ round_no, terms }) => [round_no, ...terms.map(({ term }) => term)]);

describe('the terms of a game’s explanations', () => {
  it('are told once a round is over, to its teacher and its players', async () => {
    const game_id = await open();
    for (const client of [tess, ana]) expect(await termsFor(client, game_id)).toEqual([]);
    await tess.ok(calls.closeRound, { game_id, round_no: 1 });
    for (const client of [tess, ana]) expect(await termsFor(client, game_id)).toEqual([[1, 'kinetic energy', 'cell']]);
    await tess.ok(calls.nextRound, { game_id, round_no: 1 });
    expect(await termsFor(ana, game_id)).toHaveLength(1);
    await tess.ok(calls.endGame, { game_id });
    expect(await termsFor(ana, game_id)).toHaveLength(2);
  });

  it('are not told before the end at everyone’s own pace', async () => {
    const game_id = await open({ mode: 'ownPace', seconds: 600 });
    expect(await termsFor(ana, game_id)).toEqual([]);
    await tess.ok(calls.endGame, { game_id });
    expect((await termsFor(ana, game_id)).length).toBeGreaterThan(0);
  });

  it('are in the language of the quiz', async () => {
    await explain('<p>Una célula.</p>');
    await server.db.updateTable('content_item').set({ language_id: Language.spanish }).execute();
    const game_id = await open();
    await tess.ok(calls.closeRound, { game_id, round_no: 1 });
    expect(await termsFor(ana, game_id)).toEqual([[1, 'célula']]);
  });

  it('are told to nobody else, and not where the glossary is closed', async () => {
    const game_id = await open();
    await tess.ok(calls.endGame, { game_id });
    for (const name of ['ben', 'tom', 'zoe']) expectFailure(await (await server.signIn(name)).call(calls.gameTerms, { game_id }), 404);
    await assignTo(server, ids.freeLesson);
    await ana.ok(calls.startAssessment, { assessment_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
    expect((await ana.call(calls.gameTerms, { game_id })).code).toBe(423);
  });
});
