import { user } from './user.screen.ts';

/** The username of a user, and the id by which rosters know them. The district’s id, then the user’s. */
export const updateUserId = { ...user, path: 'admin/manageUsers/updateUserId/:value' } as const;
