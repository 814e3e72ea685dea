import { beforeEach, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { type InputOf, Role } from '../../contract/kit.ts';
import { answered, makeAnsweredQuiz, twelve } from './answeredQuiz.ts';
import { assessment_id, ids, quiz_id, schoolServer, videoQuiz_id } from './fixtureSchool.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let tom: TestClient;
let sue: TestClient;
let sid: TestClient;
let dan: TestClient;
let max: TestClient;
let dora: TestClient;

beforeEach(async () => {
  [server, tess, tom, sue, sid, dan, max, dora] = await schoolServer('tess', 'tom', 'sue', 'sid', 'dan', 'max', 'dora');
  await makeAnsweredQuiz(server);
});

type Asked = InputOf<typeof calls.itemAnalysis>;
const quiz = { quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz };
const analysis = (who: TestClient, level: Asked['level'], id?: number, more: Partial<Asked> = quiz) =>
  who.ok(calls.itemAnalysis, { level, ...(id === undefined ? {} : { id }), ...more });
const refused = (who: TestClient, level: Asked['level'], id?: number, more: Partial<Asked> = {}) =>
  who.call(calls.itemAnalysis, { level, ...(id === undefined ? {} : { id }), ...more });
const nothingOf = {
  ...{ answered: null, correct: null, facility: null, standard_error: null, discrimination: null, efficiency: null },
  ...{ effective_weight: null, options: [], flags: [] },
};

describe('figures', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['', async () => undefined],
    [
      ', with answers that wait for their points',
      // A written answer of the two best and of the student who was given fewer questions.
      () =>
        server.db
          .updateTable('response')
          .set({ points: null, is_correct: null })
          .where('answer_text', 'in', ['Evaporation', 'rain 10'])
          .execute(),
    ],
  ])('counted in the database are those of the class, calculated student by student%s', async (waits, prepare) => {
    await prepare();
    const all = await tess.ok(calls.quizStatistics, { group_assignment_id: answered.assignment });
    const statistics = all.find((one) => one.quiz_id === quiz_id);
    const { quiz: figures, items } = await analysis(tess, 'group', ids.class);
    expect(figures).toMatchObject({ students: 12, submissions: 12, max_score: statistics?.max_score, is_small: false });
    for (const name of ['mean', 'sd', 'alpha'] as const) expect(figures?.[name]).toBeCloseTo(statistics?.[name] ?? Number.NaN, 9);
    expect(items).toHaveLength(8);
    for (const [at, item] of items.entries()) {
      const other = statistics?.items[at];
      expect(item).toMatchObject({ asked: other?.asked, answered: other?.answered, correct: other?.correct });
      for (const name of ['facility', 'discrimination', 'efficiency'] as const)
        if (other?.[name] === null) expect(item[name]).toBeNull();
        else expect(item[name]).toBeCloseTo(other?.[name] ?? Number.NaN, 9);
      expect(item.options.map(({ answer_text, count }) => [answer_text, count])).toEqual(
        other?.options.map(({ answer_text, count }) => [answer_text, count]),
      );
    }
    expect(items.map(({ asked }) => asked)).toEqual([12, 12, 12, 12, 11, 11, 11, 11]);
    expect(items.map((item) => item.answered)).toEqual([12, 12, 12, 12, 11, 4, 0, 0]);
    // Of the fourth question, the two right answers, unless they wait.
    expect([items[3]?.facility, items[3]?.correct]).toEqual(waits ? [0, 0] : [2 / 12, 2]);
    expect(items.reduce((sum, { effective_weight }) => sum + (effective_weight ?? 0), 0)).toBeCloseTo(1, 9);
  });

  it('leave out submissions with an answer that waits for its points wherever totals count', async () => {
    const before = await analysis(tess, 'group', ids.class);
    await server.db.updateTable('response').set({ points: null, is_correct: null }).where('answer_text', '=', 'Evaporation').execute();
    const { people, quiz: figures } = await analysis(tess, 'group', ids.class);
    expect(people.map(({ score }) => score)).toEqual(
      before.people.map(({ user_puid, score }) => (twelve.slice(0, 2).includes(user_puid) ? null : score)),
    );
    const scored = people.flatMap(({ score }) => (score === null ? [] : [score]));
    expect(scored).toHaveLength(10);
    expect(figures?.mean).toBeCloseTo(scored.reduce((sum, score) => sum + score, 0) / 10, 9);
    expect((await analysis(dan, 'district')).parts[0]).toMatchObject({ students: 12, mean: expect.closeTo(figures?.mean ?? 0, 9) });
    expect((await analysis(tess, 'student', ids.ana)).people).toEqual([expect.objectContaining({ score: null })]);
    // Four left with all their points: a mean would point at them.
    await server.db
      .updateTable('response')
      .set({ points: null })
      .where(
        'answer_text',
        'in',
        [3, 4, 5, 6, 7, 8].map((at) => `rain ${at}`),
      )
      .execute();
    const few = await analysis(dan, 'district');
    expect(few.parts[0]).toMatchObject({ students: 12, mean: null });
    expect((await analysis(tess, 'group', ids.class)).quiz).toMatchObject({ is_small: false, mean: null, sd: null, alpha: null });
    expect((await analysis(tess, 'group', ids.class)).items[3]).toMatchObject({ asked: 12, facility: null });
  });

  it('say what to check', async () => {
    const { items } = await analysis(tess, 'group', ids.class);
    expect(items.map(({ flags }) => flags.map(({ flag, option }) => [flag, option]))).toEqual([
      [
        ['key', 0],
        ['negative', null],
      ],
      [],
      [['easy', null]],
      [['hard', null]],
      expect.anything(),
      expect.anything(),
      ...[7, 8].map(() => [
        ['hard', null],
        ['skipped', null],
      ]),
    ]);
    expect(items[0]?.options[0]).toMatchObject({
      answer_text: 'ice',
      misconception: 'MISCONCEPTION ice',
      count: 8,
      upper: 1,
      lower: expect.closeTo(0.4),
    });
  });

  it('are of the days asked for, in the school’s time zone', async () => {
    const on = (from_date: string, to_date: string) => analysis(tess, 'group', ids.class, { ...quiz, from_date, to_date });
    // Submitted on January 13 at 9:00 in Chicago.
    expect((await on('2030-01-13', '2030-01-13')).quiz?.students).toBe(12);
    expect((await on('2030-01-11', '2030-01-11')).quiz).toMatchObject({ students: 0, title: 'quiz' });
    expect((await on('2030-01-14', '2030-01-15')).quizzes).toEqual([]);
    expectFailure(await refused(tess, 'group', ids.class, { from_date: '2030-01-13', to_date: '2030-01-12' }), 400);
  });

  it('are of the quiz that most took, unless another is asked for', async () => {
    const { quizzes, quiz: first } = await analysis(tess, 'group', ids.class, {});
    expect(quizzes.map(({ quiz_id, students }) => [quiz_id, students])).toEqual([
      [quiz_id, 12],
      [assessment_id, 6],
    ]);
    expect(first?.quiz_id).toBe(quiz_id);
    const other = await analysis(tess, 'group', ids.class, { quiz_assessment_id: assessment_id });
    expect(other.quiz).toMatchObject({ quiz_id: assessment_id, item_type_id: ResourceType.assessment, students: 6 });
    // Enough for a correlation, not for groups.
    expect(other.items[0]?.options.map(({ count, upper }) => [count, upper])).toEqual([
      [0, null],
      [3, null],
      [0, null],
    ]);
    expectFailure(await refused(tess, 'group', ids.class, { quiz_assessment_id: 4711 }), 404);
    expectFailure(await refused(tess, 'group', ids.class, { quiz_assessment_id: quiz_id, item_type_id: ResourceType.reading }), 404);
  });

  it('are of a quiz before a check, and show no groups of a check’s only question', async () => {
    const { db } = server;
    const [check] = await db.selectFrom('question').selectAll().where('quiz_id', '=', videoQuiz_id).execute();
    const layout = JSON.stringify({ questions: [check?.question_id], options: {} });
    await db.updateTable('attempt').set({ quiz_id: videoQuiz_id, layout }).where('quiz_id', '=', quiz_id).execute();
    const { quizzes } = await analysis(tess, 'group', ids.class, {});
    expect(quizzes.map((one) => [one.quiz_id, one.students])).toEqual([
      [assessment_id, 6],
      [videoQuiz_id, 12],
    ]);
    const { items, quiz: figures } = await analysis(tess, 'group', ids.class, { quiz_assessment_id: videoQuiz_id });
    expect(figures).toMatchObject({ students: 12, alpha: null });
    expect(items[0]?.options.map(({ upper, middle, lower }) => [upper, middle, lower])).toEqual(Array(3).fill([null, null, null]));
  });

  it('of nobody are none', async () => {
    const { group_puid, ...rest } = await server.db
      .selectFrom('class_group')
      .selectAll()
      .where('group_puid', '=', ids.class)
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('class_group')
      .values({ ...rest, group_puid: group_puid + 500 })
      .execute();
    expect(await analysis(sue, 'group', group_puid + 500, {})).toMatchObject({ quizzes: [], quiz: null, items: [], parts: [], people: [] });
  });
});

