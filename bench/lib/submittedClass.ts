import type { Kysely } from 'kysely';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';

interface SubmittedClass {
  /** Id of the class, of its assignment, and before those of its students. */
  base: number;
  size: number;
  district_id: number;
  teacher: number;
  lesson_id: number;
  quiz_id: number;
  questions: readonly number[];
  score: number;
}

/** Adds a class that has submitted a quiz. Returns its students; their attempts have the same ids. */
export async function addSubmittedClass(db: Kysely<Database>, made: SubmittedClass): Promise<number[]> {
  const { base, size, district_id, lesson_id, quiz_id, questions, score } = made;
  const maya = await db.selectFrom('app_user').selectAll().where('user_name', '=', 'maya').executeTakeFirstOrThrow();
  const group = await db.selectFrom('class_group').selectAll().where('district_id', '=', district_id).limit(1).executeTakeFirstOrThrow();
  const ids = { district_id, assignment_id: base, group_assignment_id: base };
  await insertAll(db, 'class_group', [{ ...group, group_puid: base, name: `Bench ${size}`, sourced_id: null }]);
  await insertAll(db, 'assignment', [
    { district_id, assignment_id: base, assigned_by_puid: made.teacher, assignment_no: base, lesson_id, created_at: 1 },
  ]);
  await insertAll(db, 'group_assignment', [
    { ...ids, lesson_id, group_puid: base, from_date: 1, category: 1, is_individual: 0, created_at: 1 },
  ]);
  const students = Array.from({ length: size }, (_, at) => base + 100 + at);
  const named = (puid: number) => ({ user_name: `bench${puid}`, user_key: `bench${puid}` });
  await insertAll(
    db,
    'app_user',
    students.map((user_puid) => ({ ...maya, user_puid, ...named(user_puid), email: null, sourced_id: null })),
  );
  await insertAll(
    db,
    'enrollment',
    students.map((user_puid) => ({ district_id, group_puid: base, user_puid, role: 'student' as const, active: 1 })),
  );
  const layout = JSON.stringify({ questions, options: {} });
  await insertAll(
    db,
    'attempt',
    students.map((user_puid) => ({
      ...{ ...ids, result_id: user_puid, user_puid, quiz_id, lesson_id, resource_tracking_id: 1 },
      ...{ state: 'submitted' as const, started_at: 1, submitted_at: 2, time_spent: 60, score, max_score: questions.length, layout },
    })),
  );
  return students;
}

/** A quiz of the catalog, one question and one lesson, of which a bench makes its own. */
export async function rowsToCopy(db: Kysely<Database>, district_id: number, quiz_id: number | null) {
  const quiz = await db.selectFrom('quiz').selectAll().where('quiz_id', '=', Number(quiz_id)).executeTakeFirstOrThrow();
  const question = await db.selectFrom('question').selectAll().limit(1).executeTakeFirstOrThrow();
  const lesson = await db.selectFrom('lesson').selectAll().where('district_id', '=', district_id).limit(1).executeTakeFirstOrThrow();
  return { quiz, question, lesson };
}
