import type { Page } from 'playwright-core';
import type { m } from '../src/paraglide/messages.js';

/** A text of the screens, by its key. */
export type MessageKey = keyof typeof m;

/** What happens before a picture is taken, by the words of the screens. All fail if something is gone. */
export interface PictureTools {
  page: Page;
  say: (key: MessageKey) => string;
  /** Waits until nothing loads or moves. */
  settled: () => Promise<void>;
  /** Presses buttons, links, tabs and so on by their texts, one after another. */
  press: (...keys: MessageKey[]) => Promise<void>;
  /** Presses the first element of each selector, one after another. */
  open: (...selectors: string[]) => Promise<void>;
}

/** What a picture shows, and how to get there. */
export interface Picture {
  as: 'nobody' | 'student' | 'commented' | 'teacher' | 'school' | 'district' | 'provider';
  address: string;
  before?: (tools: PictureTools) => Promise<unknown>;
  /** Selectors of the parts that it shows; by default the content of the page. Everything else is hidden. */
  of?: readonly string[];
  /** Buttons and fields with a frame around them. A frame has the number of the step that names the button, or that given. */
  outline?: readonly (MessageKey | readonly [MessageKey, number])[];
  /** Most pixels from top to bottom. It ends between two lines. */
  height?: number;
  /** Of the screen, in pixels. A table with many columns needs more than the usual 800. */
  width?: number;
  /** Height of the screen, in pixels, for pages that fill it. */
  screen?: number;
}

/** Most bytes of a picture, and of all together. */
export const bounds = { bytes: 40_000, all: 4_000_000 } as const;

/** Articles without a picture, and why. */
export const withoutPicture: Readonly<Record<string, string>> = {
  'keyboard-and-reading-aloud': 'It is about keys, which look the same everywhere.',
  'without-a-connection': 'It is about what happens, not about a screen.',
  'classroom-courses': 'The sample school has no classroom service.',
  'lessons-in-a-platform': 'The first steps are in a learning platform.',
};

/** Who takes the pictures in each language. Work changes a student's home, so each language has a student of its own. */
export const accounts = {
  en: { nobody: '', student: 'maya', commented: 'maya', teacher: 'rivera', school: 'okafor', district: 'lindqvist', provider: 'root' },
  es: { nobody: '', student: 'leo', commented: 'maya', teacher: 'rivera', school: 'okafor', district: 'lindqvist', provider: 'root' },
} as const satisfies Record<string, Record<Picture['as'], string>>;

const at = (path: string) => `/authenticated/${path}`;
const openClass = ({ open }: PictureTools) => open('main a[href*="/ViewGroups/"]');
/** Opens the reports of the first class. */
const openReports = async (tools: PictureTools) => {
  await openClass(tools);
  await tools.press('classReports_ask_help');
};
/** Opens an assignment with results. The newest ones have not started. */
const openResults = async ({ page, settled }: PictureTools) => {
  await page.locator('main a[href*="reportHome"]').nth(4).click();
  await settled();
};
const openLesson = ({ open }: PictureTools) => open('main article a');

/** Plays the open lesson up to its quiz. */
async function playToQuiz(tools: PictureTools): Promise<void> {
  const { page, say, settled } = tools;
  await openLesson(tools);
  const start = page.getByRole('button', { name: say('quiz_start') }).or(page.getByRole('button', { name: say('quiz_continue') }));
  const next = page.getByRole('button', { name: say('player_next'), exact: true });
  for (;;) {
    await settled();
    await start.or(next).first().waitFor();
    if (await start.isVisible()) return;
    const done = page.getByRole('button', { name: say('player_mark_done') });
    if (await done.isVisible()) await done.click();
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await next.click();
    await page.getByRole('heading', { level: 1, name: title ?? '', exact: true }).waitFor({ state: 'detached' });
  }
}

const startQuiz = async (tools: PictureTools) => {
  const { page, say, settled } = tools;
  await playToQuiz(tools);
  await page
    .getByRole('button', { name: say('quiz_start') })
    .or(page.getByRole('button', { name: say('quiz_continue') }))
    .click();
  await settled();
};
/** Opens a result with comments of the teacher. */
const openCommented = ({ open }: PictureTools) => open('main table a[href*="resource="]');
/** Opens the dialog for assigning the last of the complete lessons, and chooses two classes. */
const openAssign = async ({ page, say, open, settled }: PictureTools) => {
  await settled();
  await page
    .getByRole('button', { name: say('teacher_assign'), exact: true })
    .last()
    .click();
  await open('[role=dialog] fieldset label >> nth=0', '[role=dialog] fieldset label >> nth=1');
};
const openLessonMenu = ({ open }: PictureTools) => open('main button[aria-haspopup] >> nth=-1');
const openGrading = ({ open }: PictureTools) => open('main a[href*="autograde/questions"]');

