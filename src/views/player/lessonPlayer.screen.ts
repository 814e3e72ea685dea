import { students } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { allAssignments } from '../student/allAssignments.screen.ts';

/** A lesson: lesson, assignment, and the group assignment if the lesson came through two groups. */
export const lessonPlayer = {
  path: 'studentDashboard/studentLessonPlayer/:value',
  roles: students,
  ids: [2, 3],
  list: allAssignments.path,
  frame: 'player',
} as const satisfies ScreenAddress;

/** The specification’s second address of the player. */
export const lessonPlayerPage = { ...lessonPlayer, path: 'studentDashboard/lessonPlayerPage/:value' } as const satisfies ScreenAddress;
