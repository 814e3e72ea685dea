import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The places and items of the catalog. */
export const contentSetup = { path: 'admin/contentSetup', roles: providers } as const satisfies ScreenAddress;

/** The same, opened at a product. */
export const productSetup = { path: 'admin/contentSetup/:value', roles: providers, ids: 1 } as const satisfies ScreenAddress;
