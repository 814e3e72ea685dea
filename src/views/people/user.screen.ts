import { administrators } from '../../../contract/kit.ts';
import { manageUsers } from '../account/manageUsers.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** One user: the district's id, then the user's. */
export const user = {
  path: 'admin/manageUsers/user/:value',
  roles: administrators,
  ids: 2,
  list: manageUsers.path,
} as const satisfies ScreenAddress;
