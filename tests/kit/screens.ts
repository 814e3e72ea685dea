import { screens as table } from '../../src/views/authenticatedRoutes.tsx';
import { staffScreens } from '../../src/views/staffScreens.ts';

/** Every screen of the signed-in area: those that students open, and the staff's. */
export const screens = [...table, ...staffScreens];
