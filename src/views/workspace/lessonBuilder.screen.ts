import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

const base = 'workspace/workspaceHome/addnewlesson';

/** The form of a lesson: `new`, or the encoded id of a saved one. One route for both keeps the form mounted when a new lesson gets its id. */
export const lessonForm = { path: `${base}/lesson/:value`, list: `${base}/lesson/new`, roles: staff } as const satisfies ScreenAddress;

/** The form of an assignment. */
export const assignmentForm = {
  path: `${base}/assignment/:value`,
  list: `${base}/assignment/new`,
  roles: staff,
} as const satisfies ScreenAddress;
