import type { District } from './district.ts';

/** Lessons and the folders that hold them. */
export interface WorkspaceTables {
  folder: FolderTable;
  /** Contents of deleted folders, by id of the deleted folder, as JSON. */
  folder_deletion: { district_id: District; folder_id: number; owner_puid: number; deleted_at: number; log: string };
  lesson: LessonTable;
  prebuilt_source: PrebuiltSourceTable;
  lesson_resource: LessonResourceTable;
  lesson_share: LessonShareTable;
  share_link: ShareLinkTable;
  lesson_start: LessonStartTable;
}

interface FolderTable {
  district_id: District;
  folder_id: number;
  owner_puid: number;
  product_id: number;
  parent_folder_type: string;
  parent_folder_id: number;
  folder_name: string;
  sort_order: number;
}
interface LessonTable {
  district_id: District;
  lesson_id: number;
  /** null: prebuilt, assignable by the whole district. */
  owner_puid: number | null;
  lesson_name: string;
  lesson_objective: string;
  instructions: string;
  total_time: number | null;
  due_date: string | null;
  product_id: number | null;
  unit_id: number | null;
  sub_unit_id: number | null;
  level3_id: number | null;
  is_custom_unit: number | null;
  is_custom_sub_unit: number | null;
  is_custom_level3: number | null;
  is_assignment: number;
  enforce_order: number;
  language_id: number;
  version: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}
/** Prebuilt lessons that did not originate in the district. A row stays when its lesson is deleted, so that the lesson does not come back. */
interface PrebuiltSourceTable {
  district_id: District;
  lesson_id: number;
  /** `course <unit_id> <name>`, or `lesson <district_id> <lesson_id>` for one that was written in a district. */
  source: string;
  /** Hash of what was last published into the district; null: it came with the course. */
  published: string | null;
  /** 1: the district has changed or deleted the lesson, so nothing overwrites it. */
  changed: number;
}
interface LessonResourceTable {
  district_id: District;
  lesson_id: number;
  lesson_resource_id: number;
  item_id: number;
  resource_type_id: number;
  time: number | null;
  sort_order: number;
  remarks: string;
}
interface LessonShareTable {
  district_id: District;
  lesson_id: number;
  /** Person the lesson is shared with. */
  user_puid: number;
  shared_by_puid: number;
  permission: number;
  shared_at: number;
}
/** A link by which staff get access to a lesson. */
interface ShareLinkTable {
  district_id: District;
  share_id: string;
  lesson_id: number;
  created_by: number;
  created_at: number;
  revoked_at: number | null;
}
interface LessonStartTable {
  district_id: District;
  start_id: number;
  user_puid: number;
  lesson_id: number;
  mode: 'start' | 'preview';
  started_at: number;
}
