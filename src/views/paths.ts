import { encodeRouteValue } from './routeValue.ts';

const student = 1;

/** Addresses of the screens (specification, section 2), built in one place. */
export const paths = {
  signIn: '/',
  retrievePassword: '/account/retrievePassword',
  selectSchool: '/authenticated/selectSchool',
  manageUsers: '/authenticated/admin/manageUsers/search',
  studentDashboard: '/authenticated/studentDashboard/studentDashboard/0',
  studentAssignments: '/authenticated/studentDashboard/viewAllAssignment',
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
