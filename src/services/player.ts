import type { PlayerLesson } from '../../contract/student.ts';
import { student } from '../../contract/student.ts';
import type { LessonPlayerInput, LessonTracking, ResourceTracking } from '../machines/lessonPlayer/lessonPlayerMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** The lesson player's calls (specification, section 7, Student). */
export const playerActors = (send: Send) => ({
  loadLesson: callActor<PlayerLesson, LessonPlayerInput>(({ input, signal }) =>
    send(student.lessonPlayer, { user_puid: input.userPuid, lesson_id: input.lessonId, assignment_id: input.assignmentId }, { signal }),
  ),
  trackLesson: callActor<number, LessonTracking>(({ input, signal }) =>
    send(
      student.trackLesson,
      {
        user_puid: input.userPuid,
        lesson_id: input.lessonId,
        assignment_id: input.assignmentId,
        time_spent: input.timeSpent,
        tracking_id: input.trackingId,
        mode: input.mode,
        group_assignment_id: input.groupAssignmentId,
      },
      { signal, quiet: true },
    ),
  ),
  trackResource: callActor<number, ResourceTracking>(({ input, signal }) =>
    send(
      student.trackResource,
      {
        user_puid: input.userPuid,
        time_spent: input.timeSpent,
        percentage_completed: input.percentage,
        previous_resource_id: input.previousResourceId,
        resource_id: input.resource.id,
        tracking_id: input.trackingId,
        lesson_tracking_id: input.lessonTrackingId,
        lesson_id: input.lessonId,
        resource_type_id: input.resource.resource_type_id,
        assignment_id: input.assignmentId,
        position: input.position,
      },
      { signal, quiet: true },
    ),
  ),
});
