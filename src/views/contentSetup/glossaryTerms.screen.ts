import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The terms of the glossary of all districts. */
export const glossaryTerms = { path: 'admin/glossaryTerms', roles: providers } as const satisfies ScreenAddress;
