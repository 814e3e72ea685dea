import { Outlet } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { IconHome, IconListCheck } from '../../ui/icons.ts';
import { StudentFrame } from '../../ui/StudentFrame.tsx';
import { paths } from '../paths.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { useFrame } from './frame.ts';

/** A student's navigation tabs, by the key that the district shows or hides (specification, section 2). */
const studentTabs = () => [
  { key: 'home', label: m.common_nav_home(), icon: IconHome, href: paths.studentDashboard },
  { key: 'all', label: m.common_nav_all_work(), icon: IconListCheck, href: paths.studentAssignments },
];

/** The frame around every screen of a student. */
export default function StudentLayout() {
  const frame = useFrame(studentTabs());
  return (
    <StudentFrame {...frame} banner={<ActingBanner />}>
      <Outlet />
    </StudentFrame>
  );
}
