import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { contentHome } from '../teacher/contentHome.screen.ts';

/** A library item as students see it. */
export const itemPreview = {
  path: 'content/previewResource/:value',
  roles: staff,
  ids: 1,
  list: contentHome.path,
  frame: 'player',
} as const satisfies ScreenAddress;
