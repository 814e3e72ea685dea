import { type ComponentType, lazy } from 'react';

/**
 * A component that loads with its first use.
 *
 * @returns the component, for inside Suspense, and `prepare`, which loads it when it looks as if it will be needed: what is there by
 *   then is drawn at once
 */
export function onDemand<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let there: { default: ComponentType<P> } | undefined;
  const prepare = async () => {
    there ??= await load();
    return there;
  };
  const Component = lazy(() => {
    const module = there;
    // biome-ignore lint/suspicious/noThenProperty: a promise would answer a moment later; this does so at once
    return module ? ({ then: (use: (ready: typeof module) => void) => use(module) } as ReturnType<typeof load>) : prepare();
  });
  return { Component, prepare };
}
