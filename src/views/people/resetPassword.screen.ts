import { user } from './user.screen.ts';

/** A new password for a user. The district’s id, then the user’s. */
export const resetPassword = { ...user, path: 'admin/manageUsers/resetPassword/:value' } as const;
