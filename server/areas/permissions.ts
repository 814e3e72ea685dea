import { type permissions as calls, permissionResource } from '../../contract/permissions.ts';
import type { HandlersOf } from '../kit/handler.ts';
import { assertSelf } from '../kit/handler.ts';
import { rightsOf } from '../kit/rights.ts';
import { records } from '../records/records.ts';
import {
  assertOwn,
  assignablePermissions,
  assignPermission,
  countPermission,
  peopleOf,
  permissionAssignments,
  restorePermissionAssignment,
  unassignPermission,
} from './permissions/assignments.ts';
import { permissionMatrix } from './permissions/matrix.ts';
import { moduleAssignment, updateNavTabs } from './permissions/modules.ts';

export const permissions: HandlersOf<typeof calls> = {
  ...records(permissionResource, {
    table: 'permission',
    computed: (eb) => ({
      assignments: eb
        .selectFrom('permission_assignment as a')
        .select((inner) => inner.fn.countAll().as('count'))
        .whereRef('a.permission_id', '=', eb.ref('permission.permission_id' as never))
        .where('a.removed_at', 'is', null),
    }),
    uses: async (db, { permission_id, assignments }, now) => ({
      people: await peopleOf(db, Number(permission_id), now),
      assignments: Number(assignments),
    }),
    check: assertOwn,
  }),
  permissionMatrix,
  ownRights: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return rightsOf(ports.db, user, ports.now());
  },
  permissionAssignments,
  assignablePermissions,
  countPermission,
  assignPermission,
  unassignPermission,
  restorePermissionAssignment,
  moduleAssignment,
  updateNavTabs,
};
