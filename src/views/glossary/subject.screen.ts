import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The terms of a subject (`?subject=life`), or of all. */
export const glossarySubject = { path: 'glossary/subject', roles: everyone } as const satisfies ScreenAddress;
