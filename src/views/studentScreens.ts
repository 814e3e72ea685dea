import { lessonLink, openLesson } from './lessonLink/openLesson.screen.ts';
import { lessonPlayer, lessonPlayerPage } from './player/lessonPlayer.screen.ts';
import { provider } from './player/provider.screen.ts';
import { studentQuiz } from './player/studentQuiz.screen.ts';
import { feedback } from './profile/feedback.screen.ts';
import { profile, profileHome, resetPassword, sessions, twoStep, uploadPhoto } from './profile/profile.screen.ts';
import type { Screen, ScreenAddress } from './screen.ts';
import { selectSchool } from './sso/selectSchool.screen.ts';
import { allAssignments } from './student/allAssignments.screen.ts';
import { explore } from './student/explore.screen.ts';
import { library } from './student/library.screen.ts';
import { printAssignedQuiz } from './student/printAssignedQuiz.screen.ts';
import { report } from './student/report.screen.ts';
import { resources } from './student/resources.screen.ts';

/** Screens that share one page, and so one loader: the page stays when one leads to another. */
const screensOf = (load: Screen['load'], ...addresses: readonly ScreenAddress[]): Screen[] =>
  addresses.map((address) => ({ ...address, load }));

/**
 * The screens that students open, besides the dashboard. Those that staff open too are among them. They load with the first of them, or
 * soon after sign-in.
 */
export const studentScreens: readonly Screen[] = [
  ...screensOf(() => import('./student/AllAssignmentsPage.tsx'), allAssignments),
  ...screensOf(() => import('./student/ResourcesPage.tsx'), resources),
  ...screensOf(() => import('./student/LibraryPage.tsx'), library),
  ...screensOf(() => import('./student/ExplorePage.tsx'), explore),
  ...screensOf(() => import('./student/ReportPage.tsx'), report),
  ...screensOf(() => import('./student/PrintAssignedQuizPage.tsx'), printAssignedQuiz),
  ...screensOf(() => import('./lessonLink/OpenLessonPage.tsx'), lessonLink, openLesson),
  ...screensOf(() => import('./player/LessonPlayerPage.tsx'), lessonPlayer, lessonPlayerPage),
  ...screensOf(() => import('./player/ProviderPage.tsx'), provider),
  ...screensOf(() => import('./player/StudentQuizPage.tsx'), studentQuiz),
  ...screensOf(() => import('./profile/ProfilePage.tsx'), profileHome, profile, uploadPhoto, resetPassword, sessions, twoStep),
  ...screensOf(() => import('./profile/FeedbackPage.tsx'), feedback),
  ...screensOf(() => import('./sso/SelectSchoolPage.tsx'), selectSchool),
];
