/** When an assignment can be opened, and until when it is in time; ms since 1970. `to` null: no due date. */
export interface AssignmentTimes {
  from: number;
  to: number | null;
}

/** The first day has not begun. */
export const isUpcoming = ({ from }: Pick<AssignmentTimes, 'from'>, now: number): boolean => now < from;

/** A school year begins in July (0 = January): by then the year before is over in every district. */
const firstMonth = 6;

/** The calendar year in which the school year of an instant (ms since 1970) begins, in UTC. */
export const schoolYearOf = (instant: number): number => {
  const date = new Date(instant);
  return date.getUTCFullYear() - (date.getUTCMonth() < firstMonth ? 1 : 0);
};

/** It was due in a school year that is over. It stays in the list of all work and asks for nothing. */
export const isOfPastYear = ({ to }: Pick<AssignmentTimes, 'to'>, now: number): boolean =>
  to !== null && schoolYearOf(to) < schoolYearOf(now);

/** The due date is over. What is not done can still be done, late. */
export const isOver = ({ to }: Pick<AssignmentTimes, 'to'>, now: number): boolean => to !== null && now > to;
