import { calls } from '../../../contract/index.ts';
import type { TestServer } from '../../server/testServer.ts';
import { playedGame } from './playedGame.ts';

/** A game of tess's that counts: of one question that was asked, ana had it right and ben wrong; a guest played, too. Returns its id. */
export async function countedGame(backend: TestServer): Promise<number> {
  const game_id = await playedGame(backend);
  await (await backend.signIn('tess')).ok(calls.countGame, { game_id, counts: true });
  return game_id;
}
