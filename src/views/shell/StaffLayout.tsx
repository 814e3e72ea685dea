import { Outlet, useLocation } from 'react-router-dom';
import { administrators } from '../../../contract/kit.ts';
import { m } from '../../paraglide/messages.js';
import { AppFrame } from '../../ui/AppFrame.tsx';
import {
  IconBook2,
  IconChartBar,
  IconChecklist,
  IconClipboardList,
  IconFolder,
  IconHome,
  IconMessage,
  IconPlayerPlay,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconVocabulary,
} from '../../ui/icons.ts';
import { gradeReport } from '../autograde/report.screen.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { teacherGames } from '../quizGame/teacherGames.screen.ts';
import { addressOf } from '../screen.ts';
import { usageHome } from '../usageReports/usageHome.screen.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { useFrame } from './frame.ts';

/** Navigation tabs that have a screen, by the key that the district shows or hides (specification, section 2). */
const staffTabs = () => [
  { key: 'home', label: m.library_home(), icon: IconHome, href: paths.teacherHome },
  { key: 'content', label: m.common_nav_library(), icon: IconBook2, href: paths.contentHome },
  { key: 'workspace', label: m.workspace_title(), icon: IconFolder, href: paths.workspace },
  { key: 'assignments', label: m.common_nav_assignments(), icon: IconClipboardList, href: paths.assignments },
  { key: 'mygroups', label: m.groups_nav(), icon: IconUsersGroup, href: paths.groups, within: '/authenticated/mygroups' },
  { key: 'autograde', label: m.autograde_nav(), icon: IconChecklist, href: addressOf(gradeReport), within: '/authenticated/autograde' },
  { key: 'rostering', label: m.rostering_students(), icon: IconUser, href: paths.students },
  { key: 'glossary', label: m.glossary_nav(), icon: IconVocabulary, href: paths.glossary, within: '/authenticated/glossary' },
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

/** The frame of every screen of teachers and administrators. */
export default function StaffLayout() {
  const { role } = useUser();
  const { pathname } = useLocation();
  const isAdministrator = administrators.some((one) => one === role);
  const { context, ...frame } = useFrame([...staffTabs(), ...(isAdministrator ? administratorTabs(pathname) : [])]);
  return (
    <AppFrame {...frame} banner={<ActingBanner />}>
      <Outlet context={context} />
    </AppFrame>
  );
}
