import { Role } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

const roles = [Role.providerAdministrator, Role.superAdministrator] as const;

/** The answers to a quiz in a state, question by question. Nobody is named. */
export const stateItems = {
  path: 'admin/usageReport/itemAnalysisReport/state/:value',
  roles,
  ids: 1,
} as const satisfies ScreenAddress;

/** The same in the reader's own state. */
export const ownStateItems = { path: 'admin/usageReport/itemAnalysisReport/state', roles } as const satisfies ScreenAddress;
