import { administrators, staff, wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Students of a teacher’s classes. */
export const importStudents = { path: 'rostering/importStudents', roles: staff } as const satisfies ScreenAddress;

/** Users of a school or district. */
export const importUsers = { path: 'admin/manageUsers/importUsers', roles: administrators } as const satisfies ScreenAddress;

/** Changes to many users. */
export const bulkUpdate = { path: 'admin/manageUsers/bulkupdate', roles: administrators } as const satisfies ScreenAddress;

/** Classes. */
export const importGroups = { path: 'admin/manageUsers/importMygroup', roles: administrators } as const satisfies ScreenAddress;

/** Activates or deactivates many users. */
export const batchActivation = { path: 'admin/manageUsers/batchActivation', roles: administrators } as const satisfies ScreenAddress;

/** New usernames and roster ids of many users. */
export const updateUserIds = { path: 'admin/manageUsers/updateUserIds', roles: administrators } as const satisfies ScreenAddress;

/** A change of many people who were selected in the list of users. */
export const userBatch = { path: 'admin/manageUsers/userBatch', roles: administrators } as const satisfies ScreenAddress;

/** A run of the secure sync: its comparison, question and outcome. */
export const rosterSyncRun = { path: 'admin/manageUsers/rosterSyncRun', roles: wholeRoster } as const satisfies ScreenAddress;

/** A whole OneRoster set. */
export const oneRosterImport = { path: 'admin/manageUsers/oneRosterImport', roles: wholeRoster } as const satisfies ScreenAddress;
