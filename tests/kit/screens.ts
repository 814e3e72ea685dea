import { screens as table } from '../../src/views/authenticatedRoutes.tsx';
import { reportScreens } from '../../src/views/reports/reportScreens.ts';

/** Every screen of the signed-in area: those of the table, and the reports. */
export const screens = [...table, ...reportScreens];
