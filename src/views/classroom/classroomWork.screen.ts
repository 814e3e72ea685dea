import { Role } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { classroomService } from './classroomService.screen.ts';

/** The assignments of a class, to announce them in its course at the classroom service. */
export const classroomWork = {
  path: 'mygroups/classroomWork/:value',
  roles: [Role.teacher],
  ids: 1,
  list: classroomService.path,
} as const satisfies ScreenAddress;
