import type { Shelf, ShelvedLesson } from '../../src/services/player/lessonShelf.ts';

/** A shelf in memory. With `fails`, every call rejects with its result. */
export function memoryShelf() {
  const lessons = new Map<string, ShelvedLesson>();
  const pictures = new Set<string>();
  const state: { fails: (() => unknown) | null } = { fails: null };
  const answer = async <T>(value: () => T): Promise<T> => {
    if (state.fails) throw state.fails();
    return value();
  };
  const shelf: Shelf = {
    keys: () => answer(() => [...lessons.keys()]),
    get: (key) => answer(() => lessons.get(key)),
    all: () => answer(() => [...lessons.values()]),
    set: (key, lesson) => answer(() => void lessons.set(key, structuredClone(lesson))),
    remove: (keys) =>
      answer(() => {
        for (const key of keys) lessons.delete(key);
      }),
    keepFiles: (addresses) =>
      answer(() => {
        for (const address of addresses) pictures.add(address);
        return addresses.length * 1000;
      }),
    dropFiles: (addresses) =>
      answer(() => {
        for (const address of addresses) pictures.delete(address);
      }),
  };
  return { shelf, lessons, pictures, state };
}
