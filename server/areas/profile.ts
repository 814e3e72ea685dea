import { mostFeedbackBytes, mostPhotoBytes, type profile as profileCalls, type UserDetail } from '../../contract/profile.ts';
import type { NewRow } from '../db/schema.ts';
import { upsertAll } from '../db/upsert.ts';
import { placeOf } from '../kit/administered.ts';
import { writeAudit } from '../kit/audit.ts';
import { takeTries } from '../kit/failures.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { readPicture } from '../kit/pictures.ts';
import { checkPassword } from '../kit/reauthentication.ts';
import { activeUser, peopleInPlace } from '../kit/signIn.ts';
import { transact } from '../kit/transact.ts';
import { mailOf, readerOf } from '../mail/messages.ts';
import { gradesOf } from './grades.ts';
import { looksLike, tidyName } from './library/files.ts';

/** Longest edge of a stored photo, in pixels. */
const mostPixels = 2048;
/** Feedback and requests per person and 15 minutes. */
const mostMessages = 20;

async function detailOf({ ports, user }: UserContext): Promise<UserDetail> {
  const row = await peopleInPlace(ports.db)
    .select([
      'u.user_puid',
      'u.user_name',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.role_id as role',
      'u.grade',
      'u.password_hash',
      'd.name as district_name',
      's.name as school_name',
    ])
    .where('u.user_puid', '=', user.user_puid)
    .executeTakeFirstOrThrow();
  const { password_hash, ...detail } = row;
  return { ...detail, has_password: password_hash !== null };
}

/** Stores a message, with a rate limit per person. */
export async function keepFeedback(
  { ports, user }: UserContext,
  said: Pick<NewRow<'user_feedback'>, 'kind' | 'category' | 'rating' | 'feedback_text'>,
  file: MessageFile = { file_name: null, media_type: null, content: null },
): Promise<{ feedback_id: number }> {
  await countMessage({ ports, user });
  const feedback_id = ports.newId();
  const { district_id, user_puid } = user;
  await ports.db
    .insertInto('user_feedback')
    .values({ district_id, feedback_id, user_puid, created_at: ports.now(), ...said, ...file })
    .execute();
  return { feedback_id };
}

type MessageFile = Pick<NewRow<'user_feedback'>, 'file_name' | 'media_type' | 'content'>;
/** The file of a message, if it is not too large and of a known kind. */
export async function fileOfMessage(file: File): Promise<MessageFile> {
  if (file.size > mostFeedbackBytes) throw refuse('feedbackFileTooLarge', { kilobytes: mostFeedbackBytes / 1024 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { media, extension } = await looksLike(bytes, file.name);
  return { file_name: tidyName(file.name, extension), media_type: media, content: Buffer.from(bytes).toString('base64') };
}

async function countMessage({ ports, user }: Pick<UserContext, 'ports' | 'user'>): Promise<void> {
  const key = `feedback:${user.district_id}:${user.user_puid}`;
  await takeTries(ports, { key, most: mostMessages });
}

export const profile: HandlersOf<typeof profileCalls> = {
  userDetail: ({ query }, context) => {
    assertSelf(context.user, query.user_puid);
    return detailOf(context);
  },

  updateUserDetail: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const row = await activeUser(ports, user);
    if (!row) throw notFound('user');
    const { district_id, user_puid } = user;
    const { first_name, last_name, email } = body;
    const isOtherAddress = (email ?? '').toLowerCase() !== (row.email ?? '').toLowerCase();
    // Whoever controls the address receives password reset links.
    if (isOtherAddress && row.password_hash !== null) await checkPassword(context, row, body.current_password);
    await transact(ports.db, async (trx) => {
      await trx.updateTable('app_user').set({ first_name, last_name, email }).where('user_puid', '=', user_puid).execute();
      await writeAudit(ports, trx, {
        district_id,
        actor_puid: user_puid,
        action: 'profile.change',
        subject: `user ${user_puid}`,
        detail: { otherAddress: isOtherAddress },
      });
    });
    if (isOtherAddress && row.email !== null)
      await ports.mail
        .send({ recipient: row.email, kind: 'notice', district_id, account: user_puid }, async () =>
          mailOf('changedAddress', { name: row.first_name, at: ports.now() }, await readerOf(ports, row, context.request)),
        )
        .catch((error: unknown) => ports.report(error, 'telling the former address'));
    return detailOf(context);
  },

  uploadUserPhoto: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { photo } = await readPicture(body.photo, { bytes: mostPhotoBytes, pixels: mostPixels });
    const { district_id, user_puid } = user;
    await upsertAll(ports.db, 'user_photo', ['district_id', 'user_puid'], [{ district_id, user_puid, ...photo, updated_at: ports.now() }]);
    return photo;
  },

  removeUserPhoto: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    await ports.db.deleteFrom('user_photo').where('user_puid', '=', user.user_puid).execute();
    return null;
  },

  allSchools: async ({ query: { district_id, logged_in_user_puid: user_puid } }, context) => {
    const { db } = await placeOf(context, { user_puid, district_id });
    return db
      .selectFrom('school')
      .select(['school_id', 'name'])
      .where('closed_at', 'is', null)
      .orderBy('name')
      .orderBy('school_id')
      .execute();
  },

  allGrades: (_, { ports }) => gradesOf(ports.db),

  insertFeedback: async ({ body }, context) => {
    assertSelf(context.user, body.user_puid);
    const { category, feedback_text, feedback_file } = body;
    const said = { kind: 'feedback', category, rating: null, feedback_text } as const;
    return keepFeedback(context, said, feedback_file && (await fileOfMessage(feedback_file)));
  },

  adoptionFeedback: ({ body }, context) => {
    assertSelf(context.user, body.user_puid);
    return keepFeedback(context, { kind: 'adoption', category: null, rating: body.rating, feedback_text: body.feedback_text });
  },

  scheduleRequest: async ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.user_puid);
    const { district_id, user_puid } = user;
    const school = await ports.db.selectFrom('school').select('school_id').where('school_id', '=', body.school_id).executeTakeFirst();
    if (!school) throw notFound('school');
    if (body.grade_levels.length === 0 || body.primary_use.length === 0) throw refuse('trainingIncomplete', {}, { fields: [] });
    const known = new Set((await gradesOf(ports.db)).map(({ grade }) => grade));
    if (body.grade_levels.some((grade) => !known.has(grade))) throw refuse('gradeUnknown', {}, { fields: [] });
    await countMessage(context);
    const request_id = ports.newId();
    await ports.db
      .insertInto('schedule_request')
      .values({
        district_id,
        request_id,
        user_puid,
        school_id: school.school_id,
        grade_levels: JSON.stringify(body.grade_levels),
        primary_use: JSON.stringify(body.primary_use),
        preferred_date: body.preferred_date,
        note: body.note,
        created_at: ports.now(),
      })
      .execute();
    return { request_id };
  },
};
