import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** What a class has read of its leveled readers. */
export const readerReport = {
  path: 'mygroups/readerReport/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
