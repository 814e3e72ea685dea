import type { rostering } from '../../../contract/rostering.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { Cases } from './case.ts';
import { list } from './rosterWorld.ts';

const own = { userPuid: ids.tess };
const names = { first_name: 'Kim', last_name: 'Park', grade: '6', email: null, student_id: null };

export const rosteringCases: Cases<keyof typeof rostering> = {
  allStudents: { as: 'tess', input: () => own, inOtherDistrict: 200, lenient: ['search'] },
  createStudent: { as: 'tess', input: () => ({ ...names, group_puids: [ids.class] }) },
  updateStudent: { as: 'tess', input: ({ roster }) => ({ ...names, student_puid: roster.student, user_name: 'kim' }) },
  deleteStudent: { as: 'tess', input: ({ roster }) => ({ student_puid: roster.leaver }) },
  restoreStudent: { as: 'tess', input: ({ roster }) => ({ undo_id: roster.removal }) },
  resetStudentPassword: { as: 'tess', input: ({ roster }) => ({ student_puid: roster.student }) },
  revokeLoginCode: { as: 'tess', input: ({ roster }) => ({ student_puid: roster.student }) },
  makeLabels: { as: 'tess', input: ({ roster }) => ({ user_puids: [roster.student] }) },
  rosterTemplate: { as: 'tess', input: () => ({ ...own, with_students: true }), inOtherDistrict: 200 },
  uploadRosterPart: {
    as: 'tess',
    input: ({ roster }) => ({ job_id: roster.uploaded, file_name: 'list.csv', size: list.length, part_no: 1, content: btoa(list) }),
  },
  validateFile: { as: 'tess', input: ({ roster }) => ({ job_id: roster.uploaded }), lenient: ['options'] },
  importStudents: { as: 'tess', input: ({ roster }) => ({ job_id: roster.validated }) },
  rosterJob: { as: 'tess', input: ({ roster }) => ({ job_id: roster.done }) },
  rosterJobs: { as: 'tess', input: () => own, inOtherDistrict: 200 },
  rosterFindings: { as: 'tess', input: ({ roster }) => ({ job_id: roster.done }) },
  rosterRowFindings: { as: 'tess', input: ({ roster }) => ({ job_id: roster.done }) },
  rosterChanges: { as: 'tess', input: ({ roster }) => ({ job_id: roster.done }) },
  rosterFilePart: {
    as: 'tess',
    input: ({ roster }) => ({ job_id: roster.partial, file_name: 'list.csv', part_no: 1 }),
    lenient: ['file_name'],
  },
  undoImport: { as: 'tess', input: ({ roster }) => ({ job_id: roster.undoable }) },
  resumeImport: { as: 'tess', input: ({ roster }) => ({ job_id: roster.partial }) },
  cancelImport: { as: 'tess', input: ({ roster }) => ({ job_id: roster.cancellable }) },
};
