import { sql } from 'kysely';
import { mostShared, type SharedUser, sharePermission, shareRoles, type sharing as sharingCalls } from '../../contract/sharing.ts';
import type { Db } from '../kit/access.ts';
import { auditLearning } from '../kit/audit.ts';
import { assertSelf, type HandlersOf, notFound } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { newLinkId } from './lessonLink.ts';
import { ownLesson } from './workspace/lessons.ts';

/** Staff of the district that the user can share with: everyone else. */
export const colleagues = (db: Db, user: TokenUser) =>
  db.selectFrom('app_user as u').where('u.active', '=', 1).where('u.role_id', 'in', shareRoles).where('u.user_puid', '<>', user.user_puid);

const liveLink = (db: Db, lesson_id: number) =>
  db
    .selectFrom('share_link')
    .select('share_id')
    .where('lesson_id', '=', lesson_id)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('share_id')
    .executeTakeFirst();

const share = (db: Db, lesson: { district_id: number; lesson_id: number }, user_puids: readonly number[], by: number, now: number) =>
  db
    .insertInto('lesson_share')
    .values(
      user_puids.map((user_puid) => ({
        district_id: lesson.district_id,
        lesson_id: lesson.lesson_id,
        user_puid,
        shared_by_puid: by,
        permission: sharePermission,
        shared_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['district_id', 'lesson_id', 'user_puid']).doNothing())
    .execute();

/** Staff by role and name with whom the user can share something; those who have it (`shared`) come first. */
export async function staffToShareWith(
  db: Db,
  user: TokenUser,
  { role_id, search }: { role_id: (typeof shareRoles)[number]; search: string },
  shared: ReadonlySet<number>,
): Promise<{ users: SharedUser[]; total: number }> {
  let found = colleagues(db, user).where('u.role_id', '=', role_id);
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    found = found.where((eb) =>
      eb.or(
        (['u.first_name', 'u.last_name', 'u.user_name'] as const).map((column) =>
          eb(sql`lower(${eb.ref(column)})`, 'like', sql`${pattern} escape '\\'`),
        ),
      ),
    );
  }
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('school as s', 's.school_id', 'u.school_id')
    .select(['u.user_puid', 'u.first_name', 'u.last_name', 'u.role_id', 's.name as school_name'])
    .orderBy((eb) =>
      eb
        .case()
        .when('u.user_puid', 'in', shared.size === 0 ? [0] : [...shared])
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.user_puid')
    .limit(mostShared)
    .execute();
  return { users: rows.map((row) => ({ ...row, is_shared: shared.has(row.user_puid) })), total: Number(count) };
}

export const sharing: HandlersOf<typeof sharingCalls> = {
  sharedUsers: async ({ body }, { ports, user }) => {
    assertSelf(user, body.shared_by_puid);
    const { db } = ports;
    const { lesson_id } = await ownLesson(db, user, body.lesson_id);
    const shares = await db.selectFrom('lesson_share').select('user_puid').where('lesson_id', '=', lesson_id).execute();
    return staffToShareWith(db, user, body, new Set(shares.map(({ user_puid }) => user_puid)));
  },

  shareLesson: async ({ body }, { ports, user }) => {
    assertSelf(user, body.shared_by_puid);
    return transact(ports.db, async (trx) => {
      const lesson = await ownLesson(trx, user, body.lesson_id);
      const wanted = [...new Set(body.user_puid_list)];
      const known = await colleagues(trx, user).select('u.user_puid').where('u.user_puid', 'in', wanted).execute();
      if (known.length < wanted.length) throw notFound('colleague');
      await share(trx, lesson, wanted, user.user_puid, ports.now());
      await auditLearning(ports, trx, user, {
        action: 'lesson.share',
        subject: `lesson ${lesson.lesson_id}`,
        detail: { after: { people_puids: wanted } },
      });
      return null;
    });
  },

  unshareLesson: async ({ body }, { ports, user }) => {
    assertSelf(user, body.shared_by_puid);
    return transact(ports.db, async (trx) => {
      const lesson = await ownLesson(trx, user, body.lesson_id);
      const { numDeletedRows } = await trx
        .deleteFrom('lesson_share')
        .where('lesson_id', '=', lesson.lesson_id)
        .where('user_puid', 'in', body.user_puid_list)
        .executeTakeFirstOrThrow();
      if (Number(numDeletedRows) === 0) throw notFound('colleague');
      await auditLearning(ports, trx, user, {
        action: 'lesson.unshare',
        subject: `lesson ${lesson.lesson_id}`,
        detail: { before: { people_puids: body.user_puid_list } },
      });
      return null;
    });
  },

  createShareLink: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const { lesson_id } = await ownLesson(trx, user, body.lesson_id);
      const known = await liveLink(trx, lesson_id);
      if (known) return { id: known.share_id };
      const share_id = newLinkId(ports);
      await trx
        .insertInto('share_link')
        .values({
          district_id: user.district_id,
          share_id,
          lesson_id,
          created_by: user.user_puid,
          created_at: ports.now(),
          revoked_at: null,
        })
        .execute();
      await auditLearning(ports, trx, user, { action: 'lesson.link', subject: `lesson ${lesson_id}` });
      return { id: share_id };
    }),

  revokeShareLink: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const { lesson_id } = await ownLesson(trx, user, body.lesson_id);
      const { numUpdatedRows } = await trx
        .updateTable('share_link')
        .set({ revoked_at: ports.now() })
        .where('lesson_id', '=', lesson_id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(numUpdatedRows) === 0) throw notFound('link');
      await auditLearning(ports, trx, user, { action: 'lesson.unlink', subject: `lesson ${lesson_id}` });
      return null;
    }),

  shareLessonFromUrl: async ({ query, body }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return transact(ports.db, async (trx) => {
      const link = await trx
        .selectFrom('share_link as k')
        .innerJoin('lesson as l', 'l.lesson_id', 'k.lesson_id')
        .innerJoin('app_user as u', 'u.user_puid', 'k.created_by')
        .select(['l.district_id', 'l.lesson_id', 'l.lesson_name', 'l.owner_puid', 'u.user_puid', 'u.first_name', 'u.last_name'])
        .where('k.share_id', '=', body.id)
        .where('k.revoked_at', 'is', null)
        .where('l.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!link) throw notFound('link');
      if (link.owner_puid !== user.user_puid) await share(trx, link, [user.user_puid], link.user_puid, ports.now());
      return {
        lesson_id: link.lesson_id,
        lesson_name: link.lesson_name,
        shared_by_puid: link.user_puid,
        shared_by: `${link.first_name} ${link.last_name}`,
      };
    });
  },
};
