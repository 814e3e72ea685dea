import type { Kysely } from 'kysely';
import { addDays, dayIn } from '../../common/day.ts';
import { Role } from '../../contract/kit.ts';
import { classReports } from '../../server/areas/classReports.ts';
import { reports } from '../../server/areas/reports.ts';
import { usageReports } from '../../server/areas/usageReports.ts';
import { countRows } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import type { UserContext } from '../../server/kit/handler.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, medianTime } from '../lib/report.ts';
import { inSampleSchool } from '../lib/sampleSchool.ts';
import { addSubmittedClass, rowsToCopy } from '../lib/submittedClass.ts';

const { students: sizes, analysed, readings, warmUp } = counts.report;
const questionCount = 50;
const lesson_id = 900_000_001;
const quiz_id = 900_000_002;

interface Place {
  district_id: number;
  user_puid: number;
}

/** A lesson with one quiz of 50 questions with four options each. */
async function makeQuiz(db: Kysely<Database>): Promise<Place> {
  const teacher = await db.selectFrom('app_user').selectAll().where('user_name', '=', 'rivera').executeTakeFirstOrThrow();
  const { district_id, user_puid } = teacher;
  const item = await db.selectFrom('content_item').selectAll().where('quiz_id', 'is not', null).limit(1).executeTakeFirstOrThrow();
  const { quiz, question, lesson } = await rowsToCopy(db, district_id, item.quiz_id);
  const all = Array.from({ length: questionCount }, (_, at) => at);
  await insertAll(db, 'content_item', [{ ...item, item_id: quiz_id, code: 'bench/report', quiz_id }]);
  await insertAll(db, 'quiz', [{ ...quiz, quiz_id, item_id: quiz_id }]);
  await insertAll(
    db,
    'question',
    all.map((at) => ({
      ...question,
      question_id: quiz_id + 100 + at,
      quiz_id,
      sort_order: at,
      question_type: 'single_choice',
      points: 1,
      answer_key: JSON.stringify({ kind: 'one', option: quiz_id + 1_000 + at * 4 }),
    })),
  );
  await insertAll(
    db,
    'question_option',
    all.flatMap((at) =>
      [0, 1, 2, 3].map((option) => ({
        option_id: quiz_id + 1_000 + at * 4 + option,
        question_id: quiz_id + 100 + at,
        sort_order: option,
        answer_text: `Option ${option}`,
        is_answer: option === 0 ? 1 : 0,
        misconception: null,
      })),
    ),
  );
  await insertAll(db, 'lesson', [{ ...lesson, lesson_id, owner_puid: user_puid }]);
  await insertAll(db, 'lesson_resource', [
    { district_id, lesson_id, lesson_resource_id: quiz_id, item_id: quiz_id, resource_type_id: 10, time: 10, sort_order: 1, remarks: '' },
  ]);
  return { district_id, user_puid };
}

/** A class of this size that has submitted the quiz. Returns its group_assignment_id. */
async function makeClass(db: Kysely<Database>, { district_id, user_puid: teacher }: Place, size: number): Promise<number> {
  const base = 910_000_000 + size * 10_000;
  const questions = Array.from({ length: questionCount }, (_, at) => quiz_id + 100 + at);
  const students = await addSubmittedClass(db, { base, size, district_id, teacher, lesson_id, quiz_id, questions, score: 25 });
  for (let from = 0; from < size; from += 500)
    await insertAll(
      db,
      'response',
      students.slice(from, from + 500).flatMap((result_id, student) =>
        questions.map((question_id, at) => {
          const option = (student * 7 + at * 3) % 4;
          return {
            ...{ district_id, result_id, question_id, answer_id: quiz_id + 1_000 + at * 4 + option, answer_text: '' },
            ...{ is_correct: option === 0 ? 1 : 0, points: option === 0 ? 1 : 0, time_spent: 5, sequence: 1, updated_at: 1 },
          };
        }),
      ),
    );
  return base;
}

const timed = (work: () => unknown) => medianTime(readings, work);

/**
 * Our time beside the bare one, after as many calls to warm up: a server runs for days, and its first calls, before the engine has compiled
 * them, take many times as long.
 */
async function beside(name: string, calls: number, ours: () => Promise<unknown>, bare: () => unknown, atMost: number): Promise<Measure> {
  for (let call = 0; call < calls; call++) {
    await ours();
    bare();
  }
  return { name, unit: 'ms', ours: await medianTime(calls, ours), floor: await medianTime(calls, bare), goal: { atMost } };
}

