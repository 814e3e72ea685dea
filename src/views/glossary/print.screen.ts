import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Cards and sheets of a subject (`?subject=life`), or of all, on paper. */
export const glossaryPrint = { path: 'glossary/print', roles: everyone } as const satisfies ScreenAddress;
