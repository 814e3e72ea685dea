import { chosenDay } from '../../../common/chosenDay.ts';
import { longestName, mostResources } from '../../../common/lessonLimits.ts';
import type { LessonDetail } from '../../../contract/workspace.ts';

/** A resource in the builder. */
export interface DraftResource {
  /** Stable for the life of the resource in the draft. Never sent. */
  key: string;
  /** Id in the saved lesson; absent for a resource added since. */
  id?: number | undefined;
  itemId: number;
  typeId: number;
  title: string;
  /** Minutes; null: not given. */
  time: number | null;
  remarks: string;
}

/** The form of the builder. */
export interface Draft {
  name: string;
  objective: string;
  /** HTML. */
  instructions: string;
  /** Minutes; 0: not given. */
  totalTime: number;
  /** YYYY-MM-DD, or empty. */
  dueDate: string;
  enforceOrder: boolean;
  resources: readonly DraftResource[];
}

/** A resource chosen in the library. `sortOrder` gives its position. */
export interface PlaylistResource {
  itemId: number;
  typeId: number;
  title: string;
  minutes: number;
  sortOrder: number;
}

export const emptyDraft: Draft = {
  name: '',
  objective: '',
  instructions: '',
  totalTime: 0,
  dueDate: '',
  enforceOrder: false,
  resources: [],
};

export const longestText = 2_000;

/** Makes a draft from a saved lesson. */
export const draftOf = (lesson: LessonDetail): Draft => ({
  name: lesson.lesson_name,
  objective: lesson.lesson_objective,
  instructions: lesson.instructions,
  totalTime: lesson.total_time ?? 0,
  dueDate: chosenDay(lesson.due_date) ?? '',
  enforceOrder: lesson.enforce_order,
  resources: lesson.lesson_resources.map((one) => ({
    key: `saved-${one.id}`,
    id: one.id,
    itemId: one.item_id,
    typeId: one.resource_type_id,
    title: one.title,
    time: one.time,
    remarks: one.remarks,
  })),
});

/** Returns a key that no resource of the draft uses. */
const freeKey = (resources: readonly DraftResource[]) => {
  const taken = new Set(resources.map(({ key }) => key));
  let number = resources.length + 1;
  while (taken.has(`added-${number}`)) number += 1;
  return `added-${number}`;
};

/** Appends a resource. Returns the same draft when it is full. */
export const withResource = (draft: Draft, { itemId, typeId, title, minutes }: Omit<PlaylistResource, 'sortOrder'>): Draft =>
  draft.resources.length >= mostResources
    ? draft
    : {
        ...draft,
        resources: [
          ...draft.resources,
          { key: freeKey(draft.resources), itemId, typeId, title, time: minutes > 0 ? minutes : null, remarks: '' },
        ],
      };

/** Appends the resources of a playlist in their sort order (specification, section 4). */
export const withPlaylist = (draft: Draft, playlist: readonly PlaylistResource[]): Draft =>
  playlist.toSorted((a, b) => a.sortOrder - b.sortOrder).reduce(withResource, draft);

export const withoutResource = (draft: Draft, key: string): Draft => ({
  ...draft,
  resources: draft.resources.filter((one) => one.key !== key),
});

export const withResourceChanged = (draft: Draft, key: string, part: Partial<Pick<DraftResource, 'time' | 'remarks'>>): Draft => ({
  ...draft,
  resources: draft.resources.map((one) => (one.key === key ? { ...one, ...part } : one)),
});

/** Moves a resource to another index. */
export function withResourceMoved(draft: Draft, key: string, to: number): Draft {
  const from = draft.resources.findIndex((one) => one.key === key);
  const moved = draft.resources[from];
  if (!moved || to < 0 || to >= draft.resources.length || to === from) return draft;
  const rest = draft.resources.filter((one) => one.key !== key);
  return { ...draft, resources: [...rest.slice(0, to), moved, ...rest.slice(to)] };
}

/** Saved resources that the draft no longer has. */
export const removedFrom = (base: Draft, draft: Draft): readonly DraftResource[] =>
  base.resources.filter(({ key }) => !draft.resources.some((one) => one.key === key));

/** Validation errors that block a save, by field. */
export function draftProblems(draft: Draft): Partial<Record<'name' | 'objective' | 'remarks' | 'time', 'missing' | 'tooLong' | 'tooMuch'>> {
  const name = draft.name.trim();
  return {
    ...(name === '' ? { name: 'missing' as const } : name.length > longestName ? { name: 'tooLong' as const } : {}),
    ...(draft.objective.length > longestText ? { objective: 'tooLong' as const } : {}),
    ...(draft.resources.some(({ remarks }) => remarks.length > longestText) ? { remarks: 'tooLong' as const } : {}),
    ...(draft.totalTime > 6_000 || draft.resources.some(({ time }) => (time ?? 0) > 600) ? { time: 'tooMuch' as const } : {}),
  };
}

/** Whether two drafts have the same content. */
export const isSameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);
