import { type ComponentType, lazy } from 'react';

/**
 * A component that loads on first use.
 * @returns the component, for use inside Suspense, and `prepare`, which preloads it: a loaded component renders at once. `prepare` never
 *   fails. If it loads nothing, the first use calls `load` again and throws if that fails, as in Chromium, which keeps a failed module
 *   until the page is reloaded.
 */
export function onDemand<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let there: { default: ComponentType<P> } | undefined;
  const loaded = async () => {
    there ??= await load();
    return there;
  };
  const prepare = async () => {
    await loaded().catch(() => {});
  };
  const Component = lazy(() => {
    const module = there;
    // biome-ignore lint/suspicious/noThenProperty: a promise would resolve a tick later; this resolves at once
    return module ? ({ then: (use: (ready: typeof module) => void) => use(module) } as ReturnType<typeof load>) : loaded();
  });
  return { Component, prepare };
}
