import { afterAll, afterEach } from 'vitest';
import { loadDateLocale } from '../../src/ui/dateLocale.ts';
import { closeBrowser, closePages } from './browser.ts';

// Hooks belong here: this file is loaded for each test file, other modules only once for all.
// Tests write the dates that they expect.
await loadDateLocale('es');
afterEach(({ task }) => closePages(task.result?.state === 'fail'));
afterAll(closeBrowser);
