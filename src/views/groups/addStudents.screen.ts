import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { groups } from './groups.screen.ts';

/** Enrolls students in a class. */
export const addStudents = {
  path: 'mygroups/AddStudents/:value',
  roles: staff,
  ids: 1,
  list: groups.path,
} as const satisfies ScreenAddress;
