import type { GroupAssignment } from '../../../contract/assignments.ts';

/** Filters of the assignment list; the tiles of the start page count the same kinds. */
export const assignmentKinds = ['all', 'running', 'working', 'finished', 'toRelease'] as const;
export type AssignmentKind = (typeof assignmentKinds)[number];

const isRunning = ({ from_date, to_date }: GroupAssignment, now: number) =>
  Date.parse(from_date) <= now && (to_date === null || Date.parse(to_date) >= now);

/** Whether an assignment is of a kind at an instant (ms). */
export function isOfKind(kind: AssignmentKind, one: GroupAssignment, now: number): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'running':
      return isRunning(one, now);
    case 'working':
      return isRunning(one, now) && one.in_progress > 0;
    case 'finished':
      return isRunning(one, now) && one.completed > 0;
    case 'toRelease':
      return one.submitted > 0 && !one.released;
  }
}
