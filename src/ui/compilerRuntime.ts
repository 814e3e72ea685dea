import { __COMPILER_RUNTIME, createContext, use } from 'react';

declare module 'react' {
  /** The export of `react/compiler-runtime`; React's types omit it, since only the compiler uses it. */
  const __COMPILER_RUNTIME: { c: (size: number) => unknown[] };
}

/** Language of the texts below. */
export const LanguageContext = createContext('');

const empty = Symbol.for('react.memo_cache_sentinel');

/**
 * Replaces the memo cache of React's own runtime in our compiled code (`vite.config.ts`). The React Compiler takes `m.some_text()` for a
 * constant and caches it permanently. So each component reads the language here and drops its cache when the language has changed: all
 * texts are redrawn, and no state is lost.
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
