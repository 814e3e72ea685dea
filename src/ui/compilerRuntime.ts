import { __COMPILER_RUNTIME, createContext, use } from 'react';

declare module 'react' {
  /** What `react/compiler-runtime` hands on; the types of React leave it out, since only the compiler calls it. */
  const __COMPILER_RUNTIME: { c: (size: number) => unknown[] };
}

/** Language of the texts below. */
export const LanguageContext = createContext('');

const empty = Symbol.for('react.memo_cache_sentinel');

/**
 * Stands in for the memo cache of React's own runtime in all code of ours that the React Compiler has compiled (`vite.config.ts`). The
 * compiler takes `m.some_text()` for a constant and keeps it for good. So each component hears of the language here and, when it has
 * changed, forgets what it kept: all texts are drawn anew, and no state is lost.
 */
export function c(size: number): unknown[] {
  const language = use(LanguageContext);
  const cache = __COMPILER_RUNTIME.c(size + 1);
  if (cache[size] !== language) {
    cache.fill(empty);
    cache[size] = language;
  }
  return cache;
}
