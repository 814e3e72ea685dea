import { endOfDay, startOfDay } from '../../common/zone.ts';
import { assigning, type UnassignNumbers } from '../../contract/assigning.ts';
import { assignments } from '../../contract/assignments.ts';
import type { AssignableGroup, AssignDates, AssignInput, AssignOrder } from '../machines/assign/assignMachine.ts';
import type { UnassignOrder } from '../machines/assign/unassignMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** The first and the last instant of days at the school, whatever the device's zone. */
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
    const { lessonId: lesson_id, category, targets, timeZone } = input;
    const assignment_no = 1;
    const orders = targets.map(({ groupPuid: group_puid, userPuids, dates }) => ({
      group_puid,
      ...instantsOf(dates, timeZone),
      category,
      ...(userPuids === null ? {} : { user_puids: userPuids }),
    }));
    const [first] = orders;
    if (first && orders.length === 1) {
      const { group_puid, ...details } = first;
      const assignment_details = JSON.stringify(details);
      await send(assignments.assign, { lesson_id, group_puid, assignment_no, assignment_details }, { signal }).catch((error) => {
        // A class that has the lesson already stays as it is: a repeated order then ends where the first one would have.
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

/** Calls of the question before a lesson is taken from somebody. */
export const unassignActors = (send: Send) => ({
  countStudents: callActor<UnassignNumbers, UnassignOrder>(({ input, signal }) =>
    send(assigning.unassignNumbers, named(input), { signal }),
  ),
  unassignLesson: callActor<null, UnassignOrder>(({ input, signal }) => send(assigning.unassign, named(input), { signal })),
});
