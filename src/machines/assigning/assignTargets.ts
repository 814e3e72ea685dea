/** Dates as typed: YYYY-MM-DD in the school's time zone. An empty `to` means no due date. */
export interface AssignDates {
  from: string;
  to: string;
}

/** Whether there is a start date and the due date is not before it. */
export const isOrdered = ({ from, to }: AssignDates) => from !== '' && (to === '' || to >= from);

/** A class or group and its dates. With `userPuids`, only these students of it. */
export interface AssignTarget {
  groupPuid: number;
  userPuids: number[] | null;
  dates: AssignDates;
}

/** Who gets the lesson, and when. */
export interface Choice {
  /** Classes and groups that get the lesson as a whole. */
  chosen: number[];
  /** Students who get it individually, by class. */
  students: Record<number, number[]>;
  dates: AssignDates;
  /** Dates that differ from the common ones, by class. */
  ownDates: Record<number, AssignDates>;
}

/** Targets that Assign would send, one per class. */
export const targetsOf = ({ chosen, students, dates, ownDates }: Choice): AssignTarget[] => [
  ...chosen.map((groupPuid) => ({ groupPuid, userPuids: null, dates: ownDates[groupPuid] ?? dates })),
  ...Object.entries(students).map(([puid, userPuids]) => ({
    groupPuid: Number(puid),
    userPuids,
    dates: ownDates[Number(puid)] ?? dates,
  })),
];

const without = <Value>(record: Record<number, Value>, key: number): Record<number, Value> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => Number(one) !== key));
const toggled = (list: readonly number[], one: number) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

/** The choice after a whole class was selected or cleared. Individual students chosen in it are cleared. */
export const withGroup = ({ chosen, students }: Choice, groupPuid: number): Partial<Choice> => ({
  chosen: toggled(chosen, groupPuid),
  students: without(students, groupPuid),
});

/** The choice after a student was selected or cleared. Only the selected students of that class get the lesson. */
export const withStudent = ({ chosen, students }: Choice, groupPuid: number, userPuid: number): Partial<Choice> => {
  const next = toggled(students[groupPuid] ?? [], userPuid);
  const others = without(students, groupPuid);
  return {
    chosen: chosen.filter((puid) => puid !== groupPuid),
    students: next.length === 0 ? others : { ...others, [groupPuid]: next },
  };
};

/** The choice with separate dates for a class; null: the common ones. */
export const withOwnDates = ({ ownDates }: Choice, groupPuid: number, dates: AssignDates | null): Partial<Choice> => ({
  ownDates: dates === null ? without(ownDates, groupPuid) : { ...ownDates, [groupPuid]: dates },
});
