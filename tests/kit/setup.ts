import { afterAll, afterEach, vi } from 'vitest';
import { loadDateLocale } from '../../src/ui/dateLocale.ts';
import { atFileEnd } from './atFileEnd.ts';
import { renewPage } from './page.ts';

// Tests opt into jsdom one by one (`// @vitest-environment jsdom`); all others start faster without it. Hooks and stubs for globals belong
// here, in the tests, or in functions that these call, since other modules are loaded once for many files.
// Pages load it before they draw in Spanish.
await loadDateLocale('es');
afterAll(async () => {
  for (const close of atFileEnd) await close();
});
if (typeof document !== 'undefined') {
  // Tracing who rendered what takes a third of React's time here, and nobody reads it: React names tasks if the console can, and keeps the
  // stack of each new element, up to a number per second.
  Reflect.deleteProperty(console, 'createTask');
  const react = (await import('react')) as unknown as Record<string, object>;
  Object.defineProperty(react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
    configurable: true,
  });
  const { cleanup, configure } = await import('@testing-library/react');
  afterEach(cleanup);
  // Only ends tests that hang: a wait continues as soon as its condition holds.
  configure({ asyncUtilTimeout: Number(process.env.TEST_PATIENCE ?? 60_000) });
  // The network stub and the contract use Node's File.
  const { File } = await import('node:buffer');
  // APIs that jsdom lacks and the screens use.
  class ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  Object.assign(globalThis, { File, ResizeObserver, matchMedia, scrollTo: () => {} });
  Object.assign(Element.prototype, { scrollIntoView: () => {}, scrollTo: () => {}, getAnimations: () => [] });

  // Many files share one page and one instance of each module, so each file leaves them as it found them.
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    renewPage();
  });
}
