import type { ComponentType } from 'react';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

/**
 * The staff's other screens, from the `*.screen.ts` files that stand in no other table: `adminScreens.ts`, `classScreens.ts`,
 * `glossaryScreens.ts`, `gradeScreens.ts`, `helpScreens.ts`, `quizGameScreens.ts`, `usageScreens.ts` or, for students,
 * `authenticatedRoutes.tsx`. They load with the first of them, so that another one costs students no bytes.
 */
export const staffScreens: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>(
    [
      './*/*.screen.ts',
      '!./{assignmentReports,assignments,autograde,classReports,classroom,exports,groups,progressMonitoring,reports,studentReports,usageReports}/*',
      '!./{account,audit,contentSetup,districts,grades,inbox,itemBank,lti,people,permissions,prebuilt,privacy,saml,schools,signOnSetup,subjects,technicalStatus}/*',
      '!./{glossary,help,quizGame,student,profile}/*',
      '!./player/{lessonPlayer,provider,studentQuiz}.*',
      '!./lessonLink/openLesson.*',
      '!./sso/selectSchool.*',
    ],
    { eager: true },
  ),
  import.meta.glob<{ default: ComponentType }>([
    './*/*{Page,.report,.records}.tsx',
    '!./{assignmentReports,assignments,autograde,classReports,classroom,exports,groups,progressMonitoring,reports,studentReports,usageReports}/*',
    '!./{account,audit,contentSetup,districts,grades,inbox,itemBank,lti,people,permissions,prebuilt,privacy,saml,schools,signOnSetup,subjects,technicalStatus}/*',
    '!./{glossary,help,login,profile,public,quizGame,registration,student}/*',
  ]),
);
