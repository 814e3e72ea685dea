import * as v from 'valibot';
import { administrators, call, day, everyone, id, line, nothing, type RoleId, smallId, staff, wholeRoster } from './kit.ts';
import { modules } from './modules.ts';
import { pageOf, pageQuery } from './paging.ts';
import { computed, resource, text, truth } from './resource.ts';
import { type Right, rights } from './rights.ts';

/** Rights under one name, which a district gives to roles and people. `assignments` counts to how many of them it is given. */
export const permissionResource = resource({
  name: 'permission',
  plural: 'permissions',
  thing: 'permission',
  key: 'permission_id',
  backend: 'lms',
  readers: wholeRoster,
  editors: wholeRoster,
  isOnlyOwn: true,
  fields: {
    name: text({ most: 100, isRequired: true, isUnique: true }),
    description: text({ most: 300 }),
    ...(Object.fromEntries(rights.map((right) => [`may_${right}`, truth({ initial: false })])) as Record<
      `may_${Right}`,
      ReturnType<typeof truth>
    >),
    active: truth({ initial: true }),
    assignments: computed(),
  },
  title: 'name',
  search: ['name', 'description'],
  filters: ['active'],
  counts: ['people', 'assignments'],
});

/** Roles to which a permission can be given: staff below the highest. */
export const roleHolders: readonly RoleId[] = staff.slice(0, -1);

/** One call and who may make it. */
export const MatrixRow = v.object({
  /** Name of the call in the contract. */
  name: v.string(),
  method: v.string(),
  path: v.string(),
  /** The part of the product that the call belongs to; null: it cannot be switched off. */
  module: v.nullable(v.picklist(modules)),
  /** The district has switched the module off. */
  is_off: v.boolean(),
  /** The right that opens the call to others. */
  right: v.nullable(v.picklist(rights)),
  /** Whether an administrator who acts as a user may make it. */
  while_acting: v.boolean(),
  /** Roles that may make it by the contract, and roles to which the district has given it today. */
  roles: v.array(v.number()),
  given_to: v.array(v.number()),
});
export type MatrixRow = v.InferOutput<typeof MatrixRow>;

/** A permission given to a role or a person. */
export const Assignment = v.object({
  assignment_id: v.number(),
  permission_id: v.number(),
  permission_name: v.string(),
  rights: v.array(v.picklist(rights)),
  /** One of the two. */
  to_role_id: v.nullable(v.number()),
  to_user: v.nullable(v.object({ user_puid: v.number(), first_name: v.string(), last_name: v.string(), role: v.number() })),
  /** First and last day, in the district’s time zone; null: from the beginning, or without end. */
  from_date: v.nullable(v.string()),
  to_date: v.nullable(v.string()),
  state: v.picklist(['active', 'later', 'over', 'off']),
  /** People who have it today, or would have it if it were active. */
  people: v.number(),
  given_by: v.string(),
  given_at: v.string(),
});
export type Assignment = v.InferOutput<typeof Assignment>;
export const assignmentSorts = ['permission', 'to', 'from', 'until', 'by', 'at'] as const;

/** To whom: a role, or a person by username. */
const recipient = { permission_id: id, to_role_id: v.nullable(smallId), to_user_name: v.nullable(line(100)) };
const oneAssignment = { user_puid: id, assignment_id: id };
const Tabs = v.array(v.object({ key: v.picklist(modules), show: v.boolean() }));
/** Modules of a district, and of each of its schools. A school cannot show what its district has switched off. */
export const ModuleAssignment = v.object({
  district_id: v.number(),
  district_name: v.string(),
  nav_tabs: Tabs,
  schools: v.array(v.object({ school_id: v.number(), name: v.string(), people: v.number(), nav_tabs: Tabs })),
});
export type ModuleAssignment = v.InferOutput<typeof ModuleAssignment>;

const ours = { backend: 'lms', access: wholeRoster, onFailure: 'state', origin: 'ours' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

export const permissions = {
  ...permissionResource.named,
  permissionMatrix: call({
    ...ours,
    method: 'GET',
    path: '/Permission/get_permission_matrix',
    summary: 'List every call with the roles that may make it, by the contract and by what the district has given',
    access: administrators,
    query: v.object({ user_puid: id }),
    data: v.array(MatrixRow),
  }),
  ownRights: call({
    ...ours,
    method: 'GET',
    path: '/Permission/get_own_rights',
    summary: 'List the rights that the caller has beside those of the role',
    access: everyone,
    query: v.object({ user_puid: id }),
    data: v.array(v.picklist(rights)),
    onFailure: 'log',
  }),
  permissionAssignments: call({
    ...ours,
    method: 'GET',
    path: '/Permission/get_assignments',
    summary: 'List to whom the district’s permissions are given, page by page',
    query: v.object({ user_puid: id, ...pageQuery(assignmentSorts) }),
    data: pageOf(Assignment),
  }),
  assignablePermissions: call({
    ...ours,
    method: 'GET',
    path: '/Permission/get_assignable',
    summary: 'List the permissions that the caller may give, and the roles that can get them',
    query: v.object({ user_puid: id }),
    data: v.object({
      permissions: v.array(v.object({ permission_id: v.number(), name: v.string(), rights: v.array(v.picklist(rights)) })),
      roles: v.array(v.number()),
    }),
  }),
  countPermission: call({
    ...ours,
    method: 'GET',
    path: '/Permission/count_assigned',
    summary: 'Count who would get a permission, before it is given',
    query: v.object({ user_puid: id, permission_id: id, to_role_id: v.optional(smallId), to_user_name: v.optional(line(100)) }),
    data: v.object({ people: v.number(), new_people: v.number() }),
  }),
  assignPermission: call({
    ...change,
    path: '/Permission/assign_permission',
    summary: 'Give a permission to a role of the district or to a person, for some days or without end',
    body: v.object({ user_puid: id, ...recipient, from_date: v.nullable(day), to_date: v.nullable(day) }),
    data: Assignment,
  }),
  unassignPermission: call({
    ...change,
    path: '/Permission/unassign_permission',
    summary: 'Take a permission back, at once and in open sessions too; it can be restored',
    body: v.object(oneAssignment),
    data: nothing,
  }),
  restorePermissionAssignment: call({
    ...change,
    path: '/Permission/restore_assignment',
    summary: 'Give a permission again that was taken back',
    body: v.object(oneAssignment),
    data: Assignment,
  }),
  moduleAssignment: call({
    ...ours,
    method: 'GET',
    path: '/Permission/get_module_assignment',
    summary: 'Get which modules a district and its schools show; the district is only needed by people who look after several',
    query: v.object({ user_puid: id, district_id: v.optional(id) }),
    data: ModuleAssignment,
  }),
  updateNavTabs: call({
    ...change,
    path: '/Permission/update_nav_tabs',
    summary: 'Switch modules on or off, for a district or one of its schools: tabs, screens and calls, at the next call',
    body: v.object({
      user_puid: id,
      district_id: v.optional(id),
      school_id: v.nullable(id),
      nav_tabs: v.pipe(Tabs, v.minLength(1), v.maxLength(modules.length)),
      /** What the caller saw. Without it, the last one to save wins. */
      seen_tabs: v.optional(v.pipe(Tabs, v.maxLength(modules.length))),
    }),
    data: ModuleAssignment,
  }),
};
