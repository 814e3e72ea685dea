import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The student’s home. The specification’s address ends in a 0 without meaning. */
export const dashboard = {
  path: 'studentDashboard/studentDashboard/:suffix',
  roles: students,
  list: 'studentDashboard/studentDashboard/0',
} as const satisfies ScreenAddress;