/** What every student of a class has done of each assignment, with points, lateness and what waits for points. */
const workBare = `with submitted as (
    select a.group_assignment_id, a.user_puid,
      sum(case when r.result_id is null then a.score end) as points,
      sum(case when r.result_id is null and a.score is not null then a.max_score end) as max_points,
      max(r.result_id is not null) as is_waiting,
      max(ga.to_date is not null and min(a.submitted_at, coalesce(a.ends_at, a.submitted_at)) > ga.to_date and not exists (
        select 1 from earlier_attempt ea where ea.district_id = a.district_id and ea.user_puid = a.user_puid
          and ea.group_assignment_id = a.group_assignment_id and ea.quiz_id = a.quiz_id and ea.opens_at >= ga.to_date)) as is_late
    from group_assignment ga
    join attempt a on a.district_id = ga.district_id and a.group_assignment_id = ga.group_assignment_id
    left join (select distinct r.district_id, r.result_id from response r
      where r.district_id = :district and r.points is null and r.is_dropped = 0) r
      on a.state <> 'started' and r.district_id = a.district_id and r.result_id = a.result_id
    where ga.district_id = :district and ga.group_puid = :group group by 1, 2),
  work as (
    select ga.group_assignment_id, u.user_puid, u.user_name, u.student_number, u.first_name, u.last_name, ga.to_date,
      case when t.completed_at is not null then 'completed' when t.tracking_id is not null then 'inProgress' else 'notStarted' end as state,
      coalesce(t.time_spent, 0) as time_spent, s.points, s.max_points, coalesce(s.is_waiting, 0) as is_waiting,
      coalesce(s.is_late, 0) or (ga.to_date is not null and coalesce(t.completed_at, 0) > ga.to_date) as is_late,
      t.completed_at is null and ga.to_date is not null and ga.to_date < :now as is_missing,
      coalesce((select sum(rt.percentage_completed) from resource_tracking rt
        where rt.district_id = t.district_id and rt.tracking_id = t.tracking_id) /
        (select count(*) from lesson_resource lr where lr.district_id = ga.district_id and lr.lesson_id = ga.lesson_id), 0) as percentage_completed
    from enrollment e
    join app_user u on u.district_id = e.district_id and u.user_puid = e.user_puid and u.active = 1
    left join group_assignment ga on ga.district_id = e.district_id and ga.group_puid = e.group_puid and ga.unassigned_at is null
      and ga.from_date < :now and (ga.is_individual = 0 or exists (select 1 from assignee s where s.district_id = ga.district_id
        and s.group_assignment_id = ga.group_assignment_id and s.user_puid = e.user_puid))
    left join lesson_tracking t on t.district_id = e.district_id and t.group_assignment_id = ga.group_assignment_id
      and t.user_puid = e.user_puid
    left join submitted s on s.group_assignment_id = ga.group_assignment_id and s.user_puid = e.user_puid
    where e.district_id = :district and e.group_puid = :group and e.role = 'student' and e.active = 1)`;
/** The statements that a class's report comes down to: the class, its assignments, students with their work, and games. */
const classBare = [
  `select g.name, d.time_zone from class_group g join district d on d.district_id = g.district_id
    where g.district_id = :district and g.group_puid = :group and g.active = 1`,
  `${workBare} select work.group_assignment_id, l.lesson_name, ga.from_date, ga.to_date, count(*), sum(state = 'completed' and not work.is_late),
      sum(state = 'completed' and work.is_late), sum(is_missing), avg(percentage_completed), avg(100.0 * points / max_points),
      avg(case when state <> 'notStarted' then time_spent end) from work
    join group_assignment ga on ga.district_id = :district and ga.group_assignment_id = work.group_assignment_id
    join lesson l on l.district_id = ga.district_id and l.lesson_id = ga.lesson_id group by 1 order by ga.from_date desc`,
  `${workBare} select user_puid, user_name, student_number, first_name, last_name, count(group_assignment_id), sum(state = 'completed'),
      sum(is_late), sum(is_missing), sum(time_spent), round(100.0 * sum(points) / sum(max_points)),
      json_group_array(json_object('group_assignment_id', group_assignment_id, 'state', state, 'percentage_completed', percentage_completed,
        'time_spent', time_spent, 'score', round(100.0 * points / max_points), 'is_waiting', is_waiting, 'is_late', is_late,
        'is_missing', is_missing)) from work group by 1 order by last_name, first_name`,
  `select g.game_id, g.title, r.user_puid, r.points, r.max_points from game g
    join game_result r on r.district_id = g.district_id and r.game_id = g.game_id where g.district_id = :district and g.group_puid = :group`,
];

