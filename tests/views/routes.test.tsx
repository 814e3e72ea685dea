// @vitest-environment jsdom

import { matchRoutes, type RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { everyone, Role, type RoleId } from '../../contract/kit.ts';
import { type Session, sessionMachine } from '../../src/machines/login/sessionMachine.ts';
import { authenticatedRoutes } from '../../src/views/authenticatedRoutes.tsx';
import { paths } from '../../src/views/paths.ts';
import { encodeRouteValue } from '../../src/views/routeValue.ts';
import { screens } from '../kit/screens.ts';
import { sessionOf } from '../machines/session.model.ts';

const { student, teacher, schoolAdministrator, districtAdministrator, providerAdministrator, superAdministrator } = Role;
const administrators: RoleId[] = [schoolAdministrator, districtAdministrator, providerAdministrator, superAdministrator];
const staff: RoleId[] = [teacher, ...administrators];
/** Roles of the specification, and others that a token might contain one day. Roles not in a screen's list have no access to it. */
const roles = [...Object.values(Role), 3, 7, 99, undefined];

/**
 * Allowed roles by area (specification, sections 2 and 6), written down independently: the test fails if a screen's own list differs, or an
 * area is missing here.
 */
const areas: Record<string, readonly RoleId[]> = {
  studentDashboard: [student],
  selectSchool: everyone,
  profileSettings: everyone,
  feedbackform: everyone,
  workspace: staff,
  content: staff,
  glossary: everyone,
  help: everyone,
  quizsmart: everyone,
  home: staff,
  assignments: staff,
  rostering: staff,
  mygroups: staff,
  autograde: staff,
  admin: administrators,
};
const items = 'admin/usageReport/itemAnalysisReport';
const ofProvider: readonly RoleId[] = [Role.providerAdministrator, Role.superAdministrator];
const ofDistrict = administrators.filter((role) => role !== schoolAdministrator);
/**
 * Screens with fewer roles than the rest of their area: a second factor is for administrators; a OneRoster set, grades, permissions,
 * modules and the district itself belong to the whole district; the catalog belongs to the provider; a teacher's courses and terms are the teacher's. Each
 * level of an item analysis has its own readers.
 */
const narrower: Record<string, readonly RoleId[]> = {
  'profileSettings/twoStep': administrators,
  'glossary/class/:value': staff,
  'glossary/ownTerms': [teacher],
  'quizsmart/teacherReportCard': staff,
  'quizsmart/teacherReportCard/:value': staff,
  'quizsmart/teacherReportCard/report/:value': staff,
  'quizsmart/teacherExitTicket/:value': staff,
  'quizsmart/studentRegistration': [student],
  'quizsmart/studentQuestion/:value': [student],
  'quizsmart/reportCard/:value': [student],
  'admin/manageUsers/oneRosterImport': ofDistrict,
  'admin/manageUsers/oneRosterImportApi': ofDistrict,
  'admin/manageUsers/rosterSync': ofDistrict,
  'admin/manageUsers/rosterSyncRun': ofDistrict,
  'admin/manageUsers/district': ofDistrict,
  'admin/manageUsers/grade': ofDistrict,
  'admin/manageUsers/askOrrery': [schoolAdministrator, districtAdministrator],
  'admin/externalTools/saml': ofDistrict,
  'admin/externalTools/samlSignIns': ofDistrict,
  'admin/externalTools/technicalStatus': ofDistrict,
  'admin/manageUsers/samlIdentity': ofDistrict,
  'admin/manageUsers/rosterSso': ofDistrict,
  'admin/manageUsers/classroomSso': ofDistrict,
  'mygroups/classroomService': [teacher],
  'mygroups/classroomWork/:value': [teacher],
  'admin/prebuiltAssignResource': ofDistrict,
  'admin/prebuiltAssignResource/:value': ofDistrict,
  'admin/contentSetup': ofProvider,
  'admin/contentSetup/:value': ofProvider,
  'admin/authoringTool/:value': ofProvider,
  'admin/courseImport': ofProvider,
  'admin/glossaryTerms': ofProvider,
  'admin/questionAnswer': ofProvider,
  'admin/questionAnswer/:value': ofProvider,
  'admin/viewQuestionAnswer/:value': ofProvider,
  'admin/editQuestionAnswer/:value': ofProvider,
  'admin/assessmentQuestionAnswer': ofProvider,
  'admin/assessmentQuestionAnswer/:value': ofProvider,
  'admin/viewAssessmentQuestionAnswer/:value': ofProvider,
  'admin/managePermision': ofDistrict,
  'admin/assignNewPermission': ofDistrict,
  'admin/moduleAssignment': ofDistrict,
  [`${items}/state`]: ofProvider,
  [`${items}/state/:value`]: ofProvider,
  [`${items}/district`]: ofDistrict,
  [`${items}/district/:value`]: ofDistrict,
  [`${items}/school`]: [schoolAdministrator],
};
/** Screens with more roles: teachers read the analysis of their own classes. Others can be opened by a right, which the page asks for. */
const wider: Record<string, readonly RoleId[]> = {
  [`${items}/group/:value`]: staff,
  [`${items}/student/:value`]: staff,
  'admin/manageUsers/userFeedback': staff,
  'admin/manageUsers/subject': staff,
  'admin/manageUsers/audit': staff,
  'admin/manageUsers/ltiConsumer': ofDistrict,
  'workspace/chooseForPlatform': staff,
  'admin/manageUsers/userNotification': staff,
};
const rolesOf = (path: string): readonly RoleId[] | undefined => narrower[path] ?? wider[path] ?? areas[path.split('/')[0] ?? ''];

let session: ReturnType<typeof createActor<typeof sessionMachine>>;
beforeEach(() => {
  session = createActor(sessionMachine.provide({ actors: { restore: fromPromise<Session | null>(async () => null) } })).start();
});
afterEach(() => session.stop());

const signInAs = (role: number | undefined) => {
  const opened = sessionOf(7);
  session.send({ type: 'session.opened', session: { ...opened, user: { ...opened.user, role: role as number } } });
  expect(session.getSnapshot().hasTag('signedIn')).toBe(true);
};

const routes: RouteObject[] = [{ path: '/authenticated', children: authenticatedRoutes(() => session, screens) }];
const matched = new Map<string, ReturnType<typeof matchRoutes>>();
/** The screen at an address. The router ranks all routes for every match, so each address is matched once, not once for each role. */
function screenAt(address: string) {
  if (!matched.has(address)) matched.set(address, matchRoutes(routes, address));
  const match = matched.get(address)?.at(-1);
  if (!match) throw new Error(`no screen at ${address}`);
  return match;
}

/** The result of the guard of the screen at an address: 200, or the status of what it throws. */
async function open(address: string): Promise<number> {
  const { route, params } = screenAt(address);
  const guard = route.loader as (args: unknown) => Promise<unknown>;
  try {
    await guard({ params, request: new Request(`http://orrery.test${address}`) });
    return 200;
  } catch (thrown) {
    return (thrown as Response).status;
  }
}
/** Minimum and maximum number of ids in a screen's value. */
const countsOf = ({ ids = 1 }: (typeof screens)[number]) => {
  const counts = [ids].flat();
  return { fewest: Math.min(...counts), most: Math.max(...counts) };
};
const addressOf = (screen: (typeof screens)[number]) =>
  `/authenticated/${screen.path
    .replace(':value', encodeRouteValue(...Array.from({ length: countsOf(screen).most }, (_, index) => index + 1)))
    .replace(':suffix', '0')}`;

const matrix = screens.flatMap((screen) => roles.map((role) => [screen.path, role, screen] as const));

describe('every screen for every role', () => {
  it('is in an area whose roles are known, and its own list is that of its area', () => {
    for (const { path, roles: own } of screens) {
      const area = rolesOf(path);
      expect(area, `the area of ${path} is not in this test`).toBeDefined();
      expect(`${path}: ${[...own].sort()}`).toBe(`${path}: ${[...(area ?? [])].sort()}`);
    }
  });

  it.each(matrix)('%s for role %s', async (_path, role, screen) => {
    signInAs(role);
    const area = rolesOf(screen.path) ?? [];
    expect(await open(addressOf(screen))).toBe(area.some((allowed) => allowed === role) ? 200 : 403);
  });

  it('goes by the user whose screens these are: an administrator who acts as a student opens a student’s', async () => {
    signInAs(superAdministrator);
    const acting = sessionOf(9);
    session.send({ type: 'acting.started', session: acting });
    expect(await open('/authenticated/studentDashboard/viewAllAssignment')).toBe(200);
    expect(await open('/authenticated/admin/manageUsers/search')).toBe(403);
  });
});

describe('a base64 value in an address', () => {
  const withValue = screens.filter(({ ids }) => ids !== undefined);
  const tampered = ({ fewest: count, most }: ReturnType<typeof countsOf>): [string, string][] => {
    const good = encodeRouteValue(...Array.from({ length: count }, (_, index) => index + 1));
    return [
      ['one id too many', encodeRouteValue(...Array.from({ length: most + 1 }, () => 1))],
      ['one id too few', count > 1 ? encodeRouteValue(...Array.from({ length: count - 1 }, () => 1)) : encodeRouteValue('', '')],
      ['a name for an id', encodeRouteValue(...Array.from({ length: count }, () => 'one'))],
      ['an id beyond 2⁵³', encodeRouteValue(...Array.from({ length: count }, () => '9007199254740993'))],
      ['a negative id', encodeRouteValue(...Array.from({ length: count }, () => '-1'))],
      ['a fraction', encodeRouteValue(...Array.from({ length: count }, () => '1.5'))],
      ['a zero in front', encodeRouteValue(...Array.from({ length: count }, () => '007'))],
      ['a blank', encodeRouteValue(...Array.from({ length: count }, () => '1 '))],
      ['no base64', '%2e%2e'],
      ['something after it', `${good}!`],
      ['a very long value', 'A'.repeat(600)],
      ['a path', encodeRouteValue(...Array.from({ length: count }, () => '..'))],
    ];
  };
  it.each(withValue.flatMap((screen) => tampered(countsOf(screen)).map(([name, value]) => [screen.path, name, value, screen] as const)))(
    '%s, %s: nothing is there',
    async (_path, _name, value, screen) => {
      signInAs(screen.roles[0]);
      expect(await open(`/authenticated/${screen.path.replace(':value', value)}`)).toBe(404);
    },
  );
  it('is not even looked at for a role that may not open the screen', async () => {
    for (const screen of withValue) {
      signInAs(Role.guest);
      expect(await open(`/authenticated/${screen.path.replace(':value', 'rubbish')}`)).toBe(403);
    }
  });
});

/** Reports on a class. */
const ofClasses = [
  'assessmentStatus',
  'assignmentProgress',
  'classReport',
  'groupAssementReport',
  'groupAssementReportView',
  'groupAssignmentReport',
  'htmlReaderReport',
  'itemWiseReport',
  'progressMonitoringGroupReport',
  'progressMonitoringStudentReport',
  'readerReport',
  'standardsReport',
  'studentAssementReport',
  'studentAssementReportView',
  'studentAssignmentReport',
  'studentLearnoReportView',
  'studentProgress',
  'studentReportView',
  'studentStandardsReport',
  'trackAssessments',
  'viewReport',
];

/** Addresses of the specification that contain a value, without it: role, and target of the redirect. */
const withoutValue: [address: string, role: RoleId, list: string][] = [
  ['studentDashboard/studentDashboard', student, paths.studentDashboard],
  ['studentDashboard/studentLessonPlayer', student, paths.studentAssignments],
  ['studentDashboard/lessonPlayerPage', student, paths.studentAssignments],
  ['studentDashboard/studentQuiz', student, paths.studentAssignments],
  ['studentDashboard/printQuiz', student, paths.studentAssignments],
  ['studentDashboard/StudentLearnosityView', student, paths.studentAssignments],
  ['studentDashboard/lessonLink', student, paths.studentDashboard],
  ['studentDashboard/openLesson', student, paths.studentDashboard],
  ['content/previewResource', teacher, paths.contentHome],
  ['content/printQuiz', teacher, paths.contentAssessments],
  ['workspace/lessonPlayer', teacher, paths.workspace],
  ['workspace/sharedLesson', teacher, paths.workspace],
  ['content/writeQuiz', teacher, paths.quizForm()],
  ['workspace/workspaceHome/addnewlesson/lesson', teacher, paths.lessonForm('lesson')],
  ['workspace/workspaceHome/addnewlesson/assignment', teacher, paths.lessonForm('assignment')],
  ['assignments/reportHome', teacher, paths.assignments],
  ['assignments/studentReport', teacher, paths.assignments],
  ['mygroups/assignmentResourceDetails', teacher, paths.assignments],
  ['mygroups/studentAssignmentDetails', teacher, paths.assignments],
  ['autograde/questions', teacher, '/authenticated/autograde/report'],
  ['autograde/scoring', teacher, '/authenticated/autograde/report'],
  ['autograde/student', teacher, '/authenticated/autograde/report'],
  ['mygroups/ViewGroups', teacher, paths.groups],
  ['mygroups/update', teacher, paths.groups],
  ['mygroups/AddStudents', teacher, paths.groups],
  ['mygroups/classroomWork', teacher, '/authenticated/mygroups/classroomService'],
  ...ofClasses.map((name): [string, RoleId, string] => [`mygroups/${name}`, teacher, paths.groups]),
  ['glossary/class', teacher, paths.groups],
  ['quizsmart/teacherReportCard/report', teacher, '/authenticated/quizsmart/teacherReportCard'],
  ['quizsmart/teacherExitTicket', teacher, '/authenticated/quizsmart/teacherReportCard'],
  ['quizsmart/studentQuestion', student, '/authenticated/quizsmart/studentRegistration'],
  ['quizsmart/reportCard', student, '/authenticated/quizsmart/studentRegistration'],
  ...['user', 'privacy', 'role', 'resetPassword', 'updateUserId'].map((name): [string, RoleId, string] => [
    `admin/manageUsers/${name}`,
    schoolAdministrator,
    paths.manageUsers,
  ]),
  ['admin/usageReport/usageReportDownload', schoolAdministrator, '/authenticated/admin/usageReport/dataExport'],
  ['admin/usageReport/itemAnalysisReport/group', teacher, paths.groups],
  ['admin/usageReport/itemAnalysisReport/student', teacher, paths.groups],
  ['admin/authoringTool', Role.superAdministrator, '/authenticated/admin/contentSetup'],
  ['admin/viewQuestionAnswer', Role.superAdministrator, '/authenticated/admin/questionAnswer'],
  ['admin/editQuestionAnswer', Role.superAdministrator, '/authenticated/admin/questionAnswer'],
  ['admin/viewAssessmentQuestionAnswer', Role.superAdministrator, '/authenticated/admin/assessmentQuestionAnswer'],
];

describe('an address without its value', () => {
  const opened = async (address: string) => {
    const { route, params } = screenAt(`/authenticated/${address}`);
    return (route.loader as (args: unknown) => Promise<Response | null>)({ params });
  };
  it.each(withoutValue)('/authenticated/%s leads role %i to the list that supplies it', async (address, role, list) => {
    signInAs(role);
    expect((await opened(address))?.headers.get('location')).toBe(list);
  });
  it('leads nobody to a list that is not theirs', async () => {
    signInAs(teacher);
    await expect(opened('studentDashboard/studentQuiz')).rejects.toMatchObject({ status: 403 });
    signInAs(student);
    await expect(opened('assignments/reportHome')).rejects.toMatchObject({ status: 403 });
  });
  it('is in the table above for every screen whose address holds one', () => {
    const tabled = new Set(withoutValue.map(([address]) => address));
    const without = screens.filter(({ path }) => path.includes('/:')).map(({ path }) => path.replace(/\/:\w+$/, ''));
    const missing = without.filter((path) => !tabled.has(path) && !screens.some((screen) => screen.path === path));
    expect(missing).toEqual([]);
  });
});

it('no screen stands in two tables', () => {
  const paths = screens.map(({ path }) => path);
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
});
