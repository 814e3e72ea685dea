import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { dashboard } from '../student/dashboard.screen.ts';

/** Target of a lesson link. */
export const lessonLink = {
  path: 'studentDashboard/lessonLink/:linkId',
  roles: students,
  list: dashboard.list,
} as const satisfies ScreenAddress;

/** Opens a lesson like a link does: lesson, assignment. */
export const openLesson = {
  path: 'studentDashboard/openLesson/:value',
  roles: students,
  ids: 2,
  list: dashboard.list,
} as const satisfies ScreenAddress;