describe('levels', () => {
  it('add up: class, school, district, state', async () => {
    const students = async (who: TestClient, level: Asked['level'], id?: number) => {
      const { items, quiz } = await analysis(who, level, id);
      return [quiz?.students, items[0]?.options[0]?.count, items[0]?.correct];
    };
    expect(await students(tess, 'group', ids.class)).toEqual([12, 8, 4]);
    expect(await students(sue, 'school', ids.school)).toEqual([12, 8, 4]);
    expect(await students(sue, 'school')).toEqual([12, 8, 4]);
    expect(await students(dan, 'district', ids.district)).toEqual([15, 10, 5]);
    expect(await students(max, 'state', 48)).toEqual([15, 10, 5]);
    await server.db.updateTable('district').set({ state_id: 48 }).where('district_id', '=', ids.otherDistrict).execute();
    expect(await students(max, 'state')).toEqual([15, 10, 5]);
  });

  it('count the other districts of the state', async () => {
    const before = await analysis(max, 'state', 48);
    // District 2 joins the state, with tom's class moved into it whole.
    const { db } = server;
    await db.updateTable('district').set({ state_id: 48 }).where('district_id', '=', ids.otherDistrict).execute();
    const answers = await db.selectFrom('attempt').selectAll().where('group_assignment_id', '=', answered.fewAssignment).execute();
    const rows = await db
      .selectFrom('response')
      .selectAll()
      .where(
        'result_id',
        'in',
        answers.map(({ result_id }) => result_id),
      )
      .execute();
    const moved = { district_id: ids.otherDistrict };
    const given = await db.selectFrom('group_assignment').selectAll().where('group_assignment_id', '=', answered.fewAssignment).execute();
    const assignment = await db.selectFrom('assignment').selectAll().where('assignment_id', '=', answered.fewAssignment).execute();
    await db
      .insertInto('assignment')
      .values(assignment.map((row) => ({ ...row, ...moved, lesson_id: ids.foreignLesson })))
      .execute();
    await db
      .insertInto('group_assignment')
      .values(given.map((row) => ({ ...row, ...moved, lesson_id: ids.foreignLesson, group_puid: ids.foreignClass })))
      .execute();
    await db
      .insertInto('attempt')
      .values(answers.slice(0, 1).map((row) => ({ ...row, ...moved, user_puid: ids.zoe, lesson_id: ids.foreignLesson })))
      .execute();
    await db
      .insertInto('response')
      .values(rows.filter(({ result_id }) => result_id === answers[0]?.result_id).map((row) => ({ ...row, ...moved })))
      .execute();
    const after = await analysis(max, 'state', 48);
    expect(after.quiz?.students).toBe((before.quiz?.students ?? 0) + 1);
    expect(after).toMatchObject({ name: 'Texas', within: [], parts: [], people: [] });
    expect(JSON.stringify(after)).not.toMatch(/North|South|Hill|Lake|Coast|Science 6|Person|Abbott/);
    // The district's own figures are as they were.
    expect((await analysis(dan, 'district')).quiz?.students).toBe(15);
  });

  it('name their parts, and what contains them if the reader may open it', async () => {
    const district = await analysis(dan, 'district');
    expect(district.parts).toEqual([
      { level: 'school', id: ids.school, name: 'Hill', students: 12, mean: expect.any(Number) },
      { level: 'school', id: ids.otherSchool, name: 'Lake', students: 3, mean: null },
    ]);
    const school = await analysis(dan, 'school', ids.school);
    expect(school.within).toEqual([{ level: 'district', id: ids.district, name: 'North' }]);
    expect(school.parts).toEqual([{ level: 'group', id: ids.class, name: 'Science 6, Period 2', students: 12, mean: expect.any(Number) }]);
    expect((await analysis(sue, 'school')).within).toEqual([]);
    expect((await analysis(tess, 'group', ids.class)).within).toEqual([]);
    expect((await analysis(sue, 'group', ids.class)).within).toEqual([{ level: 'school', id: ids.school, name: 'Hill' }]);
    const { people, quiz: figures } = await analysis(tess, 'group', ids.class);
    expect(people.map(({ last_name }) => last_name).slice(0, 3)).toEqual(['Abbott', 'Brandt', 'Castro']);
    expect(people.reduce((sum, { score }) => sum + (score ?? 0), 0) / 12).toBeCloseTo(figures?.mean ?? Number.NaN, 9);
  });

  it('of a student compare the answers with the others who had the assignment', async () => {
    const { name, items, people, quizzes, within } = await analysis(tess, 'student', ids.ana);
    expect(name).toBe('Person, ana');
    expect(within).toEqual([{ level: 'group', id: ids.class, name: 'Science 6, Period 2' }]);
    expect(quizzes.map(({ students }) => students)).toEqual([1, 1]);
    expect(people).toEqual([{ user_puid: ids.ana, first_name: 'ana', last_name: 'Person', score: 8 }]);
    expect(items[0]).toMatchObject({ asked: 12, correct: 4, own: { is_correct: false, points: 0 } });
    expect(items[3]?.own).toMatchObject({ answer_text: 'Evaporation', is_correct: true });
    expect(items[3]?.question).toMatchObject({ correct_answer: 'Evaporation' });
    expect(items[7]).toMatchObject({ own: null, question: { question_type: 'label_diagram' } });
    // The key is for one student's answers alone.
    expect((await analysis(tess, 'group', ids.class)).items.map(({ question, own }) => [question, own])).toEqual(
      Array(8).fill([null, null]),
    );
  });
});

