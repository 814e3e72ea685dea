import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Page } from 'playwright-core';
import { ResourceType } from '../../contract/content.ts';
import { Role } from '../../contract/kit.ts';
import { build, builtServer } from '../../scripts/build.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { autograde } from '../../server/areas/autograde.ts';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import type { UserContext } from '../../server/kit/handler.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { gradeQuestions } from '../../src/views/autograde/questions.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { counts, inWords } from '../lib/counts.ts';
import { type Measure, median, medianTime } from '../lib/report.ts';
import { inSampleSchool } from '../lib/sampleSchool.ts';
import { frameOfScrolling } from '../lib/scrolling.ts';
import { signIn } from '../lib/signIn.ts';
import { addSubmittedClass, rowsToCopy } from '../lib/submittedClass.ts';

const { students, few, questions, regraded, readings, looks } = counts.grading;
const quiz_id = 900_100_000;
const texts = ['It evaporates', 'it evaporates.', 'The water gets hot', 'It does not evaporate', 'idk', 'evaporacion del agua'];
const idea = { name: 'Evaporation', points: 1, ways: ['evapor*'] };

interface Place {
  district_id: number;
  user_puid: number;
}

/** What a student wrote, so long that lists show part of it. No two are alike. */
const essay = (student: number) =>
  `${texts[student % texts.length]} ${student}: ${'because the water gets warm and rises, '.repeat(student % 9)}`;

/** The quiz of a class that was made, by its place in the list. */
const quizOf = (place: number) => quiz_id + place * 1_000_000;

/**
 * Classes that have submitted a quiz of open answers, all waiting: one of the size that a teacher grades, one to regrade, and two whose
 * answers are all different, large and small.
 */
async function makeAnswers(db: Kysely<Database>): Promise<Place> {
  const { district_id, user_puid } = await db
    .selectFrom('app_user')
    .selectAll()
    .where('user_name', '=', 'rivera')
    .executeTakeFirstOrThrow();
  const item = await db
    .selectFrom('content_item')
    .selectAll()
    .where('item_type_id', '=', ResourceType.quiz)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { quiz, question, lesson } = await rowsToCopy(db, district_id, item.quiz_id);
  const answer_key = JSON.stringify({ kind: 'open', example: '', ideas: [idea] });
  const wrote = (student: number, question: number) => texts[(student * 7 + question) % texts.length] as string;
  for (const [place, size, asked, text] of [
    [0, students, questions, wrote],
    [1, regraded, 1, wrote],
    [2, students, 1, essay],
    [3, few, 1, essay],
  ] as const) {
    const base = quizOf(place);
    const all = Array.from({ length: asked }, (_, at) => base + 1 + at);
    await insertAll(db, 'content_item', [{ ...item, item_id: base, code: `bench/grading/${place}`, quiz_id: base }]);
    await insertAll(db, 'quiz', [{ ...quiz, quiz_id: base, item_id: base }]);
    await insertAll(
      db,
      'question',
      all.map((question_id, sort_order) => ({
        ...{ ...question, question_id, quiz_id: base, sort_order, question_type: 'short_text', points: 1, answer_key, unit: null },
        ...{ targets: '[]' },
      })),
    );
    const everyone = await addSubmittedClass(db, {
      base,
      size,
      district_id,
      teacher: user_puid,
      lesson_id: lesson.lesson_id,
      quiz_id: base,
      questions: all,
      score: 0,
    });
    await insertAll(db, 'enrollment', [{ district_id, group_puid: base, user_puid, role: 'teacher', active: 1 }]);
    for (let from = 0; from < size; from += 1_000)
      await insertAll(
        db,
        'response',
        everyone.slice(from, from + 1_000).flatMap((result_id, student) =>
          all.map((question_id, at) => ({
            ...{ district_id, result_id, question_id, answer_id: null, answer_text: text(from + student, at) },
            ...{ is_correct: null, points: null, time_spent: 5, sequence: 1, updated_at: 1 },
          })),
        ),
      );
  }
  return { district_id, user_puid };
}

/** Time until a teacher sees the first answer to a question, and per frame while scrolling through all, ms. */
async function look(page: Page, place: number): Promise<{ shown: number; frame: number }> {
  const began = performance.now();
  await page.goto(addressOf(gradeQuestions, quizOf(place), ResourceType.quiz));
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  const shown = performance.now() - began;
  return { shown, frame: await frameOfScrolling(page, '[role=listbox]') };
}

