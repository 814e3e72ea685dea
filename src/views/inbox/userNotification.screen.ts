import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Notifications for many people. */
export const userNotification = {
  path: 'admin/manageUsers/userNotification',
  roles: administrators,
  right: 'notifications',
} as const satisfies ScreenAddress;
