import { expressionBuilder } from 'kysely';
import type { Database, Row } from '../../db/schema.ts';

/**
 * Due date of an attempt as an expression on the table `attempt`: ms since 1970, null if the assignment has none. A quiz reassigned after
 * the due date cannot be late again.
 */
export const dueDate = expressionBuilder<Database, 'attempt'>()
  .selectFrom('group_assignment as due_ga')
  .select('due_ga.to_date')
  .whereRef('due_ga.group_assignment_id', '=', 'attempt.group_assignment_id')
  .where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('earlier_attempt as due_ea')
          .select('due_ea.result_id')
          .whereRef('due_ea.user_puid', '=', 'attempt.user_puid')
          .whereRef('due_ea.group_assignment_id', '=', 'attempt.group_assignment_id')
          .whereRef('due_ea.quiz_id', '=', 'attempt.quiz_id')
          .whereRef('due_ea.opens_at', '>=', 'due_ga.to_date'),
      ),
    ),
  );

/** An attempt with its current due date. When a teacher moves the date, late marks move with it. */
export type DatedAttempt = Row<'attempt'> & { due_date: number | null };

/** Whether work was handed in after its due date. Work that ran out of time counts from that moment, whenever the server closed it. */
export const isPastDue = (
  { submitted_at, ends_at = null }: { submitted_at: number | null; ends_at?: number | null },
  due_date: number | null,
): boolean => due_date !== null && submitted_at !== null && Math.min(submitted_at, ends_at ?? submitted_at) > due_date;
