import type { District } from './district.ts';

/** Quizzes that users write, before they are published as content (decision 059). */
export interface AuthoringTables {
  authored_quiz: AuthoredQuizTable;
  item_share: ItemShareTable;
}

interface AuthoredQuizTable {
  district_id: District;
  item_id: number;
  owner_puid: number;
  /** Chosen by the device, so that a repeated creation makes one quiz. */
  creation_key: string;
  /** JSON of contract AuthoredQuiz. */
  document: string;
  version: number;
  /** The version whose questions lessons use; null: none yet. */
  published_version: number | null;
  /** Its document. */
  published_document: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}
/** A colleague who may use and copy an item. */
interface ItemShareTable {
  district_id: District;
  item_id: number;
  user_puid: number;
  shared_at: number;
}
