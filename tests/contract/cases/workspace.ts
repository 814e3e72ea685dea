import type { workspace } from '../../../contract/workspace.ts';
import { idOf } from '../../../server/content/ids.ts';
import { ids, item_id } from '../../server/fixtureSchool.ts';
import { type Cases, tess } from './case.ts';

const product_id = idOf('course');
const unit_id = idOf('course/unit');
const lesson_resources = JSON.stringify([{ item_id, resource_type_id: 1, time: 10, sort_order: 1, remarks: 'Read twice' }]);
const texts = ['lesson_name', 'lesson_objective', 'instructions'];

export const workspaceCases: Cases<keyof typeof workspace> = {
  workspaceData: {
    as: 'tess',
    input: () => ({ ...tess, product_id, unit_id, is_custom_unit_folder: 'no' }),
    inOtherDistrict: 200,
    lenient: ['search'],
  },
  allLessons: { as: 'tess', input: () => tess, inOtherDistrict: 200, lenient: ['search'] },
  createFolder: {
    as: 'tess',
    input: () => ({
      ...tess,
      folder_name: 'Week 3',
      product_id,
      parent_folder_type: 'other',
      parent_folder_id: unit_id,
      sort_order: 1,
    }),
    // Products and units are the same for every district.
    inOtherDistrict: 200,
    lenient: ['folder_name'],
  },
  updateFolder: {
    as: 'tess',
    input: ({ folder_id }) => ({ ...tess, folder_id, folder_name: 'Week 4' }),
    lenient: ['folder_name'],
  },
  moveFolder: {
    as: 'tess',
    input: ({ folder_id }) => ({ ...tess, folder_id, product_id, parent_folder_type: 'other', parent_folder_id: unit_id }),
  },
  folderUse: { as: 'tess', input: ({ folder_id }) => ({ folder_id }) },
  deleteFolder: { as: 'tess', input: ({ folder_id }) => ({ folder_id }) },
  restoreFolder: { as: 'tess', input: ({ folder_id }) => ({ folder_id }) },
  createLesson: {
    as: 'tess',
    input: () => ({ ...tess, lesson_name: 'Rocks', product_id, lesson_resources }),
    inOtherDistrict: 200,
    lenient: texts,
  },
  updateLesson: {
    as: 'tess',
    input: ({ own_lesson_id: lesson_id }) => ({ ...tess, lesson_id, move_lesson: 'no', lesson_name: 'Rocks', lesson_resources }),
    lenient: texts,
  },
  getLesson: { as: 'tess', input: ({ own_lesson_id: lesson_id }) => ({ lesson_id, isAssignment: false }) },
  lessonUse: { as: 'tess', input: ({ own_lesson_id: lesson_id }) => ({ lesson_id }) },
  checkLesson: { as: 'tess', input: () => ({ lesson_id: ids.freeLesson }) },
  deleteLesson: { as: 'tess', input: ({ own_lesson_id: lesson_id }) => ({ lesson_id, is_assignment: 'no' }) },
  restoreLesson: { as: 'tess', input: ({ own_lesson_id: lesson_id }) => ({ lesson_id, is_assignment: 'no' }) },
  duplicateLesson: {
    as: 'tess',
    input: () => ({ ...tess, lesson_id: ids.freeLesson, type: 'lesson', lesson_name: 'A copy' }),
    lenient: ['lesson_name'],
  },
  startLesson: { as: 'tess', input: () => ({ ...tess, lesson_id: ids.freeLesson }) },
  previewLesson: { as: 'tess', input: () => ({ ...tess, lesson_id: ids.freeLesson }) },
};
