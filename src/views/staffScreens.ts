import { administrators, staff, wholeRoster } from '../../contract/kit.ts';
import { declaredScreens } from './declaredScreens.ts';
import { paths } from './paths.ts';
import type { Screen } from './screen.ts';
import { staffPages } from './staffPages.ts';

/**
 * The staff screens and the roles that may open them (specification, section 2). They load with the first of them, so that students load
 * none.
 */
export const staffScreens: readonly Screen[] = [
  { path: 'workspace/workspaceHome', roles: staff, load: staffPages.WorkspaceHomePage },
  { path: 'workspace/workspaceHome/addnewlesson', roles: staff, load: staffPages.AddNewLessonPage },
  // `new`, or the encoded id of a saved one. One route for both, so that the form stays mounted when a new lesson gets its id.
  {
    path: 'workspace/workspaceHome/addnewlesson/lesson/:value',
    list: paths.lessonForm('lesson'),
    roles: staff,
    load: staffPages.LessonBuilderPage,
  },
  {
    path: 'workspace/workspaceHome/addnewlesson/assignment/:value',
    list: paths.lessonForm('assignment'),
    roles: staff,
    load: staffPages.LessonBuilderPage,
  },
  { path: 'workspace/sharedLesson/:linkId', list: paths.workspace, roles: staff, load: staffPages.OpenSharedPage },
  { path: 'admin/manageUsers/search', list: paths.manageUsers, roles: administrators, load: staffPages.ManageUsersPage },
  { path: 'admin/manageUsers/userFeedback', roles: administrators, load: staffPages.InboxPage },
  { path: 'content/contentHome', roles: staff, load: staffPages.ContentHomePage },
  { path: 'content/assessment', roles: staff, load: staffPages.AssessmentPage },
  { path: 'content/printQuiz/:value', list: paths.contentAssessments, roles: staff, ids: 1, load: staffPages.PrintQuizWithKeyPage },
  { path: 'home/dashboard', roles: staff, load: staffPages.TeacherHomePage },
  { path: 'home/teacherDashboardLearning', roles: staff, load: staffPages.LearningPage },
  { path: 'home/get_citation_data', roles: staff, load: staffPages.CitationPage },
  { path: 'home/get_grades_and_standard', roles: staff, load: staffPages.StandardsPage },
  { path: 'rostering/viewStudents', roles: staff, load: staffPages.StudentsPage },
  { path: 'rostering/importStudents', roles: staff, load: staffPages.ImportPage },
  { path: 'rostering/importStatus', roles: staff, load: staffPages.HistoryPage },
  ...['importUsers', 'bulkupdate', 'importMygroup', 'batchActivation'].map(
    (name): Screen => ({ path: `admin/manageUsers/${name}`, roles: administrators, load: staffPages.ImportPage }),
  ),
  { path: 'admin/manageUsers/oneRosterImport', roles: wholeRoster, load: staffPages.ImportPage },
  { path: 'admin/manageUsers/oneRoster', roles: administrators, load: staffPages.RostersPage },
  { path: 'admin/manageUsers/oneRosterImportStatus', roles: administrators, load: staffPages.HistoryPage },
  { path: 'admin/manageUsers/transferMygroup', roles: administrators, load: staffPages.TransferPage },
  { path: 'mygroups/mygroupsHome', roles: staff, load: staffPages.GroupsPage },
  { path: 'mygroups/ViewGroups/:value', list: paths.groups, roles: staff, ids: 1, load: staffPages.GroupPage },
  { path: 'mygroups/add', roles: staff, load: staffPages.GroupFormPage },
  { path: 'mygroups/update/:value', list: paths.groups, roles: staff, ids: 1, load: staffPages.GroupFormPage },
  { path: 'mygroups/AddStudents/:value', list: paths.groups, roles: staff, ids: 1, load: staffPages.AddStudentsPage },
  { path: 'mygroups/printLabels', roles: staff, load: staffPages.PrintLabelsPage },
  { path: 'assignments', roles: staff, load: staffPages.AssignmentsPage },
  { path: 'assignments/reportHome/:value', list: paths.assignments, roles: staff, ids: [1, 3], load: staffPages.AssignmentResultPage },
  { path: 'assignments/studentReport/:value', list: paths.assignments, roles: staff, ids: 2, load: staffPages.StudentReportPage },
  ...declaredScreens,
];
