import { initialTransition, type SnapshotFrom } from 'xstate';
import type { StudentAssignment } from '../../../contract/student.ts';
import { assignmentVisibilityMachine, type VisibilityFacts } from '../../machines/assigning/assignmentVisibilityMachine.ts';

/** A snapshot of the `assignmentVisibility` chart. */
export type Visibility = SnapshotFrom<typeof assignmentVisibilityMachine>;

/** The chart's state for these facts. */
export const visibilityOf = (facts: VisibilityFacts): Visibility => initialTransition(assignmentVisibilityMachine, facts)[0];

/** The facts behind the student's card at an instant (ms). */
export const factsOf = (assignment: StudentAssignment, now: number): VisibilityFacts => ({
  from: Date.parse(assignment.from_date),
  to: assignment.to_date === null ? null : Date.parse(assignment.to_date),
  now,
  work: assignment.state === 'upcoming' ? 'notStarted' : assignment.state,
  isReleased: assignment.score !== null,
});
