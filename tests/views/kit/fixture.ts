import { calls } from '../../../contract/index.ts';
import { m } from '../../../src/paraglide/messages.js';
import { ids, quiz_id, resourceIds } from '../../server/fixtureSchool.ts';
import { days, type TestClient, type TestServer } from '../../server/testServer.ts';

/** Assigns a lesson of the fixture to one of tess's classes, from yesterday for about a week. */
export async function assignTo({ signIn, clock }: TestServer, lesson_id: number, group_puid: number = ids.class) {
  const tess = await signIn('tess');
  const instant = (time: number) => new Date(time).toISOString();
  return tess.ok(calls.assign, {
    lesson_id,
    group_puid,
    assignment_no: 1,
    assignment_details: JSON.stringify({ from_date: instant(clock.now - days(1)), to_date: instant(clock.now + days(7)) }),
  });
}

/** Removes all resources from a lesson except the given ones. */
export async function keepResources({ db }: TestServer, lesson_id: number, slugs: readonly (keyof ReturnType<typeof resourceIds>)[]) {
  const kept = slugs.map((slug) => resourceIds(lesson_id)[slug]);
  const out = db.deleteFrom('lesson_resource').where('lesson_id', '=', lesson_id);
  await (kept.length > 0 ? out.where('lesson_resource_id', 'not in', kept) : out).execute();
}

/** Finishes every resource of an assigned lesson, in order, as the student would. */
export async function finishLesson(student: TestClient, assigned: Awaited<ReturnType<typeof assignTo>>) {
  const named = { user_puid: student.user.userPuid, lesson_id: assigned.lesson_id, assignment_id: assigned.assignment_id };
  const { lesson_resources } = await student.ok(calls.lessonPlayer, named);
  for (const resource of lesson_resources) {
    const lesson_tracking_id = await student.ok(calls.trackLesson, {
      ...named,
      time_spent: 60,
      tracking_id: 0,
      mode: 'update',
      group_assignment_id: assigned.group_assignment_id,
    });
    await student.ok(calls.trackResource, {
      ...named,
      time_spent: 30,
      percentage_completed: 100,
      previous_resource_id: 0,
      resource_id: resource.id,
      tracking_id: 0,
      lesson_tracking_id,
      resource_type_id: resource.resource_type_id,
    });
  }
}

/** Assigns a lesson with a quiz, in which ana has submitted one correct answer, and ben nothing. */
export async function handInQuiz(backend: TestServer, slugs: Parameters<typeof keepResources>[2] = ['reading', 'quiz']) {
  await keepResources(backend, ids.freeLesson, slugs);
  const assigned = await assignTo(backend, ids.freeLesson);
  const ana = await backend.signIn('ana');
  const { result_id, quiz_details } = await ana.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
  const question_id = quiz_details.questions[3]?.id ?? 0;
  const answer = { question_id, answer_id: null, answer_text: 'evaporation', time_spent: 7 };
  await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [answer] });
  return assigned;
}

/** The figures of ana's attempt after `handInQuiz`, as reports on one attempt show them. */
export const figuresHandedIn = {
  [m.reports_attempt()]: '1',
  Status: 'Graded',
  Score: m.student_score({ score: 1, max: 13 }),
  [m.reports_submitted_at()]: 'Tue, Jan 15, 9:00 AM',
  Time: '1 min',
};

/** The table of ana's answers after `handInQuiz`, as reports on one attempt show it. */
export const answersHandedIn = [
  [m.teacher_number(), 'Question', m.reports_answer(), m.reports_key(), m.reports_points(), 'Time'],
  ['1', 'A single_choice question', '–', 'steam', '–', '–'],
  ['2', 'A multiple_choice question', '–', 'gold; iron', '–', '–'],
  ['3', 'A true_false question', '–', 'False', '–', '–'],
  ['4', 'A short_text question', 'evaporation', 'Evaporation', '1 of 1', '7 s'],
  ['5', 'A numeric question', '–', '150 kPa', '–', '–'],
  ['6', 'A ordering question', '–', 'first → second → third', '–', '–'],
  ['7', 'A matching question', '–', 'Solid: rows; Gas: apart', '–', '–'],
  ['8', 'A label_diagram question', '–', '1: heart; 2: lung', '–', '–'],
];