describe('small groups', () => {
  it('below five students have no figure that points at one of them', async () => {
    const { items, quiz: figures, people } = await analysis(tom, 'group', ids.otherClass);
    expect(figures).toMatchObject({ students: 3, is_small: true, mean: null, sd: null, alpha: null, standard_error: null });
    for (const item of items) expect(item).toMatchObject(nothingOf);
    expect(people.map(({ score }) => score)).toEqual([null, null, null]);
  });
  it('keep a student’s own answers, without the others’', async () => {
    const { items } = await analysis(tom, 'student', ids.cal);
    expect(items[0]).toMatchObject({ ...nothingOf, own: { points: 0 } });
  });
  it('are the questions that few were asked, too', async () => {
    const { db } = server;
    const questions = await db.selectFrom('question').select('question_id').where('quiz_id', '=', quiz_id).orderBy('sort_order').execute();
    const first = JSON.stringify({ questions: questions.slice(0, 2).map(({ question_id }) => question_id), options: {} });
    const attempts = await db
      .updateTable('attempt')
      .set({ layout: first })
      .where('user_puid', 'in', twelve.slice(4))
      .returning('result_id')
      .execute();
    await db
      .deleteFrom('response')
      .where(
        'result_id',
        'in',
        attempts.map(({ result_id }) => result_id),
      )
      .where(
        'question_id',
        'in',
        questions.slice(2).map(({ question_id }) => question_id),
      )
      .execute();
    const { items } = await analysis(tess, 'group', ids.class);
    expect(items[1]).toMatchObject({ asked: 12, answered: 12 });
    expect(items[2]).toMatchObject({ asked: 4, ...nothingOf });
  });
});

