import { assignments } from '../../contract/assignments.ts';
import type { AssignableGroup, AssignInput, AssignOrder } from '../machines/assign/assignMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';
import { endOfDay, startOfDay } from '../../common/zone.ts';

/** Calls of the assign dialog; the days are the school's, whatever the device's zone. */
export const assignActors = (send: Send) => ({
  loadGroups: callActor<AssignableGroup[], AssignInput>(({ input, signal }) =>
    send(assignments.classesForLesson, { user_puid: input.userPuid, lesson_id: input.lessonId }, { signal }),
  ),
  assignLesson: callActor<null, AssignOrder>(async ({ input, signal }) => {
    const assignment_details = JSON.stringify({
      from_date: startOfDay(input.dates.from, input.timeZone).toISOString(),
      to_date: input.dates.to === '' ? null : endOfDay(input.dates.to, input.timeZone).toISOString(),
      category: 1,
    });
    for (const group_puid of input.groupPuids) {
      await send(assignments.assign, { lesson_id: input.lessonId, group_puid, assignment_no: 1, assignment_details }, { signal }).catch(
        (error) => {
          // A class that has the lesson already stays as it is: a repeated order then ends where the first one would have.
          if ((error as { code?: number }).code !== 409) throw error;
        },
      );
    }
    return null;
  }),
});
