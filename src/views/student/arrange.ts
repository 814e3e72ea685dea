import type { StudentAssignment } from '../../../contract/student.ts';

/** A student's assignments by urgency. */
export interface ArrangedWork {
  /** The assignment to do next. */
  next: StudentAssignment | null;
  overdue: StudentAssignment[];
  /** Open, nearest due date first, no due date last. */
  toDo: StudentAssignment[];
  upcoming: StudentAssignment[];
  /** Newest first. */
  done: StudentAssignment[];
}

const latest = '9999';
const byDue = (a: StudentAssignment, b: StudentAssignment) => (a.to_date ?? latest).localeCompare(b.to_date ?? latest);

/** Arranges assignments. Next comes the started one that is due first, then the one that is due first. */
export function arrange(assignments: readonly StudentAssignment[]): ArrangedWork {
  const open = assignments.filter(({ state }) => state === 'notStarted' || state === 'inProgress').sort(byDue);
  const next =
    open.find(({ state, is_overdue }) => state === 'inProgress' && !is_overdue) ??
    open.find(({ is_overdue }) => !is_overdue) ??
    open[0] ??
    null;
  const others = open.filter((assignment) => assignment !== next);
  return {
    next,
    overdue: others.filter(({ is_overdue }) => is_overdue),
    toDo: others.filter(({ is_overdue }) => !is_overdue),
    upcoming: assignments.filter(({ state }) => state === 'upcoming').sort((a, b) => a.from_date.localeCompare(b.from_date)),
    done: assignments
      .filter(({ state }) => state === 'completed')
      .sort((a, b) => (b.completed_at ?? '').localeCompare(a.completed_at ?? '')),
  };
}
