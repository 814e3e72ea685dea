import { Role } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

const roles = [Role.districtAdministrator, Role.providerAdministrator, Role.superAdministrator] as const;

/** The answers to a quiz in a district, question by question. */
export const districtItems = {
  path: 'admin/usageReport/itemAnalysisReport/district/:value',
  roles,
  ids: 1,
} as const satisfies ScreenAddress;

/** The same in the reader's own district. */
export const ownDistrictItems = {
  path: 'admin/usageReport/itemAnalysisReport/district',
  roles,
} as const satisfies ScreenAddress;