/** The screen with many answers, beside itself with few. */
async function measureScreen(file: string): Promise<Measure[]> {
  await build();
  const server = await spawnServer({ ORRERY_DATA: dirname(file) }, builtServer);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1366, height: 768 } });
    await signIn(page, '/', 'rivera');
    const seen: { shown: number; frame: number }[][] = [[], []];
    // The first visit of each loads the page's files and fills caches.
    for (let at = 0; at <= looks; at++)
      for (const [index, place] of [2, 3].entries()) {
        const one = await look(page, place);
        if (at > 0) seen[index]?.push(one);
      }
    const [many = [], small = []] = seen;
    const name = `${inWords(students)} different answers`;
    const figures = (of: 'shown' | 'frame') => ({
      ...{ unit: 'ms' as const, ours: median(many.map((one) => one[of])), floor: median(small.map((one) => one[of])) },
      goal: { atMost: 1.5 },
    });
    return [
      { name: `${name}: first one on the screen, beside ${few}`, ...figures('shown') },
      { name: `${name}: frame while scrolling, beside ${few}`, ...figures('frame') },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Grading a class, question by question, and a regrade of many responses against the bare statements that it comes down to. */
export const measureGrading = (): Promise<Measure[]> =>
  inSampleSchool(async (db, bare) => {
    const place = await makeAnswers(db);
    const { district_id, user_puid } = place;
    const ports = nodePorts({ db, signingKey: new Uint8Array(32) });
    const user = { ...place, role: Role.teacher, token_version: 1 };
    const context = { ports: inDistrict(ports, district_id), user } as unknown as UserContext & { user: never };
    const asked = (base: number, question_index: number) => ({ item_id: base, itemtype_id: ResourceType.quiz, question_index, user_puid });
    const responses = (question_index: number) =>
      autograde.questionResponses({ query: { ...asked(quiz_id, question_index), district_id }, body: {} }, context);
    const answers = `${inWords(students * questions)} answers of ${inWords(students)} students`;

    const first = await medianTime(readings, () => responses(0));
    const times: number[] = [];
    const heap = () => process.memoryUsage().heapUsed / 2 ** 20;
    const before = heap();
    let peak = before;
    for (let at = 0; at < questions; at++) {
      const began = performance.now();
      const groups = Map.groupBy(await responses(at), ({ same_as }) => same_as);
      for (const [same, group] of groups)
        await autograde.scoreResponses(
          {
            query: {},
            body: {
              ...{ ...asked(quiz_id, at), grading_key: `bench-${at}-${same}`, score: 1, user_feedback: '', feedback_translation: '' },
              ...{ feedback_language: null, place: null },
              responses: group.map(({ result_id }) => ({ result_id, seen_grade_id: null })),
            },
          },
          context,
        );
      times.push(performance.now() - began);
      peak = Math.max(peak, heap());
    }

    const base = quizOf(1);
    const wanted = { ...asked(base, 0), group_puids: [base], settings: {}, is_rule: true };
    const preview = await medianTime(1, () => autograde.previewRegrade({ query: {}, body: wanted }, context));
    const barePreview = await medianTime(1, () =>
      bare
        .prepare(`select a.result_id, u.user_puid, u.first_name, u.last_name, a.score, a.max_score, r.points, r.scored_by,
            instr(lower(r.answer_text), 'evapor') > 0 as next from attempt a
          join app_user u on u.district_id = a.district_id and u.user_puid = a.user_puid
          join response r on r.district_id = a.district_id and r.result_id = a.result_id
          where a.district_id = ? and a.group_assignment_id = ? order by u.last_name, u.first_name`)
        .all(district_id, base),
    );
    const regrade = await (async () => {
      const began = performance.now();
      await autograde.applyRegrade(
        { query: {}, body: { ...wanted, regrade_key: 'bench', seen_versions: [{ group_puid: base, version: 0 }] } },
        context,
      );
      return performance.now() - began;
    })();
    const bareRegrade = (() => {
      using writer = new DatabaseSync(bare.location() as string);
      writer.exec('pragma synchronous = full; pragma foreign_keys = on');
      const began = performance.now();
      writer.exec('begin');
      writer
        .prepare(`insert into regrade (district_id, regrade_id, quiz_id, question_id, user_puid, regrade_key, settings, applied_at)
          values (?, 1, ?, ?, ?, 'bare', '[]', 1)`)
        .run(district_id, base, base + 1, user_puid);
      // Of the students who have the assignment now, and no score that a person gave.
      writer
        .prepare(`insert into regrade_change select a.district_id, 1, a.result_id, r.points, instr(lower(r.answer_text), 'evapor') > 0,
            r.scored_by, 'rule', r.is_dropped, 0, a.max_score, a.max_score from group_assignment ga
          join enrollment e on e.district_id = ga.district_id and e.group_puid = ga.group_puid and e.role = 'student' and e.active = 1
          join app_user u on u.district_id = e.district_id and u.user_puid = e.user_puid and u.active = 1
          join attempt a on a.district_id = ga.district_id and a.group_assignment_id = ga.group_assignment_id
            and a.user_puid = e.user_puid and a.state <> 'started'
          join response r on r.district_id = a.district_id and r.result_id = a.result_id and r.question_id = ?
          where ga.district_id = ? and ga.group_assignment_id = ? and ga.unassigned_at is null and r.scored_by is not 'person'`)
        .run(base + 1, district_id, base);
      writer
        .prepare(`update response set points = c.points_after, is_correct = c.points_after, scored_by = 'rule' from regrade_change c
          where c.district_id = ? and c.regrade_id = 1 and response.district_id = c.district_id and response.result_id = c.result_id
            and response.question_id = ?`)
        .run(district_id, base + 1);
      writer
        .prepare(`update attempt set score = coalesce(score, 0) + c.points_after - coalesce(c.points_before, 0), max_score = c.max_after,
            state = case when state = 'submitted' and not exists (select 1 from response w where w.district_id = attempt.district_id
              and w.result_id = attempt.result_id and w.points is null) then 'graded' else state end from regrade_change c
          where c.district_id = ? and c.regrade_id = 1 and attempt.district_id = c.district_id and attempt.result_id = c.result_id`)
        .run(district_id);
      writer.exec('commit');
      return performance.now() - began;
    })();
    return [
      { name: `${answers}: first question opened`, unit: 'ms', ours: first, goal: { atMost: 100 } },
      { name: `${answers}: a question opened, grouped and graded`, unit: 'ms', ours: median(times), goal: { atMost: 500 } },
      { name: `${answers}: most memory above the beginning, garbage included`, unit: 'MB', ours: peak - before, goal: { atMost: 100 } },
      {
        name: `preview of a regrade of ${inWords(regraded)} responses`,
        unit: 'ms',
        ours: preview,
        floor: barePreview,
        goal: { atMost: 5 },
      },
      { name: `regrade of ${inWords(regraded)} responses`, unit: 'ms', ours: regrade, floor: bareRegrade, goal: { atMost: 1.5 } },
      ...(await measureScreen(bare.location() as string)),
    ];
  });
