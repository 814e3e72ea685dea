import type { StudentAssignment } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';

/** The student's state in an assignment, in words. */
export const stateName = (state: StudentAssignment['state']): string =>
  state === 'completed'
    ? m.student_done()
    : state === 'inProgress'
      ? m.student_in_progress()
      : state === 'upcoming'
        ? m.student_upcoming()
        : m.student_not_started();
