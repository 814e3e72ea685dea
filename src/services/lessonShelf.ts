import { createStore, delMany, get, keys, set, type UseStore, values } from 'idb-keyval';
import type { content } from '../../contract/content.ts';
import type { DataOf } from '../../contract/kit.ts';
import type { PlayerLesson } from '../../contract/lessonTracking.ts';
import type { QuizDetails, QuizResult, StartedQuiz } from '../../contract/quiz.ts';
import type { SavedLesson } from '../machines/offlineLessons/offlineLessonsMachine.ts';
import { fetchContentFile } from './contentFile.ts';

/** All that playing a lesson reads, as it was when it was saved. */
export interface ShelvedLesson {
  v: 1;
  owner: string;
  saved: SavedLesson;
  lesson: PlayerLesson;
  contents: DataOf<typeof content.getContent>[];
  quizzes: QuizDetails[];
  /** What starting its quizzes shows, without a key; not of those that need a connection, and missing from what was saved before. */
  toAnswer?: StartedQuiz[];
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

/** The saved lesson of this person that holds the questions of a quiz; undefined where there is none. */
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

/** What became of a quiz stands in the saved lessons that hold it: without a connection it is not begun again. */
export async function noteResult(shelf: Shelf, owner: string, quizId: number, lessonId: number, result: QuizResult): Promise<void> {
  for (const one of (await shelf.all()).map(asShelved)) {
    if (one?.owner !== owner || one.saved.lessonId !== lessonId || !one.quizzes.some(({ quiz_id }) => quiz_id === quizId)) continue;
    const quizzes = one.quizzes.map((quiz) => (quiz.quiz_id === quizId ? { ...quiz, result } : quiz));
    await shelf.set(shelfKey(owner, lessonId, one.saved.assignmentId), { ...one, quizzes });
  }
}
