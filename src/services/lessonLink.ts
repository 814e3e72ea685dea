import { lessonLink } from '../../contract/lessonLink.ts';
import { type PlayerLesson, player } from '../../contract/player.ts';
import type { AssignmentResponses, OpenedLesson } from '../machines/lessonLink/lessonLinkMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

const named = ({ userPuid, lessonId, assignmentId }: { userPuid: number } & OpenedLesson) => ({
  user_puid: userPuid,
  lesson_id: lessonId,
  assignment_id: assignmentId,
});

/** The calls of the `lessonLink` chart. */
export const lessonLinkActors = (send: Send) => ({
  assignFromLink: callActor<OpenedLesson, { userPuid: number; linkId: string }>(async ({ input, signal }) => {
    const assigned = await send(lessonLink.assignFromLessonUrl, { user_puid: input.userPuid, link_id: input.linkId }, { signal });
    return { lessonId: assigned.lesson_id, assignmentId: assigned.assignment_id };
  }),
  loadResponses: callActor<AssignmentResponses, { userPuid: number } & OpenedLesson>(({ input, signal }) =>
    send(player.assignmentResponses, named(input), { signal }),
  ),
  loadTracking: callActor<PlayerLesson, { userPuid: number } & OpenedLesson>(({ input, signal }) =>
    send(player.lessonPlayer, named(input), { signal }),
  ),
});
