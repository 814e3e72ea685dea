'use no memo'; // Cheap to draw: see decision 011.

import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { shell } from '../../../contract/shell.ts';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import type { NavItem } from '../../ui/FrameTools.tsx';
import { onDemand } from '../../ui/onDemand.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { homeOf } from '../paths.ts';
import { photoAddress } from '../profile/photoAddress.ts';
import { useHiddenTabs } from './hiddenTabs.ts';
import { usePreferences } from './preferences.ts';
import { roleName } from './roleName.ts';

/** What a frame passes to its page. */
export interface FrameContext {
  /** Call after the user's photo has changed. */
  refreshPhoto: () => void;
}

/** A tab, and where the addresses of its screens begin; default: at its own. */
export type FrameTab = NavItem & { within?: string };

const accountMenu = onDemand(() => import('./AccountPanel.tsx'));

/** Shared by the frames of all roles: the tabs that the district shows, and the tools of the top bar. */
export function useFrame(tabs: readonly FrameTab[]) {
  const { send } = useApp();
  const user = useUser();
  const { pathname } = useLocation();
  const { language, setLanguage, theme, setTheme } = usePreferences();
  const hidden = useHiddenTabs();
  // A guest with a code may request one lesson and nothing else.
  const isGuest = sessionFlags(user).loggedInWithCode;
  const { data: photo, refresh: refreshPhoto } = useCollection(async (signal) =>
    isGuest ? null : send(shell.userPhoto, { user_puid: user.userPuid }, { signal, quiet: true }),
  );
  const context = useMemo<FrameContext>(() => ({ refreshPhoto }), [refreshPhoto]);

  const name = `${user.first_name} ${user.last_name}`;
  const nav = tabs
    .filter(({ key }) => !hidden.has(key))
    .map(({ within, ...tab }) => ({ ...tab, isCurrent: pathname === tab.href || pathname.startsWith(`${within ?? tab.href}/`) }));
  return {
    context,
    nav,
    homeHref: homeOf(user.role),
    language,
    onLanguageChange: setLanguage,
    theme,
    onThemeChange: setTheme,
    account: {
      name,
      title: [name, roleName(user.role), user.school_name].filter(Boolean).join(' · '),
      photo: photoAddress(photo),
      menu: accountMenu,
    },
    helpHref: isGuest || hidden.has('help') ? undefined : `/authenticated/help/content?page=${encodeURIComponent(pathname)}`,
  };
}
