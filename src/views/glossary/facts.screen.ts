import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Facts of a subject (`?subject=life`), or of all. */
export const glossaryFacts = { path: 'glossary/facts', roles: everyone } as const satisfies ScreenAddress;
