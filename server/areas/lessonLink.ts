import type { LessonLink, lessonLink as lessonLinkCalls } from '../../contract/lessonLink.ts';
import type { Row } from '../db/schema.ts';
import { assigned, type Db, iso, isoOrNull, usableLesson } from '../kit/access.ts';
import { auditLearning } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { assertNoGuest } from '../kit/lessonScope.ts';
import { localTime } from '../kit/localTime.ts';
import type { Ports } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { openToJoiners } from './assigning/joiners.ts';

/** 128 random bits, so a link cannot be guessed. */
export const newLinkId = ({ randomBytes }: Pick<Ports, 'randomBytes'>): string => Buffer.from(randomBytes(16)).toString('base64url');

const inWords = (link: Row<'lesson_link'>): LessonLink => ({
  link_id: link.link_id,
  lesson_id: link.lesson_id,
  end_date: isoOrNull(link.end_date),
  is_perpectual_expiry: link.is_perpectual_expiry === 1,
  assignment_no: link.assignment_no,
  created_at: iso(link.created_at),
});

/** The teacher's own unrevoked links to a lesson, newest first. */
const ownLinks = (db: Db, user: TokenUser, lesson_id: number) =>
  db
    .selectFrom('lesson_link')
    .selectAll()
    .where('lesson_id', '=', lesson_id)
    .where('created_by', '=', user.user_puid)
    .orderBy('created_at', 'desc')
    .orderBy('link_id');

const revoke = (db: Db, user: TokenUser, now: number) =>
  db.updateTable('lesson_link').set({ revoked_at: now }).where('created_by', '=', user.user_puid).where('revoked_at', 'is', null);

export const lessonLink: HandlersOf<typeof lessonLinkCalls> = {
  assignFromLessonUrl: async ({ query, body }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    assertNoGuest(user);
    const now = ports.now();
    return transact(ports.db, async (trx) => {
      const link = await trx
        .selectFrom('lesson_link as k')
        .innerJoin('lesson as l', 'l.lesson_id', 'k.lesson_id')
        .selectAll('k')
        .select('l.deleted_at')
        .where('k.link_id', '=', body.link_id)
        .executeTakeFirst();
      if (!link) throw notFound('lessonLink');
      const { lesson_id, assignment_id, group_puid } = link;
      // A student who already has the lesson continues with it, even if the link or the teacher's lesson is gone.
      const own = await assigned(trx)
        .select('ga.assignment_id')
        .where('e.user_puid', '=', user.user_puid)
        .where('ga.lesson_id', '=', lesson_id)
        .where('ga.assignment_id', '=', assignment_id)
        .limit(1)
        .executeTakeFirst();
      if (own) return { lesson_id, assignment_id };
      if (link.deleted_at !== null) throw notFound('lessonLink');
      if (link.revoked_at !== null) throw refuse('lessonLinkRevoked');
      if (link.end_date !== null && link.end_date <= now) throw refuse('lessonLinkExpired');
      await trx
        .insertInto('enrollment')
        .values({
          district_id: user.district_id,
          group_puid,
          user_puid: user.user_puid,
          role: 'student',
          sourced_id: null,
          active: 1,
          borrowed: 1,
        })
        .onConflict((conflict) => conflict.columns(['district_id', 'group_puid', 'user_puid']).doUpdateSet({ active: 1, listed_in: null }))
        .execute();
      return { lesson_id, assignment_id };
    });
  },

  lessonLinkId: async ({ body }, { ports, user }) => {
    const lesson = await usableLesson(ports.db, user, body.lesson_id);
    const link = await ownLinks(ports.db, user, lesson.lesson_id)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>', ports.now())]))
      .executeTakeFirst();
    return link ? inWords(link) : null;
  },

  createLessonLink: async ({ body }, { ports, user }) => {
    const now = ports.now();
    const end_date = body.is_perpectual_expiry || body.end_date === null ? null : Date.parse(body.end_date);
    if (!body.is_perpectual_expiry && end_date === null)
      throw refuse('linkEndMissing', {}, { fields: [fieldReason('end_date', 'missing')] });
    if (end_date !== null && end_date <= now) throw refuse('endInPast', {}, { fields: [fieldReason('end_date', 'inPast')] });
    return transact(ports.db, async (trx) => {
      const { lesson_id } = await usableLesson(trx, user, body.lesson_id);
      const known = await ownLinks(trx, user, lesson_id).executeTakeFirst();
      const { assignment_id, group_puid } =
        known ??
        (await openToJoiners(
          trx,
          ports,
          { district_id: user.district_id, user_puid: user.user_puid, lesson_id, expires_at: end_date },
          'with link',
        ));
      await revoke(trx, user, now).where('lesson_id', '=', lesson_id).execute();
      if (known)
        await trx
          .updateTable('group_assignment')
          .set({ to_date: end_date, unassigned_at: null })
          .where('assignment_id', '=', assignment_id)
          .where('group_puid', '=', group_puid)
          .execute();
      const link: Row<'lesson_link'> = {
        district_id: user.district_id,
        link_id: newLinkId(ports),
        lesson_id,
        assignment_id,
        group_puid,
        end_date,
        is_perpectual_expiry: body.is_perpectual_expiry ? 1 : 0,
        assignment_no: body.assignment_no,
        created_by: user.user_puid,
        created_at: now,
        revoked_at: null,
      };
      await trx.insertInto('lesson_link').values(link).execute();
      await auditLearning(ports, trx, user, {
        action: 'assignment.link',
        subject: `lesson ${lesson_id}`,
        detail: { facts: { due: await localTime(trx, end_date) } },
      });
      return inWords(link);
    });
  },

  revokeLessonLink: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const revoked = await revoke(trx, user, ports.now()).where('link_id', '=', body.link_id).returning('lesson_id').executeTakeFirst();
      if (!revoked) throw notFound('lessonLink');
      await auditLearning(ports, trx, user, { action: 'assignment.unlink', subject: `lesson ${revoked.lesson_id}` });
      return null;
    }),
};
