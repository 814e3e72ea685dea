import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { contentSetup } from './contentSetup.screen.ts';

/** The form of an item of the catalog. */
export const authoringTool = {
  path: 'admin/authoringTool/:value',
  roles: providers,
  ids: 1,
  list: contentSetup.path,
} as const satisfies ScreenAddress;
