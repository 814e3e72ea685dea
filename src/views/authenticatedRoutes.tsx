import { lazy } from 'react';
import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject, redirect } from 'react-router-dom';
import { administrators, everyone, type RoleId, staff, students, wholeRoster } from '../../contract/kit.ts';
import { useUser } from './hooks.ts';
import { paths } from './paths.ts';
import { decodeIds } from './routeValue.ts';
import type { Screen } from './screen.ts';
import { type Session, settled } from './settled.ts';
import { SignedInProviders } from './shell/SignedInProviders.tsx';
import type { StaffPage } from './staffPages.ts';

const profilePage = () => import('./profile/ProfilePage.tsx');
/** The pages of staff, by their names in `staffPages.ts`: students do not load as much as the list of them. */
const staffPage = (name: StaffPage) => async () => (await import('./staffPages.ts')).staffPages[name]();
const importPage = staffPage('ImportPage');

/** Every screen of the signed-in area (specification, section 2) but the staff's reports (`reports/reportScreens.ts`): who may open what. */
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
  { path: 'studentDashboard/report', roles: students, load: () => import('./student/ReportPage.tsx') },
  {
    path: 'studentDashboard/printQuiz/:value',
    list: paths.studentAssignments,
    roles: students,
    ids: 3,
    load: () => import('./student/PrintQuizPage.tsx'),
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
  { path: 'workspace/workspaceHome', roles: staff, load: staffPage('WorkspaceHomePage') },
  { path: 'workspace/workspaceHome/addnewlesson', roles: staff, load: staffPage('AddNewLessonPage') },
  // `new`, or the encoded id of a saved one: one route, so that the form stays when what is new gets its id.
  {
    path: 'workspace/workspaceHome/addnewlesson/lesson/:value',
    list: paths.lessonForm('lesson'),
    roles: staff,
    load: staffPage('LessonBuilderPage'),
  },
  {
    path: 'workspace/workspaceHome/addnewlesson/assignment/:value',
    list: paths.lessonForm('assignment'),
    roles: staff,
    load: staffPage('LessonBuilderPage'),
  },
  { path: 'workspace/sharedLesson/:linkId', list: paths.workspace, roles: staff, load: staffPage('OpenSharedPage') },
  { path: 'selectSchool', roles: everyone, load: () => import('./account/SelectSchoolPage.tsx') },
  { path: 'admin/manageUsers/search', roles: administrators, load: staffPage('ManageUsersPage') },
  { path: 'admin/manageUsers/userFeedback', roles: administrators, load: staffPage('InboxPage') },
  { path: 'content/contentHome', roles: staff, load: staffPage('ContentHomePage') },
  { path: 'content/assessment', roles: staff, load: staffPage('AssessmentPage') },
  { path: 'content/printQuiz/:value', list: paths.contentAssessments, roles: staff, ids: 1, load: staffPage('PrintQuizPage') },
  { path: 'home/dashboard', roles: staff, load: staffPage('TeacherHomePage') },
  { path: 'home/teacherDashboardLearning', roles: staff, load: staffPage('LearningPage') },
  { path: 'home/get_citation_data', roles: staff, load: staffPage('CitationPage') },
  { path: 'home/get_grades_and_standard', roles: staff, load: staffPage('StandardsPage') },
  { path: 'rostering/viewStudents', roles: staff, load: staffPage('StudentsPage') },
  { path: 'rostering/importStudents', roles: staff, load: importPage },
  { path: 'rostering/importStatus', roles: staff, load: staffPage('HistoryPage') },
  ...['importUsers', 'bulkupdate', 'importMygroup', 'batchActivation'].map(
    (name): Screen => ({ path: `admin/manageUsers/${name}`, roles: administrators, load: importPage }),
  ),
  { path: 'admin/manageUsers/oneRosterImport', roles: wholeRoster, load: importPage },
  { path: 'admin/manageUsers/oneRoster', roles: administrators, load: staffPage('RostersPage') },
  { path: 'admin/manageUsers/oneRosterImportStatus', roles: administrators, load: staffPage('HistoryPage') },
  { path: 'admin/manageUsers/transferMygroup', roles: administrators, load: staffPage('TransferPage') },
  { path: 'mygroups/mygroupsHome', roles: staff, load: staffPage('GroupsPage') },
  { path: 'mygroups/ViewGroups/:value', list: paths.groups, roles: staff, ids: 1, load: staffPage('GroupPage') },
  { path: 'mygroups/add', roles: staff, load: staffPage('GroupFormPage') },
  { path: 'mygroups/update/:value', list: paths.groups, roles: staff, ids: 1, load: staffPage('GroupFormPage') },
  { path: 'mygroups/AddStudents/:value', list: paths.groups, roles: staff, ids: 1, load: staffPage('AddStudentsPage') },
  { path: 'mygroups/printLabels', roles: staff, load: staffPage('PrintLabelsPage') },
  { path: 'assignments', roles: staff, load: staffPage('AssignmentsPage') },
  { path: 'assignments/reportHome/:value', list: paths.assignments, roles: staff, ids: [1, 3], load: staffPage('AssignmentResultPage') },
  { path: 'assignments/studentReport/:value', list: paths.assignments, roles: staff, ids: 2, load: staffPage('StudentReportPage') },
];

