import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { oddMarks } from '../views/kit/oddMarks.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { firstMeasure, makeMeasuredClass, measures } from './measuredClass.ts';
import { odd } from './oddClass.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
// Nothing here changes the school.
beforeAll(async () => {
  [server, tess] = await schoolServer('tess');
  await makeMeasuredClass(server, oddMarks);
});

const period = { from_date: '2029-10-01', to_date: '2030-01-15' };
const inClass = { group_puid: ids.class, ...period };
const ofGroup = { ...inClass, level: 'group' as const };
const ofStudent = (student_puid: number) => ({ ...inClass, level: 'student' as const, student_puid });
const lastOf = { user_puid: 1027 };

describe('progress monitoring and standards', () => {
  it('are seen by whoever sees the class, and by nobody else', async () => {
    const own = await tess.ok(calls.progressMonitoring, ofGroup);
    for (const name of ['sue', 'dan', 'pam', 'max']) {
      const client = await server.signIn(name);
      expect(await client.ok(calls.progressMonitoring, ofGroup)).toEqual(own);
      await client.ok(calls.standardsOfClass, inClass);
      await client.ok(calls.itemsOfStudent, { ...inClass, student_puid: ids.ana });
    }
    for (const name of ['tom', 'sid', 'ted', 'dora']) {
      const client = await server.signIn(name);
      expectFailure(await client.call(calls.progressMonitoring, ofGroup), 404);
      expectFailure(await client.call(calls.progressMonitoring, ofStudent(ids.ana)), 404);
      expectFailure(await client.call(calls.standardsOfClass, inClass), 404);
      expectFailure(await client.call(calls.itemsOfStudent, { ...inClass, student_puid: ids.ana }), 404);
    }
  });

  it.each([
    ['left the class', odd.left],
    ['was deactivated', odd.deactivated],
    ['is in another class', ids.cal],
  ])('do not know a student who %s', async (_, student_puid) => {
    expectFailure(await tess.call(calls.progressMonitoring, ofStudent(student_puid)), 404);
    expectFailure(await tess.call(calls.itemsOfStudent, { ...inClass, student_puid }), 404);
    const { students } = await tess.ok(calls.progressMonitoring, ofGroup);
    expect(students.map(({ user_puid }) => user_puid)).not.toContain(student_puid);
    const standards = await tess.ok(calls.standardsOfClass, inClass);
    expect(standards.students.map(({ user_puid }) => user_puid)).not.toContain(student_puid);
  });

  it('need to be told which student', async () =>
    expectFailure(await tess.call(calls.progressMonitoring, { ...inClass, level: 'student' }), 404));

  it('hold for a class without students', async () => {
    const empty = { ...period, group_puid: odd.emptyClass };
    expect(await tess.ok(calls.progressMonitoring, { ...empty, level: 'group' })).toMatchObject({
      ...{ measures: [], students: [], standards: [], class_trend: null },
    });
    expect(await tess.ok(calls.standardsOfClass, empty)).toMatchObject({ choices: [], standards: [], students: [] });
  });

  it('refuse a period that ends before it begins', async () => {
    for (const call of [calls.standardsOfClass, calls.itemsOfStudent])
      expectFailure(await tess.call(call, { ...inClass, student_puid: ids.ana, to_date: '2029-01-01' }), 400);
    expectFailure(await tess.call(calls.progressMonitoring, { ...ofGroup, to_date: '2029-01-01' }), 400);
  });
});

describe('progress monitoring of a class', () => {
  it('gives mean and quartiles of each assessment with enough results, oldest first', async () => {
    const { measures: found, class_trend } = await tess.ok(calls.progressMonitoring, ofGroup);
    const due = found.findIndex((one) => one.kind === 'quiz' && one.group_assignment_id === odd.due);
    expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted());
    // Eight weeks, what was due, given again and not yet done, and what ben alone has a score in.
    expect(found).toHaveLength(measures + 2);
    // Points of 13 in the first week: 2, 12, and 6, 9, 8, 7, 6, 9, 8, 7.
    expect(found[0]).toMatchObject({ students: 10, mean: 57, lower: 48, median: 58, upper: 67, score: null });
    // Ana 13, ben 2, and the eight others; neither who left nor who was deactivated.
    expect(found[due]).toMatchObject({ students: 10, title: 'quiz' });
    expect(found.at(-1)).toMatchObject({ group_assignment_id: odd.unscored, students: 1, mean: null, lower: null, median: null });
    // What one student has is not the class's mean.
    expect(class_trend?.results).toBe(measures + 1);
  });

  it('leaves out a result that waits for a point, and who has no result at all', async () => {
    const { measures: found, students } = await tess.ok(calls.progressMonitoring, ofGroup);
    expect(found.find((one) => one.kind === 'quiz' && one.group_assignment_id === firstMeasure + measures - 1)?.students).toBe(9);
    const of = (user_puid: number) => students.find((student) => student.user_puid === user_puid);
    expect(of(lastOf.user_puid)?.results).toBe(measures);
    expect(of(odd.moved)).toMatchObject({ results: 0, mean: null, latest: null, trend: null, gain: null });
    expect(of(odd.long)).toMatchObject({ results: 2, latest: 54, trend: null, gain: null });
  });

  it('tells who grows, by how much, and against the class', async () => {
    const { students } = await tess.ok(calls.progressMonitoring, ofGroup);
    const [ana, ben] = [ids.ana, ids.ben].map((puid) => students.find(({ user_puid }) => user_puid === puid));
    expect(ana?.trend?.lower).toBeGreaterThan(8);
    expect(ana?.gain?.lower).toBeGreaterThan(8);
    expect(ben?.trend?.upper).toBeLessThan(0);
    expect(ben?.gain?.upper).toBeLessThan(0);
  });
});

