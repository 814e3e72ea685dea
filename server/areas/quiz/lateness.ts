import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../db/schema.ts';

/**
 * When an attempt is due, for statements on the table `attempt`: ms since 1970, null where the assignment has no due date. Whoever got
 * the quiz once more after the due date cannot be late again.
 */
export const dueDate: RawBuilder<number | null> = sql`(
  select ga.to_date from group_assignment as ga
  where ga.district_id = attempt.district_id and ga.group_assignment_id = attempt.group_assignment_id
    and not exists (
      select 1 from earlier_attempt as ea
      where ea.district_id = attempt.district_id and ea.user_puid = attempt.user_puid
        and ea.group_assignment_id = attempt.group_assignment_id and ea.quiz_id = attempt.quiz_id and ea.opens_at >= ga.to_date
    )
)`;

/** An attempt with the due date that holds now: when a teacher moves the date, late marks move with it. */
export type DatedAttempt = Row<'attempt'> & { due_date: number | null };

/** Whether work was handed in after its due date. Work whose time ran out counts from that moment, whenever the server closed it. */
export const isPastDue = (
  { submitted_at, ends_at = null }: { submitted_at: number | null; ends_at?: number | null },
  due_date: number | null,
): boolean => due_date !== null && submitted_at !== null && Math.min(submitted_at, ends_at ?? submitted_at) > due_date;
