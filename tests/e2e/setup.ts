import { afterAll, afterEach } from 'vitest';
import { closeBrowser, closePages } from './browser.ts';

// Hooks belong here: this file is read anew for each file of tests, other modules once for all of them.
afterEach(({ task }) => closePages(task.result?.state === 'fail'));
afterAll(closeBrowser);
