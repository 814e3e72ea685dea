import { screens as table } from '../../src/views/authenticatedRoutes.tsx';
import { staffScreens } from '../../src/views/staffScreens.ts';

/** Every screen behind sign-in: the students' and the staff's. */
export const screens = [...table, ...staffScreens];
