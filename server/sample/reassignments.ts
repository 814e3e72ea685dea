import type { Row } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { hour, minute } from './schoolYear.ts';

/** How many of rivera's students took a quiz again. */
const students = 3;
/** Every third question had no answer the first time. */
const isSkipped = (at: number) => at % 3 === 2;

/** Attempts that rivera had taken again: students who skipped questions of a released quiz, and did better the second time. */
export async function makeReassignments({ db, newId }: TenantPorts, district_id: number): Promise<void> {
  const attempts = await db
    .selectFrom('attempt as a')
    .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'a.group_assignment_id')
    .innerJoin('assignment as s', 's.assignment_id', 'a.assignment_id')
    .innerJoin('app_user as u', 'u.user_puid', 's.assigned_by_puid')
    .selectAll('a')
    .select(['ga.group_puid', 'ga.from_date', 'u.user_puid as teacher_puid'])
    .where('u.user_key', '=', 'rivera')
    .where('a.state', '=', 'released')
    .where('a.is_late', '=', 0)
    .orderBy('ga.group_puid')
    .orderBy('a.started_at', 'desc')
    .orderBy('a.result_id')
    .execute();
  const [first] = attempts;
  const again = attempts
    .filter(
      ({ group_assignment_id, quiz_id, started_at, from_date }) =>
        group_assignment_id === first?.group_assignment_id && quiz_id === first.quiz_id && started_at - from_date > 2 * hour,
    )
    .slice(0, students);
  for (const attempt of again) {
    const { result_id, user_puid, group_assignment_id } = attempt;
    const given = await db.selectFrom('response').selectAll().where('result_id', '=', result_id).orderBy('question_id').execute();
    const earlier_id = newId();
    const responses = given.map((one, at): Row<'response'> => {
      const own = { ...one, result_id: earlier_id };
      return isSkipped(at) ? { ...own, answer_text: '', answer_id: null, is_correct: 0, points: 0 } : own;
    });
    const started_at = attempt.started_at - hour;
    const submitted_at = started_at + 12 * minute;
    const reassigned_at = submitted_at + 15 * minute;
    await insertAll(db, 'earlier_attempt', [
      {
        ...{ district_id, result_id: earlier_id, user_puid, quiz_id: attempt.quiz_id, group_assignment_id, attempt_no: 1 },
        ...{ state: 'graded' as const, started_at, submitted_at, is_late: 0, time_spent: (12 * minute) / 1000 },
        score: responses.reduce((sum, { points }) => sum + (points ?? 0), 0),
        ...{ max_score: attempt.max_score, layout: attempt.layout, responses: JSON.stringify(responses) },
        ...{ reassigned_by_puid: attempt.teacher_puid, reassigned_at, opens_at: reassigned_at, schoolyear: '' },
      },
    ]);
    // The lesson was begun before the first attempt.
    await db
      .updateTable('lesson_tracking')
      .set({ started_at: started_at - 10 * minute })
      .where('group_assignment_id', '=', group_assignment_id)
      .where('user_puid', '=', user_puid)
      .execute();
  }
}
