import { afterEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { quizGame } from '../../contract/quizGame.ts';
import { quizGameMachine } from '../../src/machines/quizGame/quizGameMachine.ts';
import { quizGameActors } from '../../src/services/quizGame.ts';
import { boardIn } from '../machines/gameSamples.ts';

afterEach(() => vi.unstubAllGlobals());

it('watches a room from the newest event on, with the token of now, and takes steps for the round on the board', async () => {
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  const requests: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push([address, init]);
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      feed = controller;
    };
    return new Response(new ReadableStream<Uint8Array>({ start }));
  });
  const sent: unknown[] = [];
  const send = async (call: unknown, input: unknown) => {
    sent.push([call, input]);
    return (call === quizGame.gameBoard ? boardIn('lobby', 3) : boardIn('revealed', 9)) as never;
  };
  const access = { backend: () => '/api/game', token: () => 'abc' };
  const actor = createActor(quizGameMachine.provide({ actors: quizGameActors(send, access, 5) })).start();
  const room = () => (actor.getSnapshot().value as { room: string }).room;
  await expect.poll(() => requests).toHaveLength(1);
  expect(requests[0]).toMatchObject(['/api/game/game/get_game/stream?game_id=5&last_id=3', { headers: { authorization: 'Bearer abc' } }]);
  feed?.enqueue(new TextEncoder().encode(`id: 8\ndata: ${JSON.stringify(boardIn('asking', 8))}\n\n: still here\n\n`));
  await expect.poll(room).toBe('asking');
  actor.send({ type: 'step.pressed', step: 'close' });
  await expect.poll(room).toBe('revealed');
  expect(sent.at(-1)).toEqual([quizGame.closeRound, { game_id: 5, round_no: 1 }]);
  actor.send({ type: 'step.pressed', step: { remove: 31 } });
  actor.send({ type: 'step.confirmed' });
  expect(sent.at(-1)).toEqual([quizGame.removePlayer, { game_id: 5, player_id: 31 }]);
  feed?.enqueue(new TextEncoder().encode('data: {"surprise":true}\n\n'));
  await expect.poll(() => actor.getSnapshot().hasTag('lost')).toBe(true);
  actor.stop();
});

it('connects again when the server ends the stream', async () => {
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start: (feed) => feed.close() })));
  const access = { backend: () => '/api/game', token: () => 'abc' };
  const send = async () => boardIn('lobby', 3) as never;
  const actor = createActor(quizGameMachine.provide({ actors: quizGameActors(send, access, 5) })).start();
  await expect.poll(() => actor.getSnapshot().hasTag('lost')).toBe(true);
  actor.stop();
});

it.each([
  ['of a room that is gone', { code: 404, refused: true }, 'gone'],
  ['of an expired session', { code: 401, refused: true }, 'lost'],
  ['of a busy server', { code: 429, refused: true }, 'lost'],
  ['of no response', { code: 0 }, 'lost'],
])('tells a failure %s', async (_, problem, tag) => {
  const send = () => Promise.reject({ message: 'No.', ...problem });
  const access = { backend: () => '/api/game', token: () => 'abc' };
  const actor = createActor(quizGameMachine.provide({ actors: quizGameActors(send, access, 5) })).start();
  await expect.poll(() => actor.getSnapshot().hasTag(tag as 'gone' | 'lost')).toBe(true);
  actor.stop();
});
