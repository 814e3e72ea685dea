import { overwriteGetLocale } from '../../src/paraglide/runtime.js';

// Node has no page that says which language it is in. A test of another language names it.
overwriteGetLocale(() => 'en');
