import type { ComponentType } from 'react';
import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject, redirect, useLoaderData } from 'react-router-dom';
import { administrators, everyone, type RoleId, staff, students } from '../../contract/kit.ts';
import { paths } from './paths.ts';
import { decodeIds } from './routeValue.ts';
import type { Screen } from './screen.ts';
import { type Session, settled } from './settled.ts';
import { SignedInProviders } from './shell/SignedInProviders.tsx';
import type { StaffPage } from './staffPages.ts';
import report from './student/report.screen.ts';

const profilePage = () => import('./profile/ProfilePage.tsx');
/** Staff pages by their names in `staffPages.ts`: students do not even load the list. */
const staffPage = (name: StaffPage) => async () => (await import('./staffPages.ts')).staffPages[name]();

/**
 * The screens of the signed-in area that students open, and the players (specification, section 2), with the roles that may open them.
 * Staff screens are in `staffScreens.ts`.
 */
export const screens: readonly Screen[] = [
  {
    path: 'studentDashboard/studentDashboard/:suffix',
    list: paths.studentDashboard,
    roles: students,
    load: () => import('./student/DashboardPage.tsx'),
  },
  { path: 'studentDashboard/viewAllAssignment', roles: students, load: () => import('./student/AllAssignmentsPage.tsx') },
  { path: 'studentDashboard/resourcesView', roles: students, load: () => import('./student/ResourcesPage.tsx') },
  { path: 'studentDashboard/contentlibrary', roles: students, load: () => import('./student/LibraryPage.tsx') },
  { path: 'studentDashboard/contentlibrary/:value', roles: students, ids: 1, load: () => import('./student/ExplorePage.tsx') },
  { ...report, load: () => import('./student/ReportPage.tsx') },
  {
    path: 'studentDashboard/printQuiz/:value',
    list: paths.studentAssignments,
    roles: students,
    ids: 3,
    load: () => import('./student/PrintAssignedQuizPage.tsx'),
  },
  {
    path: 'studentDashboard/lessonLink/:linkId',
    list: paths.studentDashboard,
    roles: students,
    load: () => import('./student/OpenLessonPage.tsx'),
  },
  {
    path: 'studentDashboard/openLesson/:value',
    list: paths.studentDashboard,
    roles: students,
    ids: 2,
    load: () => import('./student/OpenLessonPage.tsx'),
  },
  ...['studentLessonPlayer', 'lessonPlayerPage'].map(
    (name): Screen => ({
      path: `studentDashboard/${name}/:value`,
      list: paths.studentAssignments,
      roles: students,
      ids: [2, 3],
      frame: 'player',
      load: () => import('./player/LessonPlayerPage.tsx'),
    }),
  ),
  {
    path: 'studentDashboard/StudentLearnosityView/:value',
    list: paths.studentAssignments,
    roles: students,
    ids: [2, 3],
    frame: 'player',
    load: () => import('./player/ProviderPage.tsx'),
  },
  {
    path: 'studentDashboard/studentQuiz/:value',
    list: paths.studentAssignments,
    roles: students,
    ids: [2, 3],
    frame: 'player',
    load: () => import('./player/StudentQuizPage.tsx'),
  },
  {
    path: 'content/previewResource/:value',
    list: paths.contentHome,
    roles: staff,
    ids: 1,
    frame: 'player',
    load: staffPage('ItemPreviewPage'),
  },
  {
    path: 'workspace/lessonPlayer/:value',
    list: paths.workspace,
    roles: staff,
    ids: 1,
    frame: 'player',
    load: staffPage('LessonPreviewPage'),
  },
  { path: 'profileSettings/home', roles: everyone, load: profilePage },
  { path: 'profileSettings/profile', roles: everyone, load: profilePage },
  { path: 'profileSettings/uploadPhoto', roles: everyone, load: profilePage },
  { path: 'profileSettings/resetPassword', roles: everyone, load: profilePage },
  { path: 'profileSettings/sessions', roles: everyone, load: profilePage },
  { path: 'profileSettings/twoStep', roles: administrators, load: profilePage },
  { path: 'feedbackform', roles: everyone, load: () => import('./profile/FeedbackPage.tsx') },
  { path: 'selectSchool', roles: everyone, load: () => import('./account/SelectSchoolPage.tsx') },
];

const studentLayout = () => import('./shell/StudentLayout.tsx');
const staffLayout = () => import('./shell/StaffLayout.tsx');
const isStudent = (role: number) => students.some((one) => one === role);

/**
 * The signed-in user's frame, from the route's loader. A route's own `lazy` would choose once, perhaps before sign-in, and React's `lazy`
 * would draw an empty page first.
 */
function Layout() {
  const Frame = useLoaderData() as ComponentType | null;
  return Frame ? <Frame /> : null;
}

const isPlayer = ({ frame }: Screen) => frame === 'player';

/** Builds the routes of screens. Each checks the role, then that its value decodes. */
function routesFor(sessionOf: () => Session) {
  /** Null when signed out: the area's own guard redirects to the sign-in page. */
  const roleAmong = async (roles: readonly RoleId[]): Promise<RoleId | null> => {
    const snapshot = await settled(sessionOf());
    if (snapshot.hasTag('signedOut')) return null;
    const role = roles.find((allowed) => allowed === snapshot.context.user?.role);
    if (role === undefined) throw new Response(null, { status: 403 });
    return role;
  };
  const toRoute = ({ path, roles, ids, load }: Screen): RouteObject => ({
    path,
    loader: async ({ params }) => {
      const role = await roleAmong(roles);
      if (role !== null && ids !== undefined && !decodeIds(params.value, ids)) throw new Response(null, { status: 404 });
      return null;
    },
    lazy: async () => ({ Component: (await load()).default }),
  });
  const leadOn = (path: string, roles: readonly RoleId[], to: string): RouteObject => ({
    path,
    loader: async () => {
      const role = await roleAmong(roles);
      return role === null ? null : redirect(to);
    },
    element: null,
  });
  return {
    toRoute,
    /** Redirects from addresses without their last segment to the list that supplies it. */
    toLists: (of: readonly Screen[]) =>
      of.flatMap(({ path, roles, list }) => (list ? [leadOn(path.replace(/\/[^/]+$/, ''), roles, list)] : [])),
  };
}

/** The routes behind the sign-in. */
export function authenticatedRoutes(sessionOf: () => Session, table: readonly Screen[] = screens): RouteObject[] {
  const { toRoute, toLists } = routesFor(sessionOf);
  return [
    {
      element: <SignedInProviders />,
      children: [
        {
          id: 'frame',
          loader: async () => {
            const { user } = (await settled(sessionOf())).context;
            return user ? (await (isStudent(user.role) ? studentLayout() : staffLayout())).default : null;
          },
          element: <Layout />,
          children: table.filter((screen) => !isPlayer(screen)).map(toRoute),
        },
        ...table.filter(isPlayer).map(toRoute),
        ...toLists(table),
      ],
    },
  ];
}

/** Adds the routes for an address behind the sign-in: those of the table, and the staff's if the table does not have it. */
export async function patchArea({ path, patch }: Parameters<PatchRoutesOnNavigationFunction>[0], sessionOf: () => Session): Promise<void> {
  const routes = authenticatedRoutes(sessionOf);
  patch('authenticated', routes);
  if (matchRoutes([{ path: '/authenticated', children: routes }], path)) return;
  const { staffScreens } = await import('./staffScreens.ts');
  const { toRoute, toLists } = routesFor(sessionOf);
  patch('frame', [...staffScreens.map(toRoute), ...toLists(staffScreens)]);
}
