import { metadataFields } from '../../../common/roster/oneRoster/metadata.ts';
import { printRow53 } from '../../../common/roster/tightTable.ts';
import { account, mostSessions } from '../../../contract/account.ts';
import type { UserDetail } from '../../../contract/people.ts';
import type { Row } from '../../db/schema.ts';
import { iso, isoOrNull } from '../../kit/access.ts';
import { mayFor } from '../../kit/acting.ts';
import { browserNames } from '../../kit/browserNames.ts';
import { notFound, refuse, type UserContext } from '../../kit/handler.ts';
import { liveSessions } from '../../kit/sessions.ts';
import { activeUser } from '../../kit/signIn.ts';
import { placesOf } from '../../roster/placesOf.ts';
import { handleOf, managedUserOf, usersInScope } from './scope.ts';

/** Columns of an account that administrators change. */
export const changeable = [
  'first_name',
  'last_name',
  'user_name',
  'email',
  'grade',
  'student_number',
  'sourced_id',
  'school_id',
  'role_id',
  'active',
] as const satisfies readonly (keyof Row<'app_user'>)[];

/** Fingerprint of what administrators change. Imports and teachers change it too, without counting versions. */
export const versionOf = (row: Pick<Row<'app_user'>, (typeof changeable)[number]>): number => printRow53(row, changeable);

/** A user in the caller's scope; 404 for any other. */
export async function userDetail({ ports, user }: UserContext, district_id: number, user_puid: number): Promise<UserDetail> {
  const [actor, listed] = await Promise.all([
    activeUser(ports, user),
    usersInScope(ports, user).then((users) =>
      users.where('u.district_id', '=', district_id).where('u.user_puid', '=', user_puid).executeTakeFirst(),
    ),
  ]);
  if (!actor) throw refuse('sessionExpired');
  if (!listed) throw notFound('user');
  const db = handleOf(ports, district_id);
  const row = await db.selectFrom('app_user').selectAll().where('user_puid', '=', user_puid).executeTakeFirstOrThrow();
  const { name: district_name } = await db.selectFrom('district').select('name').executeTakeFirstOrThrow();
  const code = await db.selectFrom('login_code').select('made_at').where('user_puid', '=', user_puid).executeTakeFirst();
  const signIn = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('subject', '=', `user ${user_puid}`)
    .where('action', '=', 'sign_in')
    .executeTakeFirst();
  const identities = await db
    .selectFrom('federated_identity')
    .select(['provider', 'issuer', 'subject', 'linked_at'])
    .where('user_puid', '=', user_puid)
    .orderBy('linked_at')
    .execute();
  const classes = await db
    .selectFrom('enrollment as e')
    .innerJoin('class_group as g', 'g.group_puid', 'e.group_puid')
    .innerJoin('school as s', 's.school_id', 'g.school_id')
    .select(['g.group_puid', 'g.name', 's.name as school_name', 'e.role', 'g.active as is_open', 'e.active as is_in'])
    .where('e.user_puid', '=', user_puid)
    .orderBy('g.name')
    .orderBy('g.group_puid')
    .execute();
  const sessions = mayFor(actor, account.endUserSessions, row)
    ? await liveSessions(db, row, ports.now())
        .selectAll()
        .orderBy('rotated_at', 'desc')
        .orderBy('session_id', 'desc')
        .limit(mostSessions)
        .execute()
    : [];
  return {
    ...managedUserOf(user, listed),
    district_name,
    email: row.email,
    student_id: row.student_number,
    school_id: row.school_id,
    version: versionOf(row),
    sourced_id: row.sourced_id,
    metadata: metadataFields(row.roster_metadata),
    places: await placesOf(db, row),
    created_at: iso(row.created_at),
    last_sign_in_at: isoOrNull(signIn?.at ? Number(signIn.at) : null),
    has_password: row.password_hash !== null,
    login_code_made_at: code ? iso(code.made_at) : null,
    identities: identities.map(({ linked_at, ...one }) => ({ ...one, linked_at: iso(linked_at) })),
    classes: classes.map(({ is_open, is_in, ...one }) => ({ ...one, active: is_open === 1 && is_in === 1 })),
    sessions: sessions.map((one) => ({
      session_id: one.session_id,
      ...browserNames(one.device),
      way: one.provider === null ? one.way : ('single_sign_on' as const),
      started_at: iso(one.started_at ?? one.rotated_at),
      last_used_at: iso(one.rotated_at),
    })),
  };
}
