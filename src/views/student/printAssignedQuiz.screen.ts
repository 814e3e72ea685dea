import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { allAssignments } from './allAssignments.screen.ts';

/** An assigned quiz on paper: lesson, assignment, quiz. */
export const printAssignedQuiz = {
  path: 'studentDashboard/printQuiz/:value',
  roles: students,
  ids: 3,
  list: allAssignments.path,
} as const satisfies ScreenAddress;
