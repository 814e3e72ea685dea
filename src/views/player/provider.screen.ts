import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { allAssignments } from '../student/allAssignments.screen.ts';

/** A provider’s assessment on its own page: lesson, quiz, resource tracking. */
export const provider = {
  path: 'studentDashboard/StudentLearnosityView/:value',
  roles: students,
  ids: [2, 3],
  list: allAssignments.path,
  frame: 'player',
} as const satisfies ScreenAddress;