describe('readers', () => {
  it.each<[string, () => TestClient, Asked['level'], number | undefined, number]>([
    ['a teacher, of the school', () => tess, 'school', ids.school, 403],
    ['a teacher, of the district', () => tess, 'district', undefined, 403],
    ['a teacher, of another class', () => tess, 'group', ids.otherClass, 404],
    ['a teacher, of a student elsewhere', () => tess, 'student', ids.cal, 404],
    ['a teacher, of no class', () => tess, 'group', undefined, 404],
    ['a school administrator, of the district', () => sue, 'district', ids.district, 403],
    ['a school administrator, of another school', () => sue, 'school', ids.otherSchool, 404],
    ['a school administrator, of a class elsewhere', () => sid, 'group', ids.class, 404],
    ['a school administrator, of a student elsewhere', () => sid, 'student', ids.ana, 404],
    ['a district administrator, of the state', () => dan, 'state', 48, 403],
    ['a district administrator, of another district', () => dan, 'district', ids.otherDistrict, 404],
    ['a district administrator, of a school that is none', () => dan, 'school', 4711, 404],
    ['a super administrator, of a state without districts', () => max, 'state', 49, 404],
    ['another district, of the school', () => dora, 'school', ids.school, 404],
    ['another district, of the class', () => dora, 'group', ids.class, 404],
    ['another district, of the student', () => dora, 'student', ids.ana, 404],
    ['another district, of the district', () => dora, 'district', ids.district, 404],
  ])('%s: refused', async (_, who, level, id, code) => {
    expectFailure(await refused(who(), level, id), code);
  });
  it.each([Role.providerAdministrator, Role.superAdministrator])(
    'of the provider read every level of every district, whatever their own: role %d',
    async (role_id) => {
      const levels = [
        ['district', ids.district],
        ['school', ids.school],
        ['group', ids.class],
        ['student', ids.ana],
      ] as const;
      const seen = (who: TestClient) =>
        Promise.all(levels.map(async ([level, id]) => ({ ...(await analysis(who, level, id)), districts: [] })));
      const own = await seen(dan);
      await server.db.updateTable('app_user').set({ role_id }).where('user_puid', '=', ids.dora).execute();
      const provider = await server.signIn('dora');
      expect(await seen(provider)).toEqual(own);
      const { districts } = await analysis(provider, 'district', ids.district);
      expect(districts.map(({ district_id }) => district_id)).toEqual(expect.arrayContaining([ids.district, ids.otherDistrict]));
      expect((await analysis(dan, 'district')).districts).toEqual([]);
      expectFailure(await refused(provider, 'district', 4711), 404);
    },
  );
  it('in another district see nothing of this one', async () => {
    expect(await analysis(dora, 'district', undefined, {})).toMatchObject({ name: 'South', quizzes: [], quiz: null });
  });
  it('at the same time get the same', async () => {
    const both = () => [analysis(dan, 'district'), analysis(tess, 'group', ids.class), analysis(max, 'state', 48)];
    const [first, second] = await Promise.all([Promise.all(both()), Promise.all(both())]);
    expect(second).toEqual(first);
  });
});
