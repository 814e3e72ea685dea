import { dayIn } from '../../common/day.ts';
import { endOfDay, startOfDay } from '../../common/zone.ts';
import { assigning, type UnassignNumbers } from '../../contract/assigning.ts';
import { assignments } from '../../contract/assignments.ts';
import type { AssignableGroup, AssignInput, AssignOrder } from '../machines/assigning/assignMachine.ts';
import type { AssignmentDatesInput } from '../machines/assigning/assignmentDatesMachine.ts';
import type { AssignDates } from '../machines/assigning/assignTargets.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** The first and the last instant of these days in the school's time zone, whatever the device's. */
export const instantsOf = ({ from, to }: AssignDates, timeZone: string) => ({
  from_date: startOfDay(from, timeZone).toISOString(),
  to_date: to === '' ? null : endOfDay(to, timeZone).toISOString(),
});

/** Calls of the assign dialog. */
export const assignActors = (send: Send) => ({
  loadGroups: callActor<AssignableGroup[], AssignInput>(({ input, signal }) =>
    send(assignments.classesForLesson, { user_puid: input.userPuid, lesson_id: input.lessonId }, { signal }),
  ),
  assignLesson: callActor<null, AssignOrder>(async ({ input, signal }) => {
    const { lessonId: lesson_id, category, targets, timeZone, isReadingOpen: readings_open } = input;
    const assignment_no = 1;
    const orders = targets.map(({ groupPuid: group_puid, userPuids, dates }) => ({
      group_puid,
      ...instantsOf(dates, timeZone),
      category,
      readings_open,
      ...(userPuids === null ? {} : { user_puids: userPuids }),
    }));
    const [first] = orders;
    if (first && orders.length === 1) {
      const { group_puid, ...details } = first;
      const assignment_details = JSON.stringify(details);
      await send(assignments.assign, { lesson_id, group_puid, assignment_no, assignment_details }, { signal }).catch((error) => {
        // A class that already has the lesson keeps it unchanged, so a retry has the same result as the first call.
        if ((error as { code?: number }).code !== 409) throw error;
      });
    } else await send(assigning.assignToClasses, { lesson_id, assignment_no, assignment_details: JSON.stringify(orders) }, { signal });
    return null;
  }),
});

const named = ({ groupAssignmentId: group_assignment_id, userPuids }: UnassignOrder) => ({
  group_assignment_id,
  ...(userPuids === null ? {} : { user_puids: userPuids }),
});

/** Calls of the question before a lesson is unassigned. */
/** An assignment to a class, or to some of its students. */
export interface UnassignOrder {
  groupAssignmentId: number;
  /** null for the whole class. */
  userPuids: number[] | null;
}

/** Counts the progress of the students who would lose a lesson. */
export const countStudents = (send: Send, order: UnassignOrder, signal: AbortSignal): Promise<UnassignNumbers> =>
  send(assigning.unassignNumbers, named(order), { signal });

/** Unassigns a lesson from a class or from students (specification, sections 4 and 7). */
export const unassignLesson = (send: Send, order: UnassignOrder, signal: AbortSignal): Promise<null> =>
  send(assigning.unassign, named(order), { signal });

/** The current dates of a class's assignment, as instants, and the school's time zone. */
export interface StandingDates {
  fromDate: string;
  toDate: string | null;
  timeZone: string;
}

/** The days of an assignment in the school's time zone. */
export const daysOf = ({ fromDate, toDate, timeZone }: StandingDates): AssignDates => ({
  from: dayIn(Date.parse(fromDate), timeZone),
  to: toDate === null ? '' : dayIn(Date.parse(toDate), timeZone),
});

/** The call of the dialog that changes dates. An unchanged day keeps its hour. */
export const assignmentDatesActors = (send: Send, standing: StandingDates) => ({
  saveDates: callActor<{ notified: number }, AssignmentDatesInput>(({ input, signal }) => {
    const before = daysOf(standing);
    const { from_date, to_date } = instantsOf(input.dates, standing.timeZone);
    return send(
      assigning.changeDates,
      {
        group_assignment_id: input.groupAssignmentId,
        from_date: input.dates.from === before.from ? standing.fromDate : from_date,
        to_date: input.dates.to === before.to ? standing.toDate : to_date,
        readings_open: input.isReadingOpen,
      },
      { signal },
    );
  }),
});
