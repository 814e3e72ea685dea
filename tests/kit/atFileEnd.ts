/** Cleanup that tests/kit/setup.ts runs at the end of a file, since hooks registered while tests run are never called. */
export const atFileEnd = new Set<() => Promise<void>>();
