import { staff } from '../../../contract/kit.ts';
import { contentHome } from '../content/contentHome.screen.ts';
import type { ScreenAddress } from '../screen.ts';

/** A library item as students see it. */
export const itemPreview = {
  path: 'content/previewResource/:value',
  roles: staff,
  ids: 1,
  list: contentHome.path,
  frame: 'player',
} as const satisfies ScreenAddress;
