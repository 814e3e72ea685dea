import { content } from '../../../contract/content.ts';
import { type PlayerLesson, player } from '../../../contract/player.ts';
import type { CompletionCheck, LessonPlayerInput } from '../../machines/player/lessonPlayerMachine.ts';
import type { LessonTracking, ResourceTracking, Tracked } from '../../machines/player/lessonTracking.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';
import { type ConnectedApp, watchConnection } from '../kit/connection.ts';

/** The viewer, as `get_content` expects. */
export interface Reader {
  userPuid: number;
  roleId: number;
  districtId: number;
  stateId: number | null;
  /** Whether this tab was opened by `?server=proc`. */
  isProcUrl: boolean;
}

/** One catalog item wrapped in a lesson, for its preview. */
async function lessonOfItem(send: Send, id: number, reader: Reader, signal: AbortSignal): Promise<PlayerLesson> {
  const { item_details: item } = await send(content.getContent, { ...reader, id }, { signal });
  const { item_id, title, summary, minutes, quiz_id, is_learnosity_enabled, language_id } = item;
  return {
    lesson_id: 0,
    assignment_id: 0,
    group_assignment_id: 0,
    lesson_name: title,
    lesson_objective: summary,
    instructions: '',
    enforce_order: false,
    total_time: minutes,
    from_date: null,
    to_date: null,
    tracking_id: 0,
    time_spent: 0,
    last_resource_id: 0,
    lesson_resources: [
      {
        id: item_id,
        item_id,
        resource_type_id: item.item_type_id,
        title,
        summary,
        time: minutes,
        sort_order: 1,
        remarks: '',
        quiz_id,
        is_learnosity_enabled,
        is_handed_in: false,
        language_id,
        percentage_completed: 0,
        time_spent: 0,
        position: 0,
      },
    ],
  };
}

/** The lesson player's calls (specification, section 7, Student). */
export const playerActors = (send: Send, reader: Reader, { app, now }: { app: ConnectedApp; now: () => number }) => ({
  watchConnection: watchConnection(app),
  loadLesson: callActor<PlayerLesson, LessonPlayerInput>(({ input, signal }) =>
    input.itemId > 0
      ? lessonOfItem(send, input.itemId, reader, signal)
      : send(
          player.lessonPlayer,
          {
            user_puid: input.userPuid,
            lesson_id: input.lessonId,
            assignment_id: input.assignmentId,
            ...(input.groupAssignmentId > 0 ? { group_assignment_id: input.groupAssignmentId } : {}),
          },
          { signal },
        ),
  ),
  trackLesson: callActor<number, LessonTracking>(({ input, signal }) =>
    send(
      player.trackLesson,
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
  trackResource: callActor<Tracked, ResourceTracking>(async ({ input, signal }) => {
    const trackingId = await send(
      player.trackResource,
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
    );
    return { trackingId, at: now() };
  }),
  checkCompletion: callActor<boolean, CompletionCheck>(async ({ input: { resource, ...input }, signal }) => {
    const { is_completed } = await send(
      player.checkResourceCompletion,
      {
        user_puid: input.userPuid,
        resource_id: resource.id,
        lesson_id: input.lessonId,
        resource_type_id: resource.resource_type_id,
        quiz_id: resource.quiz_id ?? 0,
        isLearnosityEnabled: resource.is_learnosity_enabled,
        ...(input.groupAssignmentId > 0 ? { group_assignment_id: input.groupAssignmentId } : {}),
      },
      { signal, quiet: true },
    );
    return is_completed;
  }),
});
