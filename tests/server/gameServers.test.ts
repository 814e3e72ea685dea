import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import type { GameBoard, PlayerView } from '../../contract/quizGame.ts';
import { readGame } from '../../server/areas/quizGame/document.ts';
import { liveRoom } from '../../server/areas/quizGame/rooms.ts';
import { type Announcements, announcementsOf } from '../../server/db/announcements.ts';
import { openDatabase } from '../../server/db/open.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { pointsRight, type Room } from '../../src/machines/quizGame/roomFold.ts';
import { emptyDatabase } from './databases.ts';
import { ids, makeFixtureSchool, quiz_id } from './fixtureSchool.ts';
import { requestOf, testServer } from './testServer.ts';

const postgres = process.env.DATABASE_URL;
/** Enough to be at work at once on both servers. */
const players = 24;

/** A database that several processes open: a file, or one on the server of DATABASE_URL. */
async function sharedDatabase() {
  if (postgres) {
    const { db, release } = await emptyDatabase();
    onTestFinished(release);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    return { db, where: Object.assign(new URL(postgres), { pathname: `/${rows[0]?.name}` }).href };
  }
  const folder = mkdtempSync(join(tmpdir(), 'orrery-game-'));
  const where = join(folder, 'school.db');
  const db = await openDatabase(where);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { db, where };
}

interface GameProcess {
  url: string;
  child: ChildProcess;
  /** Resolves when it has done what it was asked, and holds the response. */
  hold: () => Promise<number>;
}

