import { calls } from '../../../contract/index.ts';
import type { GameMode, GamePhase } from '../../../contract/quizGame.ts';
import { ids, quiz_id } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';

/** Rooms of tess's in every phase, which ana and a guest have joined, so that a round goes on after ana's answer. Ben has joined none. */
export interface GameWorld {
  rooms: Record<Exclude<GamePhase, 'open'> | 'ticket', { game_id: number; game_code: string }>;
  /** An option of the first question. */
  answer_id: number;
}

export async function makeGameWorld(server: TestServer): Promise<GameWorld> {
  const [ana, tess] = [await server.signIn('ana'), await server.signIn('tess')];
  const open = async (mode: GameMode = 'together') => {
    const source = { quiz_id, group_puid: ids.class };
    const made = await (mode === 'ticket'
      ? tess.ok(calls.startExitTicket, { ...source, question_count: 1 })
      : tess.ok(calls.createGame, { ...source, mode, seconds: 0, has_guests: true }));
    await ana.ok(calls.registerPlayer, { user_puid: ids.ana, game_code: made.game_code });
    if (mode !== 'ticket')
      await server.call(calls.registerGuest, { game_code: made.game_code, player_name: 'Alex', device_key: 'b'.repeat(32) });
    return made;
  };
  const started = async () => {
    const room = await open();
    return { room, board: await tess.ok(calls.startGame, { game_id: room.game_id }) };
  };
  const [asking, paused, revealed, over] = [await started(), await started(), await started(), await started()];
  await tess.ok(calls.pauseGame, { game_id: paused.room.game_id });
  await tess.ok(calls.closeRound, { game_id: revealed.room.game_id, round_no: 1 });
  await tess.ok(calls.endGame, { game_id: over.room.game_id });
  return {
    rooms: {
      ...{ lobby: await open(), asking: asking.room, paused: paused.room, revealed: revealed.room, over: over.room },
      ticket: await open('ticket'),
    },
    answer_id: asking.board.question?.answer_options[0]?.id ?? 0,
  };
}
