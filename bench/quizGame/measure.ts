import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GameBoard } from '../../contract/quizGame.ts';
import { build, builtServer } from '../../scripts/build.ts';
import { freePort } from '../../scripts/kit.ts';
import { openCluster } from '../../scripts/postgresCluster.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { samplePassword } from '../../server/sample/accounts.ts';
import { readEvents } from '../../src/services/reports/liveActivity.ts';
import { counts } from '../lib/counts.ts';
import { type Measure, median } from '../lib/report.ts';

const { large, many, each, plays, rounds, thinking, warmUp } = counts.quizGame;
/** Guests who join at once: the limit of tries counts those who are not in yet. */
const atOnce = 25;
/** A person may have that many streams open, and one teacher leads all rooms here. */
const mostBoards = 6;

/** How an event that somebody waits for arrives. */
interface Stream {
  /** Resolves with the time when an event that fits has come. */
  until: (fits: (event: Seen) => boolean) => Promise<number>;
  events: { event: Seen; at: number }[];
  stop: () => void;
}
interface Seen {
  last_id: number;
  phase: string;
  question: { round_no: number } | null;
}

async function listen(url: string, token = ''): Promise<Stream> {
  const ended = new AbortController();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: ended.signal });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}.`);
  const events: Stream['events'] = [];
  let waiting: { fits: (event: Seen) => boolean; come: (at: number) => void }[] = [];
  const read = async (body: ReadableStream<Uint8Array>) => {
    for await (const data of readEvents(body)) {
      if (data === null) continue;
      const [event, at] = [JSON.parse(data) as Seen, performance.now()];
      events.push({ event, at });
      for (const one of waiting.filter(({ fits }) => fits(event))) one.come(at);
      waiting = waiting.filter(({ fits }) => !fits(event));
    }
  };
  read(response.body).catch(() => {});
  return {
    events,
    stop: () => ended.abort(),
    until: (fits) => {
      const known = events.find(({ event }) => fits(event));
      return known ? Promise.resolve(known.at) : new Promise((come) => waiting.push({ fits, come }));
    },
  };
}

/** A room as both sides are measured. */
interface Room {
  board: Stream | undefined;
  players: Stream[];
  next: (round: number) => Promise<void>;
  /** Resolves with the number of the newest event that the response knows. */
  answer: (player: number, round: number) => Promise<number>;
}

/** Times in ms, sorted. */
interface Times {
  toBoard: number[];
  toScreen: number[];
  lost: number;
}

const shares = [
  [0.5, 'median'],
  [0.99, 'p99'],
] as const;
const part = (times: readonly number[], share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
/** What has not come by then is lost, in ms. */
const patience = 20_000;
const late = (): Promise<number> => new Promise((done) => setTimeout(() => done(Number.NaN), patience).unref());
const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
/** Spreads players evenly over a time, neighbours far apart. */
const spread = (player: number, time: number) => ((player * 0.618_034) % 1) * time;

/**
 * All rooms play at once: the teacher shows a question, and the players answer within the time, in ms, that they take to read it. 0: all
 * answer as it comes.
 */
async function play(rooms: readonly Room[], time: number): Promise<Times> {
  const times: Times = { toBoard: [], toScreen: [], lost: 0 };
  const take = (list: number[], began: number, at: number) => (Number.isNaN(at) ? times.lost++ : list.push(at - began));
  const playRound = async ({ board, players, next, answer }: Room, round: number) => {
    const began = performance.now();
    const shown = players.map(async (stream, player) => {
      take(
        times.toScreen,
        began,
        await Promise.race([stream.until(({ phase, question }) => phase === 'asking' && question?.round_no === round), late()]),
      );
      if (time > 0) await after(spread(player, time));
      const answered = performance.now();
      const id = await answer(player, round);
      if (board) take(times.toBoard, answered, await Promise.race([board.until(({ last_id }) => last_id >= id), late()]));
    });
    await next(round);
    await Promise.all(shown);
  };
  await Promise.all(
    rooms.map(async (room, index) => {
      if (time > 0) await after(spread(index, time));
      for (let round = 1; round <= rounds; round++) await playRound(room, round);
    }),
  );
  times.toBoard.sort((a, b) => a - b);
  times.toScreen.sort((a, b) => a - b);
  return times;
}

async function post<Data>(url: string, token: string, body: object): Promise<Data> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, message } = (await response.json()) as { data: Data; message: string };
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${message}`);
  return data;
}

/** A server of the product, and the port where its inspector listens. */
interface Inspected extends SpawnedServer {
  inspector: number;
}

