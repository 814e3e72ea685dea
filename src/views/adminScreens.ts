import type { ComponentType } from 'react';
import { staff } from '../../contract/kit.ts';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

const declared: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>(
    './{account,audit,contentSetup,districts,grades,inbox,itemBank,lti,people,permissions,prebuilt,privacy,saml,schools,signOnSetup,subjects,technicalStatus}/*.screen.ts',
    { eager: true },
  ),
  import.meta.glob<{ default: ComponentType }>(
    './{account,audit,contentSetup,districts,grades,inbox,itemBank,lti,people,permissions,prebuilt,privacy,saml,schools,signOnSetup,subjects,technicalStatus}/*{Page,.report,.records}.tsx',
  ),
);

/** A screen that a right opens to others. Every member of the staff gets as far as the page, which asks for the right. */
const guarded = (screen: Screen): Screen =>
  screen.right === undefined
    ? screen
    : {
        ...screen,
        roles: staff,
        withoutRight: screen.roles,
        load: async () => {
          const [{ default: Page }, { withRight }] = await Promise.all([screen.load(), import('./permissions/withRight.tsx')]);
          return { default: withRight(Page, screen) };
        },
      };

/** Screens of administrators on people, places and rights. They load with the first of them. */
export const adminScreens: readonly Screen[] = declared.map(guarded);
