import type { AuditAction } from '../../../contract/audit.ts';
import type { rostering } from '../../../contract/rostering.ts';
import type { Db } from '../../kit/access.ts';
import { writeAudit } from '../../kit/audit.ts';
import { newCode } from '../../kit/codes.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { forgetLoginCode, noteLoginCode } from '../../kit/loginCodes.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { endAllSessions } from '../../kit/sessions.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { assertInCharge } from '../../roster/charge.ts';
import { ownStudent, schoolOf, studentsAs, theStudent, visibleStudents } from '../../roster/people.ts';

type LoginCodeCalls = Pick<typeof rostering, 'resetStudentPassword' | 'revokeLoginCode' | 'makeLabels'>;

/** Makes a login code, which a student types as the password: lowercase letters and digits without lookalikes. */
export async function newLoginCode(ports: TenantPorts, request: Request): Promise<{ code: string; hash: string }> {
  const code = newCode(ports).toLowerCase();
  return { code, hash: await ports.passwords.hash(code, ports.clientAddress(request)) };
}

/** Sets a student's login code or removes it (null), ends their sessions and writes the audit entry. Takes the finished hash. */
async function setPassword(
  ports: TenantPorts,
  trx: Db,
  user: TokenUser,
  user_puid: number,
  password_hash: string | null,
  action: AuditAction,
): Promise<void> {
  const { district_id } = user;
  await trx.updateTable('app_user').set({ password_hash }).where('user_puid', '=', user_puid).execute();
  if (password_hash === null) await forgetLoginCode(trx, { user_puid });
  else await noteLoginCode(ports, trx, { user_puid }, user.user_puid);
  await endAllSessions(trx, { district_id, user_puid });
  await writeAudit(ports, trx, { district_id, actor_puid: user.user_puid, action, subject: `user ${user_puid}` });
}

export const studentLoginCodes: HandlersOf<LoginCodeCalls> = {
  resetStudentPassword: async ({ body: { student_puid: user_puid } }, { ports, user, request }) => {
    await assertInCharge(ports.db, user, [await ownStudent(ports.db, user, user_puid)]);
    const { code: password, hash } = await newLoginCode(ports, request);
    await transact(ports.db, (trx) => setPassword(ports, trx, user, user_puid, hash, 'student.reset_password'));
    return { user_puid, password, student: await theStudent(ports.db, user, user_puid) };
  },

  revokeLoginCode: async ({ body: { student_puid: user_puid } }, { ports, user }) => {
    await assertInCharge(ports.db, user, [await ownStudent(ports.db, user, user_puid)]);
    await transact(ports.db, (trx) => setPassword(ports, trx, user, user_puid, null, 'student.revoke_code'));
    return theStudent(ports.db, user, user_puid);
  },

  makeLabels: async ({ body }, { ports, user, request }) => {
    const wanted = [...new Set(body.user_puids)];
    const { db } = ports;
    const rows = await visibleStudents(db, user, await schoolOf(db, user))
      .select(['s.user_puid', 's.first_name', 's.last_name', 's.school_id', 's.password_hash'])
      .where('s.user_puid', 'in', wanted)
      .execute();
    if (rows.length !== wanted.length) throw notFound('student');
    const renewed = rows.filter((row) => body.renew || row.password_hash === null);
    await assertInCharge(db, user, renewed);
    const codes = new Map<number, { code: string; hash: string }>();
    // Sequential: a whole class's hashes at once would block sign-ins from the same address.
    for (const { user_puid } of renewed) codes.set(user_puid, await newLoginCode(ports, request));
    await transact(db, async (trx) => {
      for (const [user_puid, { hash }] of codes) await setPassword(ports, trx, user, user_puid, hash, 'student.login_code');
    });
    return {
      sign_in_address: ports.origin(),
      labels: (await studentsAs(db, user, wanted)).map(({ user_puid, first_name, last_name, user_name, classes }) => ({
        user_puid,
        first_name,
        last_name,
        user_name,
        class_names: classes.map((one) => one.group_name),
        login_code: codes.get(user_puid)?.code ?? null,
      })),
    };
  },
};
