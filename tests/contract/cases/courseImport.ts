import type { courseImport } from '../../../contract/courseImport.ts';
import type { Cases } from './case.ts';

const file = 'no zip, but bytes';
/** The catalog is of no district, and the provider's administrators of every district look after it. */
const everywhere = { as: 'max', inOtherDistrict: 403 } as const;

export const courseImportCases: Cases<keyof typeof courseImport> = {
  importCourse: {
    ...everywhere,
    input: () => ({ job_id: null, file_name: 'course.zip', size: file.length, part_no: 1, content: btoa(file) }),
  },
  checkCourse: { ...everywhere, input: ({ content }) => ({ job_id: content.courseUploaded }) },
  // Calls before it have changed the catalog since.
  confirmCourse: { ...everywhere, input: ({ content }) => ({ job_id: content.courseChecked }), refused: 409 },
  undoCourse: { ...everywhere, input: ({ content }) => ({ job_id: content.courseDone }) },
  courseImports: { ...everywhere, input: () => ({}) },
  exportCourse: { ...everywhere, input: () => ({}) },
  courseReport: { ...everywhere, input: ({ content }) => ({ job_id: content.courseChecked }) },
};
