import type { player } from '../../../contract/player.ts';
import type { student } from '../../../contract/student.ts';
import { ids, quiz_id, resourceIds } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';

export const studentCases: Cases<keyof typeof student | keyof typeof player> = {
  studentDashboard: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  lessonPlayer: { as: 'ana', input: ({ assigned: { lesson_id, assignment_id } }) => ({ ...ana, lesson_id, assignment_id }) },
  trackLesson: { as: 'ana', input: ({ assigned, tracking_id }) => ({ ...ana, ...assigned, tracking_id, time_spent: 5, mode: 'update' }) },
  trackResource: {
    as: 'ana',
    input: ({ assigned: { lesson_id, assignment_id }, tracking_id }) => ({
      ...ana,
      lesson_id,
      assignment_id,
      time_spent: 5,
      percentage_completed: 50,
      previous_resource_id: 0,
      resource_id: resourceIds(lesson_id).reading,
      tracking_id: 0,
      lesson_tracking_id: tracking_id,
      resource_type_id: 1,
    }),
  },
  checkResourceCompletion: {
    as: 'ana',
    input: ({ assigned: { lesson_id } }) => ({
      ...ana,
      lesson_id,
      resource_id: resourceIds(lesson_id).quiz,
      resource_type_id: 10,
      quiz_id,
      isLearnosityEnabled: false,
    }),
  },
  assignmentResponses: { as: 'ana', input: ({ assigned: { lesson_id, assignment_id } }) => ({ ...ana, lesson_id, assignment_id }) },
  otherStudentsTracking: { as: 'ana', input: () => ({ ...ana, lessonId: ids.freeLesson }) },
};
