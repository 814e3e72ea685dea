import type { Draft, PlaylistResource } from './draft.ts';
import type { FolderPlace, SameName } from './place.ts';

/** Draft cached on the device by an earlier visit. `version`: the lesson version it is based on; null for a new lesson. */
export interface KeptDraft {
  draft: Draft;
  version: number | null;
}

/** What the form of a lesson or an assignment opens with. */
export interface LessonBuilderInput {
  userPuid: number;
  /** Null: a new lesson. */
  lessonId: number | null;
  isAssignment: boolean;
  /** Folder for a new lesson; null: no folder. */
  place: FolderPlace | null;
  kept: KeptDraft | null;
  /** Resources chosen in the library. */
  playlist: readonly PlaylistResource[];
}

export interface LoadOrder {
  lessonId: number;
  isAssignment: boolean;
}
export interface SaveOrder {
  userPuid: number;
  /** Null: a new lesson. */
  lessonId: number | null;
  /** The version that the draft is based on; null for a new lesson. */
  version: number | null;
  isAssignment: boolean;
  place: FolderPlace | null;
  draft: Draft;
  /** What to do when another lesson in the folder has this name. */
  sameName: SameName;
}
export interface Saved {
  lessonId: number;
  version: number;
}

/** The form of a lesson, as far as it is saved. */
export interface Form extends Pick<SaveOrder, 'lessonId' | 'version' | 'draft'> {
  input: LessonBuilderInput;
  /** Name that the teacher keeps although another lesson has it. */
  keptName: string | null;
}

/** The order to save the form as it is now. */
export const saveOrder = ({ input: { userPuid, isAssignment, place }, lessonId, version, draft, keptName }: Form): SaveOrder => ({
  userPuid,
  lessonId,
  version,
  isAssignment,
  place,
  draft,
  sameName: draft.name === keptName ? 'keep' : 'ask',
});
