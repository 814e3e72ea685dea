import { endOfDay } from '../../common/zone.ts';
import { type LessonLink, lessonLink } from '../../contract/lessonLink.ts';
import { sharePermission, type shareRoles, sharing } from '../../contract/sharing.ts';
import type { LinkOrder } from '../machines/sharing/linkSharingMachine.ts';
import type { People, PeopleOrder, ShareOrder } from '../machines/sharing/shareMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** Calls of the dialog for lesson links. A link expires at the end of a school day. */
export const linkSharingActors = (send: Send) => ({
  findLink: callActor<LessonLink | null, { lessonId: number }>(({ input, signal }) =>
    send(lessonLink.lessonLinkId, { lesson_id: input.lessonId }, { signal }),
  ),
  makeLink: callActor<LessonLink, LinkOrder>(({ input, signal }) =>
    send(
      lessonLink.createLessonLink,
      {
        lesson_id: input.lessonId,
        end_date: input.isPerpetual ? null : endOfDay(input.day, input.timeZone).toISOString(),
        is_perpectual_expiry: input.isPerpetual,
        assignment_no: 1,
      },
      { signal },
    ),
  ),
  revokeLink: callActor<null, { linkId: string }>(({ input, signal }) =>
    send(lessonLink.revokeLessonLink, { link_id: input.linkId }, { signal }),
  ),
});

const shared = ({ userPuid, lessonId, userPuids }: ShareOrder) => ({
  lesson_id: lessonId,
  user_puid_list: userPuids,
  shared_by_puid: userPuid,
});

/** Calls of the dialog that shares with colleagues. */
export const shareActors = (send: Send) => ({
  findPeople: callActor<People, PeopleOrder>(({ input, signal }) =>
    send(
      sharing.sharedUsers,
      {
        lesson_id: input.lessonId,
        role_id: input.roleId as (typeof shareRoles)[number],
        shared_by_puid: input.userPuid,
        search: input.search,
      },
      { signal, quiet: true },
    ),
  ),
  shareLesson: callActor<null, ShareOrder>(({ input, signal }) =>
    send(sharing.shareLesson, { ...shared(input), permission: sharePermission }, { signal }),
  ),
  unshareLesson: callActor<null, ShareOrder>(({ input, signal }) => send(sharing.unshareLesson, shared(input), { signal })),
  makeLink: callActor<{ id: string }, { lessonId: number }>(({ input, signal }) =>
    send(sharing.createShareLink, { lesson_id: input.lessonId }, { signal }),
  ),
  revokeLink: callActor<null, { lessonId: number }>(({ input, signal }) =>
    send(sharing.revokeShareLink, { lesson_id: input.lessonId }, { signal }),
  ),
});

/** Shares the lesson of a colleague's link with the user who opens it (specification, section 7). */
export const shareFromLink = (send: Send, user_puid: number, id: string, signal: AbortSignal) =>
  send(sharing.shareLessonFromUrl, { user_puid, id }, { signal });
