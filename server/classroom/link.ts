import type { ClassroomResult } from '../../contract/classroom.ts';
import { Role } from '../../contract/kit.ts';
import { writeAudit } from '../kit/audit.ts';
import { notFound, refuse } from '../kit/handler.ts';
import type { Ports, TenantPorts } from '../kit/ports.ts';
import { type Tenant, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { type Authorized, renewAccess, SignOnProblem } from '../sso/openId.ts';
import { type SignOnProvider, signOnRegistration, type Tester } from '../sso/signOnProviders.ts';
import { accountsBySubject } from './accounts.ts';
import { dropEnded, endNow, noteEnded } from './endedAccess.ts';
import { type ClassroomAccount, classroomTokens, openedToken } from './tokens.ts';

/** What a link needs: reading the teacher's courses, and who is in them. */
const readScopes = [
  'https://www.googleapis.com/auth/classroom.courses.readonly',
  'https://www.googleapis.com/auth/classroom.rosters.readonly',
] as const;
/** What a teacher may refuse: adding assignments to courses. */
const workScope = 'https://www.googleapis.com/auth/classroom.coursework.students';
export const classroomScope = ['openid', ...readScopes, workScope].join(' ');

type User = { user_puid: number };

/** The district's classroom service, if it is switched on. */
export const activeClassroom = (db: Tenant): Promise<SignOnProvider | undefined> =>
  db.selectFrom('sign_on_provider').selectAll().where('kind', '=', 'classroom').where('active', '=', 1).executeTakeFirst();

/** How a teacher is linked with a service. A link by another registration counts for nothing. */
export const linkOf = (db: Tenant, { user_puid }: User, provider: SignOnProvider): Promise<ClassroomAccount | undefined> =>
  db
    .selectFrom('classroom_link')
    .selectAll()
    .where('user_puid', '=', user_puid)
    .where('provider', '=', signOnRegistration(provider).provider)
    .executeTakeFirst();

/** Whether this account of the service may be a teacher's: it opens no other account here, and the teacher signs in with no other one. */
async function isOwn(
  db: Tenant,
  provider: SignOnProvider,
  { user_puid }: User,
  { issuer, subject }: Pick<Authorized, 'issuer' | 'subject'>,
): Promise<boolean> {
  const accounts = (await accountsBySubject(db, provider, issuer, [subject])).get(subject);
  if (accounts) return accounts.some((one) => one.user_puid === user_puid);
  const linked = await db
    .selectFrom('federated_identity')
    .select('subject')
    .where('provider', '=', signOnRegistration(provider).provider)
    .where('user_puid', '=', user_puid)
    .executeTakeFirst();
  return linked === undefined;
}

/** Keeps the access that a teacher has given. Returns what the browser is told. */
export async function keepLink(
  ports: Ports,
  provider: SignOnProvider,
  { user_puid }: Tester,
  { issuer, subject, refreshToken, scope }: Authorized,
): Promise<ClassroomResult> {
  const { district_id } = provider;
  const db = tenant(ports.db, district_id);
  const granted = (scope ?? classroomScope).split(' ');
  const row = { user_puid, provider: signOnRegistration(provider).provider, issuer, subject, linked_at: ports.now() };
  const refused = async (result: ClassroomResult): Promise<ClassroomResult> => {
    if (refreshToken)
      await endNow(ports, db, await noteEnded(ports, db, { ...row, sealed_token: classroomTokens.seal(ports, refreshToken) }));
    return result;
  };
  const teacher = await db
    .selectFrom('app_user')
    .select('user_puid')
    .where('user_puid', '=', user_puid)
    .where('role_id', '=', Role.teacher)
    .where('active', '=', 1)
    .executeTakeFirst();
  if (!teacher || provider.active !== 1) return refused('failed');
  if (!(await isOwn(db, provider, { user_puid }, { issuer, subject }))) return refused('otherAccount');
  if (!refreshToken || readScopes.some((one) => !granted.includes(one))) return refused('incomplete');
  const sealed_token = classroomTokens.seal(ports, refreshToken);
  const ended = await transact(db, async (trx) => {
    const old = await trx.selectFrom('classroom_link').selectAll().where('user_puid', '=', user_puid).executeTakeFirst();
    await trx
      .insertInto('classroom_link')
      .values({ ...row, sealed_token })
      .onConflict((conflict) =>
        conflict
          .columns(['district_id', 'user_puid'])
          .doUpdateSet({ provider: row.provider, issuer, subject, sealed_token, linked_at: row.linked_at }),
      )
      .execute();
    await dropEnded(trx, row);
    await writeAudit(ports, trx, { actor_puid: user_puid, action: 'classroom.link', subject: `user ${user_puid}` });
    return old && old.subject !== subject ? noteEnded(ports, trx, old) : null;
  });
  await endNow(ports, db, ended);
  return 'linked';
}

/** Forgets a teacher's access, and ends it at the service. */
export async function forgetLink(ports: TenantPorts, { user_puid }: User): Promise<void> {
  const { db } = ports;
  const ended = await transact(db, async (trx) => {
    const gone = await trx.deleteFrom('classroom_link').where('user_puid', '=', user_puid).returningAll().executeTakeFirst();
    if (!gone) return null;
    await writeAudit(ports, trx, { actor_puid: user_puid, action: 'classroom.unlink', subject: `user ${user_puid}` });
    return noteEnded(ports, trx, gone);
  });
  await endNow(ports, db, ended);
}

/** A teacher's access to the classroom service, for one request. */
export interface Access {
  provider: SignOnProvider;
  link: ClassroomAccount;
  /** A new access token. @throws refusal if the teacher has to link the account again */
  renew: () => Promise<string>;
  /** Notes that the service accepts nothing anymore. Returns the refusal. */
  end: () => Promise<Error>;
}

/** The access that a teacher has given. @throws refusal if there is none */
export async function accessOf(ports: TenantPorts, user: User): Promise<Access> {
  const { db } = ports;
  const provider = await activeClassroom(db);
  if (!provider) throw notFound('signInWay');
  const link = await linkOf(db, user, provider);
  if (!link || link.sealed_token === '') throw refuse('classroomUnlinked');
  let { sealed_token } = link;
  /** Only if nobody has linked the account again in the meantime. */
  const replace = async (next: string) => {
    await db
      .updateTable('classroom_link')
      .set({ sealed_token: next })
      .where('user_puid', '=', user.user_puid)
      .where('sealed_token', '=', sealed_token)
      .execute();
    sealed_token = next;
  };
  const end = async () => {
    await replace('');
    return refuse('classroomUnlinked');
  };
  const renew = async (): Promise<string> => {
    const token = openedToken(ports, sealed_token);
    if (token === null) throw await end();
    const renewed = await renewAccess(ports, provider, token).catch((error: unknown) => {
      throw error instanceof SignOnProblem ? refuse('classroomUnavailable') : error;
    });
    if (!renewed) throw await end();
    if (renewed.refreshToken !== token) await replace(classroomTokens.seal(ports, renewed.refreshToken));
    return renewed.accessToken;
  };
  return { provider, link, renew, end };
}