/** What a server holds in memory once its garbage is collected, in kB. When the engine collects it by itself has nothing to do with players. */
async function heldBy({ pid, inspector }: Inspected): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${inspector}/json`)).json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((done) => socket.addEventListener('open', done));
  const collected = new Promise((done) => socket.addEventListener('message', done));
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await collected;
  socket.close();
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Opens a room on the product with that many guests, spread over the servers. */
async function openRoom(servers: readonly string[], token: string, quiz_id: number, size: number, hasBoard: boolean): Promise<Room> {
  const at = (player: number) => `${servers[player % servers.length]}/api/game/game`;
  const made = await post<{ game_id: number; game_code: string }>(`${at(0)}/create_game`, token, {
    quiz_id,
    group_puid: 0,
    seconds: 0,
    has_guests: true,
  });
  const { game_id, game_code } = made;
  const tokens: string[] = [];
  for (let first = 0; first < size; first += atOnce)
    tokens.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(atOnce, size - first) }, async (_, index) => {
          const player = first + index;
          const letters = String.fromCharCode(65 + Math.floor(player / 26), 65 + (player % 26));
          const order = { game_code, player_name: `Player ${letters}`, device_key: `bench ${game_id} ${player} ${'x'.repeat(20)}` };
          return (await post<{ token: string }>(`${at(player)}/register_guest`, '', order)).token;
        }),
      )),
    );
  const players = await Promise.all(tokens.map((own, player) => listen(`${at(player)}/get_question/stream?game_id=${game_id}`, own)));
  let board: GameBoard | undefined;
  return {
    board: hasBoard ? await listen(`${at(0)}/get_game/stream?game_id=${game_id}`, token) : undefined,
    players,
    next: async (round) => {
      // The last answer of a round ends it.
      if (round === 1) board = await post<GameBoard>(`${at(0)}/start_game`, token, { game_id });
      else board = await post<GameBoard>(`${at(0)}/next_round`, token, { game_id, round_no: round - 1 });
    },
    answer: async (player, round_no) => {
      const seen = players[player]?.events.at(-1)?.event as unknown as GameBoard | undefined;
      const options = (board ?? seen)?.question?.round_no === round_no ? (board ?? seen) : seen;
      const answer_id = options?.question?.answer_options[0]?.id ?? 0;
      return (await post<{ last_id: number }>(`${at(player)}/submit_answer`, tokens[player] ?? '', { game_id, round_no, answer_id }))
        .last_id;
    },
  };
}

/** Size of a message. */
interface Bytes {
  player: number;
  board: number;
}

/** The same room on the bare loop, with messages of the same size. */
async function bareRoom(servers: readonly string[], name: number, size: number, hasBoard: boolean, bytes: Bytes): Promise<Room> {
  const at = (player: number) => servers[player % servers.length];
  const ask = async (player: number, path: string) => {
    const url = `${at(player)}/${path}&room=${name}&of=${size}&bytes=${bytes.player}&board=${bytes.board}`;
    const response = await fetch(url, { method: 'POST' });
    return ((await response.json()) as { data: { last_id: number } }).data.last_id;
  };
  return {
    board: hasBoard ? await listen(`${at(0)}/board?room=${name}`) : undefined,
    players: await Promise.all(Array.from({ length: size }, (_, player) => listen(`${at(player)}/player?room=${name}&player=${player}`))),
    next: async (round) => void (await ask(0, `next?round=${round}`)),
    answer: (player) => ask(player, `answer?player=${player}`),
  };
}

const stop = (rooms: readonly Room[]) => {
  for (const { board, players } of rooms) for (const stream of [board, ...players]) stream?.stop();
};
const sizeOf = (streams: readonly (Stream | undefined)[]) => {
  const all = streams.flatMap((stream) => stream?.events ?? []).map(({ event }) => JSON.stringify(event).length);
  return Math.round(all.reduce((sum, size) => sum + size, 0) / Math.max(1, all.length));
};

/** Starts servers of the product, one on its file or several on one PostgreSQL, and as many bare loops. */
async function withServers<Result>(
  work: (servers: Inspected[], bare: SpawnedServer[]) => Promise<Result>,
  count: number,
  DATABASE_URL?: string,
): Promise<Result> {
  const env: Record<string, string> = DATABASE_URL
    ? { DATABASE_URL, ORRERY_SIGNING_KEY: 'a key of the benchmark, long enough to sign with' }
    : {};
  const servers: Inspected[] = [];
  const bare: SpawnedServer[] = [];
  try {
    for (let started = 0; started < count; started++) {
      const inspector = await freePort();
      servers.push({ ...(await spawnServer(env, [`--inspect=${inspector}`, ...builtServer])), inspector });
      bare.push(await spawnServer(env, [join(import.meta.dirname, 'bare.ts')]));
    }
    return await work(servers, bare);
  } finally {
    await Promise.all([...servers, ...bare].map((server) => server.stop()));
  }
}

async function measureRooms(
  name: string,
  servers: readonly Inspected[],
  sizes: readonly number[],
  bare: readonly SpawnedServer[],
): Promise<Measure[]> {
  const [server] = servers as [Inspected];
  const signed = await post<{ token: string }>(`${server.url}/api/ngss/ngss/login/index`, '', {
    username: 'rivera',
    password: samplePassword,
  });
  const response = await fetch(`${server.url}/api/game/game/get_quizzes?group_puid=0&search=moon`, {
    headers: { authorization: `Bearer ${signed.token}` },
  });
  const { quizzes } = ((await response.json()) as { data: { quizzes: { quiz_id: number; question_count: number }[] } }).data;
  const quiz_id = quizzes.find(({ question_count }) => question_count >= rounds)?.quiz_id ?? 0;
  const urls = servers.map(({ url }) => url);
  const bareUrls = bare.map(({ url }) => url);
  const openAll = async (one: (size: number, hasBoard: boolean) => Promise<Room>) => {
    const rooms: Room[] = [];
    for (const [index, size] of sizes.entries()) rooms.push(await one(size, index < mostBoards));
    return rooms;
  };
  const open = () => openAll((size, hasBoard) => openRoom(urls, signed.token, quiz_id, size, hasBoard));
  const openBare = (bytes: Bytes) =>
    openAll((size, hasBoard) => bareRoom(bareUrls, Math.floor(performance.now() * 1000), size, hasBoard, bytes));
  const playAtOnce = async (rooms: readonly Room[]) => {
    const times = await play(rooms, 0);
    stop(rooms);
    return times;
  };
  // What a server loads and compiles with its first players is no memory of those who come later: it is weighed while others are in.
  const first = await open();
  await play(first, 0);
  for (const { board } of first) board?.stop();
  const held = async () => (await Promise.all(servers.map(heldBy))).reduce((sum, one) => sum + one, 0);
  const before = await held();
  const calm = await open();
  const read = await play(calm, thinking);
  const players = sizes.reduce((sum, size) => sum + size, 0);
  const grown = (await held()) - before;
  const bytes = { player: sizeOf(calm.flatMap((room) => room.players)), board: sizeOf(calm.map(({ board }) => board)) };
  stop([...first, ...calm]);
  // A school's server has run for longer than a bench. Without this, the first plays tell how fast Node compiles.
  for (let turn = 0; turn < warmUp; turn++) {
    await playAtOnce(await open());
    await playAtOnce(await openBare(bytes));
  }
  const ours: Times[] = [];
  const floors: Times[] = [];
  // One play is too short to tell: each side plays in turn.
  for (let turn = 0; turn < plays; turn++) {
    ours.push(await playAtOnce(await open()));
    floors.push(await playAtOnce(await openBare(bytes)));
  }
  if (floors.some(({ lost }) => lost > 0)) throw new Error('The bare loop lost events, so it is no floor.');
  const calmly = `${name}, answers within ${thinking / 1000} s`;
  const hastily = `${name}, all at once`;
  /** Median and p99 of times, in ms, or beside those of the bare loop: of several plays, the median of each. */
  const figures = (what: string, to: 'toBoard' | 'toScreen', all: readonly Times[], beside?: readonly Times[]): Measure[] =>
    shares.map(([share, called]) => {
      const middle = (plays: readonly Times[]) => median(plays.map((times) => part(times[to], share)));
      return {
        ...{ name: `${what}, ${called}`, unit: 'ms', ours: middle(all), goal: { atMost: beside ? 2 : 250 } },
        ...(beside && { floor: middle(beside) }),
      };
    });
  return [
    ...figures(`${calmly}: answer to board`, 'toBoard', [read]),
    ...figures(`${calmly}: next question to screen`, 'toScreen', [read]),
    ...figures(`${hastily}: answer to board`, 'toBoard', ours, floors),
    ...figures(`${hastily}: next question to screen`, 'toScreen', ours, floors),
    { name: `${name}: memory for each player`, unit: 'kB', ours: grown / players, goal: { atMost: 100 } },
    { name: `${name}: events lost`, unit: '', ours: [read, ...ours].reduce((sum, { lost }) => sum + lost, 0), goal: { atMost: 0 } },
  ];
}

/**
 * The rooms of the quiz game: as a class plays, who reads a question before it answers, and with all answers in one moment, beside a bare
 * loop of server-sent events (`bare.ts`) with messages of the same size. Then the same for two servers on one PostgreSQL. The clients run in
 * this process, and on a small machine they take their part of every time.
 */
export async function measureQuizGame(): Promise<Measure[]> {
  await build();
  const postgres = await openCluster();
  const sizes = Array.from({ length: many }, () => each);
  try {
    const measures: Measure[] = [];
    for (const [count, of, url] of [
      [1, '', undefined],
      [2, ', two servers', postgres.url],
    ] as const)
      for (const [name, all] of [
        [`1 room of ${large}`, [large]],
        [`${many} rooms of ${each}`, sizes],
      ] as const)
        measures.push(...(await withServers((servers, bare) => measureRooms(`${name}${of}`, servers, all, bare), count, url)));
    return measures;
  } finally {
    postgres.stop();
  }
}
