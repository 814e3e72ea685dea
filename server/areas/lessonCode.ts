import { Role } from '../../contract/kit.ts';
import { type lessonCode as lessonCodeCalls, mostCodes } from '../../contract/lessonCode.ts';
import { type Db, iso, usableLesson } from '../kit/access.ts';
import { auditLearning, writeAudit } from '../kit/audit.ts';
import { normalCode } from '../kit/codes.ts';
import { type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { localTime } from '../kit/localTime.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { makeAssignmentCode } from './assigning/joiners.ts';

/** Default lifetime of a code. */
const codeLife = 14 * 24 * 3_600_000;

/** Live codes visible to their makers and to administrators of the makers' school or district. */
function visibleCodes(db: Db, user: TokenUser, now: number) {
  const live = db
    .selectFrom('assignment_code as c')
    .innerJoin('app_user as maker', 'maker.user_puid', 'c.created_by')
    .where('c.expires_at', '>', now);
  if (user.role >= Role.districtAdministrator) return live;
  if (user.role !== Role.schoolAdministrator) return live.where('c.created_by', '=', user.user_puid);
  return live.where((eb) =>
    eb.or([
      eb('c.created_by', '=', user.user_puid),
      eb('maker.school_id', '=', eb.selectFrom('app_user as own').select('own.school_id').where('own.user_puid', '=', user.user_puid)),
    ]),
  );
}

export const lessonCode: HandlersOf<typeof lessonCodeCalls> = {
  generateCode: async ({ body }, { ports, user }) => {
    await usableLesson(ports.db, user, body.lesson_id);
    const expires_at = body.end_date === undefined ? ports.now() + codeLife : Date.parse(body.end_date);
    if (expires_at <= ports.now()) throw refuse('endInPast');
    const { district_id, user_puid } = user;
    const made = await transact(ports.db, async (trx) => {
      const due = await localTime(trx, expires_at);
      await auditLearning(ports, trx, user, { action: 'assignment.code', subject: `lesson ${body.lesson_id}`, detail: { facts: { due } } });
      return makeAssignmentCode(trx, ports, { district_id, user_puid, lesson_id: body.lesson_id, expires_at });
    });
    return { ...made, lesson_id: body.lesson_id, created_at: iso(ports.now()), expires_at: iso(expires_at) };
  },

  lessonCodes: async ({ query }, { ports, user }) => {
    const rows = await visibleCodes(ports.db, user, ports.now())
      .select(['c.code', 'c.created_by', 'c.created_at', 'c.expires_at', 'maker.first_name', 'maker.last_name'])
      .select((eb) =>
        eb
          .selectFrom('refresh_session as r')
          .select((inner) => inner.fn.count('r.user_puid').distinct().as('guests'))
          .whereRef('r.code', '=', 'c.code')
          .where('r.expires_at', '>', ports.now())
          .as('guests'),
      )
      .where('c.lesson_id', '=', query.lesson_id)
      .orderBy('c.created_at', 'desc')
      .orderBy('c.code')
      .limit(mostCodes)
      .execute();
    return rows.map((row) => ({
      code: row.code,
      created_at: iso(row.created_at),
      expires_at: iso(row.expires_at),
      created_by: { user_puid: row.created_by, name: `${row.first_name} ${row.last_name}` },
      guests: Number(row.guests),
    }));
  },

  revokeCode: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const now = ports.now();
    await transact(ports.db, async (trx) => {
      const { code } =
        (await visibleCodes(trx, user, now)
          .select('c.code')
          .where('c.lesson_id', '=', body.lesson_id)
          .where('c.code', '=', normalCode(body.code))
          .executeTakeFirst()) ?? {};
      if (code === undefined) throw notFound('code');
      await trx.updateTable('assignment_code').set({ expires_at: now }).where('code', '=', code).execute();
      if (body.end_guests) await trx.deleteFrom('refresh_session').where('code', '=', code).execute();
      await writeAudit(ports, trx, {
        district_id,
        actor_puid: user.user_puid,
        action: 'code.revoke',
        subject: `lesson ${body.lesson_id}`,
        detail: { end_guests: body.end_guests },
      });
    });
    return null;
  },
};