async function startProcess(where: string, now: number, key: Uint8Array): Promise<GameProcess> {
  const env = { ...process.env, GAME_DATABASE: where, GAME_NOW: String(now), GAME_KEY: Buffer.from(key).toString('hex') };
  const child = fork(join(import.meta.dirname, '../kit/gameProcess.ts'), { env, execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const told = () =>
    new Promise<{ port?: number; held?: number }>((resolve) => child.once('message', (message) => resolve(message as object)));
  const { port } = await told();
  return {
    ...{ url: `http://127.0.0.1:${port}`, child },
    hold: async () => {
      const held = told();
      child.send('hold');
      return (await held).held ?? 0;
    },
  };
}

/** Reads the ids and the states that a board's stream tells, until it breaks or the game is over. */
async function follow(url: string, token: string, game_id: number, last_id?: number) {
  const from = last_id === undefined ? '' : `&last_id=${last_id}`;
  const boards: GameBoard[] = [];
  const response = await fetch(`${url}/api/game/game/get_game/stream?game_id=${game_id}${from}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const read = async () => {
    let text = '';
    try {
      for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(
        new TextDecoderStream() as never,
      ) as never as AsyncIterable<string>) {
        text += piece;
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1];
          if (data) boards.push(JSON.parse(data));
        }
      }
    } catch {
      // The server was killed.
    }
  };
  return { boards, ended: read() };
}

it('two servers add at once, one is killed between an event and its response: no event is lost, none is there twice', {
  timeout: 300_000,
}, async () => {
  const { db, where } = await sharedDatabase();
  const server = await testServer({ db });
  await makeFixtureSchool(server.ports);
  const tess = await server.signIn('tess');
  const start = () => startProcess(where, server.clock.now, server.ports.signingKey);
  const [first, second] = await Promise.all([start(), start()]);
  const send = async <D>(to: GameProcess, token: string | undefined, call: Call, input: Record<string, unknown>) => {
    const { path, init } = requestOf(call, input);
    const headers = { ...(init.headers as Record<string, string>), ...(token && { authorization: `Bearer ${token}` }) };
    const answered = await fetch(to.url + path, { ...init, headers });
    return { code: answered.status, data: ((await answered.json()) as { data: D }).data };
  };
  const { game_id, game_code } = await tess.ok(calls.createGame, { quiz_id, group_puid: ids.class, seconds: 0, has_guests: true });
  const lead = (to: GameProcess, call: Call, input: object = {}) => send<GameBoard>(to, tess.token, call, { game_id, ...input });

  const letters = (index: number) => String.fromCharCode(65 + index);
  const tokens = await Promise.all(
    Array.from({ length: players }, async (_, index) => {
      const order = { game_code, player_name: `Player ${letters(index)}`, device_key: letters(index).repeat(24) };
      const { code, data } = await send<{ token: string }>(index % 2 ? first : second, undefined, calls.registerGuest, order);
      expect(code).toBe(200);
      return data.token;
    }),
  );
  const [atFirst, atSecond] = [await follow(first.url, tess.token, game_id), await follow(second.url, tess.token, game_id)];
  const { data: board } = await lead(first, calls.startGame);
  const right = board.question?.answer_options.find(({ answer_text }) => answer_text === 'steam')?.id;
  const answer = (to: GameProcess, index: number) =>
    send<PlayerView>(to, tokens[index], calls.submitGameAnswer, { game_id, round_no: 1, answer_id: right });

  // All but the last answer, on both servers at once. The last answer is stored by the first server, which never says so.
  const codes = await Promise.all(tokens.slice(1).map(async (_, index) => (await answer(index % 2 ? first : second, index + 1)).code));
  expect(codes).toEqual(codes.map(() => 200));
  const held = first.hold();
  const unanswered = answer(first, 0).then(
    () => 'answered',
    () => 'broken',
  );
  expect(await held).toBe(200);
  first.child.kill('SIGKILL');
  expect(await unanswered).toBe('broken');
  await atFirst.ended;
  // The player repeats the request on the other server: the answer is there, once.
  expect(await answer(second, 0)).toMatchObject({ code: 200, data: { phase: 'revealed', outcome: { is_right: true } } });

  // The killed server starts again. Its board goes on from what it had seen, while both take the next steps.
  const again = await start();
  const resumed = await follow(again.url, tess.token, game_id, atFirst.boards.at(-1)?.last_id ?? 0);
  await Promise.all([lead(again, calls.nextRound, { round_no: 1 }), lead(second, calls.nextRound, { round_no: 1 })]);
  const { data: next } = await lead(second, calls.gameBoard);
  const falseOne = next.question?.answer_options.find(({ answer_text }) => answer_text === 'False')?.id;
  const given = await Promise.all(
    tokens.flatMap((token, index) =>
      // Everybody answers on both servers at once.
      [again, second].map((to) =>
        send(to, token, calls.submitGameAnswer, { game_id, round_no: 2, answer_id: falseOne }).then(({ code }) => [index, code]),
      ),
    ),
  );
  expect(given.filter(([, code]) => code !== 200)).toEqual([]);
  await lead(again, calls.endGame);
  await Promise.all([resumed.ended, atSecond.ended]);

  const rows = await db.selectFrom('game_event').selectAll().where('game_id', '=', game_id).orderBy('seq').execute();
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  const answers = rows.filter(({ type }) => type === 'answer.given');
  expect(answers).toHaveLength(2 * players);
  expect(new Set(answers.map(({ player, round }) => `${player} ${round}`)).size).toBe(2 * players);
  expect(rows.filter(({ type, round }) => type === 'round.shown' && round === 1)).toHaveLength(1);
  for (const { boards } of [atSecond, resumed]) {
    const numbers = boards.map(({ last_id }) => last_id);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(boards.at(-1)).toMatchObject({ phase: 'over', last_id: rows.length });
    expect(boards.at(-1)?.players.map(({ score }) => score)).toEqual(Array.from({ length: players }, () => 2 * pointsRight));
  }
});

it.runIf(postgres)('a server hears at once what another one has stored, without looking for it', async () => {
  const { db, where } = await sharedDatabase();
  const otherDb = await openDatabase(where);
  onTestFinished(() => otherDb.destroy());
  const server = await testServer({ db });
  await makeFixtureSchool(server.ports);
  const tess = await server.signIn('tess');
  const { game_id, game_code } = await tess.ok(calls.createGame, { quiz_id, group_puid: ids.class, seconds: 0, has_guests: true });
  const other = inDistrict({ ...server.ports, db: otherDb }, 1);
  const row = await other.db.selectFrom('game').selectAll().where('game_id', '=', game_id).executeTakeFirstOrThrow();
  const room = liveRoom(other.db, readGame(row));
  await announcementsOf(otherDb)?.connect();
  onTestFinished(room.watch(other, () => new Promise(() => {})));
  const before = await room.current(other);
  const heard = Promise.withResolvers<Room>();
  room.listen(heard.resolve);
  const announce = vi.spyOn(announcementsOf(db) as Announcements, 'announce');
  await tess.ok(calls.registerGuest, { game_code, player_name: 'Player A', device_key: 'A'.repeat(24) });
  expect((await heard.promise).seq).toBe(before.seq + 1);
  // Who only looks has nothing to say.
  await tess.ok(calls.gameBoard, { game_id });
  expect(announce.mock.calls).toEqual([[`1.${game_id}@${before.seq + 1}`]]);
});

it.runIf(postgres)('a server that adds keeps others from adding, and nobody from looking', async () => {
  const { db, where } = await sharedDatabase();
  const otherDb = await openDatabase(where);
  onTestFinished(() => otherDb.destroy());
  const server = await testServer({ db });
  await makeFixtureSchool(server.ports);
  const tess = await server.signIn('tess');
  const { game_id } = await tess.ok(calls.createGame, { quiz_id, group_puid: ids.class, seconds: 0 });
  const own = inDistrict(server.ports, 1);
  const room = liveRoom(
    own.db,
    readGame(await own.db.selectFrom('game').selectAll().where('game_id', '=', game_id).executeTakeFirstOrThrow()),
  );
  let begun: Promise<Room> | undefined;
  const event = { district_id: 1, game_id, seq: 1, at: server.clock.now, type: 'leader.seen', player: 0, name: '', round: -1, option: 0 };
  await otherDb.transaction().execute(async (trx) => {
    await trx.selectFrom('game').select('game_id').where('game_id', '=', game_id).forNoKeyUpdate().execute();
    await trx.insertInto('game_event').values(event).execute();
    expect((await room.current(own)).seq).toBe(0);
    begun = room.act(own, () => [{ type: 'round.shown', round: 0 }]);
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
  });
  // It comes after what the other server has added.
  expect(await begun).toMatchObject({ phase: 'asking', seq: 2 });
});
