import type { District } from './district.ts';

/** Quizzes that users write, before they are published as content (decision 059). */
export interface AuthoringTables {
  authored_quiz: AuthoredQuizTable;
  authored_picture: AuthoredPictureTable;
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
  /** What lists say about the document, as JSON (`QuizCard`). */
  card: string;
  /** The same about the published one. */
  published_card: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}
/** A picture in questions that a user writes. The same picture of two users is there twice, under one name. */
interface AuthoredPictureTable {
  district_id: District;
  owner_puid: number;
  /** From its bytes. */
  picture_id: string;
  media_type: string;
  /** Base64. */
  content: string;
  width: number;
  height: number;
  uploaded_at: number;
  /** When the nightly purge found that nothing names it; null: something does, or nobody has looked yet. */
  unused_since: number | null;
}
/** A colleague who may use and copy an item. */
interface ItemShareTable {
  district_id: District;
  item_id: number;
  user_puid: number;
  shared_at: number;
}
