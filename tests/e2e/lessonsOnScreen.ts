import type { LessonPage, WorkspaceMeta } from '../../contract/workspace.ts';
import { rowOnScreen } from '../machines/lessonList.model.ts';

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
const rocks = rowOnScreen({ position: 0, lesson_id: 11, lesson_name: 'Rocks', path: ['Course'] });
/** Response for a workspace list, for walks of the charts of a lesson. */
export const lessonsOnScreen: LessonPage & { meta: WorkspaceMeta } = { lessons: [rocks], assignments: [], offset: 0, total: 1, meta };