/** The pictures of the articles. A name begins with the article's. */
export const pictures: Readonly<Record<string, Picture>> = {
  // Getting started
  'sign-in': { as: 'nobody', address: '/', of: ['main form'], outline: ['login_username', 'login_password', 'login_submit'] },
  'find-your-way': {
    as: 'teacher',
    address: at('home/dashboard'),
    of: ['body'],
    outline: ['help_here', 'ui_language', 'ui_theme'],
    width: 1104,
    screen: 560,
    height: 560,
  },
  'find-your-way-menu': {
    as: 'teacher',
    address: at('home/dashboard'),
    before: ({ open }) => open('header button >> nth=-1'),
    of: ['header', '[role=menu]'],
    outline: ['account_profile', 'account_feedback', 'common_sign_out'],
  },
  'find-your-way-phone': { as: 'teacher', address: at('home/dashboard'), of: ['nav'], outline: ['ui_more'], width: 390, screen: 700 },
  'languages-and-colors': {
    as: 'teacher',
    address: at('home/dashboard'),
    before: ({ press }) => press('ui_theme'),
    of: ['header', '[role=menu]'],
    outline: [
      ['ui_language', 1],
      ['ui_theme', 2],
    ],
  },
  'use-the-help': { as: 'teacher', address: at('help/home'), outline: ['help_search'] },
  // Your lessons and quizzes
  'your-home': { as: 'student', address: at('studentDashboard/studentDashboard/0'), outline: ['student_continue'], height: 520 },
  'all-your-work': { as: 'student', address: at('studentDashboard/viewAllAssignment'), width: 1200 },
  'your-resources': { as: 'student', address: at('studentDashboard/resourcesView') },
  'your-results': { as: 'student', address: at('studentDashboard/report'), outline: ['student_over_time'] },
  explore: { as: 'student', address: at('studentDashboard/contentlibrary') },
  'open-a-link': { as: 'nobody', address: '/account/code', of: ['form'], outline: ['login_code_submit'] },
  'save-for-offline': {
    as: 'student',
    address: at('studentDashboard/studentDashboard/0'),
    before: openLesson,
    outline: ['student_offline_keep'],
    height: 240,
  },
  'work-through-a-lesson': {
    as: 'student',
    address: at('studentDashboard/studentDashboard/0'),
    before: openLesson,
    outline: ['player_contents'],
    height: 280,
  },
  'work-through-a-lesson-buttons': {
    as: 'student',
    address: at('studentDashboard/studentDashboard/0'),
    before: openLesson,
    of: ['body'],
    outline: ['player_back', 'player_mark_done', 'player_next'],
    height: 160,
  },
  'comments-from-your-teacher': {
    as: 'commented',
    address: at('studentDashboard/viewAllAssignment'),
    before: openCommented,
    outline: ['comments_mark_read', 'comments_answer_open'],
  },
  'take-a-quiz': {
    as: 'student',
    address: at('studentDashboard/studentDashboard/0'),
    before: playToQuiz,
    outline: ['quiz_before_you_start', 'quiz_start'],
  },
  'take-a-quiz-question': {
    as: 'student',
    address: at('studentDashboard/studentDashboard/0'),
    before: startQuiz,
    outline: ['quiz_next', 'quiz_flag', 'quiz_look_over'],
    height: 640,
  },
  'take-a-quiz-submit': {
    as: 'student',
    address: at('studentDashboard/studentDashboard/0'),
    before: async (tools) => {
      await startQuiz(tools);
      await tools.press('quiz_look_over');
    },
    outline: ['quiz_hand_in'],
  },
  'quiz-on-paper': {
    as: 'student',
    address: at('studentDashboard/resourcesView'),
    before: ({ open }) => open('main a[href*="printQuiz"]'),
    outline: ['printable_print'],
  },
  // Find material
  today: { as: 'teacher', address: at('home/dashboard') },
  'find-in-the-library': {
    as: 'teacher',
    address: at('content/contentHome'),
    outline: ['library_search', 'library_course', 'library_tab_lessons', 'library_tab_blocks', 'library_save_start'],
    width: 1440,
    height: 600,
  },
  'find-in-the-library-narrow': { as: 'teacher', address: at('content/contentHome'), outline: ['library_filters'], height: 80 },
  'look-before-you-assign': {
    as: 'teacher',
    address: at('content/assessment'),
    before: ({ open }) => open('main a[href*="previewResource"]'),
    outline: ['preview_key'],
  },
  'find-by-standard': { as: 'teacher', address: at('home/get_grades_and_standard'), outline: ['library_citation'] },
  'find-a-quiz': { as: 'teacher', address: at('content/assessment') },
  'your-library': { as: 'teacher', address: at('content/contentHome?tab=mine'), outline: ['library_external_add'] },
  'print-a-quiz': {
    as: 'teacher',
    address: at('content/contentHome'),
    before: ({ open }) => open('main a[href*="content/printQuiz"]'),
    outline: ['library_print_students', 'library_print_with_key'],
  },
  // Make and assign lessons
  'assign-a-lesson': { as: 'teacher', address: at('content/contentHome?tab=lessons'), outline: ['teacher_assign'] },
  'assign-a-lesson-workspace': { as: 'teacher', address: at('workspace/workspaceHome'), outline: ['workspace_assign'] },
  'assign-a-lesson-dialog': {
    as: 'teacher',
    address: at('content/contentHome?tab=lessons'),
    before: openAssign,
    of: ['[role=dialog]'],
    outline: ['teacher_from', 'teacher_to', 'sharing_own_dates', 'sharing_see_title', ['teacher_assign', 5]],
    height: 700,
  },
  'change-dates-and-unassign': {
    as: 'teacher',
    address: at('assignments'),
    before: openResults,
    outline: ['sharing_dates_change', 'sharing_who_has_it', 'sharing_terms'],
  },
  'change-dates-and-unassign-dialog': {
    as: 'teacher',
    address: at('assignments'),
    before: async (tools) => {
      await openResults(tools);
      await tools.press('sharing_who_has_it');
    },
    of: ['[role=dialog]'],
    outline: ['sharing_unassign'],
  },
  'start-in-class': {
    as: 'teacher',
    address: at('assignments'),
    before: openResults,
    outline: ['teacher_start_in_class', 'reports_live_open'],
  },
  'links-and-codes-for-students': {
    as: 'teacher',
    address: at('workspace/workspaceHome'),
    before: openLessonMenu,
    of: ['[role=menu]'],
    outline: ['sharing_menu_link', 'sharing_menu_code'],
  },
  'links-and-codes-for-students-link': {
    as: 'teacher',
    address: at('workspace/workspaceHome'),
    before: async (tools) => {
      await openLessonMenu(tools);
      await tools.press('sharing_menu_link');
    },
    of: ['[role=dialog]'],
    outline: ['sharing_link_make'],
  },
  'links-and-codes-for-students-code': {
    as: 'teacher',
    address: at('workspace/workspaceHome'),
    before: async (tools) => {
      await openLessonMenu(tools);
      await tools.press('sharing_menu_code');
    },
    of: ['[role=dialog]'],
    outline: ['teacher_code_make'],
  },
  'your-workspace': {
    as: 'teacher',
    address: at('workspace/workspaceHome'),
    outline: ['workspace_new', 'workspace_tab_assignment', 'workspace_tab_shared', 'workspace_tab_content'],
  },
  'make-a-lesson': {
    as: 'teacher',
    address: at('workspace/workspaceHome/addnewlesson/lesson/new'),
    outline: ['builder_save', 'builder_assign', 'builder_instructions'],
    height: 620,
  },
  'make-a-lesson-library': { as: 'teacher', address: at('workspace/workspaceHome/addnewlesson/lesson/new'), outline: ['builder_library'] },
  'share-with-colleagues': {
    as: 'teacher',
    address: at('workspace/workspaceHome'),
    before: async (tools) => {
      await openLessonMenu(tools);
      await tools.press('sharing_menu_share');
    },
    of: ['[role=dialog]'],
    outline: ['sharing_share', 'sharing_colleague_link_ask'],
  },
  'write-a-quiz': { as: 'teacher', address: at('content/writeQuiz/new'), outline: ['authoring_preview', 'authoring_publish'] },
  'write-a-quiz-add': {
    as: 'teacher',
    address: at('content/writeQuiz/new'),
    outline: ['authoring_add', 'authoring_type_single', 'authoring_type_text'],
  },
  'questions-from-a-file': {
    as: 'teacher',
    address: at('content/writeQuiz/new'),
    before: ({ press }) => press('authoring_files'),
    of: ['[role=menu]'],
    outline: ['authoring_import', 'authoring_export_qti', 'authoring_export_gift'],
  },
  // Results and grading
  'watch-a-class-work': {
    as: 'teacher',
    address: at('assignments'),
    of: ['main table'],
    outline: ['teacher_not_started', 'teacher_in_progress', 'teacher_completed'],
    width: 1440,
  },
  'watch-a-class-work-lesson': {
    as: 'teacher',
    address: at('assignments'),
    before: openResults,
    outline: ['reports_live_open', 'reports_hide_names'],
  },
  'watch-a-class-work-live': {
    as: 'teacher',
    address: at('assignments'),
    before: async (tools) => {
      await openResults(tools);
      await tools.press('reports_live_open');
    },
    outline: ['reports_live_help'],
    width: 1400,
  },
  'read-results': { as: 'teacher', address: at('assignments'), before: openResults, outline: ['reports_by_question'], width: 1366 },
  'one-students-answers': {
    as: 'teacher',
    address: at('assignments'),
    before: async (tools) => {
      await openResults(tools);
      await tools.open('main a[href*="studentReport"]');
    },
    outline: ['reports_answer', 'reports_key', 'reports_points', 'reports_why'],
    width: 1366,
  },
  'grade-answers': { as: 'teacher', address: at('autograde/report'), before: openGrading, outline: ['autograde_show_names'] },
  'comment-on-answers': {
    as: 'teacher',
    address: at('autograde/report'),
    before: openGrading,
    outline: ['autograde_comment', 'autograde_comment_bank', 'autograde_place_add', 'autograde_comment_add'],
  },
  'release-results': { as: 'teacher', address: at('assignments'), before: openResults, outline: ['reports_release'], width: 1600 },
  'reassign-a-quiz': { as: 'teacher', address: at('assignments'), before: openResults, outline: ['reports_reassign_some'], width: 1600 },
  'change-how-a-question-counts': {
    as: 'teacher',
    address: at('autograde/report'),
    before: async (tools) => {
      await openGrading(tools);
      await tools.press('autograde_scoring_how');
    },
    width: 800,
  },
  // Reports
  'class-reports': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: openReports,
    outline: ['classReports_ask_class', 'classReports_ask_help'],
    height: 640,
  },
  'tables-and-charts': {
    as: 'teacher',
    address: at('autograde/report'),
    of: ['main section'],
    outline: ['ui_table_filter', 'ui_table_columns', 'ui_table_csv', 'ui_table_book', 'ui_table_print'],
    width: 1040,
  },
  'learning-by-class': { as: 'teacher', address: at('home/teacherDashboardLearning') },
  'assessment-reports': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (tools) => {
      await openReports(tools);
      await tools.open('main a[href*="groupAssementReport"]');
    },
    width: 1040,
  },
  'reading-reports': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (tools) => {
      await openReports(tools);
      await tools.open('main a[href*="readerReport"]');
    },
    width: 1040,
  },
  'one-student': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (tools) => {
      await openReports(tools);
      await tools.open('main a[href*="studentProgress"]');
    },
    width: 1040,
  },
  'report-for-the-family': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (tools) => {
      await openReports(tools);
      await tools.open('main a[href*="studentProgress"]', 'main a[href*="studentReportView"]');
    },
    height: 560,
  },
  'growth-over-time': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (tools) => {
      await openReports(tools);
      await tools.open('main a[href*="progressMonitoringGroupReport"]');
    },
    width: 1040,
  },
  'standards-of-a-class': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (tools) => {
      await openReports(tools);
      await tools.open('main a[href*="standardsReport"]');
    },
    width: 1040,
  },
  'question-analysis': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (tools) => {
      await openReports(tools);
      await tools.open('main a[href*="itemWiseReport"]');
    },
    width: 1040,
  },
  // Classes and students
  'your-classes': { as: 'teacher', address: at('mygroups/mygroupsHome') },
  'your-classes-members': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: openClass,
    outline: ['groups_rostered_badge', 'groups_add_students', 'groups_edit', 'rostering_print_labels'],
  },
  'your-classes-students': { as: 'teacher', address: at('mygroups/mygroupsHome'), before: openClass, of: ['main section:has(table)'] },
  'login-codes-and-labels': { as: 'teacher', address: at('mygroups/printLabels') },
  'make-a-class-or-group': { as: 'teacher', address: at('mygroups/add'), outline: ['groups_class', 'groups_group', 'groups_create'] },
  'add-students': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (t) => {
      await openClass(t);
      await t.press('groups_add_students');
    },
    outline: ['groups_search_go'],
  },
  'your-students': { as: 'teacher', address: at('rostering/viewStudents'), width: 1040 },
  'import-a-list': { as: 'teacher', address: at('rostering/importStudents'), outline: ['rostering_template'] },
  'undo-an-import': { as: 'district', address: at('admin/manageUsers/oneRosterImportStatus'), width: 1040 },
  // Quiz games
  'play-a-quiz-game': { as: 'student', address: at('quizsmart/studentRegistration'), outline: ['quizGame_code', 'quizGame_join'] },
  'lead-a-quiz-game': {
    as: 'teacher',
    address: at('quizsmart/teacherReportCard'),
    outline: ['quizGame_mode_together', 'quizGame_mode_own_pace'],
  },
  'lead-a-quiz-game-open': {
    as: 'teacher',
    address: at('quizsmart/teacherReportCard'),
    outline: ['quizGame_speed', 'quizGame_guests', 'quizGame_open'],
  },
  'todays-winners': { as: 'teacher', address: at('quizsmart/todaysWinner') },
  'exit-tickets': {
    as: 'teacher',
    address: at('quizsmart/teacherReportCard'),
    before: ({ press }) => press('quizGame_mode_ticket'),
    outline: ['quizGame_mode_ticket'],
  },
  'report-card-of-a-game': {
    as: 'teacher',
    address: at('quizsmart/teacherReportCard'),
    // The first is an exit ticket.
    before: async (tools) => {
      await tools.open('main a[href*="teacherReportCard/"] >> nth=1');
      await tools.press('quizGame_report');
    },
    width: 1040,
  },
  // Science words
  glossary: { as: 'student', address: at('glossary/home') },
  'practice-terms': {
    as: 'student',
    address: at('glossary/fillIn'),
    outline: ['glossary_mode_type', 'glossary_mode_choose', 'glossary_round_start'],
  },
  'print-terms': {
    as: 'teacher',
    address: at('glossary/print'),
    outline: ['glossary_cards', 'glossary_sheet', 'glossary_key', 'glossary_print_now'],
  },
  'terms-of-a-class': {
    as: 'teacher',
    address: at('mygroups/mygroupsHome'),
    before: async (tools) => {
      await openReports(tools);
      await tools.open('main a[href*="glossary/class"]');
    },
    width: 1040,
  },
  'assign-terms': {
    as: 'teacher',
    address: at('workspace/workspaceHome/addnewlesson/lesson/new'),
    before: ({ press }) => press('builder_library_course', 'termSets_library'),
    outline: ['builder_library_course', 'termSets_which', 'termSets_add'],
    height: 700,
  },
  'add-terms': { as: 'teacher', address: at('glossary/ownTerms'), before: ({ press }) => press('records_add') },
  // School
  'answer-messages': { as: 'district', address: at('admin/manageUsers/userFeedback'), width: 1040 },
  'send-a-notification': {
    as: 'district',
    address: at('admin/manageUsers/userNotification'),
    outline: ['admin_notification_new'],
    width: 1040,
  },
  subjects: { as: 'district', address: at('admin/manageUsers/subject'), outline: ['records_add'], width: 1040 },
  audit: { as: 'district', address: at('admin/manageUsers/audit'), outline: ['audit_kind'], width: 1040 },
  // Administration
  administration: { as: 'school', address: at('admin/adminHome'), outline: ['people_waiting'] },
  'users-and-schools': { as: 'district', address: at('admin/manageUsers'), outline: ['people_add'] },
  'add-a-user': {
    as: 'district',
    address: at('admin/manageUsers/add'),
    of: ['[role=dialog]'],
    outline: ['people_way', 'records_save'],
    height: 640,
  },
  'change-an-account': {
    as: 'district',
    address: at('admin/manageUsers/search'),
    before: ({ open }) => open('main table a'),
    outline: ['people_edit', 'people_more'],
  },
  'help-someone-sign-in': {
    as: 'district',
    address: at('admin/manageUsers/search'),
    before: ({ open }) => open('main table a', 'main button[aria-haspopup]'),
    of: ['[role=menu]'],
    outline: ['people_code', 'people_link'],
  },
  'sign-in-as': { as: 'district', address: at('admin/manageUsers/search'), outline: ['account_login_as'], width: 1040 },
  'change-many-people': {
    as: 'district',
    address: at('admin/manageUsers/search'),
    before: ({ open }) => open('main table tbody input >> nth=0', 'main table tbody input >> nth=1'),
    outline: ['people_batch_selected'],
    width: 1040,
  },
  rosters: {
    as: 'district',
    address: at('admin/manageUsers/oneRoster'),
    outline: [
      'rostering_importUsers',
      'rostering_importMygroup',
      'rostering_bulkupdate',
      'rostering_batchActivation',
      'rostering_updateUserIds',
      'rostering_oneRosterImport',
    ],
    height: 700,
  },
  oneroster: { as: 'district', address: at('admin/manageUsers/oneRosterImport') },
  'move-classes': { as: 'district', address: at('admin/manageUsers/transferMygroup'), outline: ['groups_hand_from', 'groups_hand_to'] },
  'change-usernames': { as: 'district', address: at('admin/manageUsers/updateUserIds'), outline: ['rostering_template_people'] },
  schools: { as: 'district', address: at('admin/manageUsers/school'), outline: ['records_add'], width: 1040 },
  grades: { as: 'district', address: at('admin/manageUsers/grade'), outline: ['records_add'] },
  'order-the-library': { as: 'provider', address: at('admin/contentSetup'), width: 1040 },
  'edit-catalog-items': {
    as: 'provider',
    address: at('admin/contentSetup'),
    before: ({ open }) => open('main table button[aria-label]'),
    outline: ['authoring_preview', 'itemEditor_publish'],
    width: 1040,
  },
  'edit-catalog-questions': { as: 'provider', address: at('admin/questionAnswer'), width: 1040 },
  'edit-glossary-terms': {
    as: 'provider',
    address: at('admin/glossaryTerms'),
    outline: ['records_add', 'catalogTerms_part'],
    width: 1040,
  },
  'import-the-course': { as: 'provider', address: at('admin/courseImport') },
  'prebuilt-lessons': { as: 'district', address: at('admin/prebuiltAssignResource'), outline: ['prebuilt_add'], width: 1040 },
  'your-district': { as: 'district', address: at('admin/manageUsers/district'), outline: ['records_edit'], width: 1040 },
  'single-sign-on': { as: 'district', address: at('admin/manageUsers/rosterSso') },
  'secure-sync': { as: 'district', address: at('admin/manageUsers/rosterSync'), outline: ['rosterSync_set_up'] },
  saml: { as: 'district', address: at('admin/externalTools/saml'), outline: ['saml_read_metadata'] },
  'learning-platforms': { as: 'district', address: at('admin/manageUsers/ltiConsumer'), outline: ['lti_invite', 'lti_own', 'records_add'] },
  'technical-status': { as: 'district', address: at('admin/externalTools/technicalStatus'), outline: ['technical_download'], width: 1040 },
  'who-may-do-what': { as: 'district', address: at('admin/permissionList'), width: 1040 },
  'give-a-permission': { as: 'district', address: at('admin/managePermision'), outline: ['records_add'], width: 1040 },
  'modules-on-and-off': { as: 'district', address: at('admin/moduleAssignment'), outline: ['records_edit'], width: 1040 },
  'ask-the-provider': { as: 'district', address: at('admin/manageUsers/askOrrery'), outline: ['admin_ask_new'] },
  'usage-reports': {
    as: 'district',
    address: at('admin/usageReport/home'),
    outline: ['usageReports_summary', 'usageReports_usage', 'usageReports_assignment_summary', 'usageReports_search'],
  },
  'export-data': { as: 'district', address: at('admin/usageReport/dataExport'), outline: ['exports_new'], width: 1040 },
  privacy: { as: 'district', address: at('admin/privacy'), width: 1040 },
  // Your account
  'your-profile': { as: 'teacher', address: at('profileSettings/home'), outline: ['account_tab_profile', 'account_tab_photo'] },
  'change-your-password': {
    as: 'teacher',
    address: at('profileSettings/resetPassword'),
    outline: ['account_current_password', 'account_password_change'],
  },
  'forgot-password': { as: 'nobody', address: '/account/retrievePassword', outline: ['account_send_link'] },
  'your-devices': { as: 'teacher', address: at('profileSettings/sessions'), outline: [], width: 1040 },
  'two-step-sign-in': { as: 'district', address: at('profileSettings/twoStep'), outline: ['account_second_add'] },
  'send-feedback': { as: 'teacher', address: at('feedbackform'), outline: ['account_feedback_send'] },
};
