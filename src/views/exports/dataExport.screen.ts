import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The reader's exports, and the form of a new one. */
export const dataExport = {
  path: 'admin/usageReport/dataExport',
  roles: administrators,
} as const satisfies ScreenAddress;
