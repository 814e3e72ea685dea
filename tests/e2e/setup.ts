import { afterAll, afterEach } from 'vitest';
import { closeBrowser, closePages } from './browser.ts';

// Hooks belong here: this file is loaded for each test file, other modules only once for all.
afterEach(({ task }) => closePages(task.result?.state === 'fail'));
afterAll(closeBrowser);
