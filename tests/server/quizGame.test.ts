import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { GameBoard, PlayerView } from '../../contract/quizGame.ts';
import { foldName } from '../../server/areas/quizGame/playerNames.ts';
import { abandonedAfter, pointsRight, pointsSpeed } from '../../src/machines/quizGame/roomFold.ts';
import { readEvents } from '../../src/services/reports/liveActivity.ts';
import { assessment_id, ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { minutes, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let ana: TestClient;
let ben: TestClient;
let cal: TestClient;
let tom: TestClient;
beforeEach(async () => {
  [server, tess, ana, ben, cal, tom] = await schoolServer('tess', 'ana', 'ben', 'cal', 'tom');
});

const seconds = (count: number) => count * 1000;
const open = (further: object = {}) => tess.ok(calls.createGame, { quiz_id, group_puid: ids.class, seconds: 20, ...further });
const join = (client: TestClient, game_code: string, player_name = '') =>
  client.call(calls.registerPlayer, { user_puid: client.user.userPuid, game_code, player_name });
const board = (game_id: number) => tess.ok(calls.gameBoard, { game_id });
const view = (client: TestClient, game_id: number) => client.ok(calls.playerView, { game_id });
const optionOf = ({ question }: GameBoard | PlayerView, text: string) =>
  question?.answer_options.find(({ answer_text }) => answer_text === text)?.id ?? 0;
const answer = (client: TestClient, game_id: number, round_no: number, answer_id: number) =>
  client.call(calls.submitGameAnswer, { game_id, round_no, answer_id });

/** A room in its first round, with ana and ben. "steam" is right. */
async function asking(further: object = {}) {
  const { game_id, game_code } = await open(further);
  for (const client of [ana, ben]) expect((await join(client, game_code)).code).toBe(200);
  const first = await tess.ok(calls.startGame, { game_id });
  return { game_id, game_code, right: optionOf(first, 'steam'), wrong: optionOf(first, 'ice'), other: optionOf(first, 'water') };
}

describe('a game at the teacher’s pace', () => {
  it('goes from the lobby to the winners, and into the report cards', async () => {
    const { game_id, game_code, right, wrong } = await asking();
    expect(await board(game_id)).toMatchObject({ phase: 'asking', answered: 0, outcome: null, question_count: 2 });
    expect((await answer(ana, game_id, 1, right)).data).toMatchObject({ answer_id: right, score: 0, place: null, outcome: null });
    expect((await board(game_id)).answered).toBe(1);
    await answer(ben, game_id, 1, wrong);
    const closed = await board(game_id);
    expect(closed).toMatchObject({ phase: 'revealed', outcome: { right_ids: [right], counts: [1, 1, 0] } });
    expect(closed.players.map(({ name, score, place }) => [name, score, place])).toEqual([
      ['ana P.', pointsRight, 1],
      ['ben P.', 0, 2],
    ]);
    expect((await view(ben, game_id)).outcome).toMatchObject({ is_right: false, points: 0, explanation: 'EXPLANATION' });
    const second = await tess.ok(calls.nextRound, { game_id, round_no: 1 });
    await answer(ben, game_id, 2, optionOf(second, 'False'));
    await answer(ana, game_id, 2, optionOf(second, 'True'));
    expect((await tess.ok(calls.nextRound, { game_id, round_no: 2 })).phase).toBe('over');
    expect(await view(ben, game_id)).toMatchObject({ place: 1, score: pointsRight, read_again: { title: 'reading' } });
    expect((await ana.ok(calls.playerReport, { game_id })).rounds.map(({ is_right, points }) => [is_right, points])).toEqual([
      [true, pointsRight],
      [false, 0],
    ]);
    const report = await tess.ok(calls.gameReport, { game_id });
    expect(report.questions.map(({ answered, right: count }) => [answered, count])).toEqual([
      [2, 1],
      [2, 1],
    ]);
    expect(report.questions[0]?.options[0]).toEqual({ answer_text: 'ice', is_answer: false, misconception: 'MISCONCEPTION ice', count: 1 });
    const winners = { games: [{ game_id, winners: [{ name: 'ana P.' }, { name: 'ben P.' }] }] };
    for (const client of [ana, tess])
      for (const group_puid of [ids.class, 0]) expect(await client.ok(calls.todaysWinners, { group_puid })).toMatchObject(winners);
    for (const client of [cal, tom]) {
      expect((await client.call(calls.todaysWinners, { group_puid: ids.class })).code).toBe(404);
      expect((await client.ok(calls.todaysWinners, { group_puid: 0 })).games).toEqual([]);
    }
    expect(await tess.ok(calls.ledGames, {})).toMatchObject([{ game_id, game_code, is_over: true, players: 2 }]);
    expect(await ana.ok(calls.playedGames, {})).toMatchObject([{ game_id, is_over: true }]);
  });

  it('tells in a report card nothing of questions that the teacher never came to, and lists the game as it stands', async () => {
    const { game_id, game_code, right } = await asking();
    expect(await tess.ok(calls.ledGames, {})).toMatchObject([{ game_id, game_code, is_over: false, players: 2 }]);
    expect(await ana.ok(calls.playedGames, {})).toMatchObject([{ game_id, is_over: false }]);
    await answer(ana, game_id, 1, right);
    await tess.ok(calls.removePlayer, { game_id, player_id: ids.ben });
    await tess.ok(calls.endGame, { game_id });
    const { rounds } = await ana.ok(calls.playerReport, { game_id });
    expect(rounds.map(({ round_no }) => round_no)).toEqual([1]);
    expect(await tess.ok(calls.ledGames, {})).toMatchObject([{ game_id, is_over: true, players: 1 }]);
    expect(await ben.ok(calls.playedGames, {})).toEqual([]);
  });

  it('ends a round when its time is over, by the server’s clock, and takes no answer after it', async () => {
    const { game_id, right } = await asking();
    server.clock.now += seconds(20) + 1;
    expect((await answer(ana, game_id, 1, right)).data).toMatchObject({ reason: 'gameRoundOver' });
    expect((await board(game_id)).phase).toBe('revealed');
    const at = await server.db.selectFrom('game_event').select('at').where('type', '=', 'round.closed').executeTakeFirstOrThrow();
    expect(at.at).toBe(server.clock.now - 1);
  });

  it('stops the time in a pause', async () => {
    const { game_id, right } = await asking();
    server.clock.now += seconds(15);
    expect(await tess.ok(calls.pauseGame, { game_id })).toMatchObject({ phase: 'paused', ends_at: null });
    server.clock.now += seconds(60);
    expect((await answer(ana, game_id, 1, right)).data).toMatchObject({ reason: 'gameRoundOver' });
    const resumed = await tess.ok(calls.resumeGame, { game_id });
    expect(Date.parse(resumed.ends_at ?? '') - server.clock.now).toBe(seconds(5));
    expect((await answer(ana, game_id, 1, right)).code).toBe(200);
  });

  it('counts nothing of a question that is skipped', async () => {
    const { game_id, right } = await asking();
    await answer(ana, game_id, 1, right);
    const skipped = await tess.ok(calls.skipRound, { game_id, round_no: 1 });
    expect(skipped).toMatchObject({ phase: 'revealed', outcome: { is_skipped: true } });
    expect(skipped.players.map(({ score }) => score)).toEqual([0, 0]);
  });

  it.each([
    ['a right answer after 5 s of 20', true, 5, pointsRight + 0.75 * pointsSpeed],
    ['a right answer after 15 s', true, 15, pointsRight + 0.25 * pointsSpeed],
    ['a right answer where speed does not count', false, 0, pointsRight],
  ])('gives points for %s', async (_, counts_speed, after, points) => {
    const { game_id, right } = await asking({ counts_speed });
    server.clock.now += seconds(after);
    await answer(ana, game_id, 1, right);
    await tess.ok(calls.closeRound, { game_id, round_no: 1 });
    expect((await view(ana, game_id)).outcome?.points).toBe(points);
  });

  it('does a step that came twice once', async () => {
    const { game_id } = await asking();
    for (let time = 0; time < 2; time++) await tess.ok(calls.closeRound, { game_id, round_no: 1 });
    for (let time = 0; time < 2; time++) expect((await tess.ok(calls.nextRound, { game_id, round_no: 1 })).question?.round_no).toBe(2);
  });

  it('waits for no player who left, and takes one back with name and score', async () => {
    const { game_id, game_code, right } = await asking();
    await ben.ok(calls.leaveGame, { game_id });
    await answer(ana, game_id, 1, right);
    expect((await board(game_id)).phase).toBe('revealed');
    await ana.ok(calls.leaveGame, { game_id });
    expect((await join(ana, game_code)).code).toBe(200);
    expect(await view(ana, game_id)).toMatchObject({ standing: 'here', player_name: 'ana P.', score: pointsRight });
  });

  it('closes a room that nobody leads', async () => {
    const { game_id } = await asking();
    server.clock.now += abandonedAfter;
    expect((await view(ana, game_id)).phase).toBe('over');
  });

  it('makes teams in turn, whose score is the mean', async () => {
    const { game_id, right } = await asking({ teams: 2 });
    await answer(ben, game_id, 1, right);
    const { teams } = await tess.ok(calls.closeRound, { game_id, round_no: 1 });
    expect(teams).toEqual([
      { team_no: 2, score: pointsRight, players: 1 },
      { team_no: 1, score: 0, players: 1 },
    ]);
  });
});

describe('other ways', () => {
  it('at an own pace, tells scores only at the end', async () => {
    const { game_id, right } = await asking({ mode: 'ownPace' });
    const option = optionOf(await view(ana, game_id), 'steam');
    expect((await answer(ana, game_id, 1, option)).data).toMatchObject({ question: { round_no: 2 }, score: 0, right: 0, outcome: null });
    expect((await board(game_id)).players.map(({ score }) => score)).toEqual([0, 0]);
    expect(right).toBe(0);
    await tess.ok(calls.endGame, { game_id });
    expect(await view(ana, game_id)).toMatchObject({ phase: 'over', score: pointsRight, place: 1 });
  });

  it('an exit ticket groups answers as they come, without names and what is right', async () => {
    const { game_id, game_code } = await tess.ok(calls.startExitTicket, { quiz_id, group_puid: ids.class, question_count: 1 });
    await join(ana, game_code);
    await answer(ana, game_id, 1, optionOf(await view(ana, game_id), 'ice'));
    const ticket = await tess.call(calls.exitTicket, { game_id });
    expect(ticket.data.questions[0]).toMatchObject({ answered: 1, right: 0 });
    expect(ticket.data.questions[0]?.options.map(({ count, is_answer }) => [count, is_answer])).toEqual([
      [1, false],
      [0, false],
      [0, false],
    ]);
    expect(ticket.text).not.toMatch(/ana|MISCONCEPTION/);
    await tess.ok(calls.endGame, { game_id });
    expect((await tess.ok(calls.exitTicket, { game_id })).questions[0]?.options[1]?.is_answer).toBe(true);
  });

  it('asks what the class got wrong lately, and nothing of an assessment', async () => {
    expect(await tess.call(calls.createGame, { quiz_id: 0, group_puid: ids.class })).toMatchObject({
      data: { reason: 'gameNothingToAsk' },
    });
    expect((await tess.call(calls.createGame, { quiz_id: assessment_id, group_puid: ids.class })).code).toBe(404);
    const { quizzes } = await tess.ok(calls.gameQuizzes, { group_puid: ids.class });
    expect(quizzes).toContainEqual({ quiz_id, title: 'quiz', question_count: 2, is_own: false });
  });
});

describe('cheating', () => {
  type Room = Awaited<ReturnType<typeof asking>>;
  const reason = async (called: Promise<{ code: number; data: unknown }>) => {
    const { code, data } = await called;
    return (data as { reason?: string } | null)?.reason ?? code;
  };
  const named = (name: string) => async () => {
    const { game_code } = await open({ has_own_names: true });
    return reason(join(ana, game_code, name));
  };
  const stream = (client: TestClient, game_id: number, call: 'get_game' | 'get_question') =>
    server.app.request(`/api/game/game/${call}/stream?game_id=${game_id}`, { headers: { authorization: `Bearer ${client.token}` } });

  it.each<[string, unknown, (room: Room) => Promise<unknown>]>([
    [
      'answering twice',
      'gameAnswered',
      async ({ game_id, right, wrong }) => {
        await answer(ana, game_id, 1, wrong);
        return reason(answer(ana, game_id, 1, right));
      },
    ],
    [
      'answering for another',
      'invalidParameters',
      ({ game_id, right }) =>
        reason(ana.call(calls.submitGameAnswer, { game_id, round_no: 1, answer_id: right, user_puid: 'ben' } as never)),
    ],
    [
      'answering as another',
      'notFound',
      ({ game_id, right }) =>
        reason(
          server.call(
            calls.submitGameAnswer,
            { game_id, round_no: 1, answer_id: right, user_puid: ids.ben },
            { authorization: `Bearer ${ana.token}` },
          ),
        ),
    ],
    [
      'answering after the end',
      'gameOver',
      async ({ game_id, right }) => {
        await tess.ok(calls.endGame, { game_id });
        return reason(answer(ana, game_id, 1, right));
      },
    ],
    [
      'answering a round that is over',
      'gameRoundOver',
      async ({ game_id, right }) => {
        await tess.ok(calls.closeRound, { game_id, round_no: 1 });
        return reason(answer(ana, game_id, 1, right));
      },
    ],
    [
      'answering before the start',
      'gameRoundOver',
      async ({ right }) => {
        const { game_id, game_code } = await open();
        await join(ana, game_code);
        return reason(answer(ana, game_id, 1, right));
      },
    ],
    [
      'answering the next question ahead',
      'gameRoundOver',
      async ({ game_id }) => {
        const { document } = await server.db.selectFrom('game').select('document').where('game_id', '=', game_id).executeTakeFirstOrThrow();
        return reason(answer(ana, game_id, 2, JSON.parse(document).questions[1].options[0].id));
      },
    ],
    ['an option of no question', 'notFound', ({ game_id }) => reason(answer(ana, game_id, 1, 999_999))],
    ['a foreign class’s room', 'notFound', ({ game_code }) => reason(join(cal, game_code))],
    ['answering in a room never joined', 'notFound', ({ game_id, right }) => reason(answer(cal, game_id, 1, right))],
    ['reading a room never joined', 'notFound', ({ game_id }) => reason(cal.call(calls.playerView, { game_id }))],
    ['the stream of a room never joined', 404, async ({ game_id }) => (await stream(cal, game_id, 'get_question')).status],
    ['the board as a student', 403, async ({ game_id }) => (await stream(ana, game_id, 'get_game')).status],
    ['the board of another teacher', 'notFound', ({ game_id }) => reason(tom.call(calls.gameBoard, { game_id }))],
    ['leading as a student', 'roleNotAllowed', ({ game_id }) => reason(ana.call(calls.endGame, { game_id }))],
    ['another teacher’s step', 'notFound', ({ game_id }) => reason(tom.call(calls.endGame, { game_id }))],
    [
      'coming back after being removed',
      'gameRemoved',
      async ({ game_id, game_code }) => {
        await tess.ok(calls.removePlayer, { game_id, player_id: ids.ana });
        return reason(join(ana, game_code));
      },
    ],
    [
      'answering after being removed',
      'gameRemoved',
      async ({ game_id, right }) => {
        await tess.ok(calls.removePlayer, { game_id, player_id: ids.ana });
        return reason(answer(ana, game_id, 1, right));
      },
    ],
    [
      'a forged time',
      'gameRoundOver',
      async ({ game_id, right }) => {
        server.clock.now += seconds(21);
        const forged = { game_id, round_no: 1, answer_id: right, at: server.clock.now - seconds(20) };
        return reason(ana.call(calls.submitGameAnswer, forged as never));
      },
    ],
    [
      'a replayed token of a closed session',
      'sessionExpired',
      async ({ game_id }) => {
        const { token } = ana;
        await server.call(calls.logout, {}, { cookie: ana.cookie, 'content-type': 'application/json' });
        return reason(server.call(calls.playerView, { game_id }, { authorization: `Bearer ${token}` }));
      },
    ],
    [
      'guessing codes',
      'tooManyAttempts',
      async ({ game_code }) => {
        for (let guess = 0; guess < 10; guess++) await join(ana, `GUESS00${guess}`);
        return reason(join(ana, game_code));
      },
    ],
    [
      'flooding joins',
      1,
      async ({ game_id, game_code }) => {
        await Promise.all(Array.from({ length: 20 }, () => join(ana, game_code)));
        const rows = await server.db
          .selectFrom('game_event')
          .select('seq')
          .where('game_id', '=', game_id)
          .where('player', '=', ids.ana)
          .execute();
        return rows.length;
      },
    ],
    ['the report before the end', 'notFound', ({ game_id }) => reason(ana.call(calls.playerReport, { game_id }))],
    ['a name that insults', 'gameNameRefused', named('Sh1t head')],
    ['an insult in single letters', 'gameNameRefused', named('f u c k')],
    ['an insult with doubled letters', 'gameNameRefused', named('pputaa')],
    ['a name that imitates a classmate', 'gameNameTaken', named('B3n Persón')],
    ['a name that imitates the teacher', 'gameNameTaken', named('TESS')],
    ['a name in look-alike letters', 'invalidParameters', named('\u0430na')],
    ['a script in a name', 'invalidParameters', named('<b>x</b>')],
    ['a name of signs', 'gameNameRefused', named('...')],
  ])('%s is refused', async (_, expected, attempt) => {
    expect(await attempt(await asking())).toBe(expected);
  });

  it('nothing tells the right answer before the round is over', async () => {
    const { game_id, wrong } = await asking();
    await answer(ana, game_id, 1, wrong);
    for (const told of [await ana.call(calls.playerView, { game_id }), await tess.call(calls.gameBoard, { game_id })])
      expect(told.text).not.toMatch(/EXPLANATION|MISCONCEPTION|"right_ids"|is_answer/);
  });

  it('a friendly name of its own is fine', async () => {
    const { game_id, game_code } = await open({ has_own_names: true });
    await join(ana, game_code, 'Río 7');
    expect((await view(ana, game_id)).player_name).toBe('Río 7');
    expect(foldName('Río 7')).toBe('rio t');
  });
});

describe('the stream', () => {
  const connect = async (client: TestClient, path: string) => {
    const answered = await server.app.request(`/api/game/game/${path}`, { headers: { authorization: `Bearer ${client.token}` } });
    return readEvents(answered.body as ReadableStream<Uint8Array>);
  };
  const next = async <T>(events: AsyncGenerator<string | null>) => JSON.parse((await events.next()).value ?? 'null') as T;

  it('begins with the room as it is, tells what happens, and goes on from the last id', async () => {
    const { game_id, right } = await asking();
    const events = await connect(tess, `get_game/stream?game_id=${game_id}`);
    const first = await next<GameBoard>(events);
    expect(first).toMatchObject({ phase: 'asking', answered: 0 });
    await answer(ana, game_id, 1, right);
    expect(await next<GameBoard>(events)).toMatchObject({ answered: 1, last_id: first.last_id + 1 });
    await events.return(undefined);
    await tess.ok(calls.closeRound, { game_id, round_no: 1 });
    const again = await connect(tess, `get_game/stream?game_id=${game_id}&last_id=${first.last_id + 1}`);
    expect(await next<GameBoard>(again)).toMatchObject({ phase: 'revealed' });
    await again.return(undefined);
  });

  it('tells a player only what changes on that screen, and ends with the game', async () => {
    const { game_id, right } = await asking();
    const events = await connect(ben, `get_question/stream?game_id=${game_id}`);
    expect(await next<PlayerView>(events)).toMatchObject({ phase: 'asking' });
    await answer(ana, game_id, 1, right);
    await tess.ok(calls.endGame, { game_id });
    expect(await next<PlayerView>(events)).toMatchObject({ phase: 'over' });
    expect(await events.next()).toMatchObject({ done: true });
    expect(server.reports).toEqual([]);
  });

  it('of a board says that somebody leads', async () => {
    const { game_id } = await asking({ seconds: 0 });
    server.clock.now += abandonedAfter - minutes(1);
    const events = await connect(tess, `get_game/stream?game_id=${game_id}`);
    await next(events);
    server.clock.now += abandonedAfter - minutes(1);
    expect((await view(ana, game_id)).phase).toBe('asking');
    await events.return(undefined);
  });
});

/** Random work of a class, at once and in turn. */
const step = fc.record({
  who: fc.constantFrom('ana', 'ben'),
  what: fc.constantFrom('join', 'right', 'wrong', 'late', 'leave', 'close', 'skip', 'next', 'pause', 'resume', 'kill'),
  isAtOnce: fc.boolean(),
});

it('any interleaving gives one answer a player and round, and the same scores from the table alone', { timeout: 3_600_000 }, async () => {
  const numRuns = Number(process.env.GAME_RUNS ?? 12);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { game_id, game_code, right, wrong } = await asking();
      const clients = { ana, ben };
      const given = new Map<string, number>();
      let pending: Promise<unknown>[] = [];
      for (const { who, what, isAtOnce } of steps) {
        const client = clients[who as 'ana' | 'ben'];
        const round_no = (await board(game_id)).question?.round_no ?? 1;
        const act = async () => {
          if (what === 'join') return join(client, game_code);
          if (what === 'leave') return client.call(calls.leaveGame, { game_id });
          if (what === 'right' || what === 'wrong' || what === 'late') {
            if (what === 'late') server.clock.now += seconds(21);
            const option = what === 'wrong' ? wrong : right;
            const { code } = await answer(client, game_id, round_no, option);
            if (code === 200 && !given.has(`${who} ${round_no}`)) given.set(`${who} ${round_no}`, option);
            return undefined;
          }
          if (what === 'close') return tess.call(calls.closeRound, { game_id, round_no });
          if (what === 'skip') return tess.call(calls.skipRound, { game_id, round_no });
          if (what === 'next') return tess.call(calls.nextRound, { game_id, round_no });
          if (what === 'pause') return tess.call(calls.pauseGame, { game_id });
          if (what === 'resume') return tess.call(calls.resumeGame, { game_id });
          return undefined;
        };
        // A killed server forgets every room; what waits for it is lost or done.
        if (!isAtOnce || what === 'kill') {
          await Promise.all(pending);
          pending = [];
        }
        pending.push(act());
      }
      await Promise.all(pending);
      await tess.call(calls.endGame, { game_id });
      const rows = await server.db.selectFrom('game_event').selectAll().where('game_id', '=', game_id).orderBy('seq').execute();
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
      const answers = rows.filter(({ type }) => type === 'answer.given');
      const keys = answers.map(({ player, round }) => `${player === ids.ana ? 'ana' : 'ben'} ${round + 1}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(new Map(answers.map(({ option }, index) => [keys[index], option]))).toEqual(given);
      const skipped = new Set(rows.filter(({ type }) => type === 'round.skipped').map(({ round }) => round));
      const expected = (player: number) =>
        answers.filter((one) => one.player === player && one.option === right && !skipped.has(one.round)).length * pointsRight;
      const { players } = await board(game_id);
      for (const { player_id, score } of players) expect(score).toBe(expected(player_id));
    }),
    { numRuns },
  );
});
