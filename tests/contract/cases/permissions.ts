import { Role } from '../../../contract/kit.ts';
import type { permissions } from '../../../contract/permissions.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const dan = { user_puid: ids.dan };
const of = { permission_id: ids.permission };
const fields = { name: 'Help desk', description: '', may_messages: true, may_notifications: false, may_subjects: false, may_audit: true };
const recipient = { to_role_id: Role.teacher, to_user_name: null };

export const permissionsCases: Cases<keyof typeof permissions> = {
  permissionList: { as: 'dan', input: () => ({}), lenient: ['search'], inOtherDistrict: 200 },
  permissionGet: { as: 'dan', input: () => of },
  permissionAdd: { as: 'dan', input: () => ({ ...fields, active: true }), inOtherDistrict: 200 },
  permissionUpdate: { as: 'dan', input: () => ({ ...of, ...fields, active: true, version: 1 }) },
  permissionOrder: { as: 'dan', input: () => ({ ...of, place: 1 }) },
  permissionUses: { as: 'dan', input: () => of },
  permissionRemove: { as: 'dan', input: () => of },
  permissionRestore: { as: 'dan', input: () => ({ permission_id: ids.removedPermission }) },
  permissionMatrix: { as: 'sue', input: () => ({ user_puid: ids.sue }), inOtherDistrict: 200 },
  ownRights: { as: 'tess', input: () => ({ user_puid: ids.tess }), inOtherDistrict: 200 },
  permissionAssignments: { as: 'dan', input: () => dan, lenient: ['search'], inOtherDistrict: 200 },
  assignablePermissions: { as: 'dan', input: () => dan, inOtherDistrict: 200 },
  countPermission: { as: 'dan', input: () => ({ ...dan, ...of, to_role_id: Role.teacher }), lenient: ['to_user_name'] },
  assignPermission: { as: 'dan', input: () => ({ ...dan, ...of, ...recipient, from_date: null, to_date: '2031-01-31' }) },
  unassignPermission: { as: 'dan', input: () => ({ ...dan, assignment_id: ids.permissionAssignment }) },
  restorePermissionAssignment: { as: 'dan', input: () => ({ ...dan, assignment_id: ids.removedAssignment }) },
  moduleAssignment: { as: 'dan', input: () => ({ ...dan, district_id: 1 }) },
  updateNavTabs: {
    as: 'dan',
    input: () => ({ ...dan, district_id: 1, school_id: ids.school, nav_tabs: [{ key: 'glossary', show: false }] }),
  },
};