describe('progress monitoring of one student', () => {
  it('says of the student what it says of them in the class, beside the class’s means', async () => {
    const [one, all] = [await tess.ok(calls.progressMonitoring, ofStudent(ids.ana)), await tess.ok(calls.progressMonitoring, ofGroup)];
    expect(one.students).toEqual(all.students.filter(({ user_puid }) => user_puid === ids.ana));
    expect(one.class_trend).toEqual(all.class_trend);
    expect(one.measures.map(({ score }) => score)).toEqual([15, 23, 38, 46, 62, 69, 85, 92, 100]);
    expect(one.measures[0]).toMatchObject({ mean: 57, line: { value: 14 } });
    // The line has an interval, widest at its ends.
    const reach = one.measures.map(({ line }) => (line?.upper ?? 0) - (line?.lower ?? 0));
    expect(reach[4]).toBeLessThan(reach[0] ?? 0);
  });

  it('shows no mean of fewer than five', async () => {
    const { measures: found } = await tess.ok(calls.progressMonitoring, ofStudent(ids.ben));
    expect(found.at(-1)).toMatchObject({ group_assignment_id: odd.unscored, score: 69, students: 1, mean: null, median: null });
  });
});

describe('standards', () => {
  it('count the points of every question that was given, skipped ones too', async () => {
    const report = await tess.ok(calls.standardsOfClass, { ...inClass, group_assignment_id: firstMeasure });
    expect(report.standards).toMatchObject([
      { standard: 'MS-LS1-1', items: 1, students: 10 },
      { standard: 'MS-PS1-4', items: 3, students: 10 },
      { standard: 'MS-PS3-3', items: 3, students: 10 },
    ]);
    const of = (user_puid: number) => report.students.find((student) => student.user_puid === user_puid)?.standards;
    // Two points: one in the first question, one of two in the second.
    expect(of(ids.ana)).toEqual([
      { standard: 'MS-LS1-1', items: 1, score: 0 },
      { standard: 'MS-PS1-4', items: 3, score: 50 },
      { standard: 'MS-PS3-3', items: 3, score: 25 },
    ]);
    expect(of(odd.moved)).toEqual([]);
    // Neither what nobody has done nor what has no score.
    expect(report.choices).toHaveLength(measures + 2);
    expect(report.choices.map((one) => one.group_assignment_id)).not.toContain(odd.again);
  });

  it('count a question given twice twice, and nothing of work in another class, before a reassignment or waiting for points', async () => {
    const { students } = await tess.ok(calls.standardsOfClass, inClass);
    const of = (user_puid: number) =>
      students.find((student) => student.user_puid === user_puid)?.standards.find(({ standard }) => standard === 'MS-PS1-4');
    expect(of(ids.ana)?.items).toBe(3 * (measures + 1));
    expect(of(lastOf.user_puid)?.items).toBe(3 * measures);
    expect(of(odd.moved)).toBeUndefined();
  });

  it('are the sum of the questions that they lead to', async () => {
    const { students, standards } = await tess.ok(calls.standardsOfClass, inClass);
    for (const user_puid of [ids.ana, ids.ben, lastOf.user_puid]) {
      const { items } = await tess.ok(calls.itemsOfStudent, { ...inClass, student_puid: user_puid });
      const cells = standards.map(({ standard }) => {
        const of = items.filter((item) => item.standards.includes(standard));
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
        const most = sum(of.map(({ question }) => question.points));
        return { standard, items: of.length, score: Math.round((100 * sum(of.map(({ points }) => points))) / most) };
      });
      expect(students.find((student) => student.user_puid === user_puid)?.standards).toEqual(cells);
    }
    const monitored = await tess.ok(calls.progressMonitoring, ofGroup);
    expect(monitored.standards.map(({ standard, class_score }) => [standard, class_score])).toEqual(
      standards.map(({ standard, score }) => [standard, score]),
    );
  });
});

it('lists the questions of a student with the answers, newest first', async () => {
  const report = await tess.ok(calls.itemsOfStudent, { ...inClass, student_puid: ids.ana, group_assignment_id: firstMeasure });
  expect(report.student.user_puid).toBe(ids.ana);
  expect(report.items).toHaveLength(8);
  expect(report.items[0]).toMatchObject({ quiz_id, points: 1, standards: ['MS-PS1-4'], answer: { answer_text: '' } });
  expect(report.items[2]).toMatchObject({ points: 0, answer: null });
  const all = await tess.ok(calls.itemsOfStudent, { ...inClass, student_puid: ids.ana });
  expect(all.items.map(({ submitted_at }) => submitted_at)).toEqual(
    all.items
      .map(({ submitted_at }) => submitted_at)
      .toSorted()
      .toReversed(),
  );
});
