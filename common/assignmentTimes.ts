/** When an assignment can be opened, and until when it is in time; ms since 1970. `to` null: no due date. */
export interface AssignmentTimes {
  from: number;
  to: number | null;
}

/** The first day has not begun. */
export const isUpcoming = ({ from }: Pick<AssignmentTimes, 'from'>, now: number): boolean => now < from;

/** The due date is over. What is not done can still be done, late. */
export const isOver = ({ to }: Pick<AssignmentTimes, 'to'>, now: number): boolean => to !== null && now > to;
