/** What tests/kit/setup.ts closes when a file ends: hooks that are registered while tests run are never called. */
export const atFileEnd = new Set<() => Promise<void>>();
