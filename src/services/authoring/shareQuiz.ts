import { authoring } from '../../../contract/authoring.ts';
import type { shareRoles } from '../../../contract/sharing.ts';
import type { People, PeopleOrder, ShareOrder } from '../../machines/sharing/shareMachine.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';
import { shareActors } from '../sharing.ts';

/** The calls of the `share` chart for a quiz, which has no link. */
export const shareQuizActors = (send: Send): ReturnType<typeof shareActors> => ({
  ...shareActors(send),
  findPeople: callActor<People, PeopleOrder>(({ input, signal }) =>
    send(
      authoring.quizColleagues,
      { item_id: input.lessonId, role_id: input.roleId as (typeof shareRoles)[number], search: input.search },
      { signal, quiet: true },
    ),
  ),
  shareLesson: callActor<null, ShareOrder>(({ input, signal }) =>
    send(authoring.shareQuiz, { item_id: input.lessonId, user_puid_list: input.userPuids }, { signal }),
  ),
  unshareLesson: callActor<null, ShareOrder>(({ input, signal }) =>
    send(authoring.unshareQuiz, { item_id: input.lessonId, user_puid_list: input.userPuids }, { signal }),
  ),
});
