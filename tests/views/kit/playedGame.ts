import { calls } from '../../../contract/index.ts';
import { ids, quiz_id } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';

/** A game of tess's that is over: ana was right, ben was wrong, and a guest was right in the first of two questions. Returns its id. */
export async function playedGame(backend: TestServer, mode: 'together' | 'ticket' = 'together'): Promise<number> {
  const [tess, ana, ben] = [await backend.signIn('tess'), await backend.signIn('ana'), await backend.signIn('ben')];
  const source = { quiz_id, group_puid: ids.class, has_guests: true };
  const { game_id, game_code } = await (mode === 'ticket'
    ? tess.ok(calls.startExitTicket, { ...source, question_count: 1 })
    : tess.ok(calls.createGame, { ...source, seconds: 0 }));
  for (const client of [ana, ben]) await client.ok(calls.registerPlayer, { user_puid: client.user.userPuid, game_code });
  const { data } = await backend.call(calls.registerGuest, { game_code, player_name: 'Robin', device_key: 'r'.repeat(24) });
  if (mode === 'together') await tess.ok(calls.startGame, { game_id });
  const { question } = await ana.ok(calls.playerView, { game_id });
  const option = (text: string) => question?.answer_options.find(({ answer_text }) => answer_text === text)?.id ?? 0;
  const first = { game_id, round_no: 1 };
  await ana.ok(calls.submitGameAnswer, { ...first, answer_id: option('steam') });
  await ben.ok(calls.submitGameAnswer, { ...first, answer_id: option('ice') });
  await backend.call(
    calls.submitGameAnswer,
    { ...first, answer_id: option('steam') },
    { authorization: `Bearer ${(data as { token: string }).token}` },
  );
  await tess.ok(calls.endGame, { game_id });
  return game_id;
}
