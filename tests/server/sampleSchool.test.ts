import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { loadQuestions } from '../../server/areas/quiz/questions.ts';
import { type Answer, score } from '../../server/areas/quiz/score.ts';
import { receiptOf } from '../../server/areas/quiz/submit.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { makeSampleSchool } from '../../server/sample/makeSampleSchool.ts';
import { days, type TestClient, type TestServer, testServer } from './testServer.ts';

const today = new Date('2030-01-15T15:00:00Z');
const tables = [
  'district',
  'school',
  'app_user',
  'class_group',
  'enrollment',
  'lesson',
  'lesson_resource',
  'lesson_share',
  'folder',
  'library_resource',
  'assignment',
  'group_assignment',
  'lesson_tracking',
  'resource_tracking',
  'attempt',
  'earlier_attempt',
  'response',
  'response_comment',
  'question_scoring',
  'regrade',
  'regrade_change',
  'export_job',
  'export_part',
];
async function digest(server: TestServer): Promise<string> {
  const hash = createHash('sha256');
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(server.db);
    for (const row of rows.map((one) => JSON.stringify(one)).sort()) hash.update(row);
  }
  return hash.digest('hex');
}

/** The default seed of the sample. */
const seed = 2026;
let made: string;

describe('the sample school', () => {
  let server: TestServer;
  const people: Record<string, TestClient> = {};
  beforeAll(async () => {
    server = await testServer();
    await makeSampleSchool(server.ports, { today });
    made = await digest(server);
    for (const name of ['maya', 'leo', 'rivera', 'okafor', 'lindqvist', 'root']) people[name] = await server.signIn(name);
  });
  const dashboard = (name: string) => people[name]!.ok(calls.studentDashboard, { user_puid: people[name]!.user.userPuid });
  const all = (name: string) =>
    people[name]!.ok(calls.groupAssignments, { user_puid: people[name]!.user.userPuid, from_date: '2028-01-01', to_date: '2031-01-01' });

  it('is made without a word, by the sample accounts that the README names', () => {
    expect(server.reports).toEqual([]);
    expect(Object.values(people).map(({ user }) => user.role)).toEqual([1, 1, 2, 6, 9, 15]);
  });
  it.each([
    [1001, 120, 8, 2, 6],
    [1002, 28, 2, 1, 2],
  ])(
    'has in district %d: %d students in %d classes of %d schools, with %d teachers',
    async (district_id, students, classes, schools, teachers) => {
      const of = (district: number) => tenant(server.db, district);
      const count = async (role_id: number) =>
        (await of(district_id).selectFrom('app_user').select('user_puid').where('role_id', '=', role_id).execute()).length;
      expect([await count(1), await count(2)]).toEqual([students, teachers]);
      expect(await of(district_id).selectFrom('class_group').selectAll().execute()).toHaveLength(classes);
      expect(await of(district_id).selectFrom('school').selectAll().execute()).toHaveLength(schools);
    },
  );
  it('gives rivera two classes', async () => {
    expect(
      (await people.rivera!.ok(calls.classesForLesson, { user_puid: people.rivera!.user.userPuid })).map((group) => group.group_name),
    ).toEqual(['Science 6, Period 2', 'Science 6, Period 4']);
  });
  it('shows maya one lesson to go on with, work to come, work due soon and released scores', async () => {
    const { assignments, counts } = await dashboard('maya');
    const of = (state: string) => assignments.filter((one) => one.state === state);
    expect(of('inProgress')).toHaveLength(1);
    expect(of('inProgress')[0]).toMatchObject({ is_overdue: false, resources_completed: 1, score: null });
    expect(of('inProgress')[0]?.next_resource).not.toBeNull();
    expect(of('upcoming').length).toBeGreaterThan(0);
    expect(of('notStarted').filter((one) => one.to_date && Date.parse(one.to_date) < today.getTime() + days(6)).length).toBeGreaterThan(0);
    expect(of('completed').filter((one) => one.score !== null).length).toBeGreaterThan(2);
    expect(of('completed').filter((one) => one.score === null).length).toBeGreaterThan(0);
    expect(counts.overdue).toBe(0);
  });
  it('shows leo work that is overdue', async () => expect((await dashboard('leo')).counts.overdue).toBeGreaterThan(0));
  it('shows rivera assignments at every stage, in her classes only', async () => {
    const assignments = await all('rivera');
    expect(new Set(assignments.map((one) => one.group_name))).toEqual(new Set(['Science 6, Period 2', 'Science 6, Period 4']));
    const some = (test: (one: (typeof assignments)[number]) => boolean) => expect(assignments.some(test)).toBe(true);
    some((one) => Date.parse(one.from_date) > today.getTime());
    some((one) => one.in_progress > 0 && Date.parse(one.to_date ?? '') > today.getTime());
    some((one) => one.released && one.submitted > 10);
    some((one) => !one.released && one.submitted > 10 && Date.parse(one.to_date ?? '') < today.getTime());
    some((one) => one.not_started > 0 && Date.parse(one.to_date ?? '') < today.getTime());
    expect((await all('okafor')).length).toBeGreaterThan(assignments.length);
    expect((await all('lindqvist')).length).toBeGreaterThan((await all('okafor')).length);
    expect((await all('root')).length).toBe((await all('lindqvist')).length);
  });
  it('shows rivera lessons of her own, a folder, one that a colleague shares, and what is on her shelf', async () => {
    const rivera = people.rivera!;
    const user_puid = rivera.user.userPuid;
    const names = async (is_shared: 'yes' | 'no') => {
      const { lessons, assignments } = await rivera.ok(calls.allLessons, { user_puid, is_shared, offset: 0, limit: 50 });
      return [lessons, assignments].map((some) => some.map(({ lesson_name }) => lesson_name));
    };
    expect(await names('no')).toEqual([['Circuits for a day without me', 'Energy, one more look', 'What waves carry'], ['Circuits check']]);
    expect(await names('yes')).toEqual([['Why a spoon feels cold'], []]);
    const folders = await server.db.selectFrom('folder').select(['owner_puid', 'folder_name']).execute();
    expect(folders).toEqual([{ owner_puid: user_puid, folder_name: 'Before the unit test' }]);
    expect(
      await server.db.selectFrom('lesson').where('unit_id', 'is not', null).where('owner_puid', '=', user_puid).selectAll().execute(),
    ).toHaveLength(2);
    expect((await rivera.ok(calls.myLibrary, { user_puid })).items).toHaveLength(2);
  });
  it('has comments that maya has not read, and an answer that rivera has not seen', async () => {
    const { assignments } = await dashboard('maya');
    expect(assignments.reduce((sum, { new_comments }) => sum + (new_comments?.count ?? 0), 0)).toBeGreaterThanOrEqual(2);
    const rivera = people.rivera as TestClient;
    const [answer] = await rivera.ok(calls.newAnswers, { user_puid: rivera.user.userPuid });
    const named = { ...(answer as NonNullable<typeof answer>), user_puid: rivera.user.userPuid, district_id: rivera.user.districtID };
    const { result_id, question_id, user_puid, district_id } = named;
    const comments = await rivera.ok(calls.responseComments, { result_id, question_id, user_puid, district_id });
    expect(comments).toContainEqual(expect.objectContaining({ place: expect.objectContaining({ heading: expect.any(String) }) }));
  });

  it('has answers to questions with ideas, on which suggestions agree with the teachers, and a change of the scoring to see', async () => {
    const rivera = people.rivera!;
    const user_puid = rivera.user.userPuid;
    const reader = { user_puid, district_id: rivera.user.districtID };
    const items = new Map((await rivera.ok(calls.itemData, reader)).map(({ item_id, itemtype_id }) => [item_id, { item_id, itemtype_id }]));
    const agreements: { title: string; answers: number; exact: number; kappa: number; is_offered: boolean }[] = [];
    const changed: boolean[] = [];
    for (const item of items.values()) {
      const { title, questions } = await rivera.ok(calls.itemQuestions, item);
      for (const { question_index, question } of questions) {
        const asked = { ...item, question_index, user_puid };
        if (question.question_type !== 'short_text') continue;
        const { ideas, agreement } = await rivera.ok(calls.scoring, asked);
        const { answers, exact, kappa, is_offered } = agreement;
        if (ideas && ideas.length > 0) agreements.push({ title, answers, exact: exact ?? 0, kappa: kappa ?? 0, is_offered });
        changed.push(...(await rivera.ok(calls.regrades, asked)).map(({ undone_at }) => undone_at !== null));
      }
    }
    expect(agreements.map(({ title }) => title).toSorted()).toEqual(['Quiz: chemical reactions', 'Quiz: seasons']);
    for (const { answers, exact, kappa, is_offered } of agreements) {
      expect(answers).toBeGreaterThan(20);
      expect(exact).toBeGreaterThan(0.8);
      expect(kappa).toBeGreaterThan(0.6);
      expect(is_offered).toBe(true);
    }
    expect(changed).toEqual([false, true]);
  });

  it('holds what its own rules would have made: scores, receipts, states', async () => {
    const attempts = await server.db.selectFrom('attempt').selectAll().execute();
    expect(new Set(attempts.map((attempt) => attempt.state))).toEqual(new Set(['started', 'submitted', 'graded', 'released']));
    const questions = new Map(
      (await loadQuestions(tenant(server.db, attempts[0]!.district_id), [...new Set(attempts.map((attempt) => attempt.quiz_id))])).map(
        (q) => [q.question_id, q],
      ),
    );
    const responses = Map.groupBy(await server.db.selectFrom('response').selectAll().execute(), (one) => one.result_id);
    for (const attempt of attempts) {
      const given = responses.get(attempt.result_id) ?? [];
      expect(attempt.submitted_at === null).toBe(attempt.state === 'started');
      expect(attempt.released_at === null).toBe(attempt.state !== 'released');
      if (attempt.state === 'started') continue;
      let total = 0;
      for (const response of given) {
        const question = questions.get(response.question_id)!;
        const scored = score(question.key, question.points, response as Answer);
        // A teacher has scored the open answers of released work. All others wait.
        if (scored.points === null) {
          expect(response.points !== null).toBe(attempt.state === 'released');
          total += response.points ?? 0;
          continue;
        }
        total += scored.points;
        if (scored.points !== response.points) expect(response).toMatchObject(scored);
      }
      expect(attempt.state === 'submitted').toBe(attempt.state !== 'released' && given.some(({ points }) => points === null));
      expect(attempt.score).toBeCloseTo(total, 6);
      expect(attempt.receipt).toBe(receiptOf(given));
    }
    const open = await server.db.selectFrom('lesson_tracking').select(['started_at', 'updated_at', 'completed_at']).execute();
    for (const one of open) {
      expect(one.started_at).toBeLessThanOrEqual(one.updated_at);
      expect(one.updated_at).toBeLessThan(today.getTime());
    }
  });
  it('follows item response: able students score higher, hard questions are missed more, some discriminate', async () => {
    const rows = await server.db
      .selectFrom('response as r')
      .innerJoin('question as q', 'q.question_id', 'r.question_id')
      .innerJoin('attempt as a', (join) => join.onRef('a.district_id', '=', 'r.district_id').onRef('a.result_id', '=', 'r.result_id'))
      .select(['r.question_id', 'r.is_correct', 'q.difficulty', 'a.user_puid'])
      .where('r.is_correct', 'is not', null)
      .execute();
    const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
    const correlation = (pairs: [number, number][]) => {
      const [mx, my] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
      const sum = (f: (x: number, y: number) => number) => pairs.reduce((total, [x, y]) => total + f(x - mx, y - my), 0);
      return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
    };
    const items = [...Map.groupBy(rows, (row) => row.question_id).values()].filter((list) => list.length >= 60);
    expect(items.length).toBeGreaterThan(50);
    expect(correlation(items.map((list) => [list[0]!.difficulty, mean(list.map((row) => row.is_correct!))]))).toBeLessThan(-0.9);
    const ability = new Map(
      [...Map.groupBy(rows, (row) => row.user_puid)].map(([puid, list]) => [puid, mean(list.map((row) => row.is_correct!))]),
    );
    const discriminations = items.map((list) => correlation(list.map((row) => [ability.get(row.user_puid)!, row.is_correct!])));
    expect(mean(discriminations)).toBeGreaterThan(0.25);
    expect(mean([...ability.values()])).toBeGreaterThan(0.4);
    expect(mean([...ability.values()])).toBeLessThan(0.75);
  });
  it('has missing work and late work', async () => {
    const late = await server.db
      .selectFrom('lesson_tracking as t')
      .innerJoin('group_assignment as ga', (join) =>
        join.onRef('ga.group_assignment_id', '=', 't.group_assignment_id').onRef('ga.district_id', '=', 't.district_id'),
      )
      .select('t.tracking_id')
      .whereRef('t.completed_at', '>', 'ga.to_date')
      .execute();
    const done = await server.db.selectFrom('lesson_tracking').select('tracking_id').where('completed_at', 'is not', null).execute();
    expect(late.length / done.length).toBeGreaterThan(0.02);
    expect(late.length / done.length).toBeLessThan(0.2);
  });
  it('is not made over another', async () => {
    await expect(makeSampleSchool(server.ports, { today })).rejects.toThrow(/holds a school already/);
  });
});

