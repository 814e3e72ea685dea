import { scoreOf, type Work } from '../../reports/classWork.ts';

/** A student's work on an assignment as reports on a class send it. */
export const workOnWire = (work: Work) => ({
  state: work.state,
  percentage_completed: work.percentage_completed,
  time_spent: work.time_spent,
  score: scoreOf([work]),
  is_waiting: work.waiting.size > 0,
  is_late: work.is_late,
  is_missing: work.is_missing,
});
