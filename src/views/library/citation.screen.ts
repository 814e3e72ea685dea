import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** How to cite items. */
export const citation = { path: 'home/get_citation_data', roles: staff } as const satisfies ScreenAddress;
