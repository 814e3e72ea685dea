import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { login } from '../../../contract/login.ts';
import { shell } from '../../../contract/shell.ts';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { m } from '../../paraglide/messages.js';
import { sessionSlice } from '../../services/kit/slices/session.ts';
import type { NavItem } from '../../ui/FrameTools.tsx';
import { IconLogout, IconMessage, IconSitemap, IconUser } from '../../ui/icons.ts';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useSession, useUser } from '../hooks.ts';
import { mayInspect } from '../mayInspect.ts';
import { homeOf, paths } from '../paths.ts';
import { photoAddress } from '../profile/photoAddress.ts';
import { usePreferences } from './preferences.ts';
import { roleName } from './roleName.ts';

/** What a frame passes to its page. */
export interface FrameContext {
  /** Call after the user's photo has changed. */
  refreshPhoto: () => void;
}

/** A tab, and where the addresses of its screens begin; default: at its own. */
export type FrameTab = NavItem & { within?: string };

/** Shared by the frames of all roles: the tabs that the district shows, and the tools of the top bar. */
export function useFrame(tabs: readonly FrameTab[]) {
  const { send, actor } = useApp();
  const session = useSession();
  const notices = useNotices();
  const user = useUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { language, setLanguage, theme, setTheme } = usePreferences();
  const status = useCollection(
    (signal) => send(login.navTabStatus, { district_id: user.districtID }, { signal, quiet: true }),
    sessionSlice,
  );

  // A guest with a code may request one lesson and nothing else.
  const isGuest = sessionFlags(user).loggedInWithCode;
  const { data: photo, refresh: refreshPhoto } = useCollection(async (signal) =>
    isGuest ? null : send(shell.userPhoto, { user_puid: user.userPuid }, { signal, quiet: true }),
  );
  const context = useMemo<FrameContext>(() => ({ refreshPhoto }), [refreshPhoto]);

  const hidden = new Set(status.data?.filter(({ show }) => !show).map(({ key }) => key));
  const nav = tabs
    .filter(({ key }) => !hidden.has(key))
    .map(({ within, ...tab }) => ({ ...tab, isCurrent: pathname === tab.href || pathname.startsWith(`${within ?? tab.href}/`) }));
  const canInspect = useSelector(actor, (snapshot) => mayInspect(user.role, snapshot.context.configuration));
  const account = useMemo(
    () => ({
      name: `${user.first_name} ${user.last_name}`,
      detail: [roleName(user.role), user.school_name].filter(Boolean).join(' · '),
      photo: photoAddress(photo),
      items: [
        ...(isGuest
          ? []
          : [
              { key: 'profile', label: m.account_profile(), icon: IconUser },
              { key: 'feedback', label: m.account_feedback(), icon: IconMessage },
            ]),
        ...(canInspect ? [{ key: 'statecharts', label: m.common_statecharts(), icon: IconSitemap }] : []),
        { key: 'signOut', label: m.common_sign_out(), icon: IconLogout },
      ],
    }),
    [user, canInspect, photo, isGuest],
  );
  return {
    context,
    nav,
    homeHref: homeOf(user.role),
    language,
    onLanguageChange: setLanguage,
    theme,
    onThemeChange: setTheme,
    account,
    onAccountAction: (key: string) => {
      if (key === 'signOut' && sessionFlags(user).isLoginAsUser)
        notices.send({ type: 'notice.posted', kind: 'info', text: m.common_sign_out_acting({ name: account.name }) });
      else if (key === 'signOut') session.send({ type: 'session.closed' });
      else void navigate({ profile: paths.profileHome, feedback: paths.feedback, statecharts: paths.statecharts }[key] ?? paths.signIn);
    },
  };
}
