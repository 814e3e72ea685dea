import fc from 'fast-check';
import type { Hono } from 'hono';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import type { GameBoard, PlayerView } from '../../contract/quizGame.ts';
import { readGame } from '../../server/areas/quizGame/document.ts';
import { foldName } from '../../server/areas/quizGame/playerNames.ts';
import { type LiveRoom, liveRoom } from '../../server/areas/quizGame/rooms.ts';
import { answersOfGames } from '../../server/db/migrations/095-answers-of-games.ts';
import type { AnyDatabase } from '../../server/db/migrations/kit.ts';
import { purge } from '../../server/kit/purge.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { abandonedAfter, mostGuests, pointsRight, pointsSpeed } from '../../src/machines/quizGame/roomFold.ts';
import { readEvents } from '../../src/services/reports/liveActivity.ts';
import { makeAnsweredQuiz } from './answeredQuiz.ts';
import { download, textOf } from './downloads.ts';
import { assessment_id, ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { networkOf, playerPage } from './gamePlayers.ts';
import { type SecondServer, secondServer } from './secondServer.ts';
import { type Answer, expectFailure, hours, minutes, requestOf, startOfClock, type TestClient, type TestServer } from './testServer.ts';

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

describe('a game as a grade', () => {
  let dan: TestClient;
  beforeEach(async () => {
    dan = await server.signIn('dan');
    await server.db
      .updateTable('question')
      .set({ standards: JSON.stringify([standard]) })
      .execute();
  });
  const period = { group_puid: ids.class, from_date: '2030-01-01', to_date: '2030-12-31' };
  const count = (game_id: number, counts = true, by = tess) => by.call(calls.countGame, { game_id, counts });
  const standard = 'MS-PS1-4';
  const asOf = (file: string) =>
    file
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
  const exported = async () => {
    const { job_id } = await dan.ok(calls.startExport, { tables: ['games'] });
    await server.settle();
    // The last columns: student, points, possible points, in reports.
    return asOf(textOf(await download(server, dan, { job_id }))).map((cells) => cells.slice(-4).map(Number));
  };
  /** Scores where they stand: in the reports on a class and on a student, the family’s report, the student’s own results, and exports. */
  const everywhere = async () => ({
    ...(await overTime()),
    exported: await exported(),
    familyStandards: (await tess.ok(calls.familyReport, { ...period, student_puid: ids.ana })).standards.map((one) => [
      ...[one.code, one.points, one.max_points],
    ]),
    class: (await tess.ok(calls.classReport, period)).students.map(({ user_name, score, games }) => [user_name, score, games.length]),
    progress: (await tess.ok(calls.studentProgress, { ...period, student_puid: ids.ana })).score,
    family: (await tess.ok(calls.familyReport, { ...period, student_puid: ids.ana })).games.map(({ points, max_points }) => [
      ...[points, max_points],
    ]),
    own: (await ana.ok(calls.studentReport, { user_puid: ids.ana })).map(({ kind, score, max_score }) => [kind, score, max_score]),
  });
  const overTime = async () => {
    const ofAna = { ...period, student_puid: ids.ana };
    const [group, one, grid, items] = [
      await tess.ok(calls.progressMonitoring, { ...period, level: 'group' }),
      await tess.ok(calls.progressMonitoring, { ...ofAna, level: 'student' }),
      await tess.ok(calls.standardsOfClass, period),
      await tess.ok(calls.itemsOfStudent, ofAna),
    ];
    return {
      monitoring: group.measures.map(({ kind, title, students }) => [kind, title, students]),
      latest: group.students.map(({ user_name, results, latest }) => [user_name, results, latest]),
      ofStudent: one.measures.map(({ kind, score }) => [kind, score]),
      byStandard: one.standards.map((found) => [found.standard, found.items, found.measures, found.score]),
      grid: grid.students.map(({ user_name, standards }) => [user_name, ...standards.flatMap(({ items, score }) => [items, score])]),
      items: items.items.map(({ kind, points, max_points, answer }) => [kind, points, max_points, answer !== null]),
    };
  };
  const nowhere = {
    ...{ monitoring: [], ofStudent: [], byStandard: [], items: [], exported: [], familyStandards: [] },
    latest: [
      ['ana', 0, null],
      ['ben', 0, null],
    ],
    grid: [['ana'], ['ben']],
    class: [
      ['ana', null, 0],
      ['ben', null, 0],
    ],
    ...{ progress: null, family: [], own: [] },
  };
  /** Ana is right in one of two, ben in none; a guest in both. The second is fast. */
  const played = async (further: object = {}) => {
    const { game_id, game_code, right, wrong } = await asking({ has_guests: true, counts_speed: true, ...further });
    const { data } = await server.call(calls.registerGuest, { game_code, player_name: 'Robin', device_key: 'r'.repeat(24) });
    const guest = { authorization: `Bearer ${(data as { token: string }).token}` };
    await answer(ana, game_id, 1, right);
    await answer(ben, game_id, 1, wrong);
    await server.call(calls.submitGameAnswer, { game_id, round_no: 1, answer_id: right }, guest);
    const second = await tess.ok(calls.nextRound, { game_id, round_no: 1 });
    await answer(ana, game_id, 2, optionOf(second, 'True'));
    await tess.ok(calls.endGame, { game_id });
    return game_id;
  };

  it('is none until the teacher says so; then right answers count, without speed and guests, until it is taken back', async () => {
    const game_id = await played();
    expect(await tess.ok(calls.gameReport, { game_id })).toMatchObject({ counts: false, asked_count: 2 });
    expect(await everywhere()).toEqual(nowhere);
    for (let time = 0; time < 2; time++) expect((await count(game_id)).code).toBe(200);
    expect((await tess.ok(calls.gameReport, { game_id })).counts).toBe(true);
    expect(await everywhere()).toEqual({
      monitoring: [['game', 'quiz', 2]],
      latest: [
        ['ana', 1, 50],
        ['ben', 1, 0],
      ],
      ofStudent: [['game', 50]],
      byStandard: [[standard, 2, 1, 50]],
      grid: [
        ['ana', 2, 50],
        ['ben', 2, 0],
      ],
      items: [
        ['game', 1, 1, true],
        ['game', 0, 1, true],
      ],
      exported: [
        [ids.ana, 1, 2, 1],
        [ids.ben, 0, 2, 1],
      ],
      familyStandards: [[standard, 1, 2]],
      class: [
        ['ana', 50, 1],
        ['ben', 0, 1],
      ],
      progress: 50,
      family: [[1, 2]],
      own: [['game', 1, 2]],
    });
    expect((await tess.ok(calls.classReport, period)).games).toMatchObject([{ game_id, title: 'quiz', students: 2, score: 25 }]);
    expect((await tess.ok(calls.classReport, { ...period, to_date: '2030-01-02' })).games).toEqual([]);
    for (let time = 0; time < 2; time++) expect((await count(game_id, false)).code).toBe(200);
    expect(await everywhere()).toEqual(nowhere);
  });

  it('has its answers also if it counted before they were stored', async () => {
    const { game_id } = await asking();
    await tess.ok(calls.skipRound, { game_id, round_no: 1 });
    await tess.ok(calls.nextRound, { game_id, round_no: 1 });
    await tess.ok(calls.endGame, { game_id });
    for (const id of [game_id, await played()]) await count(id);
    const before = await everywhere();
    await server.db.schema.alterTable('game_result').dropColumn('answers').execute();
    await answersOfGames.up(server.db as AnyDatabase);
    expect(await everywhere()).toEqual(before);
  });

  it('leaves out what was skipped, who was removed, and what the teacher never came to', async () => {
    const { game_id, right } = await asking();
    await tess.ok(calls.skipRound, { game_id, round_no: 1 });
    const second = await tess.ok(calls.nextRound, { game_id, round_no: 1 });
    expect(right).not.toBe(0);
    await answer(ana, game_id, 2, optionOf(second, 'False'));
    await tess.ok(calls.removePlayer, { game_id, player_id: ids.ben });
    await tess.ok(calls.endGame, { game_id });
    await count(game_id);
    expect((await everywhere()).class).toEqual([
      ['ana', 100, 1],
      ['ben', null, 0],
    ]);
  });

  it('stays with the class: a student who leaves it is not in its report, and keeps the own result', async () => {
    await count(await played());
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.ana).execute();
    const report = await tess.ok(calls.classReport, period);
    expect([report.students.map(({ user_name }) => user_name), report.games[0]?.students]).toEqual([['ben'], 1]);
    expect(await ana.ok(calls.studentReport, { user_puid: ids.ana })).toMatchObject([{ kind: 'game', score: 1 }]);
  });

  it('is refused before its end, without a class, of an exit ticket, of nobody’s game, and to others', async () => {
    const { game_id } = await asking();
    expect((await count(game_id)).data).toMatchObject({ reason: 'gameCannotCount' });
    expect((await tess.ok(calls.endGame, { game_id })).phase).toBe('over');
    for (const other of [tom, await server.signIn('dora')]) expectFailure(await count(game_id, true, other), 404);
    expectFailure(await count(game_id, true, ana), 403);
    const unplayed = await open();
    await tess.ok(calls.endGame, { game_id: unplayed.game_id });
    const everyone = await open({ group_puid: 0 });
    await join(ana, everyone.game_code);
    await tess.ok(calls.startGame, { game_id: everyone.game_id });
    await tess.ok(calls.endGame, { game_id: everyone.game_id });
    const ticket = await tess.ok(calls.startExitTicket, { quiz_id, group_puid: ids.class, question_count: 1 });
    await join(ana, ticket.game_code);
    await tess.ok(calls.endGame, { game_id: ticket.game_id });
    for (const other of [unplayed, everyone, ticket]) {
      expect((await count(other.game_id)).data).toMatchObject({ reason: 'gameCannotCount' });
      expect((await tess.ok(calls.gameReport, { game_id: other.game_id })).counts).toBeNull();
    }
  });
});

