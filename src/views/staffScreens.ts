import type { ComponentType } from 'react';
import { staff } from '../../contract/kit.ts';
import type { Screen, ScreenAddress } from './screen.ts';
import { screensBeside } from './screensBeside.ts';

const declared: readonly Screen[] = screensBeside(
  import.meta.glob<Record<string, ScreenAddress>>(
    [
      './*/*.screen.ts',
      '!./{assignmentReports,assignments,autograde,classReports,exports,groups,progressMonitoring,reports,studentReports,usageReports}/*',
      '!./{glossary,help,quizGame,student,profile}/*',
      '!./player/{lessonPlayer,provider,studentQuiz}.*',
      '!./lessonLink/openLesson.*',
      '!./sso/selectSchool.*',
    ],
    { eager: true },
  ),
  import.meta.glob<{ default: ComponentType }>([
    './*/*{Page,.report,.records}.tsx',
    '!./{assignmentReports,assignments,autograde,classReports,exports,groups,progressMonitoring,reports,studentReports,usageReports}/*',
    '!./{glossary,help,login,profile,public,quizGame,registration,student}/*',
  ]),
);

/** A screen that a right opens to others. Every member of the staff gets as far as the page, which asks for the right. */
const guarded = (screen: Screen): Screen =>
  screen.right === undefined
    ? screen
    : {
        ...screen,
        roles: staff,
        load: async () => {
          const [{ default: Page }, { withRight }] = await Promise.all([screen.load(), import('./permissions/withRight.tsx')]);
          return { default: withRight(Page, screen) };
        },
      };

/**
 * The staff's other screens, from the `*.screen.ts` files that stand in no other table: `classScreens.ts`, `gradeScreens.ts`,
 * `usageScreens.ts`, `glossaryScreens.ts`, `helpScreens.ts`, `quizGameScreens.ts` or, for students, `authenticatedRoutes.tsx`. They load with the first of
 * them, so that another one costs students no bytes.
 */
export const staffScreens: readonly Screen[] = declared.map(guarded);
