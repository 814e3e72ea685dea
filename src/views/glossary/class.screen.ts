import { staff } from '../../../contract/kit.ts';
import { groups } from '../groups/groups.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** How well a class knows the terms of the glossary. */
export const glossaryClass = { path: 'glossary/class/:value', roles: staff, ids: 1, list: groups.path } as const satisfies ScreenAddress;
