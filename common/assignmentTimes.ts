/** When an assignment opens and when it is due; ms since 1970. `to` null: no due date. */
export interface AssignmentTimes {
  from: number;
  to: number | null;
}

/** Not open yet. */
export const isUpcoming = ({ from }: Pick<AssignmentTimes, 'from'>, now: number): boolean => now < from;

/** Start month of a school year, July (0 = January). By then the previous year is over in every district. */
const firstMonth = 6;

/** The calendar year in which the school year of an instant (ms since 1970) starts, in UTC. */
export const schoolYearOf = (instant: number): number => {
  const date = new Date(instant);
  return date.getUTCFullYear() - (date.getUTCMonth() < firstMonth ? 1 : 0);
};

/** Due in a past school year. It stays in the list of all work and requires nothing. */
export const isOfPastYear = ({ to }: Pick<AssignmentTimes, 'to'>, now: number): boolean =>
  to !== null && schoolYearOf(to) < schoolYearOf(now);

/** Past the due date. Unfinished work can still be done, late. */
export const isOver = ({ to }: Pick<AssignmentTimes, 'to'>, now: number): boolean => to !== null && now > to;
