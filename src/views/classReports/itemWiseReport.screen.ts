import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** One assessment of a class question by question: class and quiz. */
export const itemWiseReport = {
  path: 'mygroups/itemWiseReport/:value',
  roles: staff,
  ids: 2,
  list: groups.path,
} as const satisfies ScreenAddress;