const studentLayout = () => import('./shell/StudentLayout.tsx');
const staffLayout = () => import('./shell/StaffLayout.tsx');
const StudentLayout = lazy(studentLayout);
const StaffLayout = lazy(staffLayout);
const isStudent = (role: number) => students.some((one) => one === role);

/** The frame of whoever is signed in: a route's own `lazy` would choose once, perhaps before anybody is. */
function Layout() {
  return isStudent(useUser().role) ? <StudentLayout /> : <StaffLayout />;
}

const isPlayer = ({ frame }: Screen) => frame === 'player';

/** How routes of screens are made: each checks the role, then that its value decodes. */
function routesFor(sessionOf: () => Session) {
  /** Null for whoever is signed out: the area's own guard sends them to the sign-in page. */
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
    leadOn,
    /** Addresses without their value, which lead to the list that supplies it. */
    toLists: (of: readonly Screen[]) =>
      of.flatMap(({ path, roles, list }) => (list ? [leadOn(path.replace(/\/:\w+$/, ''), roles, list)] : [])),
  };
}

/** The routes behind the sign-in. */
export function authenticatedRoutes(sessionOf: () => Session, table: readonly Screen[] = screens): RouteObject[] {
  const { toRoute, leadOn, toLists } = routesFor(sessionOf);
  return [
    {
      element: <SignedInProviders />,
      children: [
        {
          id: 'frame',
          loader: async () => {
            const { user } = (await settled(sessionOf())).context;
            if (user) await (isStudent(user.role) ? studentLayout() : staffLayout());
            return null;
          },
          element: <Layout />,
          children: table.filter((screen) => !isPlayer(screen)).map(toRoute),
        },
        ...table.filter(isPlayer).map(toRoute),
        leadOn('admin/manageUsers', administrators, paths.manageUsers),
        ...toLists(table),
      ],
    },
  ];
}

/** Adds the routes that an address behind the sign-in wants: those of the table, and of reports where the table does not have it. */
export async function patchArea({ path, patch }: Parameters<PatchRoutesOnNavigationFunction>[0], sessionOf: () => Session): Promise<void> {
  const routes = authenticatedRoutes(sessionOf);
  patch('authenticated', routes);
  if (matchRoutes([{ path: '/authenticated', children: routes }], path)) return;
  const { reportScreens } = await import('./reports/reportScreens.ts');
  const { toRoute, toLists } = routesFor(sessionOf);
  patch('frame', [...reportScreens.map(toRoute), ...toLists(reportScreens)]);
}
