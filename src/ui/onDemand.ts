import { type ComponentType, lazy } from 'react';

/**
 * A component that loads on first use.
 * @returns the component, for use inside Suspense, and `prepare`, which preloads it: a loaded component renders at once
 */
export function onDemand<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let there: { default: ComponentType<P> } | undefined;
  const prepare = async () => {
    there ??= await load();
    return there;
  };
  const Component = lazy(() => {
    const module = there;
    // biome-ignore lint/suspicious/noThenProperty: a promise would resolve a tick later; this resolves at once
    return module ? ({ then: (use: (ready: typeof module) => void) => use(module) } as ReturnType<typeof load>) : prepare();
  });
  return { Component, prepare };
}
