import { Outlet, useLocation } from 'react-router-dom';
import { administrators } from '../../../contract/kit.ts';
import { permissions } from '../../../contract/permissions.ts';
import type { Right } from '../../../contract/rights.ts';
import { m } from '../../paraglide/messages.js';
import { AppFrame } from '../../ui/AppFrame.tsx';
import {
  IconBook2,
  IconChartBar,
  IconChecklist,
  IconClipboardList,
  IconFolder,
  IconHelp,
  IconHome,
  IconMessage,
  IconPlayerPlay,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconVocabulary,
} from '../../ui/icons.ts';
import { useApp } from '../app.ts';
import { audit } from '../audit/audit.screen.ts';
import { gradeReport } from '../autograde/report.screen.ts';
import { useCollection } from '../collection.ts';
import { helpHome } from '../help/home.screen.ts';
import { useUser } from '../hooks.ts';
import { inbox } from '../inbox/inbox.screen.ts';
import { userNotification } from '../inbox/userNotification.screen.ts';
import { paths } from '../paths.ts';
import { RightsContext } from '../permissions/rights.ts';
import { teacherGames } from '../quizGame/teacherGames.screen.ts';
import { addressOf } from '../screen.ts';
import { subjects } from '../subjects/subjects.screen.ts';
import { usageHome } from '../usageReports/usageHome.screen.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { type FrameTab, useFrame } from './frame.ts';
import { MessagePage } from './MessagePage.tsx';

/** Navigation tabs that have a screen, by the key that the district shows or hides (specification, section 2). */
const staffTabs = (): FrameTab[] => [
  { key: 'home', label: m.library_home(), icon: IconHome, href: paths.teacherHome },
  { key: 'content', label: m.common_nav_library(), icon: IconBook2, href: paths.contentHome },
  { key: 'workspace', label: m.workspace_title(), icon: IconFolder, href: paths.workspace },
  { key: 'assignments', label: m.common_nav_assignments(), icon: IconClipboardList, href: paths.assignments },
  { key: 'mygroups', label: m.groups_nav(), icon: IconUsersGroup, href: paths.groups, within: '/authenticated/mygroups' },
  { key: 'autograde', label: m.autograde_nav(), icon: IconChecklist, href: addressOf(gradeReport), within: '/authenticated/autograde' },
  { key: 'rostering', label: m.rostering_students(), icon: IconUser, href: paths.students },
  { key: 'glossary', label: m.glossary_nav(), icon: IconVocabulary, href: paths.glossary, within: '/authenticated/glossary' },
  { key: 'help', label: m.help_nav(), icon: IconHelp, href: addressOf(helpHome), within: '/authenticated/help' },
  { key: 'quizsmart', label: m.quizGame_nav(), icon: IconPlayerPlay, href: addressOf(teacherGames), within: '/authenticated/quizsmart' },
];
const usage = '/authenticated/admin/usageReport';
const administratorTabs = (pathname: string) => [
  {
    key: 'admin',
    label: m.common_nav_admin(),
    icon: IconUsers,
    href: paths.adminHome,
    // Usage reports and messages have tabs of their own.
    ...(pathname === paths.inbox || pathname.startsWith(usage) ? {} : { within: '/authenticated/admin' }),
  },
  {
    key: 'usageReport',
    label: m.usageReports_nav(),
    icon: IconChartBar,
    href: addressOf(usageHome),
    within: usage,
  },
  { key: 'userFeedback', label: m.admin_inbox_nav(), icon: IconMessage, href: paths.inbox },
];

/** Tabs of screens that a right opens to somebody whose role does not. */
const rightTabs = () =>
  [
    { right: 'messages', label: m.admin_inbox_nav(), icon: IconMessage, screen: inbox },
    { right: 'notifications', label: m.admin_notification_title(), icon: IconMessage, screen: userNotification },
    { right: 'subjects', label: m.admin_subjects_title(), icon: IconBook2, screen: subjects },
    { right: 'audit', label: m.audit_title(), icon: IconClipboardList, screen: audit },
  ].map((tab) => ({ ...tab, right: tab.right as Right, key: `right-${tab.right}`, href: addressOf(tab.screen) }));

/** The frame of every screen of teachers and administrators. */
export default function StaffLayout() {
  const { role, userPuid } = useUser();
  const { send } = useApp();
  const { pathname } = useLocation();
  const isAdministrator = administrators.some((one) => one === role);
  const { data: rights = [] } = useCollection((signal) => send(permissions.ownRights, { user_puid: userPuid }, { signal, quiet: true }));
  const tabs = staffTabs();
  const { context, ...frame } = useFrame([
    ...tabs,
    ...(isAdministrator ? administratorTabs(pathname) : []),
    ...rightTabs().filter(({ screen, right }) => rights.includes(right) && !screen.roles.some((one) => one === role)),
  ]);
  const isSwitchedOff = tabs.some(
    ({ key, href, within = href }) =>
      (pathname === href || pathname.startsWith(`${within}/`)) && !frame.nav.some((shown) => shown.key === key),
  );
  return (
    <AppFrame {...frame} banner={<ActingBanner />}>
      <RightsContext value={rights}>
        {isSwitchedOff ? (
          <MessagePage art="lost" title={m.permissions_module_off_title()}>
            {m.permissions_module_off_text()}
          </MessagePage>
        ) : (
          <Outlet context={context} />
        )}
      </RightsContext>
    </AppFrame>
  );
}
