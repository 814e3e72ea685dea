import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Rounds of sentences with a blank, of a subject (`?subject=life`) or of all. */
export const glossaryFillIn = { path: 'glossary/fillIn', roles: everyone } as const satisfies ScreenAddress;
