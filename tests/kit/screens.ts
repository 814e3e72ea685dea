import { screens as table } from '../../src/views/authenticatedRoutes.tsx';
import { classScreens } from '../../src/views/classScreens.ts';
import { gradeScreens } from '../../src/views/gradeScreens.ts';
import { sharedScreens } from '../../src/views/sharedScreens.ts';
import { staffScreens } from '../../src/views/staffScreens.ts';
import { usageScreens } from '../../src/views/usageScreens.ts';

/** Every screen behind sign-in: the students' and the staff's. */
export const screens = [...table, ...classScreens, ...gradeScreens, ...sharedScreens, ...staffScreens, ...usageScreens];
