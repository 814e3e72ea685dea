import { helpSeekers } from '../../../contract/providerHelp.ts';
import type { ScreenAddress } from '../screen.ts';

/** Requests for help to the provider, whose name ends the address (specification, section 2: `ask{provider}`). */
export const askProvider = { path: 'admin/manageUsers/askOrrery', roles: helpSeekers } as const satisfies ScreenAddress;
