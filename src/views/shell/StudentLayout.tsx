import { Outlet } from 'react-router-dom';
import { sessionFlags } from '../../machines/login/sessionFlags.ts';
import { m } from '../../paraglide/messages.js';
import { IconBook2, IconDeviceDesktop, IconFolder, IconHome, IconListCheck, IconReportAnalytics, IconVocabulary } from '../../ui/icons.ts';
import { StudentFrame } from '../../ui/StudentFrame.tsx';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { useFrame } from './frame.ts';

/** A student's navigation tabs, by the key that the district shows or hides (specification, section 2). */
const studentTabs = (isGuest: boolean) => [
  { key: 'home', label: m.common_nav_home(), icon: IconHome, href: paths.studentDashboard },
  { key: 'all', label: m.common_nav_all_work(), icon: IconListCheck, href: paths.studentAssignments },
  { key: 'resources', label: m.student_nav_resources(), icon: IconFolder, href: paths.studentResources },
  // A lesson code opens one lesson, so there is nothing to explore.
  ...(isGuest ? [] : [{ key: 'library', label: m.student_nav_explore(), icon: IconBook2, href: paths.studentLibrary }]),
  { key: 'report', label: m.student_nav_results(), icon: IconReportAnalytics, href: paths.studentReport },
  ...(isGuest
    ? []
    : [
        { key: 'glossary', label: m.glossary_nav(), icon: IconVocabulary, href: paths.glossary, within: '/authenticated/glossary' },
        {
          key: 'quizsmart',
          label: m.quizGame_nav(),
          icon: IconDeviceDesktop,
          href: '/authenticated/quizsmart/studentRegistration',
          within: '/authenticated/quizsmart',
        },
      ]),
];

/** The frame of every student screen. */
export default function StudentLayout() {
  const { context, ...frame } = useFrame(studentTabs(sessionFlags(useUser()).loggedInWithCode));
  return (
    <StudentFrame {...frame} banner={<ActingBanner />}>
      <Outlet context={context} />
    </StudentFrame>
  );
}
