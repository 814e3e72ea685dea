import type { InputOf } from '../../contract/kit.ts';
import type { UserData } from '../../contract/login.ts';
import { type Module, modules } from '../../contract/modules.ts';
import { type Assignment, type ModuleAssignment, permissions } from '../../contract/permissions.ts';
import type { Send } from './kit/client.ts';
import { foundIn, loadPages, type RecordSource } from './kit/records.ts';

/** To whom permissions are given. Taking one back needs no call for its numbers: the row has them. */
export const assignmentSource = (send: Send, { userPuid: user_puid }: UserData): RecordSource<Assignment> => ({
  keyOf: ({ assignment_id }) => String(assignment_id),
  load: loadPages<Assignment>(send, permissions.permissionAssignments, { user_puid }),
  uses: async ({ people }) => ({ people }),
  remove: ({ assignment_id }, stop) => send(permissions.unassignPermission, { user_puid, assignment_id }, stop),
  restore: ({ assignment_id }, _, stop) => send(permissions.restorePermissionAssignment, { user_puid, assignment_id }, stop),
});

/** What to give to whom. */
export type AssignmentOrder = Omit<InputOf<typeof permissions.assignPermission>, 'user_puid'>;

/** Counts who would get a permission. */
export const countPermission = (send: Send, user_puid: number, order: AssignmentOrder, signal: AbortSignal) =>
  send(
    permissions.countPermission,
    {
      user_puid,
      permission_id: order.permission_id,
      ...(order.to_role_id === null ? {} : { to_role_id: order.to_role_id }),
      ...(order.to_user_name === null ? {} : { to_user_name: order.to_user_name }),
    },
    { signal },
  );

/** Gives a permission. */
export const assignPermission = (send: Send, user_puid: number, order: AssignmentOrder, signal: AbortSignal): Promise<Assignment> =>
  send(permissions.assignPermission, { user_puid, ...order }, { signal });

/** A district or one of its schools, with what it shows. */
export interface Place extends Record<Module, boolean> {
  /** Null: the district itself. */
  school_id: number | null;
  name: string;
  people: number | null;
  /** Modules that the district has switched off, which a school cannot show. */
  off_in_district: readonly Module[];
}

function placesOf({ district_name, nav_tabs, schools }: ModuleAssignment): Place[] {
  const shown = (tabs: ModuleAssignment['nav_tabs']) =>
    Object.fromEntries(modules.map((module) => [module, tabs.find(({ key }) => key === module)?.show ?? true])) as Record<Module, boolean>;
  const off = modules.filter((module) => !shown(nav_tabs)[module]);
  return [
    { ...shown(nav_tabs), school_id: null, name: district_name, people: null, off_in_district: [] },
    ...schools.map(({ school_id, name, people, ...school }) => ({
      ...shown(school.nav_tabs),
      ...{ school_id, name, people, off_in_district: off },
    })),
  ];
}

/** A district and its schools, and how to switch their modules. `chosen`: id of the district; absent for the administrator's own. */
export function moduleSource(send: Send, { userPuid: user_puid }: UserData, chosen?: string): RecordSource<Place> {
  const setting = { user_puid, ...(chosen ? { district_id: Number(chosen) } : {}) };
  return {
    keyOf: ({ school_id }) => String(school_id ?? 'district'),
    isWhole: true,
    load: async (_query, _count, signal) => {
      const rows = placesOf(await send(permissions.moduleAssignment, setting, signal ? { signal } : {}));
      return { total: rows.length, rows };
    },
    get: async ({ school_id }, stop) =>
      foundIn(placesOf(await send(permissions.moduleAssignment, setting, stop)), (place) => place.school_id === school_id),
    update: async ({ school_id, ...seen }, values, stop) => {
      const nav_tabs = modules.flatMap((key) => (key in values ? [{ key, show: values[key] === true }] : []));
      const seen_tabs = modules.map((key) => ({ key, show: seen[key] }));
      const places = placesOf(await send(permissions.updateNavTabs, { ...setting, school_id, nav_tabs, seen_tabs }, stop));
      return places.find((place) => place.school_id === school_id) as Place;
    },
  };
}
