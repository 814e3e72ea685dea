import type { Generated } from 'kysely';
import type { Right } from '../../../contract/rights.ts';
import type { District } from './district.ts';

/** Permissions of a district, and to whom they are given. */
export interface PermissionTables {
  permission: PermissionTable;
  permission_assignment: PermissionAssignmentTable;
}

interface PermissionTable extends Record<`may_${Right}`, number> {
  district_id: District;
  permission_id: number;
  name: string;
  /** Lowercase name, unique among permissions that are not removed. */
  name_key: string;
  description: string;
  active: number;
  position: Generated<number>;
  version: number;
  removed_at: number | null;
}
interface PermissionAssignmentTable {
  district_id: District;
  assignment_id: number;
  permission_id: number;
  /** One of the two. */
  to_role_id: number | null;
  to_user_puid: number | null;
  /** First and last day in the district's time zone, and their instants; `until_at` is the end of the last day. */
  from_date: string | null;
  to_date: string | null;
  from_at: number;
  until_at: number;
  given_by: number;
  given_at: number;
  removed_at: number | null;
}
