import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The answers to a quiz in a class, question by question. */
export const groupItems = {
  path: 'admin/usageReport/itemAnalysisReport/group/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
