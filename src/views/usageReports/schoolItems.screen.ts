import { administrators, Role } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The answers to a quiz in a school, question by question. */
export const schoolItems = {
  path: 'admin/usageReport/itemAnalysisReport/school/:value',
  roles: administrators,
  ids: 1,
} as const satisfies ScreenAddress;

/** The same in the reader's own school. */
export const ownSchoolItems = {
  path: 'admin/usageReport/itemAnalysisReport/school',
  roles: [Role.schoolAdministrator],
} as const satisfies ScreenAddress;
