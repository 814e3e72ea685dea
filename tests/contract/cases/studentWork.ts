import type { studentWork } from '../../../contract/studentWork.ts';
import { quiz_id } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';

export const studentWorkCases: Cases<keyof typeof studentWork> = {
  viewAllAssignments: { as: 'ana', input: () => ({ ...ana, typeId: 0 }), inOtherDistrict: 200 },
  studentResources: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  studentLibrary: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  studentReport: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  printableQuiz: {
    as: 'ana',
    input: ({ assigned: { lesson_id, assignment_id } }) => ({ ...ana, lesson_id, assignment_id, quiz_id }),
  },
};