/** The attempts at the quiz with their totals, of students who have the assignment now. */
const attemptsBare = `select a.result_id, a.user_puid, g.school_id, coalesce(sum(r.points), 0) as total,
    count(r.question_id) - count(r.points) as waiting from group_assignment ga
  join class_group g on g.district_id = ga.district_id and g.group_puid = ga.group_puid and g.active = 1
  join enrollment e on e.district_id = ga.district_id and e.group_puid = ga.group_puid and e.role = 'student' and e.active = 1
  join app_user u on u.district_id = e.district_id and u.user_puid = e.user_puid and u.active = 1
  join attempt a on a.district_id = ga.district_id and a.group_assignment_id = ga.group_assignment_id and a.user_puid = e.user_puid
    and a.state <> 'started'
  left join response r on r.district_id = a.district_id and r.result_id = a.result_id and r.is_dropped = 0
  where ga.district_id = ?1 and ga.unassigned_at is null and a.quiz_id = ?2 group by a.result_id, a.user_puid, g.school_id`;
/** The statements that an item analysis comes down to: students, totals, answers by total, and schools. */
const analysisBare = [
  `select count(distinct user_puid) from (${attemptsBare})`,
  `select total, waiting, count(*) from (${attemptsBare}) group by 1, 2`,
  `select r.question_id, r.answer_id, r.points, r.is_correct, t.total, t.waiting, count(*) from (${attemptsBare}) t
    join response r on r.district_id = ?1 and r.result_id = t.result_id and r.is_dropped = 0 group by 1, 2, 3, 4, 5, 6`,
  `select school_id, count(distinct user_puid), avg(total) from (${attemptsBare}) where waiting = 0 group by 1`,
];

/** The report of a class with all its figures, against a bare read of the same answers. */
export const measureReport = (): Promise<Measure[]> =>
  inSampleSchool(async (db, bare) => {
    const measures: Measure[] = [];
    const place = await makeQuiz(db);
    const ports = nodePorts({ db, signingKey: new Uint8Array(32) });
    const user = { ...place, role: Role.districtAdministrator, token_version: 1 };
    const context = { ports: inDistrict(ports, user.district_id), user } as unknown as UserContext & { user: never };
    const read = bare.prepare(
      `select r.result_id, r.question_id, r.answer_text, r.answer_id, r.is_correct, r.points from response r
       join attempt a on a.district_id = r.district_id and a.result_id = r.result_id
       where a.district_id = ? and a.group_assignment_id = ? and a.state <> 'started'`,
    );
    const readClass = classBare.map((text) => {
      const statement = bare.prepare(text);
      statement.setAllowUnknownNamedParameters(true);
      return statement;
    });
    const today = dayIn(ports.now(), 'UTC');
    const period = { from_date: addDays(today, -90), to_date: today };
    for (const size of sizes) {
      const group_assignment_id = await makeClass(db, place, size);
      await countRows(db);
      const group_puid = group_assignment_id;
      const named = { district: place.district_id, group: group_puid, now: ports.now() };
      const calls = size === sizes[0] ? warmUp : readings;
      measures.push(
        await beside(
          `report of ${size} students × ${questionCount} questions`,
          calls,
          () => reports.quizStatistics({ query: { group_assignment_id }, body: {} }, context),
          () => read.all(place.district_id, group_assignment_id),
          8,
        ),
        await beside(
          `class report of ${size} students`,
          calls,
          () => classReports.classReport({ query: { group_puid, ...period }, body: {} }, context),
          () => readClass.map((statement) => statement.all(named)),
          1.5,
        ),
      );
    }
    await makeClass(db, place, analysed);
    await countRows(db);
    const statements = analysisBare.map((text) => bare.prepare(text));
    const query = { level: 'district' as const, quiz_assessment_id: quiz_id };
    measures.push({
      name: `item analysis of ${inWords((analysed + sizes[0] + sizes[1]) * questionCount)} responses`,
      unit: 'ms',
      ours: await timed(() => usageReports.itemAnalysis({ query, body: {} }, context)),
      floor: await timed(() => statements.map((one) => one.all(place.district_id, quiz_id))),
      goal: { atMost: 1.5 },
    });
    return measures;
  });
