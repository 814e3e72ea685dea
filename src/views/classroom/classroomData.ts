import type { ClassroomCourse, ClassroomLink } from '../../../contract/classroom.ts';
import type { Problem } from '../../machines/problem.ts';

/** The courses of a linked teacher, or why the service did not give them. */
export interface Courses {
  courses: readonly ClassroomCourse[];
  problem: Problem | null;
}
export type ClassroomData = ClassroomLink & Courses;

/** Whether the teacher can read courses; the service may have just ended the access. */
export const stateOf = ({ state, problem }: ClassroomData): ClassroomLink['state'] =>
  problem?.reason === 'classroomUnlinked' ? 'ended' : state;
/** Which service it is, for its name. */
export const serviceOf = (data: ClassroomLink | undefined) => data?.service ?? 'other';
