import type { CourseImport, CourseImportState } from '../../contract/courseImport.ts';
import type { CourseReport } from '../../src/machines/contentSetup/courseImportMachine.ts';

/** An import of the course in a state, as the server gives it. */
export const courseIn = (state: CourseImportState, more: Partial<CourseImport> = {}): CourseImport => ({
  ...{ job_id: 5, state, file_name: 'course.zip', size: 9, parts: 1, created_by: 'Max', is_own: true },
  // The file is deleted once it is imported.
  received: state === 'done' || state === 'undoing' || state === 'undone' ? 0 : 1,
  ...{ created_at: '2030-01-15T15:00:00.000Z', finished_at: null, errors: 0, warnings: 0, left_alone: 0 },
  counts: state === 'checked' ? [{ thing: 'item', added: 1, changed: 0, removed: 0, kept: 0, unchanged: 4 }] : [],
  undo_until: state === 'done' ? '2030-02-14T15:00:00.000Z' : null,
  ...more,
});
export const courseReport: CourseReport = { findings: [], changes: [] };
export const courseFile = new File(['zip'], 'course.zip');
