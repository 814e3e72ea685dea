import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The import of the course’s files. */
export const courseImport = { path: 'admin/courseImport', roles: providers } as const satisfies ScreenAddress;
