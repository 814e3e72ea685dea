import { afterAll, afterEach, vi } from 'vitest';
import { atFileEnd } from './atFileEnd.ts';
import { renewPage } from './page.ts';

// Tests choose jsdom one by one (`// @vitest-environment jsdom`); all others stay free of it and start faster. Hooks and stand-ins for
// globals belong here, into the tests, or into functions that these call: other modules are read once for many files.
afterAll(async () => {
  for (const close of atFileEnd) await close();
});
if (typeof document !== 'undefined') {
  // Traces of who rendered what cost React a sixth of its time here, and nobody reads them.
  Reflect.deleteProperty(console, 'createTask');
  const { cleanup, configure } = await import('@testing-library/react');
  afterEach(cleanup);
  // Only ends what hangs: whoever waits goes on as soon as it is there.
  configure({ asyncUtilTimeout: 60_000 });
  // The network that tests stand in for, and the contract, know the files of Node.
  const { File } = await import('node:buffer');
  // What jsdom lacks and the screens ask for.
  class ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  Object.assign(globalThis, { File, ResizeObserver, matchMedia, scrollTo: () => {} });
  Object.assign(Element.prototype, { scrollIntoView: () => {}, getAnimations: () => [] });

  // One page and one instance of each module serve many files: each leaves them as it found them.
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    renewPage();
  });
}
