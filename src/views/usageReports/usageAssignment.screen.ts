import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Where each student of an assignment is. */
export const usageAssignment = {
  path: 'admin/usageReport/usageAssignmentReport/:value',
  roles: administrators,
  ids: 1,
} as const satisfies ScreenAddress;
