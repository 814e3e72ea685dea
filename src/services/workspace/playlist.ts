/** A resource picked for a lesson; `sort_order` is its position in the lesson, from 1. */
export interface PlaylistEntry {
  item_id: number;
  item_type_id: number;
  title: string;
  minutes: number;
  sort_order: number;
}

const none: readonly PlaylistEntry[] = [];
let owner: number | null = null;
let entries: readonly PlaylistEntry[] = none;
const listeners = new Set<() => void>();

const put = (next: readonly PlaylistEntry[]) => {
  entries = next.map((entry, index) => ({ ...entry, sort_order: index + 1 }));
  for (const listener of listeners) listener();
};

/**
 * The resources that a user picks in the library for a lesson. It lasts until the page is closed and belongs to one user: for another
 * `userPuid` it is empty. The screen that makes the lesson takes it with `take`, sorted by `sort_order` (specification, section 4).
 */
export const playlistOf = (userPuid: number) => {
  if (owner !== userPuid) {
    owner = userPuid;
    entries = none;
  }
  return {
    /** The same array until something changes. */
    read: (): readonly PlaylistEntry[] => entries,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Appends a resource, unless it is already in the list. */
    add: (entry: Omit<PlaylistEntry, 'sort_order'>): void => {
      if (!entries.some((one) => one.item_id === entry.item_id)) put([...entries, { ...entry, sort_order: 0 }]);
    },
    remove: (item_id: number): void => put(entries.filter((one) => one.item_id !== item_id)),
    clear: (): void => put(none),
    /** Returns the resources sorted by `sort_order` and empties the list. */
    take: (): PlaylistEntry[] => {
      const taken = entries.toSorted((a, b) => a.sort_order - b.sort_order);
      put(none);
      return taken;
    },
  };
};
