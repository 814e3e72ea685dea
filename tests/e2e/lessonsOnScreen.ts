import type { LessonPage, LessonRow, WorkspaceMeta } from '../../contract/workspace.ts';

/** The model's folders, lesson and colleague. */
const meta: WorkspaceMeta = {
  products: [
    {
      product_id: 7,
      product_name: 'Course',
      lesson_count: 1,
      folders: [
        { unit_id: 8, folder_name: 'Unit', is_custom: 'no', lesson_count: 0, sub_folders: [] },
        { unit_id: 21, folder_name: 'Week 3', is_custom: 'yes', lesson_count: 0, sub_folders: [] },
      ],
    },
  ],
  shared_by: [{ user_puid: 5, name: 'Tom Person', lesson_count: 1 }],
  total: 1,
};
const rocks: LessonRow = {
  position: 0,
  lesson_id: 11,
  lesson_name: 'Rocks',
  lesson_objective: '',
  is_assignment: 'no',
  total_time: null,
  due_date: null,
  resource_count: 1,
  assigned_count: 0,
  updated_at: '2030-01-15T15:00:00.000Z',
  path: ['Course'],
  shared_by: null,
};
/** Response for a workspace list, for walks of the charts of a lesson. */
export const lessonsOnScreen: LessonPage & { meta: WorkspaceMeta } = { lessons: [rocks], assignments: [], offset: 0, total: 1, meta };
