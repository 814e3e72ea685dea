import { administrators } from '../../../contract/kit.ts';
import { manageUsers } from '../account/manageUsers.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** The data of one person: the district's id, then the user's. */
export const personPrivacy = {
  path: 'admin/manageUsers/privacy/:value',
  roles: administrators,
  ids: 2,
  list: manageUsers.path,
} as const satisfies ScreenAddress;
