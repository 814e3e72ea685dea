import { Role } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The courses of a teacher at the classroom service. The server sends browsers back here from there. */
export const classroomService = { path: 'mygroups/classroomService', roles: [Role.teacher] } as const satisfies ScreenAddress;
