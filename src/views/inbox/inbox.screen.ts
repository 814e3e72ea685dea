import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Messages of users to support. */
export const inbox = { path: 'admin/manageUsers/userFeedback', roles: administrators, right: 'messages' } as const satisfies ScreenAddress;
