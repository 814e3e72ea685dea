import { ResourceType } from '../../../contract/content.ts';
import type { reports } from '../../../contract/reports.ts';
import { ids, quiz_id } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';

const released = { quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz, grouppuid: ids.class };

export const reportsCases: Cases<keyof typeof reports> = {
  releaseReport: { as: 'tess', input: () => ({ released_by_puid: ids.tess, ...released, release_date: '2030-01-15T00:00:00Z' }) },
  releaseAssignment: {
    as: 'tess',
    input: ({ assigned }) => ({
      released_by_puid: ids.tess,
      group_assignment_id: assigned.group_assignment_id,
      release_date: '2030-01-15T00:00:00Z',
    }),
  },
  recallReport: { as: 'tess', input: () => ({ recalled_by_puid: ids.tess, ...released }) },
  reassign: {
    as: 'tess',
    input: ({ assigned }) => ({
      assigned_by_puid: ids.tess,
      reassigned_lessonid: assigned.lesson_id,
      quiz_assessment_id: quiz_id,
      item_type_id: ResourceType.quiz,
      schoolyear: '2029-2030',
      reassigned_students: [ids.ben],
      reassign_date: '2030-01-15T00:00:00Z',
    }),
  },
  studentList: { as: 'tess', input: ({ assigned: { group_assignment_id } }) => ({ group_assignment_id }) },
  quizStatistics: { as: 'tess', input: ({ assigned: { group_assignment_id } }) => ({ group_assignment_id }) },
  studentAnswers: {
    as: 'tess',
    input: ({ assigned: { group_assignment_id } }) => ({ group_assignment_id, student_puid: ids.ben }),
  },
  studentProgress: {
    as: 'tess',
    input: () => ({ group_puid: ids.class, student_puid: ids.ben, from_date: '2030-01-01', to_date: '2030-01-31' }),
  },
  classActivity: { as: 'tess', input: ({ assigned: { group_assignment_id } }) => ({ group_assignment_id }) },
};
