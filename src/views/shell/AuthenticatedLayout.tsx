import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { administrators } from '../../../contract/kit.ts';
import { login } from '../../../contract/login.ts';
import { sessionFlags } from '../../machines/session/sessionFlags.ts';
import { m } from '../../paraglide/messages.js';
import { sessionSlice } from '../../services/slices/session.ts';
import { AppFrame } from '../../ui/AppFrame.tsx';
import { IconBook2, IconClipboardList, IconHome, IconListCheck, IconLogout, IconSitemap, IconUsers } from '../../ui/icons.ts';
import { StudentFrame } from '../../ui/StudentFrame.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useSession, useUser } from '../hooks.ts';
import { mayInspect } from '../mayInspect.ts';
import { homeOf, paths } from '../paths.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { usePreferences } from './preferences.ts';
import { roleName } from './roleName.ts';

/** Navigation tabs that have a screen, by the key that the district shows or hides (specification, section 2). */
const staffTabs = () => [
  { key: 'content', label: m.common_nav_library(), icon: IconBook2, href: paths.contentHome },
  { key: 'assignments', label: m.common_nav_assignments(), icon: IconClipboardList, href: paths.assignments },
];
const administratorTabs = () => [{ key: 'admin', label: m.common_nav_users(), icon: IconUsers, href: paths.manageUsers }];
const studentTabs = () => [
  { key: 'home', label: m.common_nav_home(), icon: IconHome, href: paths.studentDashboard },
  { key: 'all', label: m.common_nav_all_work(), icon: IconListCheck, href: paths.studentAssignments },
];

/** The frame around every screen after sign-in: the student's, or the staff's with the tabs that the district shows. */
export default function AuthenticatedLayout() {
  const { send, actor } = useApp();
  const session = useSession();
  const user = useUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { language, setLanguage, theme, setTheme } = usePreferences();
  const { isStudentUser: isStudent } = sessionFlags(user);
  const isAdministrator = administrators.some((role) => role === user.role);
  const tabs = useCollection((signal) => send(login.navTabStatus, { district_id: user.districtID }, { signal, quiet: true }), sessionSlice);

  const hidden = new Set(tabs.data?.filter(({ show }) => !show).map(({ key }) => key));
  const nav = (isStudent ? studentTabs() : [...staffTabs(), ...(isAdministrator ? administratorTabs() : [])])
    .filter(({ key }) => !hidden.has(key))
    .map((tab) => ({ ...tab, isCurrent: pathname === tab.href || pathname.startsWith(`${tab.href}/`) }));
  const canInspect = useSelector(actor, (snapshot) => mayInspect(user.role, snapshot.context.configuration));
  const account = useMemo(
    () => ({
      name: `${user.first_name} ${user.last_name}`,
      detail: [roleName(user.role), user.school_name].filter(Boolean).join(' · '),
      items: [
        ...(canInspect ? [{ key: 'statecharts', label: m.common_statecharts(), icon: IconSitemap }] : []),
        { key: 'signOut', label: m.common_sign_out(), icon: IconLogout },
      ],
    }),
    [user, canInspect],
  );
  const tools = {
    language,
    onLanguageChange: setLanguage,
    theme,
    onThemeChange: setTheme,
    account,
    onAccountAction: (key: string) => {
      if (key === 'signOut') session.send({ type: 'session.closed' });
      else void navigate(paths.statecharts);
    },
  };

  const Frame = isStudent ? StudentFrame : AppFrame;
  return (
    <Frame nav={nav} homeHref={homeOf(user.role)} banner={<ActingBanner />} {...tools}>
      <Outlet />
    </Frame>
  );
}
