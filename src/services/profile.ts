import { account } from '../../contract/account.ts';
import { profile, type UserDetail } from '../../contract/profile.ts';
import { type Photo, shell } from '../../contract/shell.ts';
import type { PasswordChange } from '../machines/profile/changePasswordMachine.ts';
import type { FeedbackEntry } from '../machines/profile/feedbackMachine.ts';
import type { DetailEntry, Picture, Profile } from '../machines/profile/profileMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { redrawn } from './kit/redrawn.ts';

/** Edge of an uploaded photo, in pixels: three times the largest circle on screen. */
const edge = 256;

/** The center of a picture as a small JPEG. */
const smallPicture = (file: Blob): Promise<Blob> =>
  redrawn(
    file,
    ({ width, height }) => {
      const side = Math.min(width, height);
      return { width: edge, height: edge, from: [(width - side) / 2, (height - side) / 2, side, side] };
    },
    { type: 'image/jpeg', quality: 0.85 },
  );

/** The calls of the `profile` chart. */
export const profileActors = (send: Send, user_puid: number) => ({
  loadProfile: callActor<Profile>(async ({ signal }) => {
    const [detail, photo] = await Promise.all([
      send(profile.userDetail, { user_puid }, { signal }),
      send(shell.userPhoto, { user_puid }, { signal }),
    ]);
    return { detail, photo };
  }),
  saveDetails: callActor<UserDetail, DetailEntry | null>(({ input, signal }) =>
    send(
      profile.updateUserDetail,
      {
        user_puid,
        first_name: input?.first_name ?? '',
        last_name: input?.last_name ?? '',
        email: input?.email.trim() || null,
        ...(input?.current_password ? { current_password: input.current_password } : {}),
      },
      { signal },
    ),
  ),
  savePhoto: callActor<Photo, Picture | null>(async ({ input, signal }) => {
    const picture = await smallPicture((input as Picture).file);
    return send(profile.uploadUserPhoto, { user_puid, photo: new File([picture], 'photo') }, { signal });
  }),
  removePhoto: callActor<null>(({ signal }) => send(profile.removeUserPhoto, { user_puid }, { signal })),
});

/** The call of the `changePassword` chart. */
export const changePasswordActors = (send: Send, user_puid: number) => ({
  changePassword: callActor<null, PasswordChange | null>(({ input, signal }) =>
    send(account.changePassword, { user_puid, current_password: input?.current ?? '', password: input?.password ?? '' }, { signal }),
  ),
});

/** The call of the `feedback` chart. */
export const feedbackActors = (send: Send, user_puid: number) => ({
  sendFeedback: callActor<unknown, FeedbackEntry | null>(({ input, signal }) => {
    const entry = input as FeedbackEntry;
    const feedback_text = entry.text.trim();
    if (entry.kind === 'adoption') return send(profile.adoptionFeedback, { user_puid, rating: entry.rating, feedback_text }, { signal });
    if (entry.kind === 'training')
      return send(
        profile.scheduleRequest,
        {
          user_puid,
          school_id: entry.schoolId,
          grade_levels: JSON.stringify(entry.grades),
          primary_use: JSON.stringify(entry.uses),
          preferred_date: entry.from,
          note: feedback_text,
        },
        { signal },
      );
    return send(
      profile.insertFeedback,
      { user_puid, category: entry.category, feedback_text, ...(entry.file ? { feedback_file: entry.file } : {}) },
      { signal },
    );
  }),
});
