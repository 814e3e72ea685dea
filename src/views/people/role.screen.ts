import { user } from './user.screen.ts';

/** The role of a user. The district’s id, then the user’s. */
export const userRole = { ...user, path: 'admin/manageUsers/role/:value' } as const;
