import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The answers of a student to a quiz beside those of the class. */
export const studentItems = {
  path: 'admin/usageReport/itemAnalysisReport/student/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