describe('a game at the teacher’s pace', () => {
  it('goes from the lobby to the winners, and into the report cards', async () => {
    const { game_id, game_code, right, wrong } = await asking();
    expect(await board(game_id)).toMatchObject({ phase: 'asking', answered: 0, outcome: null, question_count: 2 });
    expect((await answer(ana, game_id, 1, right)).data).toMatchObject({ answer_id: right, score: 0, place: null, outcome: null });
    expect((await board(game_id)).answered).toBe(1);
    await answer(ben, game_id, 1, wrong);
    const closed = await board(game_id);
    expect(closed).toMatchObject({ phase: 'revealed', outcome: { right_ids: [right], counts: [1, 1, 0] } });
    expect(closed.players.map(({ name, score, place, moved }) => [name, score, place, moved])).toEqual([
      ['ana P.', pointsRight, 1, null],
      ['ben P.', 0, 2, null],
    ]);
    expect((await view(ben, game_id)).outcome).toMatchObject({ is_right: false, points: 0, explanation: 'EXPLANATION' });
    const second = await tess.ok(calls.nextRound, { game_id, round_no: 1 });
    await answer(ben, game_id, 2, optionOf(second, 'False'));
    await answer(ana, game_id, 2, optionOf(second, 'True'));
    expect((await board(game_id)).players.map(({ name, place, moved }) => [name, place, moved])).toEqual([
      ['ana P.', 1, 0],
      ['ben P.', 1, 1],
    ]);
    expect(await view(ben, game_id)).toMatchObject({ place: 1, moved: 1 });
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

  it('asks the chosen questions of an exit ticket alone, in the order of the quiz', async () => {
    const source = { quiz_id, group_puid: ids.class };
    const all = await tess.ok(calls.gameQuestions, source);
    expect(all).toHaveLength(2);
    const [first, second] = all.map(({ question_id }) => question_id) as [number, number];
    const ask = async (question_ids: number[]) => {
      const { game_id } = await tess.ok(calls.startExitTicket, { ...source, question_ids });
      return (await tess.ok(calls.exitTicket, { game_id })).questions.map(({ question_text }) => question_text);
    };
    const texts = all.map(({ question_text }) => question_text);
    expect(await ask([second])).toEqual(texts.slice(1));
    expect(await ask([second, first])).toEqual(texts);
    for (const question_ids of [[first, 987_654_321], [987_654_321]])
      expectFailure(await tess.call(calls.startExitTicket, { ...source, question_ids }), 404);
    for (const question_ids of [[], [first, second, 3, 4]])
      expectFailure(await tess.call(calls.startExitTicket, { ...source, question_ids }), 400);
    for (const other of [tom, await server.signIn('dora')]) expectFailure(await other.call(calls.gameQuestions, source), 404);
    expectFailure(await tess.call(calls.gameQuestions, { ...source, quiz_id: assessment_id }), 404);
    expect(JSON.stringify(all)).not.toMatch(/right|MISCONCEPTION|EXPLANATION/);
  });

  it('asks what the class got wrong lately, and nothing of an assessment', async () => {
    expect(await tess.call(calls.createGame, { quiz_id: 0, group_puid: ids.class })).toMatchObject({
      data: { reason: 'gameNothingToAsk' },
    });
    expect((await tess.call(calls.createGame, { quiz_id: assessment_id, group_puid: ids.class })).code).toBe(404);
    const { quizzes } = await tess.ok(calls.gameQuizzes, { group_puid: ids.class });
    expect(quizzes).toContainEqual({ quiz_id, title: 'quiz', question_count: 2, is_own: false });
  });

  it('says what to read again about the question that was missed, also if its questions are of several quizzes', async () => {
    await makeAnsweredQuiz(server);
    const { game_id, game_code } = await open({ quiz_id: 0 });
    for (const client of [ana, ben]) await join(client, game_code);
    let room = await tess.ok(calls.startGame, { game_id });
    const one = (...texts: string[]) => texts.map((text) => optionOf(room, text)).find((id) => id !== 0) ?? 0;
    for (let round_no = 1; room.phase !== 'over'; round_no++) {
      expect((await answer(ana, game_id, round_no, one('ice', 'True'))).code).toBe(200);
      expect((await answer(ben, game_id, round_no, one('steam', 'False'))).code).toBe(200);
      room = await tess.ok(calls.nextRound, { game_id, round_no });
    }
    expect((await view(ana, game_id)).read_again).toMatchObject({ title: 'reading' });
    expect((await view(ben, game_id)).read_again).toBeNull();
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

describe('guests', () => {
  const key = (letter: string) => letter.repeat(24);
  const enter = (game_code: string, player_name: string, device = key('a')) =>
    server.call(calls.registerGuest, { game_code, player_name, device_key: device }) as Promise<
      Answer<{ game_id: number; token: string; reason?: string }>
    >;
  const asGuest = (token: string, call: Call, input: Record<string, unknown>) =>
    server.call(call, input, { authorization: `Bearer ${token}` }) as Promise<Answer<PlayerView & { reason?: string }>>;
  /** A room that takes guests, with ana and a guest in its first round. */
  const withGuest = async (further: object = {}) => {
    const room = await asking({ has_guests: true, ...further });
    const { data } = await enter(room.game_code, 'Robin');
    return { ...room, token: data.token };
  };

  it('play with a name, come back on the same device, and are in no result of the class', async () => {
    const { game_id, game_code, right, wrong, token } = await withGuest();
    expect((await asGuest(token, calls.submitGameAnswer, { game_id, round_no: 1, answer_id: right })).data.answer_id).toBe(right);
    // The same device is the same player, whatever name it types now.
    expect((await enter(game_code, 'Somebody else')).code).toBe(200);
    await answer(ana, game_id, 1, wrong);
    await answer(ben, game_id, 1, right);
    const shown = await board(game_id);
    expect(shown).toMatchObject({ phase: 'revealed', outcome: { counts: [1, 2, 0] } });
    expect(shown.players.map(({ name, is_guest }) => [name, is_guest])).toEqual([
      ['ben P.', false],
      ['Robin', true],
      ['ana P.', false],
    ]);
    const again = (await enter(game_code, '')).data.token;
    expect((await asGuest(again, calls.playerView, { game_id })).data).toMatchObject({ player_name: 'Robin', score: pointsRight });
    await tess.ok(calls.endGame, { game_id });
    const report = await tess.ok(calls.gameReport, { game_id });
    expect(report).toMatchObject({ guest_count: 1 });
    expect(report.players.map(({ name, place }) => [name, place])).toEqual([
      ['ben P.', 1],
      ['ana P.', 2],
    ]);
    const { games } = await tess.ok(calls.todaysWinners, { group_puid: ids.class });
    expect(games[0]?.winners.map(({ name }) => name)).toEqual(['ben P.']);
    expect(await tess.ok(calls.ledGames, {})).toMatchObject([{ players: 3 }]);
  });

  it('who have left are taken back when they ask for it, and not by a new token alone', async () => {
    const { game_id, game_code, token } = await withGuest();
    await asGuest(token, calls.leaveGame, { game_id });
    const { data } = await enter(game_code, '');
    expect((await asGuest(data.token, calls.playerView, { game_id })).data.standing).toBe('left');
    await asGuest(data.token, calls.rejoinGame, { game_id });
    expect((await asGuest(data.token, calls.playerView, { game_id })).data.standing).toBe('here');
  });

  it('are let in by the teacher, per room and until it is closed to them', async () => {
    const { game_id, game_code } = await open();
    expect((await enter(game_code, 'Robin')).code).toBe(404);
    expect(await tess.ok(calls.admitGuests, { game_id })).toMatchObject({ takes_guests: true });
    expect((await enter(game_code, 'Robin')).code).toBe(200);
    expect(await tess.ok(calls.barGuests, { game_id })).toMatchObject({ takes_guests: false });
    expect((await enter(game_code, 'Sky', key('b'))).code).toBe(404);
    expect((await enter(game_code, '')).code).toBe(200);
    const { player_id } = (await board(game_id)).players[0] as GameBoard['players'][number];
    await tess.ok(calls.removePlayer, { game_id, player_id });
    for (const name of ['Robin', '']) expect((await enter(game_code, name)).data.reason).toBe('gameRemoved');
  });

  it('hear what happens in the room', async () => {
    const { game_id, token } = await withGuest();
    const answered = await server.app.request(`/api/game/game/get_question/stream?game_id=${game_id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const events = readEvents(answered.body as ReadableStream<Uint8Array>);
    expect(JSON.parse((await events.next()).value ?? '')).toMatchObject({ phase: 'asking', player_name: 'Robin' });
    await tess.ok(calls.closeRound, { game_id, round_no: 1 });
    expect(JSON.parse((await events.next()).value ?? '')).toMatchObject({ phase: 'revealed' });
    await events.return(undefined);
  });

  const own: readonly Call[] = [calls.playerView, calls.submitGameAnswer, calls.leaveGame, calls.rejoinGame];

  it('have a token that no other call takes, and that opens no other room', async () => {
    const { game_id, right, token } = await withGuest();
    const guarded = (Object.entries(calls) as [string, Call][]).filter(([, { access }]) => Array.isArray(access));
    expect(guarded.length).toBeGreaterThan(200);
    for (const [name, call] of guarded) {
      if (own.includes(call)) continue;
      expect((await asGuest(token, call, { game_id })).code, name).toBe(401);
    }
    const { game_id: other, game_code } = await open({ has_guests: true });
    await enter(game_code, 'Robin');
    for (const call of own)
      expect((await asGuest(token, call, { game_id: other, round_no: 1, answer_id: right })).code, call.path).toBe(404);
    for (const path of ['game/get_game/stream', 'lms/class_activity/stream'])
      expect(
        (await server.app.request(`/api/game/${path}?game_id=${game_id}`, { headers: { authorization: `Bearer ${token}` } })).status,
      ).not.toBe(200);
    const foreign = await server.app.request(`/api/game/game/get_question/stream?game_id=${other}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(foreign.status).toBe(404);
    // Nor is an access token one of a guest.
    expect((await cal.call(calls.playerView, { game_id })).code).toBe(404);
  });

  it('have a token for a quarter of an hour', async () => {
    const { game_id, game_code, token } = await withGuest({ seconds: 0 });
    server.clock.now += minutes(15);
    expect((await asGuest(token, calls.playerView, { game_id })).code).toBe(401);
    const { data } = await enter(game_code, '');
    expect((await asGuest(data.token, calls.playerView, { game_id })).data.player_name).toBe('Robin');
  });

  it.each([
    ['insults', 'Sh1t head', 'gameNameRefused'],
    ['imitates a student of the class, without telling who is in it', 'B3n Persón', 'gameNameRefused'],
    ['imitates the teacher', 'TESS', 'gameNameRefused'],
    ['somebody in the room has', 'R0bin', 'gameNameTaken'],
    ['is a script', '<script>x</script>', 'invalidParameters'],
    ['looks like another in other letters', '\u0430na', 'invalidParameters'],
    ['is empty', '', 'notFound'],
  ])('have no name that %s', async (_, name, reason) => {
    const { game_code } = await withGuest();
    expect((await enter(game_code, name, key('b'))).data.reason).toBe(reason);
  });

  it('cannot guess codes, nor try out names of the class', async () => {
    const { game_code } = await withGuest();
    for (let guess = 0; guess < 2 * mostGuests; guess++)
      expect((await enter(game_code, 'ben', key('b'))).data.reason).toBe('gameNameRefused');
    expect((await enter(game_code, 'Sky', key('b'))).data.reason).toBe('tooManyAttempts');
    for (let guess = 0; guess < 500; guess++) await enter('GUESS000', 'Sky', key('b'));
    expect((await enter('GUESS000', 'Sky', key('b'))).data.reason).toBe('tooManyAttempts');
  });

  it('who come at once from one device are one player, and a flood of devices leaves room for the class', async () => {
    const { game_id, game_code } = await open({ has_guests: true });
    await Promise.all(Array.from({ length: 20 }, () => enter(game_code, 'Robin')));
    expect((await board(game_id)).players).toHaveLength(1);
    const names = Array.from(
      { length: mostGuests + 20 },
      (_, index) => `Player ${String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 26))}`,
    );
    const answers = await Promise.all(names.map((name, index) => enter(game_code, name, `${key('c')}${index}`)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(mostGuests - 1);
    expect(answers.find(({ code }) => code !== 200)?.data.reason).toBe('gameFull');
    expect((await join(ana, game_code)).code).toBe(200);
  });

  it('are not let in where games are switched off, or the teacher’s account is closed', async () => {
    const { game_code } = await open({ has_guests: true });
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.tess).execute();
    expect((await enter(game_code, 'Robin')).code).toBe(404);
    await server.db.updateTable('app_user').set({ active: 1 }).where('user_puid', '=', ids.tess).execute();
    await server.db
      .updateTable('district')
      .set({ nav_tabs: JSON.stringify([{ key: 'quizsmart', show: false }]) })
      .execute();
    expect((await enter(game_code, 'Robin')).data.reason).toBe('moduleOff');
  });

  it('are forgotten after a day', async () => {
    const { game_id, game_code } = await withGuest();
    await tess.ok(calls.endGame, { game_id });
    server.clock.now += hours(24) - 1;
    expect((await purge(server.ports)).guests).toBe(0);
    server.clock.now += 1;
    expect((await enter(game_code, 'Robin')).code).toBe(404);
    expect((await purge(server.ports)).guests).toBe(1);
    expect((await purge(server.ports)).guests).toBe(0);
    const rows = await server.db.selectFrom('game_event').selectAll().where('type', '=', 'guest.joined').execute();
    expect(rows.map(({ name, seq }) => name === `#${seq}`)).toEqual([true]);
    expect(JSON.stringify(rows)).not.toContain('Robin');
    expect((await (await server.signIn('tess')).call(calls.gameReport, { game_id })).code).toBe(200);
  });
});

describe('extra time', () => {
  it('gives all points for a right answer, whenever it comes, and stays for the next game of the class', async () => {
    const { game_id, right } = await asking({ counts_speed: true, extra_time: [ids.ben] });
    server.clock.now += seconds(15);
    for (const client of [ana, ben]) await answer(client, game_id, 1, right);
    expect((await board(game_id)).players.map(({ name, score }) => [name, score])).toEqual([
      ['ben P.', pointsRight + pointsSpeed],
      ['ana P.', pointsRight + 0.25 * pointsSpeed],
    ]);
    const withTime = async () =>
      (await tess.ok(calls.extraTime, { group_puid: ids.class }))
        .filter(({ has_extra_time }) => has_extra_time)
        .map(({ user_puid }) => user_puid);
    expect(await withTime()).toEqual([ids.ben]);
    await open({ counts_speed: true });
    expect(await withTime()).toEqual([ids.ben]);
    await open({ extra_time: [] });
    expect(await withTime()).toEqual([]);
    expect((await tom.call(calls.extraTime, { group_puid: ids.class })).code).toBe(404);
  });
});

describe('rooms that are asked at once', () => {
  const own = () => inDistrict(server.ports, ids.district);
  const roomOf = async (game_id: number) => {
    const { db } = own();
    return liveRoom(db, readGame(await db.selectFrom('game').selectAll().where('game_id', '=', game_id).executeTakeFirstOrThrow()));
  };
  const typesIn = async (game_id: number) =>
    (await server.db.selectFrom('game_event').select('type').where('game_id', '=', game_id).orderBy('seq').execute()).map(
      ({ type }) => type,
    );
  const begin = () => [{ type: 'round.shown', round: 0 }] as const;
  const askAll = (...rooms: LiveRoom[]) => Promise.allSettled(rooms.map((room) => room.act(own(), begin)));

  it('are not stopped by one whose events make no sense', async () => {
    const [broken, sound] = [await open(), await open()];
    const event = { district_id: ids.district, game_id: broken.game_id, seq: 1, at: 0, player: 0, name: '', round: 7, option: 0 };
    await server.db
      .insertInto('game_event')
      .values({ ...event, type: 'round.shown' })
      .execute();
    const rooms = [await roomOf(broken.game_id), await roomOf(sound.game_id)] as const;
    const [first, second] = await askAll(...rooms);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('does not follow') } });
    expect(second).toMatchObject({ status: 'fulfilled', value: { phase: 'asking', seq: 1 } });
    expect(await typesIn(sound.game_id)).toEqual(['round.shown']);
    expect(await typesIn(broken.game_id)).toEqual(['round.shown']);
  });

  it('have one order of events, also if somebody holds a room that the server has forgotten', async () => {
    const { game_id } = await open();
    const forgotten = await roomOf(game_id);
    await forgotten.act(own(), () => [{ type: 'leader.seen' }]);
    const room = await roomOf(game_id);
    expect(room).not.toBe(forgotten);
    const leave = room.watch(own(), () => new Promise(() => {}));
    const seen = await Promise.all([forgotten, room].map((one) => one.act(own(), () => [{ type: 'leader.seen' }])));
    expect(seen.map(({ seq }) => seq).toSorted()).toEqual([2, 3]);
    expect(await typesIn(game_id)).toEqual(Array.from({ length: 3 }, () => 'leader.seen'));
    // The forgotten room takes no place in the registry away.
    expect(await roomOf(game_id)).toBe(room);
    leave();
  });

  it('fail together, at the first try, if the database is gone', async () => {
    const [one, other] = [await open(), await open()];
    const { db } = own();
    let tries = 0;
    const gone = new Proxy(db, {
      get: (target, name) => {
        if (name === 'transaction') {
          tries++;
          throw Object.assign(new Error('The server ended the connection.'), { code: '57P01' });
        }
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const rooms = [await roomOf(one.game_id), await roomOf(other.game_id)];
    const asked = await Promise.allSettled(rooms.map((room) => room.act({ ...own(), db: gone }, begin)));
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(tries).toBe(1);
    // Nothing is in the way when it is back.
    expect((await askAll(...rooms)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('are not stopped by one whose game is gone', async () => {
    const [gone, one, other] = [await open(), await open(), await open()];
    const rooms = [await roomOf(one.game_id), await roomOf(gone.game_id), await roomOf(other.game_id)];
    await server.db.deleteFrom('game').where('game_id', '=', gone.game_id).execute();
    const [first, second, third] = await askAll(...rooms);
    expect(first).toMatchObject({ status: 'fulfilled', value: { phase: 'asking', seq: 1 } });
    expect(second).toMatchObject({ status: 'rejected' });
    expect(third).toMatchObject({ status: 'fulfilled', value: { phase: 'asking', seq: 1 } });
    for (const { game_id } of [one, other]) expect(await typesIn(game_id)).toEqual(['round.shown']);
    expect(await typesIn(gone.game_id)).toEqual([]);
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

/** The states of a board, as a stream tells them. */
async function watchBoard(app: Hono, game_id: number, token: string) {
  const { body } = await app.request(`/api/game/game/get_game/stream?game_id=${game_id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const forwarded = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const read = async () => {
    const boards: GameBoard[] = [];
    for await (const data of readEvents(forwarded)) if (data !== null) boards.push(JSON.parse(data));
    return boards;
  };
  return { states: read(), stop: () => reader.cancel() };
}

/** Random work of a class on two servers, at once and in turn. */
const step = fc.record({
  who: fc.constantFrom('ana', 'ben', 'robin'),
  what: fc.constantFrom(
    ...['join', 'right', 'wrong', 'late', 'leave', 'rejoin', 'close', 'skip', 'next', 'pause', 'resume', 'admit', 'bar', 'kill'],
  ),
  at: fc.constantFrom(0, 1),
  isAtOnce: fc.boolean(),
});

it('any interleaving gives one answer a player and round, and the same scores from the table alone', { timeout: 3_600_000 }, async () => {
  const numRuns = Number(process.env.GAME_RUNS ?? 12);
  const leader = tess.token;
  const servers = [secondServer(server), secondServer(server)];
  const send = async (at: number, token: string | undefined, call: Call, input: Record<string, unknown>) => {
    const { path, init } = requestOf(call, input);
    const headers = { ...(init.headers as Record<string, string>), ...(token && { authorization: `Bearer ${token}` }) };
    const answered = await (servers[at] as SecondServer).app.request(`http://orrery.test${path}`, { ...init, headers });
    return { code: answered.status, data: ((await answered.json()) as { data: unknown }).data };
  };
  const network = networkOf(servers);
  vi.stubGlobal('fetch', network.fetch);
  const boardAt = async (at: number, game_id: number) => (await send(at, leader, calls.gameBoard, { game_id })).data as GameBoard;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      // Access tokens last a quarter of an hour, and a step may take 21 s. So the clock stands still between games, and with it the time
      // after which a try counts no more that a killed server had taken and not given back.
      server.clock.now = startOfClock;
      await server.db.deleteFrom('failure_count').execute();
      const { game_id, game_code, right, wrong } = await asking({ has_guests: true });
      const tokens: Record<string, string | undefined> = { ana: ana.token, ben: ben.token };
      const puids: Record<string, number> = { ana: ids.ana, ben: ids.ben };
      const watching = await Promise.all(servers.map(({ app }) => watchBoard(app, game_id, leader)));
      const cut: (typeof watching)[number][] = [];
      const asked = new Map<string, Set<number>>();
      const confirmed = new Map<string, number>();
      const answerOf = async (who: string, at: number, input: { round_no: number; answer_id: number }) => {
        const key = `${who} ${input.round_no}`;
        asked.set(key, (asked.get(key) ?? new Set()).add(input.answer_id));
        const answered = await send(at, tokens[who], calls.submitGameAnswer, { game_id, ...input });
        if (answered.code !== 200) return answered;
        // Whoever was told that an answer counts is never told so of another one.
        expect(confirmed.get(key) ?? input.answer_id).toBe(input.answer_id);
        confirmed.set(key, input.answer_id);
        return answered;
      };
      const serverOf: Record<string, number> = { ana: 0, ben: 1 };
      const pages = new Map<string, ReturnType<typeof playerPage>>();
      const openPage = (who: string) => {
        const server = () => serverOf[who] ?? 0;
        const page = playerPage({
          ...{ game_id, token: () => tokens[who], server },
          send: (call, input) =>
            call === calls.submitGameAnswer
              ? answerOf(who, server(), input as { round_no: number; answer_id: number })
              : send(server(), tokens[who], call, input),
        });
        pages.set(who, page);
      };
      openPage('ana');
      openPage('ben');
      let pending: Promise<unknown>[] = [];
      for (const { who, what, at, isAtOnce } of steps) {
        const input = { game_id, round_no: (await boardAt(at, game_id)).question?.round_no ?? 1 };
        serverOf[who] = at;
        const page = pages.get(who);
        type Pressed = Parameters<NonNullable<typeof page>['press']>[0];
        // What the page does not offer comes from another one, or too late.
        const press = (event: Pressed, otherwise: () => Promise<unknown>) => (page?.can(event) ? page.press(event) : otherwise());
        const act = async (): Promise<unknown> => {
          const token = tokens[who];
          if (what === 'join' && who === 'robin') {
            const order = { game_code, player_name: 'Robin', device_key: 'r'.repeat(30) };
            const { code, data } = await send(at, undefined, calls.registerGuest, order);
            if (code !== 200) return undefined;
            tokens.robin = (data as { token: string }).token;
            if (!pages.has('robin')) openPage('robin');
            return undefined;
          }
          if (what === 'join') return send(at, token, calls.registerPlayer, { user_puid: puids[who], game_code });
          if (what === 'leave') return press({ type: 'game.left' }, () => send(at, token, calls.leaveGame, { game_id }));
          if (what === 'rejoin') return press({ type: 'game.rejoined' }, () => send(at, token, calls.rejoinGame, { game_id }));
          if (what === 'right' || what === 'wrong' || what === 'late') {
            if (what === 'late') server.clock.now += seconds(21);
            const answer_id = what === 'wrong' ? wrong : right;
            return press({ type: 'answer.chosen', answer_id }, () => answerOf(who, at, { round_no: input.round_no, answer_id }));
          }
          if (what === 'close') return send(at, leader, calls.closeRound, input);
          if (what === 'skip') return send(at, leader, calls.skipRound, input);
          if (what === 'next') return send(at, leader, calls.nextRound, input);
          if (what === 'pause') return send(at, leader, calls.pauseGame, { game_id });
          if (what === 'resume') return send(at, leader, calls.resumeGame, { game_id });
          if (what === 'admit') return send(at, leader, calls.admitGuests, { game_id });
          if (what === 'bar') return send(at, leader, calls.barGuests, { game_id });
          // Its streams break, and what waits for it is lost or done. The board connects again.
          const [before] = watching.splice(at, 1);
          if (before) cut.push(before);
          await before?.stop();
          (servers[at] as SecondServer).kill();
          network.cut(at);
          watching.splice(at, 0, await watchBoard((servers[at] as SecondServer).app, game_id, leader));
          return undefined;
        };
        if (!isAtOnce) {
          await Promise.all(pending);
          pending = [];
        }
        const acting = act();
        if (what === 'kill') await acting;
        else pending.push(acting);
      }
      await Promise.all(pending);
      await send(0, leader, calls.endGame, { game_id });
      const boards = [await boardAt(0, game_id), await boardAt(1, game_id)];
      const rows = await server.db.selectFrom('game_event').selectAll().where('game_id', '=', game_id).orderBy('seq').execute();
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
      const robin = rows.find(({ type }) => type === 'guest.joined')?.player;
      const nameOf = (player: number) => (player === ids.ana ? 'ana' : player === ids.ben ? 'ben' : player === robin ? 'robin' : 'nobody');
      const answers = rows.filter(({ type }) => type === 'answer.given');
      const stored = new Map(answers.map(({ player, round, option }) => [`${nameOf(player)} ${round + 1}`, option]));
      expect(stored.size).toBe(answers.length);
      for (const [key, option] of confirmed) expect(stored.get(key), key).toBe(option);
      for (const [key, option] of stored) expect(asked.get(key)?.has(option), key).toBe(true);
      const skipped = new Set(rows.filter(({ type }) => type === 'round.skipped').map(({ round }) => round));
      const expected = (player: number) =>
        answers.filter((one) => one.player === player && one.option === right && !skipped.has(one.round)).length * pointsRight;
      for (const { players } of boards) for (const { player_id, score } of players) expect(score).toBe(expected(player_id));
      expect(boards[1]?.players).toEqual(boards[0]?.players);
      // What each page shows at the end is what the events add up to, and every answer that it has shown is the stored one.
      for (const [who, page] of pages) {
        const player = who === 'robin' ? (robin ?? 0) : (puids[who] as number);
        const place = boards[0]?.players.find(({ player_id }) => player_id === player)?.place;
        const score = expected(player);
        const answered = answers.filter((one) => one.player === player).length;
        const shown = { phase: 'over', last_id: rows.length, score, right: score / pointsRight, answered, place };
        expect(await page.end(), who).toMatchObject(shown);
        for (const { question, answer_id } of page.views)
          if (question && answer_id !== null) expect(answer_id, who).toBe(stored.get(`${who} ${question.round_no}`));
        const numbers = page.views.map(({ last_id }) => last_id);
        expect(numbers, who).toEqual(numbers.toSorted((a, b) => a - b));
        page.stop();
      }
      for (const { states } of [...cut, ...watching]) {
        const numbers = (await states).map(({ last_id }) => last_id);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      }
      for (const { states } of watching) expect((await states).at(-1)).toMatchObject({ phase: 'over', last_id: rows.length });
      expect(server.reports).toEqual([]);
    }),
    { numRuns },
  );
  vi.unstubAllGlobals();
});
