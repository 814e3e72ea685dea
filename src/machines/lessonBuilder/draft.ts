import { chosenDay } from '../../../common/chosenDay.ts';
import { longestName, mostResources } from '../../../common/lessonLimits.ts';
import type { LessonDetail } from '../../../contract/workspace.ts';

/** A resource as the builder holds it. */
export interface DraftResource {
  /** The same for as long as the resource is in the draft; never sent. */
  key: string;
  /** Of the saved lesson; absent for what was added since. */
  id?: number | undefined;
  itemId: number;
  typeId: number;
  title: string;
  /** Minutes; null: not said. */
  time: number | null;
  remarks: string;
}

/** What the teacher fills in. */
export interface Draft {
  name: string;
  objective: string;
  /** HTML. */
  instructions: string;
  /** Minutes; 0: not said. */
  totalTime: number;
  /** YYYY-MM-DD, or empty. */
  dueDate: string;
  enforceOrder: boolean;
  resources: readonly DraftResource[];
}

/** A resource chosen in the library, in the order that `sortOrder` gives. */
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

/** The draft of a saved lesson. */
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

/** A key that no resource of the draft has. */
const freeKey = (resources: readonly DraftResource[]) => {
  const taken = new Set(resources.map(({ key }) => key));
  let number = resources.length + 1;
  while (taken.has(`added-${number}`)) number += 1;
  return `added-${number}`;
};

/** The draft with one more resource at its end; the same draft when it is full. */
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

/** The draft with the resources of a playlist, sorted by their order (specification, section 4). */
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

/** The draft with a resource at another index. */
export function withResourceMoved(draft: Draft, key: string, to: number): Draft {
  const from = draft.resources.findIndex((one) => one.key === key);
  const moved = draft.resources[from];
  if (!moved || to < 0 || to >= draft.resources.length || to === from) return draft;
  const rest = draft.resources.filter((one) => one.key !== key);
  return { ...draft, resources: [...rest.slice(0, to), moved, ...rest.slice(to)] };
}

/** The saved resources that a draft has no more. */
export const removedFrom = (base: Draft, draft: Draft): readonly DraftResource[] =>
  base.resources.filter(({ key }) => !draft.resources.some((one) => one.key === key));

/** What keeps a draft from being saved, by field. */
export function draftProblems(draft: Draft): Partial<Record<'name' | 'objective' | 'remarks' | 'time', 'missing' | 'tooLong' | 'tooMuch'>> {
  const name = draft.name.trim();
  return {
    ...(name === '' ? { name: 'missing' as const } : name.length > longestName ? { name: 'tooLong' as const } : {}),
    ...(draft.objective.length > longestText ? { objective: 'tooLong' as const } : {}),
    ...(draft.resources.some(({ remarks }) => remarks.length > longestText) ? { remarks: 'tooLong' as const } : {}),
    ...(draft.totalTime > 6_000 || draft.resources.some(({ time }) => (time ?? 0) > 600) ? { time: 'tooMuch' as const } : {}),
  };
}

/** Whether two drafts say the same. */
export const isSameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);
