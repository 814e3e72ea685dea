import { createStore, delMany, get, keys, set, type UseStore, values } from 'idb-keyval';
import type { content } from '../../../contract/content.ts';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import type { DataOf } from '../../../contract/kit.ts';
import type { PlayerLesson } from '../../../contract/player.ts';
import type { QuizDetails, QuizResult, StartedQuiz } from '../../../contract/quiz.ts';
import type { SavedLesson } from '../../machines/player/offlineLessonsMachine.ts';
import { fetchContentFile } from './contentFile.ts';

/** All data that playing a lesson needs, as of when it was saved. */
export interface ShelvedLesson {
  v: 1;
  owner: string;
  saved: SavedLesson;
  lesson: PlayerLesson;
  contents: DataOf<typeof content.getContent>[];
  quizzes: QuizDetails[];
  /** Start data of its quizzes, without keys. Excludes quizzes that need a connection; missing in older data. */
  toAnswer?: StartedQuiz[];
  /** Terms that its items use, in the language of each; missing in older data. */
  terms?: { item_id: number; language_id: number; terms: ItemTerm[] }[];
  /** URLs of its pictures, films and files, which are in the browser's cache of saved pictures. */
  pictures: string[];
}

/** Storage of saved lessons, by key. Any call may reject. */
export interface Shelf {
  keys: () => Promise<string[]>;
  get: (key: string) => Promise<unknown>;
  all: () => Promise<unknown[]>;
  set: (key: string, lesson: ShelvedLesson) => Promise<void>;
  remove: (keys: string[]) => Promise<void>;
  /** Saves pictures, films and files; returns their size in bytes. */
  keepFiles: (addresses: readonly string[], signal: AbortSignal) => Promise<number>;
  dropFiles: (addresses: readonly string[]) => Promise<void>;
}

const database = 'orrery.lessons';
/** Name of the cache in which the service worker finds pictures, films and files while offline. */
export const picturesCache = 'orrery-saved-pictures';

/** IndexedDB for the lessons, the Cache API for their pictures, films and files. */
export function deviceShelf(): Shelf {
  let opened: UseStore | undefined;
  // Async: without IndexedDB, opening throws, and a call must reject.
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
          const answer = await fetchContentFile(address, signal);
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

/** A stored value, if it is a lesson that this version wrote. */
export const asShelved = (value: unknown): ShelvedLesson | null => {
  const { v, owner, saved, lesson } = Object(value) as Partial<ShelvedLesson>;
  return v === 1 && typeof owner === 'string' && saved && Array.isArray(lesson?.lesson_resources) ? (value as ShelvedLesson) : null;
};

/** Removes all lessons of other users; everything if no user is given. Runs on sign-out and when another user signs in. */
export async function clearShelf(shelf: Shelf, keep: string | null): Promise<void> {
  const others = (await shelf.all()).map(asShelved).filter((one) => one !== null && one.owner !== keep) as ShelvedLesson[];
  const kept = (await shelf.keys()).filter((key) => keep === null || !key.startsWith(`${keep}/`));
  await shelf.remove(kept);
  await shelf.dropFiles(others.flatMap(({ pictures }) => pictures));
}

/** The user's saved lesson that has the questions of a quiz; undefined if there is none. */
export const shelvedQuiz = async (shelf: Shelf, owner: string, quizId: number, lessonId: number) =>
  (await shelf.all())
    .map(asShelved)
    .flatMap((one) => {
      if (one?.owner !== owner || one.saved.lessonId !== lessonId) return [];
      const details = one.quizzes.find(({ quiz_id }) => quiz_id === quizId);
      const toAnswer = one.toAnswer?.find(({ quiz_details }) => quiz_details.quiz_id === quizId);
      return details ? [{ lesson: one, details, toAnswer }] : [];
    })
    .at(0);

/** Stores the result of a quiz in the saved lessons that contain it, so that it is not started again while offline. */
export async function noteResult(shelf: Shelf, owner: string, quizId: number, lessonId: number, result: QuizResult): Promise<void> {
  for (const one of (await shelf.all()).map(asShelved)) {
    if (one?.owner !== owner || one.saved.lessonId !== lessonId || !one.quizzes.some(({ quiz_id }) => quiz_id === quizId)) continue;
    const quizzes = one.quizzes.map((quiz) => (quiz.quiz_id === quizId ? { ...quiz, result } : quiz));
    await shelf.set(shelfKey(owner, lessonId, one.saved.assignmentId), { ...one, quizzes });
  }
}
