import { encodeRouteValue } from './routeValue.ts';

const student = 1;

/** Addresses of the screens (specification, section 2), built in one place. */
export const paths = {
  signIn: '/',
  retrievePassword: '/account/retrievePassword',
  selectSchool: '/authenticated/selectSchool',
  profile: '/authenticated/profileSettings',
  profileHome: '/authenticated/profileSettings/home',
  feedback: '/authenticated/feedbackform',
  manageUsers: '/authenticated/admin/manageUsers/search',
  studentDashboard: '/authenticated/studentDashboard/studentDashboard/0',
  studentAssignments: '/authenticated/studentDashboard/viewAllAssignment',
  /** `type`: a key of the contract's `AssignmentType`. */
  studentAssignmentsOf: (type: string) => `/authenticated/studentDashboard/viewAllAssignment?type=${type}`,
  studentResources: '/authenticated/studentDashboard/resourcesView',
  studentLibrary: '/authenticated/studentDashboard/contentlibrary',
  studentReport: '/authenticated/studentDashboard/report',
  exploreItem: (itemId: number) => `/authenticated/studentDashboard/contentlibrary/${encodeRouteValue(itemId)}`,
  printQuiz: (lessonId: number, assignmentId: number, quizId: number) =>
    `/authenticated/studentDashboard/printQuiz/${encodeRouteValue(lessonId, assignmentId, quizId)}`,
  /** What a lesson link leads to; `linkId` as the contract has it. */
  lessonLink: (linkId: string) => `/authenticated/studentDashboard/lessonLink/${linkId}`,
  /** As a link does once it is opened: responses and tracking load, then the player. */
  openLesson: (lessonId: number, assignmentId: number) =>
    `/authenticated/studentDashboard/openLesson/${encodeRouteValue(lessonId, assignmentId)}`,
  lesson: (lessonId: number, assignmentId: number) =>
    `/authenticated/studentDashboard/studentLessonPlayer/${encodeRouteValue(lessonId, assignmentId)}`,
  preview: (lessonId: number) => `/authenticated/workspace/lessonPlayer/${encodeRouteValue(lessonId)}`,
  contentHome: '/authenticated/content/contentHome',
  assignments: '/authenticated/assignments',
  assignmentResult: (lessonId: number, groupPuid: number, groupAssignmentId: number) =>
    `/authenticated/assignments/reportHome/${encodeRouteValue(lessonId, groupPuid, groupAssignmentId)}`,
  gallery: '/developer/ui',
  statecharts: '/developer/statecharts',
} as const;

/** Where a person starts: students at their dashboard, everyone else at the content home (specification, section 6). */
export const homeOf = (role: number | undefined): string =>
  role === undefined ? paths.signIn : role === student ? paths.studentDashboard : paths.contentHome;
