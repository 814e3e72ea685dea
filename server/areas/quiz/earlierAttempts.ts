import type { Db } from '../../kit/access.ts';

/** An attempt that a student may repeat: a quiz of an assignment. */
interface Whose {
  user_puid: number;
  group_assignment_id: number;
  quiz_id: number;
}

/** How often the quiz was reassigned to the student: the number of attempts that were put away for it. */
export async function earlierAttempts(db: Db, { user_puid, group_assignment_id, quiz_id }: Whose): Promise<number> {
  const { count } = await db
    .selectFrom('earlier_attempt')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_puid', '=', user_puid)
    .where('group_assignment_id', '=', group_assignment_id)
    .where('quiz_id', '=', quiz_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}
