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
  adminHome: '/authenticated/admin/adminHome',
  manageUsers: '/authenticated/admin/manageUsers/search',
  inbox: '/authenticated/admin/manageUsers/userFeedback',
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
  /** Target of a lesson link; `linkId` as in the contract. */
  lessonLink: (linkId: string) => `/authenticated/studentDashboard/lessonLink/${linkId}`,
  /** Opens a lesson like a link does: loads responses and tracking, then the player. */
  openLesson: (lessonId: number, assignmentId: number) =>
    `/authenticated/studentDashboard/openLesson/${encodeRouteValue(lessonId, assignmentId)}`,
  /** `groupAssignmentId`: the group assignment, if the lesson came through two groups. */
  lesson: (lessonId: number, assignmentId: number, groupAssignmentId?: number) =>
    `/authenticated/studentDashboard/studentLessonPlayer/${encodeRouteValue(lessonId, assignmentId, ...(groupAssignmentId ? [groupAssignmentId] : []))}`,
  /** A resource of an assigned lesson in the player; `heading`: where its reading begins. */
  lessonResource: (lessonId: number, assignmentId: number, groupAssignmentId: number, resourceId: number, heading?: string | null) =>
    `${paths.lesson(lessonId, assignmentId, groupAssignmentId)}?resource=${resourceId}${heading ? `&heading=${encodeURIComponent(heading)}` : ''}`,
  /** A provider's assessment on its own page. */
  providerAssessment: (lessonId: number, quizId: number, resourceTrackingId: number) =>
    `/authenticated/studentDashboard/StudentLearnosityView/${encodeRouteValue(lessonId, quizId, resourceTrackingId)}`,
  preview: (lessonId: number) => `/authenticated/workspace/lessonPlayer/${encodeRouteValue(lessonId)}`,
  /** Target of a colleague's link; `linkId` as in the contract. */
  sharedLesson: (linkId: string) => `/authenticated/workspace/sharedLesson/${linkId}`,
  contentHome: '/authenticated/content/contentHome',
  previewItem: (itemId: number) => `/authenticated/content/previewResource/${encodeRouteValue(itemId)}`,
  /** Quizzes that the user wrote, in my library. */
  ownQuizzes: '/authenticated/content/contentHome?tab=mine',
  contentAssessments: '/authenticated/content/assessment',
  printSheet: (itemId: number) => `/authenticated/content/printQuiz/${encodeRouteValue(itemId)}`,
  /** The form of the user's own quiz; without an id, a new one. */
  quizForm: (itemId?: number) => `/authenticated/content/writeQuiz/${itemId === undefined ? 'new' : encodeRouteValue(itemId)}`,
  teacherHome: '/authenticated/home/dashboard',
  learning: '/authenticated/home/teacherDashboardLearning',
  standards: '/authenticated/home/get_grades_and_standard',
  citation: '/authenticated/home/get_citation_data',
  glossary: '/authenticated/glossary/home',
  /** Chooses what a link in a learning platform will open. */
  chooseForPlatform: (choiceId: number) => `/authenticated/workspace/chooseForPlatform?choice_id=${choiceId}`,
  workspace: '/authenticated/workspace/workspaceHome',
  /** Chooses what to make of the resources picked in the library. */
  addNewLesson: '/authenticated/workspace/workspaceHome/addnewlesson',
  /** The form of a lesson or assignment; without an id, a new one. */
  lessonForm: (kind: 'lesson' | 'assignment', lessonId?: number) =>
    `/authenticated/workspace/workspaceHome/addnewlesson/${kind}/${lessonId === undefined ? 'new' : encodeRouteValue(lessonId)}`,
  assignments: '/authenticated/assignments',
  /** Assignments of a kind in a range of days (YYYY-MM-DD). */
  assignmentsOf: (kind: string, from: string, to: string) => `/authenticated/assignments?show=${kind}&from=${from}&to=${to}`,
  /** Results of the first group that a lesson is assigned to. */
  lessonResult: (lessonId: number) => `/authenticated/assignments/reportHome/${encodeRouteValue(lessonId)}`,
  assignmentResult: (lessonId: number, groupPuid: number, groupAssignmentId: number) =>
    `/authenticated/assignments/reportHome/${encodeRouteValue(lessonId, groupPuid, groupAssignmentId)}`,
  students: '/authenticated/rostering/viewStudents',
  importStudents: '/authenticated/rostering/importStudents',
  rosters: '/authenticated/admin/manageUsers/oneRoster',
  importHistory: (isAdministrator: boolean) =>
    isAdministrator ? '/authenticated/admin/manageUsers/oneRosterImportStatus' : '/authenticated/rostering/importStatus',
  /** `name`: the last segment of a wizard screen's address. */
  adminImport: (name: string, jobId?: number) => `/authenticated/admin/manageUsers/${name}${jobId === undefined ? '' : `?job=${jobId}`}`,
  groups: '/authenticated/mygroups/mygroupsHome',
  group: (groupPuid: number) => `/authenticated/mygroups/ViewGroups/${encodeRouteValue(groupPuid)}`,
  addGroup: '/authenticated/mygroups/add',
  updateGroup: (groupPuid: number) => `/authenticated/mygroups/update/${encodeRouteValue(groupPuid)}`,
  addGroupStudents: (groupPuid: number) => `/authenticated/mygroups/AddStudents/${encodeRouteValue(groupPuid)}`,
  /** With a student, only that student's label is selected. */
  printLabels: (groupPuid?: number, studentPuid?: number) =>
    `/authenticated/mygroups/printLabels${groupPuid === undefined ? '' : `?group=${groupPuid}${studentPuid === undefined ? '' : `&student=${studentPuid}`}`}`,
  studentAnswers: (groupAssignmentId: number, studentPuid: number) =>
    `/authenticated/assignments/studentReport/${encodeRouteValue(groupAssignmentId, studentPuid)}`,
  gallery: '/developer/ui',
  statecharts: '/developer/statecharts',
} as const;

/** A user's home: the dashboard for students, the content home for everyone else (specification, section 6). */
export const homeOf = (role: number | undefined): string =>
  role === undefined ? paths.signIn : role === student ? paths.studentDashboard : paths.contentHome;
