import { createStore, delMany, get, keys, set, type UseStore, values } from 'idb-keyval';
import type { content } from '../../contract/content.ts';
import type { DataOf } from '../../contract/kit.ts';
import type { QuizDetails } from '../../contract/quiz.ts';
import type { PlayerLesson } from '../../contract/student.ts';
import type { SavedLesson } from '../machines/offlineLessons/offlineLessonsMachine.ts';

/** All that playing a lesson reads, as it was when it was saved. */
export interface ShelvedLesson {
  v: 1;
  owner: string;
  saved: SavedLesson;
  lesson: PlayerLesson;
  contents: DataOf<typeof content.getContent>[];
  quizzes: QuizDetails[];
  /** Addresses of its pictures, films and files, which the browser's cache of saved pictures holds. */
  pictures: string[];
}

/** Where saved lessons stand: pairs of key and lesson. Any call may reject. */
export interface Shelf {
  keys: () => Promise<string[]>;
  get: (key: string) => Promise<unknown>;
  all: () => Promise<unknown[]>;
  set: (key: string, lesson: ShelvedLesson) => Promise<void>;
  remove: (keys: string[]) => Promise<void>;
  /** Keeps pictures, films and files; answers how many bytes they are. */
  keepFiles: (addresses: readonly string[], signal: AbortSignal) => Promise<number>;
  dropFiles: (addresses: readonly string[]) => Promise<void>;
}

const database = 'orrery.lessons';
/** Name of the cache that the service worker looks into for pictures, films and files when there is no connection. */
export const picturesCache = 'orrery-saved-pictures';

/** IndexedDB for the lessons, the Cache API for their pictures, films and files. */
export function deviceShelf(): Shelf {
  let opened: UseStore | undefined;
  // Async: where there is no IndexedDB, opening throws, and a call rejects.
  const store: UseStore = async (mode, use) => {
    opened ??= createStore(database, 'lessons');
    return opened(mode, use);
  };
  return {
    keys: () => keys<string>(store),
    get: (key) => get(key, store),
    all: () => values(store),
    set: (key, lesson) => set(key, lesson, store),
    remove: (all) => delMany(all, store),
    keepFiles: async (addresses, signal) => {
      if (addresses.length === 0) return 0;
      const cache = await caches.open(picturesCache);
      const sizes = await Promise.all(
        addresses.map(async (address) => {
          const answer = await fetch(address, { signal });
          if (!answer.ok) throw { code: answer.status, message: '' };
          const { size } = await answer.clone().blob();
          await cache.put(address, answer);
          return size;
        }),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    dropFiles: async (addresses) => {
      if (addresses.length === 0) return;
      const cache = await caches.open(picturesCache);
      await Promise.all(addresses.map((address) => cache.delete(address)));
    },
  };
}

export const shelfKey = (owner: string, lessonId: number, assignmentId: number): string => `${owner}/${lessonId}/${assignmentId}`;

/** What was read from the device, if it is a lesson that this version has written. */
export const asShelved = (value: unknown): ShelvedLesson | null => {
  const { v, owner, saved, lesson } = Object(value) as Partial<ShelvedLesson>;
  return v === 1 && typeof owner === 'string' && saved && Array.isArray(lesson?.lesson_resources) ? (value as ShelvedLesson) : null;
};

/** Takes from the device what is not this person's; everything where nobody is named. Signing out, and somebody else's coming, ends in this. */
export async function clearShelf(shelf: Shelf, keep: string | null): Promise<void> {
  const others = (await shelf.all()).map(asShelved).filter((one) => one !== null && one.owner !== keep) as ShelvedLesson[];
  const kept = (await shelf.keys()).filter((key) => keep === null || !key.startsWith(`${keep}/`));
  await shelf.remove(kept);
  await shelf.dropFiles(others.flatMap(({ pictures }) => pictures));
}
