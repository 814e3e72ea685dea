import { screens as table } from '../../src/views/authenticatedRoutes.tsx';
import { classScreens } from '../../src/views/classScreens.ts';
import { glossaryScreens } from '../../src/views/glossaryScreens.ts';
import { gradeScreens } from '../../src/views/gradeScreens.ts';
import { quizGameScreens } from '../../src/views/quizGameScreens.ts';
import { staffScreens } from '../../src/views/staffScreens.ts';
import { usageScreens } from '../../src/views/usageScreens.ts';

/** Every screen behind sign-in: the students' and the staff's. */
export const screens = [
  ...table,
  ...classScreens,
  ...glossaryScreens,
  ...gradeScreens,
  ...quizGameScreens,
  ...staffScreens,
  ...usageScreens,
];
