import { afterEach } from 'vitest';

// Tests choose jsdom one by one (`// @vitest-environment jsdom`); all others stay free of it and start faster.
// A test that needs IndexedDB imports `fake-indexeddb/auto` itself.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  afterEach(cleanup);
  // What loads with its first use takes its time on a busy machine; whoever waits goes on as soon as it is there.
  configure({ asyncUtilTimeout: 4_000 });
  // The network that tests stand in for, and the contract, know the files of Node.
  const { File } = await import('node:buffer');
  Object.assign(globalThis, { File });
}
