import type { assignmentReports } from '../../../contract/assignmentReports.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { resourceWork } from '../../reports/resourceWork.ts';
import { visibleAssignment } from '../assignments.ts';

/** What the students of an assignment, or one of them, have done in each resource. */
export const assignmentProgress: HandlersOf<typeof assignmentReports>['assignmentProgress'] = async ({ query }, { ports, user }) => {
  const { resources, students } = await resourceWork(ports.db, await visibleAssignment(ports.db, user, query.group_assignment_id));
  const { student_puid } = query;
  const found = students.filter(({ user_puid }) => (student_puid ?? user_puid) === user_puid);
  if (student_puid !== undefined && found.length === 0) throw notFound('student');
  return {
    resources: resources.map(({ item_id: _, ...resource }) => resource),
    students: found.map(({ user_puid, work }) => ({ user_puid, work })),
  };
};
