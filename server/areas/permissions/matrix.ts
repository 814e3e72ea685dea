import { may } from '../../../common/may.ts';
import { calls } from '../../../contract/index.ts';
import { type Call, everyone } from '../../../contract/kit.ts';
import { moduleOf } from '../../../contract/moduleCalls.ts';
import type { MatrixRow, permissions } from '../../../contract/permissions.ts';
import { rights } from '../../../contract/rights.ts';
import { assertSelf, type HandlersOf } from '../../kit/handler.ts';
import { assignmentsAt, canHold, isOff } from '../../kit/rights.ts';

/** The calls of signed-in users. What each role may do is computed by `may`, as for every call. */
const guarded = (Object.entries(calls) as [string, Call][]).filter(([, { access }]) => access !== 'public' && access !== 'cookie');

/** Every call with the roles that may make it, today and in this district. */
export const permissionMatrix: HandlersOf<typeof permissions>['permissionMatrix'] = async ({ query }, { ports, user }) => {
  assertSelf(user, query.user_puid);
  const { nav_tabs } = await ports.db.selectFrom('district').select('nav_tabs').executeTakeFirstOrThrow();
  const given = await assignmentsAt(ports.db, ports.now())
    .select(rights.map((right) => `p.may_${right}` as const))
    .select('a.to_role_id')
    .where('a.to_role_id', 'is not', null)
    .execute();
  const givenTo = (role: number) => rights.filter((right) => given.some((row) => row.to_role_id === role && row[`may_${right}`] === 1));
  const holders = everyone.filter(canHold).map((role) => ({ role, rights: givenTo(role) }));
  return guarded.map(([name, call]): MatrixRow => {
    const module = moduleOf.get(call) ?? null;
    const roles = everyone.filter((role) => may({ role }, call));
    return {
      name,
      method: call.method,
      path: call.path,
      module,
      is_off: module !== null && isOff(module, nav_tabs, null),
      right: call.right ?? null,
      while_acting: !call.refusedWhileActing,
      roles,
      given_to: holders.filter((holder) => may(holder, call) && !roles.some((role) => role === holder.role)).map(({ role }) => role),
    };
  });
};
