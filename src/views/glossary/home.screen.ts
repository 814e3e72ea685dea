import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

export const glossaryHome = { path: 'glossary/home', roles: everyone } as const satisfies ScreenAddress;