describe('making it again', () => {
  it('makes the same from the same seed and day, and another from another', async () => {
    const make = async (seed: number, day: Date) => {
      const server = await testServer();
      await makeSampleSchool(server.ports, { today: day, seed });
      return digest(server);
    };
    expect(await make(seed, new Date(today.getTime() + 3_600_000))).toBe(made);
    expect(await make(2, today)).not.toBe(made);
    expect(await make(seed, new Date(today.getTime() + days(1)))).not.toBe(made);
  });
  it('works in every season, and with one unit', async () => {
    const { sampleFiles } = await import('../../server/sample/files.ts');
    const matter = new Map(
      [...sampleFiles()].filter(([name]) => !name.startsWith('courses/') || /^courses\/middle-school-science\/(course|matter)/.test(name)),
    );
    for (const day of ['2030-01-02', '2030-03-10', '2030-07-04', '2030-08-20', '2030-12-25']) {
      const server = await testServer();
      await makeSampleSchool(server.ports, { today: new Date(`${day}T18:00:00Z`), files: matter });
      server.clock.now = Date.parse(`${day}T18:00:00Z`);
      const maya = await server.signIn('maya');
      const { assignments } = await maya.ok(calls.studentDashboard, { user_puid: maya.user.userPuid });
      expect(assignments.map((one) => one.state).sort()).toEqual(['completed', 'inProgress', 'notStarted']);
    }
  });
  it('makes larger schools', async () => {
    const server = await testServer();
    await makeSampleSchool(server.ports, { today, students: 1200 });
    const students = await tenant(server.db, 1001).selectFrom('app_user').select('user_puid').where('role_id', '=', 1).execute();
    expect(students).toHaveLength(1200);
    expect((await server.db.selectFrom('attempt').select('result_id').limit(5000).execute()).length).toBe(5000);
  });
});
