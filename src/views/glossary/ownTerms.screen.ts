import { Role } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Terms that a teacher adds for classes; of one with `?class=<group_puid>`. */
export const glossaryOwnTerms = { path: 'glossary/ownTerms', roles: [Role.teacher] } as const satisfies ScreenAddress;
